//! The terminals that a comment lists, of a board that cannot be written as a grid.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{Cell, Pixel};
use crate::pipeline::BoardHypothesis;
use crate::puzzle::flow::Puzzle;

/// What the comment begins with: letters, then pixels of the picture, as in `A 620 1007; A 989 1297`.
const LISTED: &str = "# terminals (letter x y px):";

/// By letter: where its terminals are.
#[derive(Debug, PartialEq)]
pub(super) struct Terminals(BTreeMap<String, Vec<Pixel>>);

impl Terminals {
    /// Those that a file lists, if it does.
    pub(super) fn listed(content: &str) -> Option<Self> {
        let list = content
            .lines()
            .find_map(|line| line.trim().strip_prefix(LISTED))?;
        let mut terminals: BTreeMap<String, Vec<Pixel>> = BTreeMap::new();
        for terminal in list.split(';') {
            let [letter, x, y] = terminal.split_whitespace().collect::<Vec<_>>()[..] else {
                return None;
            };
            let at = Pixel::new(x.parse().ok()?, y.parse().ok()?);
            terminals.entry(letter.to_owned()).or_default().push(at);
        }
        Some(Self(terminals))
    }

    /// Whether a board on no lattice has exactly these terminals, in these pairs.
    pub(super) fn are_those_of(&self, board: &BoardHypothesis<Puzzle>) -> bool {
        let cells = |places: &Vec<Pixel>| -> Option<BTreeSet<Cell>> {
            places.iter().map(|at| board.lattice.cell_at(*at)).collect()
        };
        let listed: Option<BTreeSet<BTreeSet<Cell>>> = self.0.values().map(cells).collect();
        let graph = board.puzzle.board();
        let pairs = board.puzzle.pairs().iter();
        let read: BTreeSet<BTreeSet<Cell>> = pairs
            .map(|pair| pair.terminals.map(|node| graph.cell(node)).into())
            .collect();
        board.lattice.has_places() && listed == Some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Lattice, PixelBox, Place, Places};
    use crate::puzzle::flow::text;

    const RING: &str = "shape: graph\nnodes: 0,0 10,0 20,0 10,10 0,10\n\
                        edges: 0|1 1|2 2|3 3|4 0|4\nAB.BA";

    fn board() -> BoardHypothesis<Puzzle> {
        let puzzle = text::read_any("ring", RING).unwrap().remove(0).puzzle;
        let graph = puzzle.board().layout().graph.as_ref().unwrap();
        let place = |&[x, y]: &[u16; 2]| Place {
            centre: Pixel::new(x.into(), y.into()),
            size: 6.0,
        };
        let cells: Vec<Place> = graph.positions().iter().map(place).collect();
        let corners: Vec<Pixel> = cells.iter().map(|place| place.centre).collect();
        let places = Places {
            cells,
            sides: BTreeMap::new(),
            bounds: PixelBox::around(&corners),
        };
        BoardHypothesis::sure(puzzle, Lattice::of_places(places))
    }

    #[test]
    fn only_all_terminals_in_their_pairs_are_those_of_a_board() {
        let is_right = |list: &str| {
            let content = format!("# a ring\n# terminals (letter x y px): {list}\n");
            Terminals::listed(&content).unwrap().are_those_of(&board())
        };
        assert!(is_right("X 0 1; X 1 10; Y 11 0; Y 10 9"));
        assert!(!is_right("X 0 1; X 11 0; Y 1 10; Y 10 9"), "other pairs");
        assert!(!is_right("X 0 1; X 1 10"), "one pair too few");
        assert!(!is_right("X 0 1; X 1 10; Y 11 0; Y 20 0"), "another place");
        assert_eq!(Terminals::listed("# a ring"), None);
    }
}
