//! What all ancestors of the direction engine share while they search: counts, limits and the observer.

use super::passes::must_stop;
use super::step::{Cause, Left, Observer, Step};
use super::{Outcome, Request, Stats};
use crate::pipeline::Limits;
use crate::puzzle::flow::{Node, Solution};

/// A limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// One pass of an engine over a puzzle.
pub(super) struct Run<'a> {
    limits: Limits<'a>,
    /// The most bytes that positions may take.
    memory: usize,
    observer: &'a mut dyn Observer,
    is_watched: bool,
    /// How many solutions are asked for.
    count: usize,
    pub(super) solutions: Vec<Solution>,
    pub(super) stats: Stats,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        request: &Request<'a>,
        memory: usize,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            limits: request.limits,
            memory,
            is_watched: observer.is_watching(),
            observer,
            count: request.count,
            solutions: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// Counts a guess that is about to be tried, unless a limit forbids it.
    pub(super) fn guess(&mut self) -> Result<(), Stopped> {
        if must_stop(&self.limits, self.stats.guesses) {
            return Err(Stopped);
        }
        self.stats.guesses += 1;
        Ok(())
    }

    /// Notes how many bytes the positions take that are kept.
    pub(super) fn holds(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.stats.memory = self.stats.memory.max(bytes);
        if bytes > self.memory {
            return Err(Stopped);
        }
        Ok(())
    }

    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Tells the observer of a step.
    pub(super) fn step(&mut self, node: Node, left: Left, cause: Cause) {
        if self.is_watched {
            self.observer.stepped(&Step { node, left, cause });
        }
    }

    pub(super) fn taken_back(&mut self) {
        if self.is_watched {
            self.observer.taken_back();
        }
    }

    pub(super) fn restarted(&mut self) {
        if self.is_watched {
            self.observer.restarted();
        }
    }

    /// Keeps a solution. Whether there are now as many as asked for.
    pub(super) fn found(&mut self, solution: Solution) -> bool {
        self.observer.solved();
        self.solutions.push(solution);
        self.is_done()
    }

    /// Whether as many solutions are found as asked for.
    pub(super) fn is_done(&self) -> bool {
        self.solutions.len() >= self.count
    }

    /// How the search ended: when all was tried, or when a limit was reached.
    pub(super) fn outcome(&self, ended: Result<(), Stopped>) -> Outcome {
        match ended {
            Err(Stopped) => Outcome::Stopped,
            Ok(()) if self.solutions.is_empty() => Outcome::NoSolution,
            Ok(()) => Outcome::Solved,
        }
    }
}
