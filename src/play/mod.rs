//! The live loop: look, read, solve, verify, draw, look again and compare every cell, draw what is
//! missing, go on when the next board appears.
//!
//! ```text
//!   run ──▶ session ──▶ drawing ───┐
//!    │         └──────▶ observer ◀─┤      learned: what is known of the game
//!    └────▶ next_level ────────────┘      recording: what was seen and done, to be replayed
//! ```
//!
//! The loop knows no puzzle by name: what it needs of one is behind [`Family`] and [`Task`]. Time is the
//! [`Clock`](crate::replay::Clock)'s, the desktop is a [`Screen`](crate::capture::Screen) and a
//! [`Pointer`](crate::replay::Pointer), so the whole loop runs in tests on a pretended game ([`testkit`]).

mod any;
mod context;
mod drawing;
mod error;
mod event;
mod family;
mod find;
mod flow;
mod futoshiki;
mod learned;
mod next_level;
mod observer;
mod options;
mod parking;
mod recording;
mod run;
mod session;
mod spent;
pub mod testkit;
#[cfg(test)]
mod tests;

pub use any::AnyFamily;
pub use error::PlayError;
pub use event::{Event, Report, Shown, Start};
pub use family::{Family, MoveState, MoveView, Observation, PuzzleKind, Summary, Task, TraceStyle};
pub use find::{find, find_within};
pub use flow::FlowFamily;
pub use futoshiki::FutoshikiFamily;
pub use learned::{
    DEFAULT_PACE, EntryMethod, FirstClick, InputMethod, KnownControl, LearnedSettings, Pace,
    SettingsStore, StartMark, StrokeInput,
};
pub use options::{LevelLimits, Next, Options};
pub use recording::{Recorder, ReplayError, ReplayResult, replay};
pub use run::{Desktop, Ending, Game, Rehearsal, play, rehearse};
pub use spent::Spent;
