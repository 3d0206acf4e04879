//! Decides whether a picture's board counts as read.

mod flow;

pub use flow::{ReadOptions, flow};
