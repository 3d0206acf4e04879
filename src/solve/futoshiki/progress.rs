//! What a search has found and tried so far, and whether it goes on.

use super::{Answer, Outcome, Request, Stats};
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::Solution;

/// A search asks whether it should stop every so many guesses.
const ASK_EVERY: u64 = 256;

/// A search under way.
pub(super) struct Progress<'a> {
    limits: Limits<'a>,
    wanted: usize,
    found: Vec<Solution>,
    is_stopped: bool,
    pub stats: Stats,
}

impl<'a> Progress<'a> {
    pub fn new(request: &Request<'a>) -> Self {
        Self {
            limits: request.limits,
            wanted: request.count,
            found: Vec::new(),
            is_stopped: (request.limits.should_stop)(),
            stats: Stats::default(),
        }
    }

    /// Whether nothing more is to be tried: all that was asked for is found, or a limit is reached.
    pub fn is_over(&self) -> bool {
        self.is_stopped || self.found.len() >= self.wanted
    }

    /// Keeps a solution.
    pub fn solved(&mut self, solution: Solution) {
        self.found.push(solution);
    }

    /// Counts a guess, if there may be one more.
    pub fn guess(&mut self) -> bool {
        self.counts_up_to_limit(self.stats.guesses) && {
            self.stats.guesses += 1;
            true
        }
    }

    /// Counts an assignment, if there may be one more: for engines whose limit is one of assignments.
    pub fn assign(&mut self) -> bool {
        self.counts_up_to_limit(self.stats.assignments) && {
            self.stats.assignments += 1;
            true
        }
    }

    fn counts_up_to_limit(&mut self, so_far: u64) -> bool {
        let is_at_limit = self.limits.guesses.is_some_and(|most| so_far >= most);
        let is_asked = so_far % ASK_EVERY == ASK_EVERY - 1;
        self.is_stopped |= is_at_limit || is_asked && (self.limits.should_stop)();
        !self.is_stopped
    }

    pub fn answer(self) -> Answer {
        Answer {
            outcome: match (self.is_stopped, self.found.is_empty()) {
                (true, _) => Outcome::Stopped,
                (false, true) => Outcome::NoSolution,
                (false, false) => Outcome::Solved,
            },
            solutions: self.found,
            stats: self.stats,
        }
    }
}
