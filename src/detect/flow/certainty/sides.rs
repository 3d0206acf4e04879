//! Whether the lines between the cells are all alike.
//!
//! ```text
//!   ----====----    the sides of one row are drawn as one line, so they are equally heavy and of one colour, wherever the
//!       wall        picture's scale makes one row's line heavier than another's
//! ```

use std::collections::BTreeMap;

use super::flush::{Flush, NOISE, SPREAD, Side};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::grid_lines::GridLines;
use crate::detect::flow::extent::lines::{Across, Line};
use crate::detect::flow::terminals::ground::Grounds;
use crate::vision::colour::{Colour, contrast, median};
use crate::vision::statistics::middle;

/// Beside a line its cells show their ground, within so many levels of a channel: beside anything else, a terminal that fills its cell
/// say, it is not known how heavy the line is.
pub const SAME_GROUND: f32 = 14.0;

/// The line of one row is so many times as heavy as that of another, at most: one pixel may become two.
const ROWS_APART: f32 = 2.2;

/// The sides between two columns or two rows.
type Row = (Across, i32);

/// Whether all sides between cells are seen and are like the others in their row, and the rows are like each other.
pub fn are_alike(grid_lines: &GridLines, extent: &Extent, flush: &Flush) -> bool {
    let cells = extent.cells().collect();
    let mut rows: BTreeMap<Row, Vec<Line>> = BTreeMap::new();
    let mut plain: BTreeMap<Row, Vec<Side>> = BTreeMap::new();
    let mut at_terminals: Vec<Side> = Vec::new();
    for (across, cell, line) in grid_lines.inner(&cells) {
        let side = Side { across, cell };
        let between = [cell, across.next(cell)];
        let is_at_terminal = between.iter().any(|cell| flush.terminal(*cell).is_some());
        let on_ground = line.filter(|line| is_on_ground(line, between, flush.grounds));
        match on_ground {
            Some(line) => rows.entry(row_of(side)).or_default().push(line),
            None if is_at_terminal => at_terminals.push(side),
            None => return false,
        }
        if !is_at_terminal {
            plain.entry(row_of(side)).or_default().push(side);
        }
    }
    let plain = |side: Side| plain.get(&row_of(side)).cloned().unwrap_or_default();
    flush.are_alike(&at_terminals, plain) && are_lines_alike(&rows)
}

fn row_of(Side { across, cell }: Side) -> Row {
    let at = match across {
        Across::Right => cell.0,
        Across::Down => cell.1,
    };
    (across, at)
}

/// Whether the lines of each row are like each other, and the rows too.
fn are_lines_alike(rows: &BTreeMap<Row, Vec<Line>>) -> bool {
    let usual: Vec<Usual> = rows.values().map(|row| Usual::of(row)).collect();
    let weights = || usual.iter().map(|row| row.weight.abs());
    let (least, most) = (
        weights().fold(f32::MAX, f32::min),
        weights().fold(0.0, f32::max),
    );
    let noise = usual.iter().map(Usual::noise).fold(0.0, f32::max);
    let are_rows_alike = most <= ROWS_APART * least + noise;
    are_rows_alike
        && rows
            .values()
            .zip(&usual)
            .all(|(row, usual)| row.iter().all(|line| usual.is_like(line)))
}

fn is_on_ground(line: &Line, between: [(i32, i32); 2], grounds: &Grounds) -> bool {
    let mut both = line.beside.iter().zip(between);
    both.all(|(shown, cell)| contrast(*shown, grounds.at(cell)) <= SAME_GROUND)
}

/// What the lines of one row are like in the middle.
struct Usual {
    rise: f32,
    breadth: f32,
    /// Below zero where it is darker than the cells.
    weight: f32,
    /// How clearly it separates the cells.
    strength: f32,
    colour: Colour,
}

impl Usual {
    fn of(row: &[Line]) -> Self {
        let of = |value: fn(&Line) -> f32| middle(row.iter().map(value)).unwrap_or_default();
        let colours: Vec<Colour> = row.iter().map(|line| line.colour).collect();
        Self {
            rise: of(|line| line.rise),
            breadth: of(|line| line.breadth),
            weight: of(signed_weight),
            strength: of(|line| line.strength),
            colour: median(&colours),
        }
    }

    /// What noise makes of its weight.
    fn noise(&self) -> f32 {
        NOISE * self.breadth
    }

    /// Whether a line is no wall beside these. Where two shades meet without a line, as on a checkerboard, none of them
    /// stands out.
    fn is_like(&self, line: &Line) -> bool {
        let most_rise = SPREAD * self.strength + NOISE;
        let is_step = self.rise.abs() <= most_rise && line.rise.abs() <= most_rise;
        if is_step && self.rise.abs() < self.strength / 2.0 {
            return true;
        }
        (signed_weight(line) - self.weight).abs() <= SPREAD * self.weight.abs() + self.noise()
            && contrast(line.colour, self.colour) <= most_rise
    }
}

fn signed_weight(line: &Line) -> f32 {
    line.weight * line.rise.signum()
}
