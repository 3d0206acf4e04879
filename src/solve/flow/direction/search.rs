//! Depth-first search: deduce to a fixpoint, guess, take back.

use super::graph::Graph;
use super::learner::{Learned, Learner};
use super::position::{Contradiction, Deduced, Position};
use super::probe::probe;
use super::propagate::{begin, propagate};
use super::restart::Schedule;
use super::reverse_search::{ReverseSearch, Sides};
use super::shapes::{Shapes, Table, bits};
use super::trace::{Observer, Rule};
use crate::pipeline::Limits;
use crate::puzzle::flow::{Node, Puzzle, Solution};
use crate::solve::flow::passes::must_stop;
use crate::solve::flow::{Outcome, PathRule, Stats};

/// After so many guesses in vain learning begins.
///
/// Where paths may touch themselves, of 200 to 2,000 guesses these leave the fewest of 539 real levels open after 1 s. Without
/// touching, 57 boards of 40x20 and 50x50 take 0.34 s if it never begins, and 0.75 s after 2,000 guesses.
///
/// Where cells may stay empty it begins at once: it finds the solutions that leave the fewest empty first.
fn learn_after(puzzle: &Puzzle, rule: PathRule) -> u64 {
    match rule {
        _ if puzzle.may_leave_empty() => 1,
        PathRule::NoTouching => 50_000,
        PathRule::NoSquares | PathRule::AnyPath => 1000,
    }
}

/// After so many guesses in vain every shape is probed once without any guess ([`super::probe`]).
const PROBE_AFTER: u64 = 1000;

/// A guess that can be taken back.
struct Level {
    /// The trail before the guess.
    mark: usize,
    /// Where in the order the node stands: all before it are decided.
    place: usize,
    /// The shape that was tried.
    tried: Shapes,
}

/// One pass over a puzzle.
pub(super) struct Search<'a, const SIDES: usize, O> {
    puzzle: &'a Puzzle,
    position: Position<SIDES, O>,
    pub(super) schedule: Schedule,
    /// Nodes in the order of guessing. Made at the first guess: most puzzles need none.
    order: Vec<u16>,
    levels: Vec<Level>,
    solutions: Vec<Solution>,
    /// The solutions that were found, not made of others.
    minimal: Vec<Sides>,
    guesses_at_last_solution: u64,
    is_probed: bool,
    /// Probing is done when so many guesses have found nothing.
    pub(super) probe_after: u64,
    /// Learning begins when so many guesses have found nothing.
    pub(super) learn_after: u64,
    /// Makes the solutions that rule `switch` excludes.
    reverse: ReverseSearch,
}

impl<'a, const SIDES: usize, O: Observer> Search<'a, SIDES, O> {
    /// A search that has not begun.
    pub(super) fn new(puzzle: &'a Puzzle, rule: PathRule, observer: O) -> Self {
        Self {
            puzzle,
            position: Position::new(puzzle, rule, observer),
            schedule: Schedule::first(),
            order: Vec::new(),
            levels: Vec::new(),
            solutions: Vec::new(),
            minimal: Vec::new(),
            guesses_at_last_solution: 0,
            is_probed: false,
            probe_after: PROBE_AFTER,
            learn_after: learn_after(puzzle, rule),
            reverse: ReverseSearch::default(),
        }
    }

    /// Finds up to `count` solutions.
    pub(super) fn run(mut self, count: usize, limits: &Limits) -> (Outcome, Vec<Solution>, Stats) {
        let mut deduced = begin(&mut self.position, self.puzzle);
        let outcome = loop {
            match deduced {
                Ok(()) => match self.next_undecided() {
                    Some(_) if self.must_stop(limits) => break Outcome::Stopped,
                    Some(place) => deduced = self.guess(place),
                    None => match self.collect(self.sides(), count, limits) {
                        Some(end) => break end,
                        None => deduced = Err(Contradiction),
                    },
                },
                Err(Contradiction) => match self.take_back() {
                    Some(after) => deduced = after,
                    None if self.solutions.is_empty() => break Outcome::NoSolution,
                    None => break Outcome::Solved,
                },
            }
            if self.is_probing_due() {
                self.is_probed = true;
                self.take_all_back();
                self.position.observer.restarted();
                deduced = probe(&mut self.position, limits);
            }
            if self.is_learning_due() {
                break self.learn(count, limits);
            }
            if self.is_restart_due() {
                self.restart();
                deduced = Ok(());
            }
        };
        (outcome, self.solutions, self.position.stats)
    }

    /// Every node is decided: adds the solution, and all that are made of it. Says how the search ends, if
    /// it ends here. One that was found before all guesses were taken back adds nothing.
    fn collect(&mut self, minimal: Sides, count: usize, limits: &Limits) -> Option<Outcome> {
        if self.minimal.contains(&minimal) {
            return None;
        }
        self.position.observer.solved();
        self.add(&minimal);
        self.minimal.push(minimal.clone());
        self.guesses_at_last_solution = self.position.stats.guesses;
        if self.position.rule == PathRule::AnyPath {
            self.reverse.add(minimal);
        }
        while self.solutions.len() < count {
            if self.must_stop(limits) {
                return Some(Outcome::Stopped);
            }
            let (graph, switches) = (&self.position.graph, &self.position.switches);
            let larger = self.reverse.next(graph, switches)?;
            // Counted as a guess, so that limits hold on boards with millions of solutions.
            self.position.stats.guesses += 1;
            self.position.observer.switched();
            self.add(&larger);
        }
        Some(Outcome::Solved)
    }

