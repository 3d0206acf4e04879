//! Passes: one search for each rule about paths in turn, and when a search stops.

use super::{Answer, Outcome, PathRule, Request};
use crate::pipeline::Limits;

/// `should_stop` is asked once in so many guesses: often enough that the longest board (about 10 us a guess) stops within
/// a millisecond, seldom enough to cost nothing where a guess takes less than a microsecond.
const GUESSES_BETWEEN_QUESTIONS: u64 = 64;

/// Whether a limit forbids one more guess after so many.
pub(super) fn must_stop(limits: &Limits, guesses: u64) -> bool {
    limits.guesses.is_some_and(|most| guesses >= most)
        || guesses.is_multiple_of(GUESSES_BETWEEN_QUESTIONS) && (limits.should_stop)()
}

/// Searches by the first rule, then by each of the others until one has a solution or a limit is reached. The limits and the
/// statistics are of all passes together.
pub(super) fn in_turn<'a>(
    request: &Request<'a>,
    first: PathRule,
    others: &[PathRule],
    mut pass: impl FnMut(&Request<'a>, PathRule) -> Answer,
) -> Answer {
    let mut answer = pass(request, first);
    for &rule in others {
        if answer.outcome != Outcome::NoSolution {
            break;
        }
        let mut rest = *request;
        if let Some(guesses) = &mut rest.limits.guesses {
            *guesses = guesses.saturating_sub(answer.stats.guesses);
        }
        let next = pass(&rest, rule);
        answer = Answer {
            stats: answer.stats + next.stats,
            ..next
        };
    }
    answer
}
