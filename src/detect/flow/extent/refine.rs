//! Moves a lattice to where the lines are. It was grown from few regions at times, so that it drifts off towards a border,
//! or has the wrong pitch.
//!
//! ```text
//!   |  .  |  .  |   .|    |.      |      where the lattice is nearly right, each line tells how far it is off;
//!   |  .  |  .  | .  |  . |  .    |      fitted to those, it comes near to the lines further out
//! ```

use super::grid_lines::{FAINTEST, GridLines};
use super::lines::Line;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::grid::fit::{GridHypothesis, Member, STRAIGHT, error, fit};
use crate::vision::statistics::middle;

/// A lattice is moved when the lines say that one of its cells lies so far off, in cells.
const OFF: f64 = 0.03;

/// Lines lie so near to an upright lattice, as root of the mean square in cells, if that is what they belong to.
const STRAIGHT_LINES: f64 = 0.01;

/// Each time a lattice is moved, lines a cell further out are seen.
const MOST_MOVES: usize = 6;

/// The fewest cells that tell where the lattice lies.
const FEWEST: usize = 6;

/// Where most of what stands out is no more than this share of the step between two cells, it is the end of a shade that
/// runs through them: cells that are darker above than below.
const SHADE: f32 = 0.15;

/// What stands out less than this share of the usual line may be the edge of something else.
const CLEAR: f32 = 0.5;

/// The lattice where the lines are, and the lines on it; `None` where there are none.
#[tracing::instrument(skip_all)]
pub fn settled(sampler: &GridSampler) -> Option<(GridHypothesis, GridLines)> {
    let mut grid = sampler.grid.clone();
    let mut grid_lines = GridLines::of(sampler)?;
    for _ in 0..MOST_MOVES {
        let Some(moved) = moved(&grid, &grid_lines) else {
            break;
        };
        let sampler = GridSampler {
            grid: &moved,
            ..*sampler
        };
        let Some(lines) = GridLines::of(&sampler) else {
            break;
        };
        (grid, grid_lines) = (moved, lines);
    }
    Some((grid, grid_lines))
}

/// The lattice fitted to the lines, or to the steps of colour where lines do not tell both its pitches; `None` when it lies there
/// already, or when there are too few.
fn moved(grid: &GridHypothesis, grid_lines: &GridLines) -> Option<GridHypothesis> {
    let fitted = |members: Vec<Member>| {
        let are_enough = members.len() >= FEWEST;
        let projection = fit(&members, STRAIGHT_LINES).filter(|_| are_enough)?;
        Some((members, projection))
    };
    // Bars behind the board and its terminals make steps too, which lie on no lattice. Steps are seen only to half a pixel,
    // so they get the limit of regions.
    let at_steps = || {
        let steps = fitted(at_steps(grid_lines, grid));
        steps.filter(|(members, projection)| error(members, projection) <= STRAIGHT)
    };
    let (members, projection) = fitted(between_lines(grid_lines, grid)).or_else(at_steps)?;
    let is_off = |member: &Member| {
        let (col, row) = (f64::from(member.cell.0), f64::from(member.cell.1));
        let (before, after) = (grid.projection.apply(col, row), projection.apply(col, row));
        (after.0 - before.0).hypot(after.1 - before.1) > OFF * grid.pitch
    };
    members.iter().any(is_off).then(|| GridHypothesis {
        projection,
        ..grid.clone()
    })
}

/// The middles of the ground of each cell, between the lines left and right of it and between those above and below it. The lines
/// themselves do not tell: where each cell has a border of its own, there is one line at the border of the board and two
/// elsewhere.
fn between_lines(grid_lines: &GridLines, grid: &GridHypothesis) -> Vec<Member> {
    let rise = |line: Line| line.rise.abs();
    let rises = grid_lines
        .cells()
        .flat_map(|cell| grid_lines.lines_around(cell));
    let rises = rises.flatten().map(rise).filter(|it| *it >= FAINTEST);
    let Some(usual) = middle(rises) else {
        return Vec::new();
    };
    let off = |a: Option<Line>, b: Option<Line>| {
        let is_clear = |line: &Line| rise(*line) >= CLEAR * usual;
        let (a, b) = (a.filter(is_clear)?, b.filter(is_clear)?);
        Some(f64::from(a.edges[1]? + b.edges[0]?) / 2.0)
    };
    let is_shade = [[0, 1], [2, 3]].map(|sides| {
        let all = grid_lines.cells().map(|cell| grid_lines.lines_around(cell));
        let lines = all.flat_map(|lines| sides.map(|side| lines[side]));
        let lines = lines.flatten().filter(|line| rise(*line) >= FAINTEST);
        middle(lines.map(|line| rise(line) < SHADE * line.step_height())) == Some(true)
    });
    let offs = |cell| {
        let [right, left, below, above] = grid_lines.lines_around(cell);
        let [sideways, down] = [off(left, right), off(above, below)];
        [
            sideways.filter(|_| !is_shade[0]),
            down.filter(|_| !is_shade[1]),
        ]
    };
    members(grid_lines, grid, offs)
}

