//! The direction engine under the observer of all engines.

use super::direction::{self, Deduction, Rule, solve_observed};
use super::step::{Cause, Left, Observer, Step};
use super::{Answer, PathRule, Request};

/// Solves with the direction engine and tells the observer its steps.
pub(super) fn solve(request: &Request, observer: &mut dyn Observer) -> Answer {
    if !observer.is_watching() {
        return direction::solve(request);
    }
    let side_count = request.puzzle.board().side_count();
    let mut forwarder = Forwarder {
        observer,
        side_count,
    };
    solve_observed(request, &mut forwarder)
}

/// Forwards what the direction engine tells its observer to an observer of any engine.
struct Forwarder<'a> {
    observer: &'a mut dyn Observer,
    side_count: usize,
}

impl direction::Observer for Forwarder<'_> {
    fn begun(&mut self, rule: PathRule) {
        self.observer.begun(rule);
    }

    fn deduced(&mut self, deduction: &Deduction) {
        self.observer.stepped(&Step {
            node: deduction.node,
            left: Left::Shapes(deduction.after.masks(self.side_count).collect()),
            cause: cause(deduction.rule),
        });
    }

    fn solved(&mut self) {
        self.observer.solved();
    }

    fn switched(&mut self) {
        self.observer.solved();
    }

    fn restarted(&mut self) {
        self.observer.restarted();
    }

    fn learning(&mut self) {
        self.observer.restarted();
    }

    fn taken_back(&mut self) {
        self.observer.taken_back();
    }
}

fn cause(rule: Rule) -> Cause {
    match rule {
        Rule::Guess => Cause::Guess,
        other => Cause::Rule(other.name()),
    }
}
