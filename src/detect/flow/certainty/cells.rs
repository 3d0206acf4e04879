//! Whether each cell shows either a terminal like the others or even ground.

use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::{EVEN, Grounds, cells_of, samples};
use crate::vision::colour::{LEAST_CONTRAST, contrast};

/// Terminals stand out by so many levels of a channel, three times what even ground may.
const LEAST_TERMINAL: f32 = 3.0 * EVEN;

/// The largest terminal is so many times as large as the smallest: a square is up to 1.2 times as large as the disc of its
/// breadth, and the end of a pipe 0.7 times as large as a disc.
const ALIKE: f64 = 1.25;

/// Whether each cell without a terminal shows the ground of the others, all over.
pub fn are_even(
    sampler: &GridSampler,
    extent: &Extent,
    terminals: &[Terminal],
    grounds: &Grounds,
) -> bool {
    let taken = cells_of(terminals);
    let is_even = |cell: (i32, i32)| {
        let ground = grounds.at(cell);
        samples(sampler, cell)
            .into_iter()
            .all(|shown| contrast(shown, ground) <= EVEN)
    };
    extent
        .cells()
        .filter(|cell| !taken.contains(cell))
        .all(is_even)
}

/// Whether all terminals are of one size and stand out clearly.
pub fn are_terminals_alike(terminals: &[Terminal]) -> bool {
    let sizes = || terminals.iter().map(|terminal| terminal.radius);
    let (least, most) = (
        sizes().fold(f64::MAX, f64::min),
        sizes().fold(0.0, f64::max),
    );
    let is_clear = |terminal: &Terminal| terminal.contrast >= LEAST_TERMINAL.max(LEAST_CONTRAST);
    most <= ALIKE * least && terminals.iter().all(is_clear)
}
