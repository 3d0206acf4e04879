//! The direction engine: each node's domain is the set of ways a pipe can pass through it.
//!
//! ```text
//!             ┌────────────── events: what is new at a node ◀──────────────┐
//!             ▼                                                            │
//!   sides, four_cycle ──▶ fewer ways ──▶ position (trail) ─────────────────┤
//!                                          │                               │
//!                    joins: a side is on ◀─┘ ──▶ components ──▶ fewer ways ┘
//! ```
//!
//! `search` deduces to a fixpoint, guesses, and takes guesses back. Rules:
//!
//! | rule | file |
//! |---|---|
//! | a node has two sides on, a terminal one | [`ways`]: every way is so |
//! | neighbours agree on the side they share | [`sides`] |
//! | no path bends round a ring of four nodes and comes back | [`four_cycle`] |
//! | no loops, colours never meet, no path touches itself | [`components`] |

mod components;
mod four_cycle;
mod graph;
mod position;
mod search;
mod sides;
#[cfg(test)]
mod tests;
mod trace;
mod ways;

use super::{Answer, Outcome, Request, Stats, Touching};
use crate::pipeline::Limits;
use search::Search;
use trace::Silent;

/// Solves a puzzle.
pub fn solve(request: &Request) -> Answer {
    if request.touching == Touching::Allowed {
        return pass(request, true, Stats::default());
    }
    let answer = pass(request, false, Stats::default());
    if request.touching == Touching::Fallback && answer.outcome == Outcome::NoSolution {
        return pass(request, true, answer.stats);
    }
    answer
}

/// One pass, with or without touching, after passes that did `before`.
fn pass(request: &Request, touching: bool, before: Stats) -> Answer {
    let limits = Limits {
        guesses: request
            .limits
            .guesses
            .map(|most| most.saturating_sub(before.guesses)),
        ..request.limits
    };
    let (puzzle, count) = (request.puzzle, request.count);
    let (outcome, solutions, stats) = if puzzle.board().side_count() == 4 {
        Search::<4, _>::new(puzzle, touching, Silent).run(count, &limits)
    } else {
        Search::<6, _>::new(puzzle, touching, Silent).run(count, &limits)
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
