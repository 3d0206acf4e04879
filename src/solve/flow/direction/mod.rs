//! The direction engine: each node's domain is the set of shapes that a pipe can have in it.
//!
//! ```text
//!              ┌──────────── news: facts that other nodes have not been told ◀──────────┐
//!              ▼                                                                        │
//!   sides, four_cycle ──▶ fewer shapes ──▶ position (trail) ──▶ facts all shapes agree on ──┤
//!                                           ▲                                           │
//!                   fewer shapes ◀── components, switch ◀── joins: a side is on ◀─────────┘
//! ```
//!
//! `search` deduces to a fixpoint, guesses, takes guesses back, and may `restart` in another order. Rules:
//!
//! | rule | file |
//! |---|---|
//! | a node has two sides on, a terminal one | [`shapes`]: every shape is so |
//! | neighbours agree on the side they share | [`sides`] |
//! | no path bends round a ring of four nodes and comes back | [`four_cycle`] |
//! | no loops, colours never meet, no path touches itself | [`components`] |
//! | of two solutions that a switch makes of each other, the smaller | [`switch`] |
//!
//! Where paths may touch themselves, `four_cycle` says nothing and `switch` takes its place: it leaves only the minimal
//! solutions, and [`reverse_search`] makes all others of them, so the answer is the same as without it.
//!
//! A fact about a node concerns one other node ([`facts`]); the first three rules say what it does to it, and
//! `propagate` does it. The last two look at more than one node, so they are asked once a side is on.

mod components;
mod effect;
mod facts;
mod four_cycle;
mod graph;
mod position;
mod propagate;
mod restart;
mod reverse_search;
mod search;
mod shapes;
mod sides;
mod switch;
mod switches;
#[cfg(test)]
mod tests;
mod trace;

use super::{Answer, Outcome, Request, Stats, Touching};
use crate::pipeline::Limits;
use search::Search;
pub use shapes::Shapes;
use trace::Silent;
pub use trace::{Deduction, Observer, Rule};

/// Solves a puzzle.
pub fn solve(request: &Request) -> Answer {
    solve_observed(request, &mut Silent)
}

/// Solves a puzzle and tells the observer all that is deduced on the way.
pub fn solve_observed(request: &Request, observer: &mut impl Observer) -> Answer {
    if request.touching == Touching::Allowed {
        return pass(request, true, Stats::default(), observer);
    }
    let answer = pass(request, false, Stats::default(), observer);
    if request.touching == Touching::Fallback && answer.outcome == Outcome::NoSolution {
        return pass(request, true, answer.stats, observer);
    }
    answer
}

/// One pass, with or without touching, after passes that did `before`.
fn pass(request: &Request, touching: bool, before: Stats, observer: &mut impl Observer) -> Answer {
    let limits = Limits {
        guesses: request
            .limits
            .guesses
            .map(|most| most.saturating_sub(before.guesses)),
        ..request.limits
    };
    let (puzzle, count) = (request.puzzle, request.count);
    observer.begun(touching);
    let (outcome, solutions, stats) = if puzzle.board().side_count() == 4 {
        Search::<4, _>::new(puzzle, touching, observer).run(count, &limits)
    } else {
        Search::<6, _>::new(puzzle, touching, observer).run(count, &limits)
    };
    Answer {
        outcome,
        solutions,
        touching,
        stats: Stats {
            guesses: before.guesses + stats.guesses,
            assignments: before.assignments + stats.assignments,
            propagations: before.propagations + stats.propagations,
        },
    }
}
