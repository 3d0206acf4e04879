//! A native game that is not ours.

use crate::common::numberlink::{Numberlink, python};

/// Plays one board of so many cells along a side.
#[track_caller]
fn plays(seed: u32, side: u32) {
    let Some(python) = python() else {
        return;
    };
    let state = tempfile::tempdir().unwrap();
    Numberlink::open(&python, seed, side, state.path()).is_solved(state.path());
}

#[test]
fn numberlink_5x5() {
    plays(1, 5);
}

#[test]
fn numberlink_6x6() {
    plays(2, 6);
}

#[test]
fn numberlink_7x7() {
    plays(3, 7);
}

#[test]
fn numberlink_8x8() {
    plays(4, 8);
}

#[test]
fn numberlink_9x9() {
    plays(5, 9);
}
