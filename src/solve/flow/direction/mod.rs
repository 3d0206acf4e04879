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
//! | no path fills a square | [`squares`] |
//!
//! Where paths may touch themselves in any way, `four_cycle` says nothing and `switch` takes its place: it leaves only the minimal
//! solutions, and [`reverse_search`] makes all others of them, so the answer is the same as without it. Where they may touch
//! but fill no square, `squares` is added. What a search of many guesses cannot settle is [`probe`]d, then goes to the [`learner`].
//!
//! A fact about a node concerns one other node ([`facts`]); the first three rules say what it does to it, and
//! `propagate` does it. The last two look at more than one node, so they are asked once a side is on.

mod components;
mod derivation;
mod effect;
mod facts;
mod four_cycle;
mod graph;
mod learner;
mod position;
mod probe;
mod proof;
mod propagate;
mod restart;
mod reverse_search;
mod search;
mod shapes;
mod sides;
mod squares;
mod switch;
mod switches;
#[cfg(test)]
mod tests;
mod trace;

use super::passes::in_turn;
use super::{Answer, PathRule, Request, Silent, Touching};
pub use derivation::{Claim, Finding};
pub(super) use position::{Contradiction, Deduced};
pub use proof::Consequences;
pub(super) use proof::ends;
use search::Search;
pub use shapes::Shapes;
pub use trace::{Deduction, Observer, Rule};

/// Solves a puzzle.
pub fn solve(request: &Request) -> Answer {
    solve_observed(request, &mut Silent)
}

/// Solves a puzzle and tells the observer all that is deduced on the way.
pub fn solve_observed(request: &Request, observer: &mut impl Observer) -> Answer {
    let (first, laxer): (_, &[_]) = match request.touching {
        Touching::Never => (PathRule::NoTouching, &[]),
        // A graph has no squares to fill.
        Touching::Fallback if request.puzzle.board().layout().graph.is_some() => {
            (PathRule::NoTouching, &[PathRule::AnyPath])
        }
        Touching::Fallback => (
            PathRule::NoTouching,
            &[PathRule::NoSquares, PathRule::AnyPath],
        ),
        Touching::Allowed => (PathRule::AnyPath, &[]),
    };
    in_turn(request, first, laxer, |request, rule| {
        pass(request, rule, &mut *observer)
    })
}

/// One pass by one rule.
fn pass(request: &Request, rule: PathRule, observer: &mut impl Observer) -> Answer {
    let Request {
        puzzle,
        count,
        limits,
        ..
    } = request;
    observer.begun(rule);
    let (outcome, solutions, stats) = if puzzle.board().side_count() == 4 {
        Search::<4, _>::new(puzzle, rule, observer).run(*count, limits)
    } else {
        Search::<6, _>::new(puzzle, rule, observer).run(*count, limits)
    };
    Answer {
        outcome,
        solutions,
        rule,
        stats,
    }
}