/// The middles of cells, from the places where the colours of neighbours meet, as on a checkerboard.
fn at_steps(grid_lines: &GridLines, grid: &GridHypothesis) -> Vec<Member> {
    let off = |line: Option<Line>| line?.step.map(f64::from);
    let offs = |cell| {
        let [right, _, below, _] = grid_lines.lines_around(cell);
        [off(right), off(below)]
    };
    members(grid_lines, grid, offs)
}

/// The middles of cells, given how many cells they lie off those of the lattice, to the right and below.
fn members(
    grid_lines: &GridLines,
    grid: &GridHypothesis,
    offs: impl Fn((i32, i32)) -> [Option<f64>; 2],
) -> Vec<Member> {
    let member = |cell: (i32, i32)| {
        let offs = offs(cell);
        let [sideways, down] = offs.map(|off| off.unwrap_or(0.0));
        let (col, row) = (f64::from(cell.0), f64::from(cell.1));
        let (x, y) = grid.projection.apply(col + sideways, row + down);
        Member {
            x,
            y,
            cell,
            is_known: offs.map(|off| off.is_some()),
        }
    };
    let members = grid_lines.cells().map(member);
    members.filter(|it| it.is_known != [false; 2]).collect()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::geometry::Projection;

    /// Lines between rows alone say nothing of where the columns are: the steps between cells do.
    #[test]
    fn steps_tell_the_pitch_where_lines_tell_that_of_rows_alone() {
        const CELL: u32 = 40;
        let picture = RgbImage::from_fn(9 * CELL, 7 * CELL, |x, y| {
            let (col, row) = (x / CELL, y / CELL);
            let is_on_board = (1..8).contains(&col) && (1..6).contains(&row);
            let is_line = (2..6).contains(&row) && y % CELL == 0;
            Rgb([match (is_on_board, is_line) {
                (false, _) => 250,
                (true, true) => 120,
                (true, false) => 235 - 30 * ((col + row) % 2) as u8,
            }; 3])
        });
        let (middle, wrong) = (1.5 * f64::from(CELL), f64::from(CELL) * 0.98);
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(middle, middle, wrong, wrong),
            pitch: wrong,
            cells: (0..7)
                .flat_map(|col| (0..5).map(move |row| (col, row)))
                .collect(),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let (grid, _) = settled(&sampler).expect("there are lines");
        let last = grid.projection.apply(6.0, 4.0);
        let expected = (middle + f64::from(6 * CELL), middle + f64::from(4 * CELL));
        assert!(
            (last.0 - expected.0).hypot(last.1 - expected.1) < 1.0,
            "{last:?} for {expected:?}"
        );
    }

    /// Each cell has a border of its own, lighter left and above, and there is a gap between the borders of two.
    #[test]
    fn cells_with_borders_of_their_own_lie_where_their_middles_are() {
        const CELL: u32 = 36;
        let picture = RgbImage::from_fn(9 * CELL, 9 * CELL, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (1..8).contains(&(at / CELL)));
            let shown = [x, y].map(|at| match at % CELL {
                _ if !is_on_board => 30,
                0 | 35 => 30,
                1..4 => 170,
                32..35 => 130,
                _ => 60,
            });
            let is_gap = shown.contains(&30);
            let border = shown.iter().find(|level| **level >= 130);
            Rgb([if is_gap { 30 } else { *border.unwrap_or(&60) }; 3])
        });
        let (middle, pitch) = (1.5 * f64::from(CELL), f64::from(CELL));
        let cells = (0..49).map(|at| (at % 7, at / 7)).collect();
        let grid = GridHypothesis::upright(middle, pitch, cells);
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let (settled, _) = settled(&sampler).expect("there are lines");
        for (col, row) in [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0)] {
            let (seen, expected) = (
                settled.projection.apply(col, row),
                grid.projection.apply(col, row),
            );
            let off = (seen.0 - expected.0).hypot(seen.1 - expected.1);
            assert!(off < 1.0, "{seen:?} for {expected:?}");
        }
    }
}
