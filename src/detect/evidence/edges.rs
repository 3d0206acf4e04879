//! What is drawn at each edge between two cells.

use std::collections::HashMap;

use super::sampler::Sampler;
use super::stretch::{Stretch, stretch, stretch_at_edge};
use crate::detect::grid::tiled::TiledGrid;
use crate::detect::weights::{
    BOLD, BOLD_SPREAD, EDGE, GAP, HALF_LINE, LEAST_SPREAD, MOST_ODDS, STRETCHES, VISIBLE,
};
use crate::geometry::{GridCell, PlanePoint, Tiling};
use crate::vision::colour::{Colour, dot, median, minus, nearest_mixture};
use crate::vision::statistics::{middle, quantile};

/// An edge before its unit is known.
pub struct Measured {
    pub cells: [usize; 2],
    /// Whether the second cell is looked at: at the rim of the picture it is not.
    pub is_between: bool,
    pub side: Side,
    pub stretches: [Option<Stretch>; 2],
    /// The same at the rim of the picture, where what lies beyond is seen in part.
    pub at_edge: [Option<Stretch>; 2],
}

/// Where the side between two cells lies in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub ends: [PlanePoint; 2],
    /// From the first cell's middle to the second's.
    pub normal: PlanePoint,
}

impl Side {
    pub fn between(tiling: Tiling, from: GridCell, to: GridCell) -> Self {
        let (a, b) = (tiling.centre(from), tiling.centre(to));
        let normal = b - a;
        let half = normal.turned() * (tiling.side_length() / 2.0);
        let centre = a + normal * 0.5;
        Self {
            ends: [centre - half, centre + half],
            normal,
        }
    }

    pub fn middle(&self) -> PlanePoint {
        (self.ends[0] + self.ends[1]) * 0.5
    }

    /// Both stretches of it.
    pub fn measure(&self, sampler: &Sampler, tiling: Tiling) -> [Option<Stretch>; 2] {
        self.places(tiling)
            .map(|ends| stretch(sampler, ends, self.normal, &EDGE))
    }

    /// Where they lie.
    fn places(&self, tiling: Tiling) -> [[PlanePoint; 2]; 2] {
        let [square, hexagonal] = &STRETCHES;
        let part = match tiling {
            Tiling::Square => square,
            Tiling::Hexagonal => hexagonal,
        };
        let [from, to] = self.ends;
        let at = |share: f64| from * (1.0 - share) + to * share;
        [
            [at(part.start), at(part.end)],
            [at(1.0 - part.end), at(1.0 - part.start)],
        ]
    }
}

/// What an edge shows. Strengths are in lines, odds are log-odds.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Numbers of the cells; of the second only where it is looked at.
    pub cell: usize,
    pub other: Option<usize>,
    pub side: Side,
    /// Of the weaker stretch, along the colour of the lines; `None` where both leave the picture or lie beside text.
    pub strength: Option<f64>,
    /// How heavy the weaker stretch is, whatever its colour; `None` where one is not known or not on one ground.
    pub heaviness: Option<f64>,
    /// By stretch, where it is known: the larger of its weight and its strength where it has the colour of the lines or is bold, else 0.
    pub stretches: [Option<f64>; 2],
    /// The same of an outline at the edge of the picture, where what lies beyond is seen in part; else 0. More of the board may lie
    /// beyond what is no heavier than a line inside.
    pub outline: f64,
    /// Whether it is in the picture, but lies beside text.
    pub is_text: bool,
    /// Whether a terminal beside it fills its cell, and may cover its line.
    pub is_beside_filled: bool,
    /// A line rather than nothing.
    pub line: f64,
    /// A wall or bold border rather than a line.
    pub bold: f64,
    pub(super) measured: [Option<Stretch>; 2],
}

/// The ordinary inner line of a board, in levels times cells.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    pub length: f32,
    direction: Colour,
    /// In cells.
    breadth: f64,
    colour: Colour,
    /// The colour of empty cells beside lines.
    pub ground: Colour,
}

/// The fewest inner edges that tell what an ordinary line is.
const FEWEST_INNER: usize = 4;

/// The strongest of lines whose edges are not known to be inner ones: the rest of them.
const FAINTER_SHARE: f64 = 0.6;

/// The fewest edges without a line that tell how much these spread, and what counts as one, in lines.
const FEWEST_EMPTY: usize = 20;
const EMPTY: f64 = 0.5;
/// Log-odds that an edge is bold where that cannot be seen: walls are rare.
const UNKNOWN: f64 = -1.0;
/// What is lighter than this, in lines, is no line whatever it is: a weight of nothing has no logarithm.
const LEAST_WEIGHT: f64 = 0.05;
/// From a median of absolute values to a deviation.
const TO_DEVIATION: f64 = 1.48;

