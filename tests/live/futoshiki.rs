//! Futoshiki in a native game that is not ours.

use crate::common::unequal::{TITLE, Unequal};

/// Plays a board of the native game; without a word which puzzle it is, or which window.
#[track_caller]
fn plays(id: &str) {
    let Some(game) = Unequal::open(id) else {
        return;
    };
    let state = tempfile::tempdir().unwrap();
    let first = game.board();
    let played = game.flowbot(&["play", "--json"], state.path());
    let played = { played }.output().unwrap();
    let (told, said) = (
        String::from_utf8_lossy(&played.stdout),
        String::from_utf8_lossy(&played.stderr),
    );
    println!("{told}{said}");
    assert!(played.status.success(), "{said}");
    assert!(said.contains(TITLE), "played in its window: {said}");
    game.is_solved(&first);
    let told: serde_json::Value = serde_json::from_str(told.trim()).unwrap();
    assert_eq!(told["puzzle"], "futoshiki");
    let digits = told["cells"].as_u64().unwrap();
    let milliseconds = 1000.0 * told["draw_s"].as_f64().unwrap();
    let (strokes, again) = (&told["strokes"], &told["redrawn"]);
    println!(
        "FIGURES {id}: {digits} digits, {:.1} ms a digit, {strokes} entered, {again} again",
        milliseconds / digits as f64
    );
}

#[test]
fn unequal_4x4() {
    plays("4de#1");
}

#[test]
fn unequal_6x6() {
    plays("6de#42");
}

#[test]
fn unequal_9x9() {
    plays("9dx#3");
}
