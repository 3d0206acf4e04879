//! The types that pass between the stages. They know no game by name: what was read from a picture
//! is a `P`, a puzzle of whatever game the stage is for.
//!
//! ```text
//!  capture ─Frame─▶ detect ─Hypotheses─▶ read ─Reading─▶ solve ─▶ replay ─Actions─▶ mouse
//! ```

mod action;
mod frame;
mod limits;
mod moves;
mod reading;
mod refusal;
mod search_view;

/// The target of events that say in words what was seen in a picture and why it was believed or not: what
/// `flowbot extract --explain` shows.
pub const EXPLAIN: &str = "flowbot::explain";

pub use action::{Action, Arrow, Key, Waypoint};
pub use frame::{Edges, Frame, Rgb};
pub use limits::Limits;
pub use moves::{Move, Out, StrokePart, Wrap};
pub use reading::{BoardHypothesis, Reading};
pub use refusal::{Reason, Refusal};
pub use search_view::{NodeView, SearchView};
