//! Cells of a graph that lie in rows and columns after all: a board of squares with holes and walls.
//!
//! ```text
//!   +--+--+  +--+        each side is passed straight to the right or straight down, by one pitch: so all cells have a row
//!   |  |  |  |  |        and a column, where they form one piece
//!   +--+--+--+--+
//! ```

use std::collections::BTreeMap;

use crate::geometry::{Cell, Lattice, Pixel, Places};
use crate::puzzle::flow::Layout;
use crate::vision::pairs::line;
use crate::vision::statistics::middle;

/// A cell lies so far from where its row and column say at most, in pitches: regions that a disc fills are not looked at in their
/// middle.
const OFF: f64 = 0.15;

/// Such a board.
pub struct Squares {
    pub layout: Layout,
    pub lattice: Lattice,
    /// By number of a cell of the graph.
    pub cells: Vec<Cell>,
}

impl Squares {
    /// `None` where the cells lie otherwise, or in several pieces.
    pub fn of(places: &Places) -> Option<Self> {
        let steps = steps(places)?;
        let numbered = numbered(places.cells.len(), &steps)?;
        let first = |axis: usize| numbered.iter().map(|cell| cell[axis]).min();
        let (left, top) = (first(0)?, first(1)?);
        let cells: Vec<Cell> = numbered
            .iter()
            .map(|[right, down]| {
                let [col, row] = [right - left, down - top].map(u16::try_from);
                Some(Cell::new(row.ok()?, col.ok()?))
            })
            .collect::<Option<_>>()?;
        let by_cell: BTreeMap<Cell, u16> = cells.iter().copied().zip(0..).collect();
        if by_cell.len() < cells.len() {
            return None;
        }
        let count = |of: fn(&Cell) -> u16| cells.iter().map(of).max().map(|last| last + 1);
        let (rows, cols) = (count(|cell| cell.row)?, count(|cell| cell.col)?);
        let across = |of: fn(&Cell) -> u16, at: fn(Pixel) -> f64| {
            let places = places.cells.iter().map(|place| at(place.centre));
            let pairs = cells.iter().map(|cell| f64::from(of(cell))).zip(places);
            line(&pairs.collect::<Vec<_>>())
        };
        let (right, x) = across(|cell| cell.col, |at| at.x);
        let (down, y) = across(|cell| cell.row, |at| at.y);
        let lattice = Lattice::upright(rows, cols, [x, y], [right, down]);
        let is_near = |(cell, at): (&Cell, Pixel)| {
            let place = lattice.place_of(at);
            place.is_some_and(|(found, x, y)| found == *cell && x.hypot(y) <= OFF)
        };
        let centres = places.cells.iter().map(|place| place.centre);
        if !cells.iter().zip(centres).all(is_near) {
            return None;
        }
        Some(Self {
            layout: layout((rows, cols), &by_cell, places),
            lattice,
            cells,
        })
    }
}

/// By side, from which cell to which it leads, and how many columns and rows on.
fn steps(places: &Places) -> Option<Vec<([u16; 2], [i32; 2])>> {
    let centre = |number: u16| places.cells[usize::from(number)].centre;
    let sides = places.sides.keys().map(|&(a, b)| {
        let (from, to) = (centre(a), centre(b));
        ([a, b], [to.x - from.x, to.y - from.y])
    });
    let sides: Vec<([u16; 2], [f64; 2])> = sides.collect();
    let pitch = |axis: usize| {
        let along = sides.iter().map(|(_, way)| [way[axis], way[1 - axis]]);
        let along = along.filter(|[along, across]| along.abs() > across.abs());
        middle(along.map(|[along, _]| along.abs()))
    };
    let pitches = [pitch(0)?, pitch(1)?];
    let step = |(both, way): &([u16; 2], [f64; 2])| {
        let way = [0, 1].map(|axis| way[axis] / pitches[axis]);
        let step = way.map(f64::round);
        let is_near = (0..2).all(|axis| (way[axis] - step[axis]).abs() <= OFF);
        let is_straight = step[0].abs() + step[1].abs() == 1.0;
        (is_near && is_straight).then(|| (*both, step.map(|it| it as i32)))
    };
    sides.iter().map(step).collect()
}