impl Unit {
    /// The median over edges between two cells that the grid was found by.
    pub fn of(measured: &[Measured], is_inner: impl Fn(&Measured) -> bool) -> Self {
        let known = |it: &&Measured| it.stretches.iter().all(is_clear);
        let weaker = |it: &Measured| {
            let [a, b] = [0, 1].map(|index| it.stretches[index].map_or([0.0; 3], |it| it.integral));
            [0, 1, 2].map(|channel| weaker(a[channel], b[channel]))
        };
        let inner: Vec<&Measured> = measured.iter().filter(|it| is_inner(it)).collect();
        let clear: Vec<Colour> = inner
            .iter()
            .filter(|it| known(it))
            .map(|it| weaker(it))
            .collect();
        let mut lines = clear;
        if lines.len() < FEWEST_INNER {
            lines = measured.iter().filter(known).map(weaker).collect();
            let length = |it: &Colour| dot(*it, *it).sqrt();
            let least = quantile(lines.iter().map(length), FAINTER_SHARE).unwrap_or(0.0);
            lines.retain(|it| length(it) >= least);
        }
        let line = median(&lines);
        let length = dot(line, line).sqrt() + 1e-6;
        let mut unit = Self {
            length,
            direction: line.map(|channel| channel / length),
            breadth: 0.0,
            colour: [0.0; 3],
            ground: [0.0; 3],
        };
        let is_line = |it: &Stretch| unit.strength_on_cells(it) > HALF_LINE;
        let lines = inner.iter().filter(|it| known(it)).map(|it| it.stretches);
        let lines = lines
            .flat_map(|it| it.into_iter().flatten())
            .filter(is_line);
        let lines: Vec<Stretch> = lines.collect();
        let colours =
            |of: &dyn Fn(&Stretch) -> Colour| median(&lines.iter().map(of).collect::<Vec<_>>());
        unit.breadth = middle(lines.iter().map(|it| it.breadth)).unwrap_or(f64::MAX);
        unit.colour = colours(&|it| it.middle);
        unit.ground = colours(&|it| it.flanks[0]);
        unit
    }

    /// How far a stretch stands out along the colour of the lines, in lines. On another ground than that of the cells, a line has
    /// another contrast, and over a step it shows that part of itself that is no mixture of the flanks.
    pub fn strength(&self, stretch: &Stretch) -> f64 {
        let usual = minus(self.colour, self.ground);
        let here = minus(self.colour, nearest_mixture(self.colour, stretch.flanks));
        let [usual_square, square] = [usual, here].map(|it| dot(it, it));
        if usual_square == 0.0 || square < VISIBLE * VISIBLE * usual_square {
            return self.strength_on_cells(stretch);
        }
        let shown = dot(stretch.integral, here) / self.length;
        f64::from(shown * usual_square.sqrt() / square)
    }

    /// The same on the ground of the cells.
    fn strength_on_cells(&self, stretch: &Stretch) -> f64 {
        f64::from(dot(stretch.integral, self.direction) / self.length)
    }

    /// Whether a line would be seen here.
    fn is_seen(&self, stretch: &Stretch) -> bool {
        stretch.shows(self.colour, self.ground)
    }

    /// How far it stands out at all, in lines.
    pub fn weight(&self, stretch: &Stretch) -> f64 {
        f64::from(stretch.magnitude() / self.length)
    }
}

/// What the weaker of two stretches adds to a channel; nothing where they differ in sign.
fn weaker(a: f32, b: f32) -> f32 {
    match (a > 0.0, b > 0.0) {
        (true, true) => a.min(b),
        (false, false) => a.max(b),
        _ => 0.0,
    }
}

fn is_clear(stretch: &Option<Stretch>) -> bool {
    stretch.is_some_and(|it| !it.is_step)
}

/// All edges of these cells, measured.
pub fn measure(
    sampler: &Sampler,
    grid: &TiledGrid,
    cells: &[GridCell],
    numbers: &HashMap<GridCell, usize>,
    is_wanted: impl Fn(GridCell, GridCell) -> bool,
) -> Vec<Measured> {
    let mut measured = Vec::new();
    for (number, &cell) in cells.iter().enumerate() {
        for next in grid.tiling.neighbours(cell) {
            let other = numbers.get(&next).copied();
            if other.is_some_and(|other| other < number) || !is_wanted(cell, next) {
                continue;
            }
            let side = Side::between(grid.tiling, cell, next);
            let stretches = side.measure(sampler, grid.tiling);
            let is_at_edge = stretches.iter().all(Option::is_none);
            let at_edge = |ends| stretch_at_edge(sampler, ends, side.normal, &EDGE);
            measured.push(Measured {
                cells: [number, other.unwrap_or(number)],
                is_between: other.is_some(),
                side,
                stretches,
                at_edge: match is_at_edge {
                    true => side.places(grid.tiling).map(at_edge),
                    false => [None; 2],
                },
            });
        }
    }
    measured
}

