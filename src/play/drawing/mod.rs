//! Draws one stroke, and finds out by which input a game takes strokes.

mod entry;
mod entry_probe;
mod keys;
mod latch;
mod plan;
mod pop_up;
mod probe;
mod stroke;

pub(super) use entry::{enter, entry_actions};
pub(super) use entry_probe::{Wanted, count_up, probe_entry};
pub(super) use plan::{StrokePlan, corners, stroke_actions};
pub(super) use probe::{learn_trace, probe};
pub(super) use stroke::{click_once, draw_stroke};
