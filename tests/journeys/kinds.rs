//! Boards of kinds that cannot be read from a picture yet are refused, never read as plain ones.
//!
//! `FLOWBOT_CASES=500 cargo test --release --test journeys kinds:: -- --nocapture` draws more levels.

use flowbot::pipeline::{Frame, Reason, Rgb};
use flowbot::puzzle::flow::text;
use flowbot::read::{self, ReadOptions};
use flowbot::render::{Style, draw_board};

/// How many levels of each kind are drawn, spread over the whole pack; `make test` draws more.
const LEVELS: usize = 8;

/// Longest sides of the pictures, in pixels.
const SIDES: [f64; 4] = [400.0, 700.0, 1100.0, 1600.0];

/// Colours of background and lines: the game's, in which walls are brighter than lines; with white lines, in which
/// they are not; and on light ground, in which walls are fainter.
const LOOKS: [[[u8; 3]; 2]; 3] = [
    [[0; 3], [74, 108, 68]],
    [[0; 3], [255; 3]],
    [[245; 3], [0; 3]],
];

/// At least `by_name` of a hundred pictures must be refused by the name of their kind.
fn assert_refused(kind: &str, by_name: usize) {
    let Some(folder) = crate::common::shared("levels") else {
        return;
    };
    let pack = std::fs::read_to_string(folder.join(format!("{kind}.txt"))).unwrap();
    let levels = text::read_any(kind, &pack).unwrap();
    let asked = std::env::var("FLOWBOT_CASES").ok();
    let most = asked.and_then(|count| count.parse().ok()).unwrap_or(LEVELS);
    let (mut count, mut named) = (0, 0);
    let chosen = levels.iter().step_by(levels.len().div_ceil(most));
    for (number, level) in chosen.enumerate() {
        let board = level.puzzle.board();
        // Each level in another look and at another size; the numbers have no common factor.
        let side = SIDES[number % SIDES.len()];
        let [background, line] = LOOKS[number % LOOKS.len()].map(Rgb);
        let style = Style {
            cell: (side / f64::from(board.rows().max(board.cols()) + 1)) as u32,
            background,
            line,
            ..Style::default()
        };
        let frame = Frame::from_picture(draw_board(&level.puzzle, None, &style));
        match read::flow(&frame, &ReadOptions::default()) {
            Ok(_) => panic!(
                "{} of {kind} was read as a plain board, {side} pixels, {line} lines",
                level.name
            ),
            Err(refusal) => {
                named += usize::from(refusal.reason == Reason::Unsupported(kind.into()));
            }
        }
        count += 1;
    }
    println!("{kind}: {count} refused, {named} by name");
    assert!(
        count > 0 && named * 100 >= by_name * count,
        "{kind}: {named} of {count} by name"
    );
}

#[test]
fn walls_are_refused() {
    assert_refused("walls", 90);
}

#[test]
fn bridges_are_refused() {
    assert_refused("bridges", 90);
}

#[test]
fn warps_are_refused() {
    assert_refused("warps", 40);
}

#[test]
fn hexes_are_refused() {
    assert_refused("hexes", 75);
}