/// What the edges show, given what an ordinary line is. A terminal that fills a cell, told by number, may cover the lines around it.
pub fn edges(measured: &[Measured], unit: &Unit, is_filled: impl Fn(usize) -> bool) -> Vec<Edge> {
    let is_beside_filled = |it: &Measured| it.cells.into_iter().any(&is_filled);
    let edges = measured
        .iter()
        .map(|it| edge(it, unit, is_beside_filled(it)));
    let mut edges: Vec<Edge> = edges.collect();
    let strengths = edges.iter().filter_map(|edge| edge.strength);
    let empty: Vec<f64> = strengths.filter(|it| it.abs() < EMPTY).collect();
    let spread = middle(empty.iter().map(|it| it.abs())).filter(|_| empty.len() > FEWEST_EMPTY);
    let spread = spread.map_or(0.0, |it| TO_DEVIATION * it).max(LEAST_SPREAD);
    for edge in &mut edges {
        let line = |it| capped((it - HALF_LINE) / spread);
        // Walls may be drawn in another colour than lines: darker among lighter ones.
        edge.line = edge.strength.map_or(0.0, |it| line(it).max(edge.bold));
        if edge.is_beside_filled && edge.line <= 0.0 {
            (edge.strength, edge.line) = (None, 0.0);
        }
    }
    edges
}

fn edge(measured: &Measured, unit: &Unit, is_beside_filled: bool) -> Edge {
    // Beside what fills a cell, a step says no less than a stretch on one ground; beside text it says nothing.
    let known = measured
        .stretches
        .map(|it| it.filter(|it| !it.is_step || is_beside_filled));
    let clear = known.map(|it| it.filter(|it| unit.is_seen(it)));
    let weakest = |of: &dyn Fn(&Stretch) -> f64, among: [Option<Stretch>; 2]| {
        let known = among.iter().flatten();
        known.map(of).min_by(f64::total_cmp)
    };
    let heaviness_of = |both: [Option<Stretch>; 2]| {
        let weight = weakest(&|it| unit.weight(it), both)?;
        let breadth = weakest(&|it| it.breadth / unit.breadth, both)?;
        let is_known = both.iter().all(Option::is_some);
        is_known.then(|| heaviness((weight, breadth)))
    };
    let is_in_picture = measured.stretches.iter().all(Option::is_some);
    let strength = weakest(&|it| unit.strength(it), clear);
    let drawn = |it: Stretch| match unit.weight(&it) {
        weight if unit.strength(&it) > 0.0 || weight > BOLD => weight.max(unit.strength(&it)),
        _ => 0.0,
    };
    let outlines = measured.at_edge.iter().flatten().copied().map(drawn);
    let outlines = outlines.filter(|it| *it >= GAP);
    Edge {
        cell: measured.cells[0],
        other: measured.is_between.then_some(measured.cells[1]),
        side: measured.side,
        strength,
        heaviness: heaviness_of(measured.stretches.map(|it| it.filter(|it| !it.is_step))),
        stretches: clear.map(|it| it.map(drawn)),
        outline: outlines.fold(0.0, f64::max),
        is_text: strength.is_none() && is_in_picture && !is_beside_filled,
        is_beside_filled,
        line: 0.0,
        bold: heaviness_of(known).map_or(UNKNOWN, bold),
        measured: measured.stretches,
    }
}

/// How heavy a line of this weight and breadth is, all in lines. A bar that is broader than the lines, but fainter, weighs no more
/// than they do.
fn heaviness((weight, breadth): (f64, f64)) -> f64 {
    weight.max((weight * breadth).sqrt()).max(LEAST_WEIGHT)
}

/// Log-odds that a line so heavy is a bold one.
fn bold(heaviness: f64) -> f64 {
    capped((heaviness / BOLD).ln() / BOLD_SPREAD)
}

fn capped(odds: f64) -> f64 {
    odds.clamp(-MOST_ODDS, MOST_ODDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_that_is_broader_than_lines_but_fainter_is_not_taken_for_a_line() {
        // Weight and breadth of grey walls among black lines, and of lines of one pixel that lie on two.
        let bold = |weight, breadth| bold(heaviness((weight, breadth)));
        assert!(bold(1.37, 2.9) > 0.0);
        assert!(bold(1.0, 1.6) < -3.0);
        assert!(bold(2.3, 1.0) > 0.0 && bold(1.38, 1.0) < -2.0);
    }

    #[test]
    fn a_line_counts_as_much_on_a_page_of_another_colour_as_on_the_cells() {
        const BREADTH: f32 = 0.04;
        let (line, cells) = ([60.0, 90.0, 100.0], [40.0, 50.0, 55.0]);
        let over = |ground: Colour| Stretch {
            integral: minus(line, ground).map(|channel| channel * BREADTH),
            breadth: f64::from(BREADTH),
            off: 0.0,
            peak: 60.0,
            middle: line,
            flanks: [ground; 2],
            is_step: false,
            misfit: 0.0,
        };
        let usual = over(cells);
        let unit = Unit {
            length: usual.magnitude(),
            direction: usual.integral.map(|channel| channel / usual.magnitude()),
            breadth: usual.breadth,
            colour: line,
            ground: cells,
        };
        for page in [cells, [90.0, 50.0, 170.0], [255.0; 3]] {
            let strength = unit.strength(&over(page));
            assert!((strength - 1.0).abs() < 0.01, "{strength} on {page:?}");
        }
        let hidden = unit.strength(&over(line));
        assert!(hidden.abs() < 0.01, "{hidden} on its own colour");
    }
}
