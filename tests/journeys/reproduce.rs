//! `flowbot reproduce` plays back what a failed run has left.

use crate::common::Flowbot;

#[test]
fn a_folder_that_is_no_failure_is_named() {
    let folder = tempfile::tempdir().unwrap();
    Flowbot::runs("reproduce")
        .with(folder.path().to_str().unwrap())
        .exits(1)
        .says("log.json")
        .says("a failed `flowbot play` has left");
    std::fs::write(folder.path().join("log.json"), "{}").unwrap();
    Flowbot::runs("reproduce")
        .with(folder.path().to_str().unwrap())
        .exits(1)
        .says("log.json")
        .keeps_calm();
}
