//! Decides whether a picture's board counts as read.

mod flow;
mod rivals;

pub use flow::{ReadOptions, flow};
