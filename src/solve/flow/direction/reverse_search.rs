//! Reverse search (Avis and Fukuda, 1996): makes all solutions of the minimal ones, by the switches that rule
//! `switch` excluded (see [`switches`](super::switches)).
//!
//! ```text
//!                 ┌── larger ──┬── larger still
//!   minimal ──────┤            │                  Every solution is reached so, some on several
//!                 └── larger ──┘                  ways: a solution is made once.
//! ```

use std::collections::HashSet;

use super::graph::Graph;
use super::shapes::Table;
use super::switches::{State, Switch, Switches};

/// A solution: by node, its sides that are on, as a mask.
pub(super) type Sides = Vec<u8>;

/// The solutions made so far, and those of which more may be made.
#[derive(Default)]
pub(super) struct ReverseSearch {
    made: HashSet<Sides>,
    /// Each with the number of the first switch that was not tried on it.
    waiting: Vec<(Sides, usize)>,
}

impl ReverseSearch {
    /// Adds a minimal solution to make others of.
    pub(super) fn add(&mut self, minimal: Sides) {
        self.waiting.push((minimal, 0));
    }

    /// Makes a solution that was not made before; `None` when nothing is left to make one of.
    pub(super) fn next<const SIDES: usize>(
        &mut self,
        graph: &Graph<SIDES>,
        switches: &Switches,
    ) -> Option<Sides> {
        while let Some((sides, tried)) = self.waiting.last_mut() {
            let mut untried = switches.all()[*tried..].iter();
            let Some(place) = untried.position(|switch| holds(sides, &switch.smaller)) else {
                self.waiting.pop();
                continue;
            };
            let switch = &switches.all()[*tried + place];
            *tried += place + 1;
            let larger = enlarge(graph, sides, switch);
            if self.made.insert(larger.clone()) {
                self.waiting.push((larger.clone(), 0));
                return Some(larger);
            }
        }
        None
    }
}

/// Whether all edges of a state are on.
fn holds(sides: &Sides, state: &State) -> bool {
    let is_on = |node: u16, side: u8| sides[usize::from(node)] & 1 << side != 0;
    state.edges().iter().all(|edge| is_on(edge.node, edge.side))
}

/// The solution with the larger state of a switch in the place of the smaller.
fn enlarge<const SIDES: usize>(graph: &Graph<SIDES>, sides: &Sides, switch: &Switch) -> Sides {
    let mut sides = sides.clone();
    let mut flip = |state: &State| {
        for edge in state.edges() {
            let (side, to) = (
                usize::from(edge.side),
                graph.linked(edge.node, edge.side.into()),
            );
            sides[usize::from(edge.node)] ^= 1 << side;
            sides[usize::from(to)] ^= 1 << Table::<SIDES>::back(side);
        }
    };
    // Edges of both states are turned off and on again.
    flip(&switch.smaller);
    flip(&switch.larger);
    sides
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ask, puzzle};
    use crate::puzzle::flow::verify;
    use crate::solve::flow::{Answer, Touching};

    #[test]
    fn the_larger_solution_is_made_of_the_minimal_one() {
        // Either A or B goes round the two cells between them.
        let puzzle = puzzle("AA\n..\nBB");
        let Answer { solutions, .. } = ask(&puzzle, 9, Touching::Allowed);
        let lengths = |index: usize| [0, 1].map(|path: usize| solutions[index].paths[path].len());
        assert_eq!([lengths(0), lengths(1)], [[2, 4], [4, 2]]);
        assert!(solutions.iter().all(|it| verify(&puzzle, it) == Ok(())));
        assert_eq!(solutions.len(), 2);
    }
}
