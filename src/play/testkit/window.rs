//! A pretended window: with a game, blank, or with a message.

use image::Rgb;

use super::{FakeFutoshiki, FakeGame, PAPER};
use crate::geometry::{ScreenPoint, ScreenRect};

/// A pretended window.
pub struct FakeWindow {
    /// Its number, which no other window has had.
    pub number: u32,
    /// What its title bar says.
    pub title: String,
    /// The program it belongs to.
    pub program: &'static str,
    /// Where it is.
    pub rect: ScreenRect,
    /// The game in it; without one it is blank.
    pub game: Option<FakeGame>,
    /// A game of Futoshiki in it, where there is no other.
    pub futoshiki: Option<FakeFutoshiki>,
    /// What lies behind is seen through it.
    pub is_glass: bool,
    /// It shows a message with one button, by which it is closed. Before that no other window takes a press.
    pub is_message: bool,
}

/// The button of a message, from its corner.
const MESSAGE_BUTTON: ScreenRect = ScreenRect::new(70.0, 80.0, 60.0, 24.0);
const BUTTON: Rgb<u8> = Rgb([60, 90, 160]);

impl FakeWindow {
    /// The colour at a place in it.
    pub(super) fn paint(&self, x: f64, y: f64) -> Rgb<u8> {
        match (&self.game, &self.futoshiki) {
            (Some(game), _) => game.paint(x, y),
            (None, Some(game)) => game.paint(x, y),
            (None, None) if self.is_message && Self::closes_message((x, y)) => BUTTON,
            (None, None) => PAPER,
        }
    }

    /// Whether a press at a place closes a message.
    pub(super) fn closes_message((x, y): (f64, f64)) -> bool {
        MESSAGE_BUTTON.contains(ScreenPoint::new(x, y))
    }

    /// A message of the program of a window, over its middle.
    pub(super) fn message(of: &Self, number: u32) -> Self {
        let middle = of.rect.centre();
        Self {
            number,
            title: "Message".to_owned(),
            program: of.program,
            rect: ScreenRect::new(middle.x - 100.0, middle.y - 60.0, 200.0, 120.0),
            game: None,
            futoshiki: None,
            is_glass: false,
            is_message: true,
        }
    }
}
