//! Walls, bridges, warps and holes of a labelling, and how sure they are.

use super::border::direction;
use super::labelling::Labelling;
use super::seams::{Seam, seams};
use crate::detect::evidence::Edge;
use crate::detect::weights::{GAP, MOST_ODDS, WALL_OVER_LINE};
use crate::geometry::{Cell, GridCell, Lattice, Projection, Stagger, Tiling};
use crate::puzzle::flow::{Layout, Warp};
use crate::vision::statistics::widest_gap;

/// The layout of a labelling.
pub struct Topology {
    pub layout: Layout,
    /// Log-odds of the weakest wall or line inside the board, of the weakest seam, and of the weakest bridge or cell without.
    pub walls: f64,
    pub seams: f64,
    pub bridges: f64,
    numbering: Numbering,
}

impl Topology {
    /// `None` for a labelling without cells.
    pub fn of(labelling: &Labelling) -> Option<Self> {
        let extent = labelling.extent()?;
        let numbering = Numbering::of(labelling)?;
        let seams = seams(&labelling.map, &labelling.cells, extent);
        Some(Self {
            layout: layout(labelling, &numbering, &seams),
            walls: walls(labelling),
            seams: weakest(&seams),
            bridges: bridges(labelling),
            numbering,
        })
    }

    /// Where a cell of the grid stands on the board.
    pub fn cell(&self, cell: GridCell) -> Cell {
        self.numbering.cell(cell)
    }

    /// Where the cells lie in the picture.
    pub fn lattice(&self, labelling: &Labelling) -> Lattice {
        let map = &labelling.map;
        // From rows and columns of the board to the plane of the grid.
        let first = self.numbering.first;
        let origin = map.grid.tiling.centre(first);
        let column = map.grid.tiling.centre(first.moved(0, 2)).x - origin.x;
        let first = Projection::axis_aligned(origin.x, origin.y, column / 2.0, 1.0);
        let enlarged = Projection::axis_aligned(0.0, 0.0, labelling.by, labelling.by);
        let projection = enlarged.after(&map.grid.projection).after(&first);
        let stagger = match map.grid.tiling {
            Tiling::Square => Stagger::None,
            Tiling::Hexagonal => Stagger::OddColumnsUp,
        };
        Lattice::projective(self.layout.rows, self.layout.cols, projection).with_stagger(stagger)
    }
}

/// How the cells of a grid are numbered as rows and columns of a board.
#[derive(Clone, Copy)]
struct Numbering {
    /// The cell of the grid in the first row and column.
    first: GridCell,
    rows: u16,
    cols: u16,
    /// Whether columns of hexagons that are even on the grid are odd on the board, and so begin a row higher.
    is_shifted: bool,
}

impl Numbering {
    fn of(labelling: &Labelling) -> Option<Self> {
        let map = &labelling.map;
        let col = labelling.extent()?.first.col;
        let is_shifted = map.grid.tiling == Tiling::Hexagonal && col.rem_euclid(2) == 1;
        let cells = labelling.cells.iter().map(|number| map.cells[*number]);
        let cells = cells.map(|cell| GridCell::new(row(cell, is_shifted), cell.col));
        let (mut first, mut last) = (GridCell::new(i32::MAX, col), GridCell::new(i32::MIN, col));
        for cell in cells {
            first.row = first.row.min(cell.row);
            last = GridCell::new(last.row.max(cell.row), last.col.max(cell.col));
        }
        Some(Self {
            first,
            rows: (last.row - first.row + 1) as u16,
            cols: (last.col - first.col + 1) as u16,
            is_shifted,
        })
    }

    fn cell(&self, cell: GridCell) -> Cell {
        let row = row(cell, self.is_shifted) - self.first.row;
        Cell::new(row as u16, (cell.col - self.first.col) as u16)
    }
}

/// The row of a cell of the grid, counted as on the board.
fn row(cell: GridCell, is_shifted: bool) -> i32 {
    cell.row + i32::from(is_shifted && cell.col.rem_euclid(2) == 0)
}

fn layout(labelling: &Labelling, numbering: &Numbering, seams: &[Seam]) -> Layout {
    let map = &labelling.map;
    let at = |number: usize| numbering.cell(map.cells[number]);
    let mut layout = Layout {
        tiling: map.grid.tiling,
        ..Layout::rectangle(numbering.rows, numbering.cols)
    };
    layout.bridges = labelling.bridges.iter().map(|cell| at(*cell)).collect();
    layout.holes = layout.cells().collect();
    for cell in &labelling.cells {
        layout.holes.remove(&at(*cell));
    }
    for (edge, cells) in inner(labelling) {
        if edge.bold > 0.0 {
            layout.add_wall(at(cells[0]), at(cells[1]));
        }
    }
    // Level packs join all borders, and close some of them by walls.
    if seams.iter().any(Seam::is_open) {
        layout.warp = Warp::Both;
        for seam in seams.iter().filter(|seam| !seam.is_open()) {
            layout.add_wall(at(seam.cells[0]), at(seam.cells[1]));
        }
    }
    layout
}

