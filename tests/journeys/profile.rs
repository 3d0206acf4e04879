//! `flowbot play --profile`: a profile that cannot be used stops the run before anything is looked at.

use std::fs;

use crate::common::Flowbot;

#[test]
fn an_unknown_profile_is_told_with_the_known_ones() {
    Flowbot::runs("play")
        .given("--profile", "nowhere")
        .exits(1)
        .says("no profile \"nowhere\"")
        .says("flow-free");
}

#[test]
fn a_profile_out_of_range_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, "name = \"mine\"\npace_ms = 5000\n").unwrap();
    Flowbot::runs("play")
        .given("--profile", &file)
        .exits(1)
        .says("mine.toml:2: `pace_ms` is 5000: make it a number from 1 to 1000");
}
