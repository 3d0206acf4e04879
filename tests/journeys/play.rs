//! What `flowbot play` says before it looks at any display.

use crate::common::Flowbot;

#[test]
fn a_recording_is_replaced_only_by_force_and_is_called_a_gif() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("best.gif");
    std::fs::write(&file, "the best run").unwrap();
    let play = || Flowbot::runs("play").given("--record", &file);
    play().exits(1).says("best.gif exists already");
    // It goes on, and finds no display.
    let forced = play().with("--force").exits(1);
    assert!(!forced.err.contains("exists already"), "{forced}");
    assert_eq!(std::fs::read(&file).unwrap(), b"the best run");
    Flowbot::runs("play")
        .given("--record", "shot.png")
        .exits(2)
        .says("ends in .gif");
}
