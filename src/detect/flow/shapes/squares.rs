//! Cells of a graph that lie in rows and columns after all: a board of squares with holes and walls.
//!
//! ```text
//!   +--+--+  +--+        each side is passed more to the right than down, or more down: so all cells have a row and a column,
//!   |  |  |  |  |        where they form one piece, and lie near where a lattice has these, upright or at an angle
//!   +--+--+--+--+
//! ```

use std::collections::BTreeMap;

use crate::detect::grid::fit::FEWEST_TILTED;
use crate::geometry::{Cell, Correspondence, Lattice, Pixel, Places, Projection};
use crate::puzzle::flow::Layout;
use crate::vision::pairs::line;

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
        let numbered = numbered(places.cells.len(), &steps(places))?;
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
        let lattices = [
            Some(upright((rows, cols), &cells, places)),
            at_angle((rows, cols), &cells, places),
        ];
        let are_near = |lattice: &Lattice| {
            let centres = places.cells.iter().map(|place| place.centre);
            cells.iter().zip(centres).all(|(cell, at)| {
                let place = lattice.place_of(at);
                place.is_some_and(|(found, x, y)| found == *cell && x.hypot(y) <= OFF)
            })
        };
        let lattice = lattices.into_iter().flatten().find(are_near)?;
        Some(Self {
            layout: layout((rows, cols), &by_cell, places),
            lattice,
            cells,
        })
    }
}

/// The nearest lattice in rows and columns of pixels.
fn upright((rows, cols): (u16, u16), cells: &[Cell], places: &Places) -> Lattice {
    let across = |of: fn(&Cell) -> u16, at: fn(Pixel) -> f64| {
        let places = places.cells.iter().map(|place| at(place.centre));
        let pairs = cells.iter().map(|cell| f64::from(of(cell))).zip(places);
        line(&pairs.collect::<Vec<_>>())
    };
    let (right, x) = across(|cell| cell.col, |at| at.x);
    let (down, y) = across(|cell| cell.row, |at| at.y);
    Lattice::upright(rows, cols, [x, y], [right, down])
}

/// The nearest lattice seen at any angle; `None` where few cells tell it.
fn at_angle((rows, cols): (u16, u16), cells: &[Cell], places: &Places) -> Option<Lattice> {
    let seen = cells.iter().zip(&places.cells);
    let seen = seen.map(|(cell, place)| Correspondence {
        from: (f64::from(cell.col), f64::from(cell.row)),
        to: (place.centre.x, place.centre.y),
        is_known: [true; 2],
    });
    let projection = Projection::fit(&seen.collect::<Vec<_>>());
    let projection = projection.filter(|_| cells.len() >= FEWEST_TILTED)?;
    Some(Lattice::projective(rows, cols, projection))
}

/// By side, from which cell to which it leads, and how many columns and rows on.
fn steps(places: &Places) -> Vec<([u16; 2], [i32; 2])> {
    let centre = |number: u16| places.cells[usize::from(number)].centre;
    let step = |&(a, b): &(u16, u16)| {
        let (from, to) = (centre(a), centre(b));
        let (right, down) = (to.x - from.x, to.y - from.y);
        let way = if right.abs() > down.abs() {
            [right.signum() as i32, 0]
        } else {
            [0, down.signum() as i32]
        };
        ([a, b], way)
    };
    places.sides.keys().map(step).collect()
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
        let centre = |[col, row]: &[f64; 2]| Pixel::new(50.0 + 20.0 * col, 70.0 + 20.0 * row);
        places_at(cells.iter().map(centre), sides)
    }

    fn places_at(centres: impl Iterator<Item = Pixel>, sides: &[(u16, u16)]) -> Places {
        Places {
            cells: centres.map(|centre| Place { centre, size: 18.0 }).collect(),
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

    /// Six columns and five rows, of which the last cell is missing, as a camera sees them. No side is shared by the first cell and the
    /// one beside it.
    #[test]
    fn cells_in_rows_and_columns_at_an_angle_are_squares_too() {
        const COLS: u16 = 6;
        const COUNT: u16 = 29;
        let flat = Projection::axis_aligned(50.0, 70.0, 20.0, 20.0);
        let seen = Projection::tilt((100.0, 110.0), 120.0, [9.0, -6.0]).after(&flat);
        let cell = |number: u16| Cell::new(number / COLS, number % COLS);
        let centres = (0..COUNT).map(cell).map(|cell| {
            let (x, y) = seen.apply(f64::from(cell.col), f64::from(cell.row));
            Pixel::new(x, y)
        });
        let right = (1..COUNT - 1).filter(|one| one % COLS + 1 < COLS);
        let down = (0..COUNT - COLS).map(|one| (one, one + COLS));
        let sides: Vec<(u16, u16)> = right.map(|one| (one, one + 1)).chain(down).collect();
        let squares = Squares::of(&places_at(centres, &sides)).expect("they are squares");
        assert!((0..COUNT).map(cell).eq(squares.cells.iter().copied()));
        let mut layout = Layout::rectangle(5, COLS);
        layout.holes = [cell(COUNT)].into();
        layout.add_wall(cell(0), cell(1));
        assert_eq!(squares.layout, layout);
    }

    /// Three rings of twelve cells.
    #[test]
    fn cells_in_rings_are_none() {
        let number = |ring: u16, turn: u16| 12 * ring + turn % 12;
        let all = || (0..3).flat_map(|ring| (0..12).map(move |turn| (ring, turn)));
        let centres = all().map(|(ring, turn)| {
            let (y, x) = (std::f64::consts::TAU * f64::from(turn) / 12.0).sin_cos();
            let away = 40.0 + 20.0 * f64::from(ring);
            Pixel::new(100.0 + away * x, 100.0 + away * y)
        });
        let sides = all().flat_map(|(ring, turn)| {
            let (one, next) = (number(ring, turn), number(ring, turn + 1));
            let out = (ring < 2).then(|| (one, number(ring + 1, turn)));
            [(one.min(next), one.max(next))].into_iter().chain(out)
        });
        let sides: Vec<(u16, u16)> = sides.collect();
        assert!(Squares::of(&places_at(centres, &sides)).is_none());
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
