//! What a labelling of cells as board or page costs, by the evidence of its edges and cells.

use crate::detect::evidence::{Edge, EvidenceMap};
use crate::detect::weights::{
    Border, CELL_COST, PAGE_WEIGHT, PARTIAL_COST, TERMINAL_COST, TEXT_INSIDE, TEXT_OUTSIDE,
    UNSEEN_BORDER, WALL_COST,
};

/// The costs of one edge, by what the cells on both sides of it are.
#[derive(Clone, Copy)]
struct Costs {
    inside: f64,
    outside: f64,
    border: f64,
}

/// The costs of all edges and cells of a grid, for one kind of border.
pub struct Energy<'m> {
    map: &'m EvidenceMap,
    edges: Vec<Costs>,
    /// By cell: the cost of its being board.
    cells: Vec<f64>,
}

impl<'m> Energy<'m> {
    pub fn new(map: &'m EvidenceMap, border: Border) -> Self {
        let cell = |number: usize| match (map.is_whole[number], &map.contents[number].disc) {
            (false, _) => PARTIAL_COST,
            (true, Some(_)) => TERMINAL_COST,
            (true, None) => CELL_COST,
        };
        Self {
            map,
            edges: map.edges.iter().map(|it| costs(map, it, border)).collect(),
            cells: (0..map.cells.len()).map(cell).collect(),
        }
    }

    /// By how much the energy rises when one cell becomes the other.
    pub fn flip(&self, is_board: &[bool], cell: usize) -> f64 {
        let sign = if is_board[cell] { -1.0 } else { 1.0 };
        let of_edges = self.map.around[cell].iter().map(|beside| {
            let other = beside.cell.is_some_and(|other| is_board[other]);
            let edge = &self.edges[beside.edge];
            edge.of(!is_board[cell], other) - edge.of(is_board[cell], other)
        });
        sign * self.cells[cell] + of_edges.sum::<f64>()
    }

    /// How much less the labelling costs than one without a board.
    pub fn gain(&self, is_board: &[bool]) -> f64 {
        let of_edges = self.edges.iter().zip(&self.map.edges);
        let of_edges = of_edges.map(|(costs, edge)| {
            let other = edge.other.is_some_and(|other| is_board[other]);
            costs.outside - costs.of(is_board[edge.cell], other)
        });
        let of_cells = self.cells.iter().zip(is_board);
        let of_cells = of_cells.filter(|(_, is_board)| **is_board).map(|it| it.0);
        of_edges.sum::<f64>() - of_cells.sum::<f64>()
    }
}

impl Costs {
    fn of(&self, a: bool, b: bool) -> f64 {
        match (a, b) {
            (true, true) => self.inside,
            (false, false) => self.outside,
            _ => self.border,
        }
    }
}

fn costs(map: &EvidenceMap, edge: &Edge, border: Border) -> Costs {
    let is_seen = map.is_whole[edge.cell] && edge.other.is_some_and(|it| map.is_whole[it]);
    let nothing = if is_seen && edge.strength.is_some() {
        border.nothing
    } else {
        UNSEEN_BORDER
    };
    let (is_bold, odds) = (edge.bold > 0.0, edge.line);
    let drawn = if is_bold { border.bold } else { border.line };
    let share = 1.0 / (1.0 + (-odds).exp());
    let inside = softplus(-odds) + if is_bold { WALL_COST } else { 0.0 };
    let on_border = match edge.strength {
        Some(_) => share * drawn + (1.0 - share) * nothing,
        // A covered line tells neither.
        None if edge.is_beside_filled => inside,
        None => UNSEEN_BORDER,
    };
    if edge.is_text {
        return Costs {
            inside: TEXT_INSIDE,
            outside: TEXT_OUTSIDE,
            border: on_border,
        };
    }
    Costs {
        inside,
        outside: PAGE_WEIGHT * softplus(odds),
        border: on_border,
    }
}

fn softplus(x: f64) -> f64 {
    x.exp().ln_1p()
}
