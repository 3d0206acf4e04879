//! Boards of kinds that cannot be read from a picture yet are refused, never read as plain ones.

use flowbot::pipeline::{Frame, Reason};
use flowbot::puzzle::flow::text;
use flowbot::read::{self, ReadOptions};
use flowbot::render::{Style, draw_board};

/// How many levels of each kind are drawn.
const LEVELS: usize = 40;

/// At least `by_name` of the levels drawn must be refused by the name of their kind.
fn assert_refused(kind: &str, by_name: usize) {
    let Some(folder) = crate::common::shared("levels") else {
        return;
    };
    let pack = std::fs::read_to_string(folder.join(format!("{kind}.txt"))).unwrap();
    let levels = text::read_any(kind, &pack).unwrap();
    let (mut count, mut named) = (0, 0);
    for level in levels.iter().step_by(levels.len().div_ceil(LEVELS)) {
        let style = Style {
            cell: 48,
            ..Style::default()
        };
        let frame = Frame::from_picture(draw_board(&level.puzzle, None, &style));
        match read::flow(&frame, &ReadOptions::default()) {
            Ok(_) => panic!("{} of {kind} was read as a plain board", level.name),
            Err(refusal) => {
                named += usize::from(refusal.reason == Reason::Unsupported(kind.into()));
            }
        }
        count += 1;
    }
    println!("{kind}: {count} refused, {named} by name");
    assert!(count > 0 && named >= by_name, "{kind}: {named} by name");
}

#[test]
fn walls_are_refused() {
    assert_refused("walls", 35);
}

#[test]
fn bridges_are_refused() {
    assert_refused("bridges", 0);
}

#[test]
fn warps_are_refused() {
    assert_refused("warps", 0);
}

#[test]
fn hexes_are_refused() {
    assert_refused("hexes", 30);
}
