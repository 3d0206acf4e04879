//! `--profile`: what it says helps to read hard boards; one that cannot be used stops a command before anything is looked at.

use std::fs;

use flowbot::render::{Style, draw_board};
use image::{Rgb, RgbImage};

use crate::common::Flowbot;
use crate::common::pictures::{SMALL, puzzle, save, write};

#[test]
fn an_unknown_profile_is_told_with_the_known_ones() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["play", "extract", "check"] {
        let flowbot = Flowbot::runs(command).given("--profile", "nowhere");
        let flowbot = match command {
            "play" => flowbot,
            _ => flowbot.with(folder.path()),
        };
        flowbot
            .exits(1)
            .says("no profile \"nowhere\"")
            .says("flow-free");
    }
}

/// Where a shadow falls across the board, from 0 at its top to 1: on its fourth row; how broad it is, and which share of the
/// light it takes.
const SHADOW: f64 = 0.7;
const BREADTH: f64 = 0.1;
const DEPTH: f64 = 0.39;

/// The small board in the game's own colours, and a shadow on it.
fn in_shadow() -> RgbImage {
    let mut picture = draw_board(&puzzle(SMALL), None, &Style::default());
    let height = f64::from(picture.height());
    for (_, y, Rgb(pixel)) in picture.enumerate_pixels_mut() {
        let away = (f64::from(y) / height - SHADOW) / BREADTH;
        let light = 1.0 - DEPTH * (-away * away).exp();
        *pixel = pixel.map(|level| (f64::from(level) * light) as u8);
    }
    picture
}

#[test]
fn the_colours_of_a_profile_tell_the_pairs_of_a_photo() {
    let folder = tempfile::tempdir().unwrap();
    let shot = save(folder.path(), "shot.png", &in_shadow());
    write(folder.path(), "shot.puzzle", SMALL);
    Flowbot::runs("extract").with(&shot).exits(3);
    let aided = |command: &str| {
        Flowbot::runs(command)
            .with(&shot)
            .given("--profile", "flow-free")
    };
    aided("extract").exits(0).prints(SMALL);
    aided("check").exits(0).prints("1 passed");
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
