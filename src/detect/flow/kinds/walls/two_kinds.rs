//! Walls where blur makes lines and walls alike in colour and weight: their breadths are of two kinds.

use super::{Rows, Side, Usual};
use crate::vision::statistics::{quantile, widest_gap};

/// Where lines and walls are out of focus alike, their sides are of two kinds: one kind is so many times as broad as the other,
/// by so many times the spread of its logarithm from the narrowest side to the broadest. The spread is at least that of rounding,
/// and a share of the sides may be hidden. What a line weighs says nothing here: that differs with what moves behind the board.
const TWO_KINDS: f32 = 1.15;
const SPREADS: f32 = 12.0;
const LEAST_SPREAD: f32 = 0.01;
const HIDDEN: f64 = 0.05;

/// Whether the sides of a row are of two kinds, each alike on the whole board.
pub fn has_two_kinds(rows: &Rows, usual: &Usual) -> bool {
    let breadths = |row: &Vec<Side>| {
        let known = row.iter().map(|side| side.line);
        let known = known.filter(|line| usual.is_clear(line) && usual.is_on_usual_ground(line));
        known.map(|line| line.breadth).collect()
    };
    let rows: Vec<Vec<f32>> = rows.values().map(breadths).collect();
    least_of_broad(&rows.concat()).is_some_and(|least| {
        let has_both = |row: &Vec<f32>| {
            let broad = row.iter().filter(|it| **it >= least).count();
            (1..row.len()).contains(&broad)
        };
        rows.iter().any(has_both)
    })
}

/// The narrowest of those that are broader than all others by a clear gap, if less than half are.
fn least_of_broad(breadths: &[f32]) -> Option<f32> {
    let (narrow, broad) = widest_gap(breadths.iter().copied())?;
    let usual = || breadths.iter().copied().filter(|it| *it <= narrow);
    let at = |share: f64| quantile(usual(), share);
    let spread = (at(1.0 - HIDDEN)? / at(HIDDEN)?).ln().max(LEAST_SPREAD);
    let gap = broad / narrow;
    (gap >= TWO_KINDS && gap.ln() >= SPREADS * spread).then_some(broad)
}

#[cfg(test)]
mod tests {
    use super::super::tests::line;
    use super::*;
    use crate::detect::flow::extent::lines::{Across, Line};

    /// Lines of four pixels and walls of twelve, out of focus.
    #[test]
    fn a_row_with_lines_of_two_kinds_has_walls_and_one_with_lines_that_differ_a_little_has_none() {
        let are_walls = |walls: usize, spread: f32| {
            let at = |index: usize| line(100.0, 0.2 * (1.0 + spread * (index % 5) as f32));
            let lines: Vec<Line> = (0..28).map(at).collect();
            let usual = Usual::of(lines.clone()).unwrap();
            let side = |line: Line| Side {
                between: [(0, 0); 2],
                line,
            };
            let wall = line(100.0, 0.28);
            let mut rows = Rows::new();
            for (row, lines) in (0..).zip(lines.chunks(7)) {
                let others = lines.iter().skip(if row == 0 { walls } else { 0 });
                let walls = if row == 0 { walls } else { 0 };
                let lines = std::iter::repeat_n(wall, walls).chain(others.copied());
                rows.insert((Across::Right, row), lines.map(side).collect());
            }
            has_two_kinds(&rows, &usual)
        };
        assert!(are_walls(1, 0.0));
        assert!(are_walls(6, 0.0));
        assert!(!are_walls(7, 0.0), "a bolder row");
        assert!(!are_walls(1, 0.02));
    }
}