/// The column and row of each cell, counted from the first; `None` if some have none, or two.
fn numbered(count: usize, steps: &[([u16; 2], [i32; 2])]) -> Option<Vec<[i32; 2]>> {
    let mut around: Vec<Vec<(usize, [i32; 2])>> = vec![Vec::new(); count];
    for ([a, b], [right, down]) in steps {
        let [a, b] = [*a, *b].map(usize::from);
        around[a].push((b, [*right, *down]));
        around[b].push((a, [-right, -down]));
    }
    let mut found: Vec<Option<[i32; 2]>> = vec![None; count];
    *found.first_mut()? = Some([0, 0]);
    let mut next = vec![0];
    while let Some(cell) = next.pop() {
        let [col, row] = found[cell]?;
        for &(other, [right, down]) in &around[cell] {
            let place = [col + right, row + down];
            match found[other] {
                None => {
                    found[other] = Some(place);
                    next.push(other);
                }
                Some(known) if known != place => return None,
                Some(_) => {}
            }
        }
    }
    found.into_iter().collect()
}

/// The rectangle around these cells: what is none of them is a hole, and neighbours that share no side are parted by a wall.
fn layout((rows, cols): (u16, u16), by_cell: &BTreeMap<Cell, u16>, places: &Places) -> Layout {
    let mut layout = Layout::rectangle(rows, cols);
    let is_hole = |cell: &Cell| !by_cell.contains_key(cell);
    layout.holes = layout.cells().filter(is_hole).collect();
    for (&cell, &number) in by_cell {
        let beside = [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ];
        for next in beside {
            let Some(&other) = by_cell.get(&next) else {
                continue;
            };
            let side = (number.min(other), number.max(other));
            if !places.sides.contains_key(&side) {
                layout.add_wall(cell, next);
            }
        }
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{PixelBox, Place};

    /// Cells of 20 pixels at these columns and rows, and the sides between some of them.
    fn places(cells: &[[f64; 2]], sides: &[(u16, u16)]) -> Places {
        let place = |[col, row]: &[f64; 2]| Place {
            centre: Pixel::new(50.0 + 20.0 * col, 70.0 + 20.0 * row),
            size: 18.0,
        };
        Places {
            cells: cells.iter().map(place).collect(),
            sides: sides.iter().map(|it| (*it, Pixel::new(0.0, 0.0))).collect(),
            bounds: PixelBox::around(&[Pixel::new(40.0, 60.0), Pixel::new(120.0, 120.0)]),
        }
    }

    /// Two rows of three without the last cell.
    const CELLS: [[f64; 2]; 5] = [[1.0, 0.0], [0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    const SIDES: [(u16, u16); 4] = [(0, 1), (0, 2), (1, 3), (3, 4)];

    #[test]
    fn cells_in_rows_and_columns_are_squares_with_holes_and_walls() {
        let squares = Squares::of(&places(&CELLS, &SIDES)).unwrap();
        assert_eq!(squares.cells[0], Cell::new(0, 1));
        assert_eq!(squares.cells[4], Cell::new(1, 1));
        let expected = {
            let mut layout = Layout::rectangle(2, 3);
            layout.holes = [Cell::new(1, 2)].into();
            layout.add_wall(Cell::new(0, 1), Cell::new(1, 1));
            layout
        };
        assert_eq!(squares.layout, expected);
        let at = squares.lattice.centre(Cell::new(1, 0));
        assert!((at.x - 50.0).abs() < 0.01 && (at.y - 90.0).abs() < 0.01);
    }

    #[test]
    fn cells_that_lie_otherwise_are_none() {
        let mut moved = CELLS;
        moved[4] = [1.3, 1.0];
        assert!(Squares::of(&places(&moved, &SIDES)).is_none());
        assert!(
            Squares::of(&places(&CELLS, &SIDES[..3])).is_none(),
            "two pieces"
        );
        let slanting = [(0, 1), (0, 2), (1, 3), (0, 3), (3, 4)];
        assert!(Squares::of(&places(&CELLS, &slanting)).is_none());
        assert!(Squares::of(&places(&[], &[])).is_none());
    }
}