    fn add(&mut self, sides: &Sides) {
        let solution = follow(&self.position.graph, self.puzzle, sides);
        self.solutions.push(solution);
    }

    /// The place in the order of the first node that has several shapes left.
    fn next_undecided(&mut self) -> Option<usize> {
        let position = &self.position;
        let is_open = |node: &u16| !position.shapes(*node).is_single();
        if self.order.is_empty() {
            if position.is_complete() {
                return None;
            }
            self.order = self.schedule.nodes(self.puzzle.board());
            self.order.retain(is_open);
        }
        let from = self.levels.last().map_or(0, |level| level.place);
        let open = self.order[from..].iter().position(is_open);
        open.map(|place| from + place)
    }

    fn must_stop(&self, limits: &Limits) -> bool {
        must_stop(limits, self.position.stats.guesses)
    }

    /// Tries the first shape left to the node at this place of the order.
    fn guess(&mut self, place: usize) -> Deduced {
        let node = self.order[place];
        let tried = self.position.shapes(node).first();
        self.position.stats.guesses += 1;
        self.levels.push(Level {
            mark: self.position.mark(),
            place,
            tried,
        });
        self.position.depth = self.levels.len();
        self.position.keep(node, tried, Rule::Guess)?;
        propagate(&mut self.position)
    }

    /// Takes the last guess back and deduces what follows from its being wrong; `None` when there is
    /// no guess left.
    fn take_back(&mut self) -> Option<Deduced> {
        let level = self.levels.pop()?;
        self.position.observer.taken_back();
        self.position.depth = self.levels.len();
        self.position.undo_to(level.mark);
        let node = self.order[level.place];
        let refuted = self.position.remove(node, level.tried, Rule::Refuted);
        Some(refuted.and_then(|()| propagate(&mut self.position)))
    }

    /// Whether to try another order of guessing. Not after a solution: the next order would find it again.
    fn is_restart_due(&self) -> bool {
        self.position.rule != PathRule::NoTouching
            && self.solutions.is_empty()
            && !self.levels.is_empty()
            && self.schedule.is_restart_due(self.position.stats.guesses)
    }

    /// Whether to probe. Only without touching: with it, learning begins as soon.
    fn is_probing_due(&self) -> bool {
        self.position.rule == PathRule::NoTouching
            && !self.is_probed
            && !self.levels.is_empty()
            && self.guesses_in_vain() >= self.probe_after
    }

    /// Whether the search has found nothing for so long that learning is faster.
    fn is_learning_due(&self) -> bool {
        !self.levels.is_empty() && self.guesses_in_vain() >= self.learn_after
    }

    fn guesses_in_vain(&self) -> u64 {
        self.position.stats.guesses - self.guesses_at_last_solution
    }

    /// Takes all guesses back, and settles what is left by learning.
    fn learn(&mut self, count: usize, limits: &Limits) -> Outcome {
        self.take_all_back();
        self.position.observer.learning();
        let guesses = self.position.stats.guesses;
        let mut learner = Learner::new(&self.position, self.puzzle.pairs(), limits, guesses);
        for known in &self.minimal {
            learner.forbid(known);
        }
        loop {
            let learned = learner.next();
            self.position.stats.guesses =
                self.position.stats.guesses.max(guesses + learner.guesses());
            match learned {
                Learned::Solution(sides) => {
                    if let Some(end) = self.collect(sides, count, limits) {
                        return end;
                    }
                }
                Learned::NoMore if self.solutions.is_empty() => return Outcome::NoSolution,
                Learned::NoMore => return Outcome::Solved,
                Learned::Stopped => return Outcome::Stopped,
            }
        }
    }

    /// Takes all guesses back. What was refuted without a guess stays so.
    fn take_all_back(&mut self) {
        if let Some(first) = self.levels.first() {
            self.position.undo_to(first.mark);
        }
        self.levels.clear();
        self.order.clear();
    }

    /// Takes all guesses back and goes on in the next order.
    fn restart(&mut self) {
        self.take_all_back();
        self.position.observer.restarted();
        self.schedule = self.schedule.next(self.position.stats.guesses);
    }

    /// By node, the sides that are on. Every node must be decided.
    fn sides(&self) -> Sides {
        let position = &self.position;
        debug_assert!(
            position.is_complete(),
            "a solution has one shape at every node"
        );
        let on = |node| Table::<SIDES>::facts(position.shapes(node)).on::<SIDES>();
        (0..position.node_count()).map(on).collect()
    }
}

/// Follows each flow from its first terminal along the sides that are on.
fn follow<const SIDES: usize>(graph: &Graph<SIDES>, puzzle: &Puzzle, sides: &Sides) -> Solution {
    let mut path = Vec::with_capacity(sides.len());
    let mut follow = |start: Node| {
        path.clear();
        let (mut node, mut came_by) = (start.0, 0);
        loop {
            path.push(Node(node));
            let Some(side) = bits(sides[usize::from(node)] & !came_by).next() else {
                return path.clone();
            };
            node = graph.linked(node, side);
            came_by = 1 << Table::<SIDES>::back(side);
        }
    };
    let paths = puzzle.pairs().iter();
    Solution {
        paths: paths.map(|pair| follow(pair.terminals[0])).collect(),
    }
}
