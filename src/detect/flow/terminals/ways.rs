//! The ways to see an extent's terminals and their pairs. What tells terminals from pipes is that each colour has
//! exactly two.

use std::collections::BTreeSet;

use super::explain::explain;
use super::filled::Squares;
use super::light::{evened, on_one_ground};
use super::pairs::{Pairing, distance, lab, pairing};
use super::{Terminal, cuts, ground};
use crate::detect::flow::canvas::Canvas;
use crate::detect::flow::colour::Colour;
use crate::detect::flow::extent::Extent;

/// Flows are at least so many cells long in the mean, and have two terminals each: where more cells show discs, some of
/// these are pipes or signs.
const LEAST_FLOW: usize = 3;

/// Terminals whose colours are no farther apart look the same, in Lab: light that makes two colours so alike by chance is
/// rarer than pipes that are taken for terminals.
const SAME: f32 = 1.0;

/// How many ways to tell terminals from pipes and signs are shown to the engine.
const MOST_WAYS: usize = 3;

/// The terminals and their pairs: discs and the like, or else filled cells; the likeliest way to see them first.
#[tracing::instrument(name = "terminals", skip_all)]
pub fn read_terminals(
    canvas: &Canvas,
    extent: &Extent,
    discs: &[Terminal],
    squares: &Squares,
) -> Vec<(Vec<Terminal>, Option<Pairing>)> {
    let cells: BTreeSet<(i32, i32)> = extent.cells().collect();
    let discs: Vec<Terminal> = discs
        .iter()
        .filter(|it| cells.contains(&it.cell))
        .copied()
        .collect();
    let read = |mut terminals: Vec<Terminal>| {
        // Colours are lettered in the order in which a reader meets them.
        terminals.sort_by_key(|terminal| (terminal.cell.1, terminal.cell.0));
        let pairing = paired(canvas, &terminals);
        (terminals, pairing)
    };
    let is_read =
        |(_, pairing): &(_, Option<Pairing>)| pairing.as_ref().is_some_and(Pairing::is_clear);
    let mut ways = cuts(&discs);
    ways.retain(|way| way.len() * LEAST_FLOW <= 2 * cells.len());
    let mut clear: Vec<_> = ways
        .into_iter()
        .map(read)
        .filter(is_read)
        .take(MOST_WAYS)
        .collect();
    let filled = cuts(&squares.filled(canvas, extent));
    let filled = filled.into_iter().map(read);
    let filled: Vec<_> = filled.filter(is_read).take(MOST_WAYS).collect();
    // Of filled cells some look like discs too.
    clear.retain(|(discs, _)| !filled.iter().any(|(all, _)| is_part(discs, all)));
    if clear.is_empty() {
        clear = filled;
    }
    if clear.is_empty() {
        clear.push(read(discs));
    }
    for (terminals, pairing) in &clear {
        explain(extent, terminals, pairing.as_ref());
    }
    clear
}

/// Whether these terminals are some of all, but not all.
fn is_part(some: &[Terminal], all: &[Terminal]) -> bool {
    let is_one = |terminal: &Terminal| all.iter().any(|other| other.cell == terminal.cell);
    some.len() < all.len() && some.iter().all(is_one)
}

/// The pairs of these terminals, as they look or else under even light.
fn paired(canvas: &Canvas, terminals: &[Terminal]) -> Option<Pairing> {
    let of = |terminals: &[Terminal]| {
        let colours: Vec<Colour> = terminals.iter().map(|terminal| terminal.colour).collect();
        pairing(&colours)
    };
    let seen = of(terminals)?;
    if seen.is_clear() {
        return Some(seen);
    }
    let in_even_light = |terminals: &[Terminal], seen: &Pairing| {
        let colours = evened(terminals, seen)?;
        pairing(&colours).filter(Pairing::is_clear)
    };
    let grounds: Vec<Colour> = terminals
        .iter()
        .map(|terminal| ground(canvas, terminal.cell))
        .collect();
    in_even_light(terminals, &seen)
        .or_else(|| {
            let level = on_one_ground(terminals, &grounds);
            let seen = of(&level)?;
            if seen.is_clear() {
                Some(seen)
            } else {
                in_even_light(&level, &seen)
            }
        })
        .filter(|found| !parts_twins(terminals, found))
        .or(Some(seen))
}

/// Whether terminals that look the same are in different pairs.
fn parts_twins(terminals: &[Terminal], pairing: &Pairing) -> bool {
    let labs = |pair: &[usize; 2]| pair.map(|one| lab(terminals[one].colour));
    let pairs: Vec<[[f32; 3]; 2]> = pairing.pairs.iter().map(labs).collect();
    let are_twins = |a: &[[f32; 3]; 2], b: &[[f32; 3]; 2]| {
        let mut both = a.iter().flat_map(|a| b.iter().map(|b| distance(*a, *b)));
        both.any(|apart| apart <= SAME)
    };
    let mut parted = pairs.iter().enumerate();
    parted.any(|(number, a)| pairs[..number].iter().any(|b| are_twins(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminals(reds: [f32; 4]) -> Vec<Terminal> {
        let terminal = |(col, red): (i32, f32)| Terminal {
            cell: (col, 0),
            colour: [red, 0.0, 0.0],
            contrast: 100.0,
            radius: 0.3,
        };
        (0..).zip(reds).map(terminal).collect()
    }

    /// The corners of a pipe lie on other ground than its terminals do.
    #[test]
    fn no_light_parts_terminals_that_look_the_same() {
        let pairing = Pairing {
            pairs: vec![[0, 1], [2, 3]],
            within: 0.0,
            across: 9.0,
            margin: 7.0,
        };
        assert!(parts_twins(
            &terminals([200.0, 190.0, 200.0, 210.0]),
            &pairing
        ));
        assert!(!parts_twins(
            &terminals([200.0, 200.0, 150.0, 150.0]),
            &pairing
        ));
    }
}
