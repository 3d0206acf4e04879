//! Where the pretended game shows boxes and buttons, in points of its window.

use std::time::Duration;

/// The box of a dialog and its buttons, the button of an advert, the one below
/// the board, and a line of words: left, top, width, height.
pub(super) const BOX: [f64; 4] = [60.0, 120.0, 260.0, 120.0];
pub(super) const BUTTONS: [[f64; 4]; 2] = [[90.0, 180.0, 90.0, 36.0], [200.0, 180.0, 90.0, 36.0]];
pub(super) const BELOW: [f64; 4] = [90.0, 300.0, 90.0, 36.0];
pub(super) const WORDS: [f64; 4] = [60.0, 140.0, 190.0, 28.0];

/// An advertisement beside the board, its button, and how long one of them stays.
pub(super) const BESIDE: [f64; 4] = [280.0, 100.0, 110.0, 90.0];
pub(super) const BESIDE_BUTTON: [f64; 4] = [290.0, 130.0, 90.0, 36.0];
const BESIDE_TIME: Duration = Duration::from_secs(3);

/// Which advertisement is beside the board: the second has a button.
pub(super) fn advert_at(now: Duration) -> usize {
    (now.as_millis() / BESIDE_TIME.as_millis() % 2) as usize
}

/// Whether a place is in a box.
pub(super) fn is_within((x, y): (f64, f64), [left, top, width, height]: [f64; 4]) -> bool {
    x >= left && y >= top && x < left + width && y < top + height
}
