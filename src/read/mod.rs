//! Decides whether a picture's board counts as read.

mod flow;
mod hidden;
mod rivals;
mod squeezed;

pub use flow::{ReadOptions, flow};
