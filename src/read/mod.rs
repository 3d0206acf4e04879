//! Decides whether a picture's board counts as read.
//!
//! `flow` asks each eye for boards, then the engine which of them has a solution. `rivals` are two boards in one picture,
//! `hidden` names why a part of a board is missing, and `squeezed` reads boards whose cells are not square.

mod flow;
mod hidden;
mod rivals;
mod squeezed;

pub use flow::{ReadOptions, flow};
