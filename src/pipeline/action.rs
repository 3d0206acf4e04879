//! What the mouse and keyboard are to do, as plain data. Nothing has moved yet.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::geometry::ScreenPoint;

/// A place that the pointer passes in a drag, and how long it stays there before it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// Where.
    pub at: ScreenPoint,
    /// How long the pointer rests there.
    pub rest: Duration,
}

/// One thing to do with the mouse or the keyboard.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Go to the first waypoint, press, pass all others in order, release at the last.
    Drag(Vec<Waypoint>),
    /// Pass all waypoints in order with the button up.
    Pass(Vec<Waypoint>),
    /// Go to a place, press, and release there.
    Click(Waypoint),
    /// Press a key, hold it, let go of it and rest; the pointer stays where it is.
    Key {
        /// Which.
        key: Key,
        /// How long it is held: a game that looks at its keys once a frame misses one that is held for less.
        held: Duration,
        /// How long nothing follows.
        rest: Duration,
    },
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// The key of a character.
    Character(char),
    /// The space bar.
    Space,
    /// The key that ends a line.
    Enter,
    /// An arrow key.
    Arrow(Arrow),
}

/// An arrow key, by where it points on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrow {
    /// To the top.
    Up,
    /// To the right.
    Right,
    /// To the bottom.
    Down,
    /// To the left.
    Left,
}
