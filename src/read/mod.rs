//! Decides whether a picture's board counts as read.
//!
//! `flow` reads; `look` asks each eye for boards, `choice` says which of them counts, `witness` which has a solution.
//! `rivals` are two boards in one picture, `hidden` names why a part of a board is missing, and `squeezed` reads boards
//! whose cells are not square.

mod choice;
mod flow;
mod hidden;
mod look;
mod rivals;
mod squeezed;
mod touching;
mod witness;

pub use flow::{Part, ReadOptions, flow};