/// Log-odds of the weakest seam to be what it was taken for. Among open ones, one that is not seen may be open, too.
fn weakest(seams: &[Seam]) -> f64 {
    let is_warp = seams.iter().any(Seam::is_open);
    let odds = |seam: &Seam| seam.open.or(is_warp.then_some(0.0));
    let odds = seams.iter().filter_map(odds).map(f64::abs);
    odds.fold(MOST_ODDS, f64::min)
}

/// The edges between two cells of the board.
fn inner(labelling: &Labelling) -> impl Iterator<Item = (&Edge, [usize; 2])> {
    labelling.map.edges.iter().filter_map(|edge| {
        let cells = [edge.cell, edge.other?];
        let is_inner = cells.iter().all(|cell| labelling.cells.contains(cell));
        is_inner.then_some((edge, cells))
    })
}

/// Log-odds of the weakest bridge, or of the cell that is likeliest to be one more.
fn bridges(labelling: &Labelling) -> f64 {
    let contents = labelling
        .cells
        .iter()
        .map(|it| &labelling.map.contents[*it]);
    let odds = contents
        .filter(|it| it.disc.is_none())
        .map(|it| it.bridge.abs());
    odds.fold(MOST_ODDS, f64::min)
}

/// Log-odds of the weakest edge inside the board to be what it was taken for; below zero where a wall is hardly heavier than
/// a line, or what was taken for lines that run one way is of two kinds: blur makes walls more like lines. Nothing is known where a
/// wall may be hidden.
fn walls(labelling: &Labelling) -> f64 {
    let edges = || inner(labelling).map(|(edge, _)| edge);
    let odds = edges()
        .map(|edge| edge.bold.abs())
        .fold(MOST_ODDS, f64::min);
    let (walls, lines): (Vec<&Edge>, Vec<&Edge>) = edges().partition(|edge| edge.bold > 0.0);
    let heaviness =
        |of: &[&Edge]| -> Vec<f64> { of.iter().filter_map(|it| it.heaviness).collect() };
    let lightest_wall = heaviness(&walls).into_iter().fold(f64::MAX, f64::min);
    let heaviest_line = heaviness(&lines).into_iter().fold(0.0, f64::max);
    // Thin lines that run one way may all be heavier than those that run another: they lie otherwise on the pixels.
    let tiling = labelling.map.grid.tiling;
    let mut by_way = vec![Vec::new(); tiling.sides() / 2];
    for edge in &lines {
        let way = direction(tiling, edge.side.normal) % by_way.len();
        by_way[way].extend(edge.heaviness);
    }
    let are_lines_alike = !by_way.into_iter().any(are_of_two_kinds);
    if lightest_wall < WALL_OVER_LINE * heaviest_line || !are_lines_alike {
        return -odds;
    }
    match labelling
        .map
        .may_hide_walls(walls.into_iter(), lines.into_iter())
    {
        true => 0.0,
        false => odds,
    }
}

/// Whether there is a gap between the heaviest of these lines and the usual ones.
fn are_of_two_kinds(heaviness: Vec<f64>) -> bool {
    widest_gap(heaviness).is_some_and(|(usual, heavier)| heavier > GAP * usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_that_is_not_seen_is_in_doubt_on_a_board_with_open_ones_alone() {
        let weakest = |odds: &[Option<f64>]| {
            let seam = |open: &Option<f64>| Seam {
                cells: [0, 1],
                open: *open,
            };
            weakest(&odds.iter().map(seam).collect::<Vec<_>>())
        };
        assert_eq!(weakest(&[Some(-3.0), None, Some(-4.0)]), 3.0);
        assert_eq!(weakest(&[Some(3.0), None, Some(-4.0)]), 0.0);
        assert_eq!(weakest(&[Some(3.0), Some(-2.0)]), 2.0);
    }

    #[test]
    fn lines_among_which_some_are_much_heavier_are_of_two_kinds() {
        let of =
            |heavier: &[f64]| are_of_two_kinds([&[0.2, 0.9, 1.0, 1.0, 1.02], heavier].concat());
        assert!(of(&[1.25, 1.25]));
        assert!(!of(&[1.1, 1.2, 1.3]));
        assert!(!are_of_two_kinds(Vec::new()));
    }
}
