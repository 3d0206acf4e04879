//! An observer that knows a solution and checks every deduction against it.

use super::super::graph::Graph;
use super::super::shapes::{Shapes, Table};
use super::super::switches::Switches;
use super::super::trace::{Deduction, Observer, Rule};
use crate::puzzle::flow::{Board, Puzzle, Solution};
use crate::solve::flow::PathRule;

/// As long as every guess agrees with the known solution, no deduction may exclude it. Where paths may touch
/// themselves, that holds for minimal solutions alone.
pub struct KnownSolution {
    /// By node: the shape that the known solution takes.
    shapes: Vec<Shapes>,
    /// By guess: whether it agrees with the known solution.
    guesses: Vec<bool>,
    is_met: bool,
}

impl KnownSolution {
    pub fn new(puzzle: &Puzzle, known: &Solution) -> Self {
        let board = puzzle.board();
        let shapes = if board.side_count() == 4 {
            shapes::<4>(board, known)
        } else {
            shapes::<6>(board, known)
        };
        Self {
            shapes,
            guesses: Vec::new(),
            is_met: false,
        }
    }

    pub fn has_met_its_solution(&self) -> bool {
        self.is_met
    }

    fn agrees(&self) -> bool {
        self.guesses.iter().all(|agrees| *agrees)
    }
}

impl Observer for KnownSolution {
    fn deduced(&mut self, deduction: &Deduction) {
        let known = self.shapes[deduction.node.index()];
        let excludes = deduction.after & known == Shapes::NONE;
        if deduction.rule == Rule::Guess {
            self.guesses.push(!excludes);
        } else if self.agrees() && !self.is_met {
            assert!(!excludes, "{deduction:?} excludes a solution");
        }
    }

    fn solved(&mut self) {
        self.is_met |= self.agrees();
    }

    fn restarted(&mut self) {
        self.guesses.clear();
    }

    fn taken_back(&mut self) {
        assert!(
            !self.agrees() || self.is_met,
            "a contradiction beside a solution"
        );
        self.guesses.pop();
    }
}

/// Whether a solution holds the larger state of no switch.
pub fn is_minimal(puzzle: &Puzzle, solution: &Solution) -> bool {
    fn is_minimal<const SIDES: usize>(board: &Board, solution: &Solution) -> bool {
        let graph = Graph::<SIDES>::new(board, PathRule::AnyPath);
        let sides = sides(&graph, board, solution);
        let switches = Switches::new(&graph);
        let mut larger = switches.all().iter().map(|switch| switch.larger);
        !larger.any(|state| {
            let mut edges = state.edges().iter();
            edges.all(|edge| sides[usize::from(edge.node)] & 1 << edge.side != 0)
        })
    }
    match puzzle.board().side_count() {
        4 => is_minimal::<4>(puzzle.board(), solution),
        _ => is_minimal::<6>(puzzle.board(), solution),
    }
}

/// By node: the shape of the solution there.
fn shapes<const SIDES: usize>(board: &Board, solution: &Solution) -> Vec<Shapes> {
    let graph = Graph::<SIDES>::new(board, PathRule::AnyPath);
    let shape = |sides: u8| {
        let is_end = sides.count_ones() == 1;
        match sides {
            0 => Table::<SIDES>::EMPTY,
            _ => Table::<SIDES>::all(is_end, sides),
        }
    };
    sides(&graph, board, solution)
        .into_iter()
        .map(shape)
        .collect()
}

/// By node: the sides that the solution uses.
fn sides<const SIDES: usize>(graph: &Graph<SIDES>, board: &Board, solution: &Solution) -> Vec<u8> {
    let mut sides = vec![0u8; board.node_count()];
    for step in solution.paths.iter().flat_map(|path| path.windows(2)) {
        let side = (0..SIDES).find(|&side| graph.linked(step[0].0, side) == step[1].0);
        let side = side.expect("the solution steps from neighbour to neighbour");
        sides[step[0].index()] |= 1 << side;
        sides[step[1].index()] |= 1 << Table::<SIDES>::back(side);
    }
    sides
}
