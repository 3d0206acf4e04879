//! Hints: from what is drawn so far the next step that is forced, and why; or the flow that is wrong.
//!
//! The rules are those of the [`direction`](super::direction) engine, with what is drawn as its first deductions. The engine also solves the
//! puzzle alone: what is drawn is judged by that.

mod drawn;

use std::collections::HashSet;

use thiserror::Error;

use super::direction::{Claim, Consequences, Deduction, Rule, ends};
use super::{Answer, Outcome, PathRule, Request, Touching, solve};
use crate::pipeline::Limits;
use crate::puzzle::flow::{Colour, Node, Puzzle, Solution};
pub use drawn::Join;
use drawn::{Tip, tips};

/// Of a puzzle with several solutions so many are looked at.
const MOST_SOLUTIONS: usize = 100;
/// Far more than any board that was read needs.
const MOST_GUESSES: u64 = 2_000_000;
/// What it costs that a step does not go on from what is drawn: so many easy findings.
const APART: usize = 4;

/// How hard a rule is for a person, in easy findings.
fn difficulty(rule: Rule) -> usize {
    match rule {
        Rule::Sides | Rule::Colour => 1,
        Rule::Loop | Rule::FourCycle | Rule::Square => 2,
        Rule::Switch | Rule::Guess => 4,
        Rule::Refuted => 8,
    }
}

/// Why there are no hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HintError {
    /// The puzzle has no solution.
    #[error(
        "the puzzle has no solution, so no step leads to one; `flowbot solve` says by which rules"
    )]
    NoSolution,
    /// The search was stopped.
    #[error(
        "no solution was found in {MOST_GUESSES} guesses, so nothing can be said of the next step"
    )]
    Stopped,
}

/// One edge of a path, from the node where it is to be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it begins: where the flow ends that is drawn, if it goes on from one.
    pub from: Node,
    /// Where it leads.
    pub to: Node,
    /// The flow that it goes on from; `None` where it is not known to which flow it belongs.
    pub colour: Option<Colour>,
}

/// One finding that a step rests on.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The node, what it lost, and by which rule.
    pub deduction: Deduction,
    /// The other node that it follows from, and what is known of it; `None` where the rule looks at whole paths.
    pub source: Option<(Node, Claim)>,
    /// What is new about the sides of the node, and what lies behind them.
    pub changes: Vec<(Claim, Node)>,
}

/// What to do next.
#[derive(Clone, Debug)]
pub enum Hint {
    /// This flow cannot be as it is drawn: this edge of it is wrong, its first node is the one to go back to.
    Wrong(Join),
    /// This edge follows.
    Step {
        /// The edge.
        step: Step,
        /// The hardest rule that it needs; `None` if it is a guess.
        rule: Option<Rule>,
        /// The end of the edge that has no other way left.
        decided_at: Node,
        /// What it rests on, in order. Empty where that end has no other way from the start.
        reasons: Vec<Reason>,
    },
    /// A whole flow.
    Flow {
        /// Which.
        colour: Colour,
        /// Its nodes.
        path: Vec<Node>,
        /// The hardest rule that it needs; `None` if a guess is needed.
        rule: Option<Rule>,
        /// How many findings it rests on.
        findings: usize,
    },
    /// All flows are drawn.
    Done,
}

/// A puzzle that is partly drawn.
#[derive(Clone)]
pub struct Hints<'a> {
    puzzle: &'a Puzzle,
    solutions: Vec<Solution>,
    rule: PathRule,
    drawn: Vec<Join>,
}

impl<'a> Hints<'a> {
    /// Solves the puzzle.
    ///
    /// # Errors
    /// [`HintError`] when that finds no solution.
    pub fn new(
        puzzle: &'a Puzzle,
        touching: Touching,
        drawn: Vec<Join>,
    ) -> Result<Self, HintError> {
        let Answer {
            outcome,
            solutions,
            rule,
            ..
        } = solve(&Request {
            puzzle,
            count: MOST_SOLUTIONS,
            touching,
            limits: Limits::guesses(MOST_GUESSES),
        });
        match outcome {
            _ if !solutions.is_empty() => Ok(Self {
                puzzle,
                solutions,
                rule,
                drawn,
            }),
            Outcome::Stopped => Err(HintError::Stopped),
            _ => Err(HintError::NoSolution),
        }
    }

    /// What is drawn.
    pub fn drawn(&self) -> &[Join] {
        &self.drawn
    }

    /// Whether the puzzle has one solution.
    pub fn is_unique(&self) -> bool {
        self.solutions.len() == 1
    }

    /// The next hint.
    pub fn next(&self) -> Hint {
        let solution = self.solution();
        if let Some(wrong) = self.wrong(solution) {
            return Hint::Wrong(wrong);
        }
        let open = self.open_edges(solution);
        if open.is_empty() {
            return Hint::Done;
        }
        let tips = tips(self.puzzle, &self.drawn);
        let forced = self
            .consequences(&tips)
            .and_then(|all| self.forced(&all, &tips));
        forced.unwrap_or_else(|| guess(&open, &tips))
    }

    /// The flow that is easiest to complete, unless one is wrong.
    pub fn next_flow(&self) -> Hint {
        let solution = self.solution();
        if let Some(wrong) = self.wrong(solution) {
            return Hint::Wrong(wrong);
        }
        let forced = self.consequences(&tips(self.puzzle, &self.drawn));
        let forced = forced.and_then(|all| self.forced_flow(&all, solution));
        forced.unwrap_or_else(|| self.first_complete_flow())
    }

    /// Draws what a hint says, or takes the part of a flow back that is wrong.
    pub fn follow(&mut self, hint: &Hint) {
        let solution = self.solution();
        match hint {
            Hint::Wrong(wrong) => {
                let right = edges_of(solution, wrong.colour);
                self.drawn
                    .retain(|join| join.colour != wrong.colour || right.contains(&join.ends));
            }
            Hint::Step { step, .. } => {
                let colours = solution.colours(self.puzzle.board());
                let colour = step.colour.or(colours[step.from.index()]);
                self.drawn.extend(colour.map(|colour| Join {
                    ends: ends(step.from, step.to),
                    colour,
                }));
            }
            Hint::Flow { colour, path, .. } => {
                self.drawn.retain(|join| join.colour != *colour);
                let steps = path.windows(2);
                self.drawn.extend(steps.map(|step| Join {
                    ends: ends(step[0], step[1]),
                    colour: *colour,
                }));
            }
            Hint::Done => {}
        }
    }

    /// Whether all solutions that have what is drawn have an edge. Rules that leave only the smallest solutions say more than that.
    fn is_in_all(&self, edge: [Node; 2]) -> bool {
        self.is_unique()
            || self.solutions.iter().all(|solution| {
                let right = |colour| edges_of(solution, colour);
                let has_drawn = |join: &Join| right(join.colour).contains(&join.ends);
                !self.drawn.iter().all(has_drawn)
                    || self.puzzle.colours().any(|it| right(it).contains(&edge))
            })
    }

    /// The solution that has most of what is drawn.
    fn solution(&self) -> &Solution {
        let agreeing = |solution: &&Solution| {
            let right = self
                .puzzle
                .colours()
                .map(|colour| edges_of(solution, colour));
            let right: Vec<HashSet<[Node; 2]>> = right.collect();
            let is_right = |join: &&Join| right[join.colour.index()].contains(&join.ends);
            self.drawn.iter().filter(is_right).count()
        };
        match self.solutions.as_slice() {
            [only] => only,
            several => several
                .iter()
                .max_by_key(agreeing)
                .unwrap_or(&self.solutions[0]),
        }
    }

    /// Where a flow first leaves its path, seen from its terminals.
    fn wrong(&self, solution: &Solution) -> Option<Join> {
        self.puzzle.colours().find_map(|colour| {
            let right = edges_of(solution, colour);
            let own = || self.drawn.iter().filter(|join| join.colour == colour);
            let mut wrong = own().filter(|join| !right.contains(&join.ends)).peekable();
            wrong.peek()?;
            let on_path = &solution.paths[colour.index()];
            let is_left = |node: Node| {
                let is_drawn = own().any(|join| right.contains(&join.ends) && join.has(node));
                is_drawn || self.puzzle.pair(colour).terminals.contains(&node)
            };
            let leaves = |join: &&Join| join.ends.iter().any(|&node| is_left(node));
            let all: Vec<&Join> = wrong.collect();
            let join = all.iter().copied().find(leaves).unwrap_or(all[0]);
            let [a, b] = join.ends;
            let begins_at_b = is_left(b) && !is_left(a) || !on_path.contains(&a);
            Some(Join {
                ends: if begins_at_b { [b, a] } else { [a, b] },
                colour,
            })
        })
    }

    /// The edges that are still to be drawn, with their colours, in the order of the paths.
    fn open_edges(&self, solution: &Solution) -> Vec<(Colour, [Node; 2])> {
        let drawn: HashSet<[Node; 2]> = self.drawn.iter().map(|join| join.ends).collect();
        let mut open = Vec::new();
        for (colour, path) in self.puzzle.colours().zip(&solution.paths) {
            let steps = path.windows(2).map(|step| [step[0], step[1]]);
            let missing = steps.filter(|[a, b]| !drawn.contains(&ends(*a, *b)));
            open.extend(missing.map(|step| (colour, step)));
        }
        open
    }

    fn consequences(&self, tips: &[Tip]) -> Option<Consequences<'a>> {
        let drawn: Vec<[Node; 2]> = self.drawn.iter().map(|join| join.ends).collect();
        let first: Vec<Node> = tips.iter().map(|tip| tip.node).collect();
        Consequences::of(self.puzzle, self.rule, &drawn, &first)
    }

    /// The edge that is easiest to check.
    fn forced(&self, all: &Consequences, tips: &[Tip]) -> Option<Hint> {
        let drawn: HashSet<[Node; 2]> = self.drawn.iter().map(|join| join.ends).collect();
        let edges = all
            .edges()
            .filter(|edge| !drawn.contains(edge) && self.is_in_all(*edge));
        let rated = edges.map(|edge| {
            let tip = tips.iter().find(|tip| edge.contains(&tip.node));
            let findings = all.proof([edge]);
            let rules = findings.iter().map(|(_, finding)| finding.deduction.rule);
            let cost: usize = rules.map(difficulty).sum();
            let apart = if tip.is_none() { APART } else { 0 };
            let is_begun = tip.is_some_and(|tip| tip.is_begun);
            ((cost + apart, !is_begun, edge), (tip, findings))
        });
        let ((_, _, [a, b]), (tip, findings)) = rated.min_by_key(|(rate, _)| *rate)?;
        let decided_at = all.known_at([a, b])?;
        let from = tip.map_or(decided_at, |tip| tip.node);
        let reasons = findings
            .into_iter()
            .map(|(number, finding)| Reason {
                deduction: finding.deduction,
                source: finding.source,
                changes: all.changed_sides(number).collect(),
            })
            .collect::<Vec<_>>();
        let rules = reasons.iter().map(|reason| reason.deduction.rule);
        Some(Hint::Step {
            step: Step {
                from,
                to: if from == a { b } else { a },
                colour: tip.map(|tip| tip.colour),
            },
            rule: Some(hardest(rules)),
            decided_at,
            reasons,
        })
    }

    /// The flow that is easiest to check, of those that are forced as a whole.
    fn forced_flow(&self, all: &Consequences, solution: &Solution) -> Option<Hint> {
        let open = self.open_edges(solution);
        let rated = self.puzzle.colours().filter_map(|colour| {
            let edges = open.iter().filter(|(of, _)| *of == colour);
            let edges: Vec<[Node; 2]> = edges.map(|(_, edge)| *edge).collect();
            if edges.is_empty()
                || !edges
                    .iter()
                    .all(|&edge| all.is_on(edge) && self.is_in_all(edge))
            {
                return None;
            }
            let findings = all.proof(edges);
            let rules: Vec<Rule> = findings.iter().map(|(_, it)| it.deduction.rule).collect();
            let cost: usize = rules.iter().copied().map(difficulty).sum();
            Some((cost, colour, rules))
        });
        let (_, colour, rules) = rated.min_by_key(|(cost, colour, _)| (*cost, *colour))?;
        Some(Hint::Flow {
            colour,
            path: solution.paths[colour.index()].clone(),
            findings: rules.len(),
            rule: Some(hardest(rules.into_iter())),
        })
    }

    /// Follows steps until a flow is complete.
    fn first_complete_flow(&self) -> Hint {
        let mut ahead = self.clone();
        let (mut rules, mut findings) = (Vec::new(), 0);
        loop {
            let hint = ahead.next();
            let Hint::Step { rule, reasons, .. } = &hint else {
                return hint;
            };
            rules.push(*rule);
            findings += reasons.len();
            ahead.follow(&hint);
            let solution = ahead.solution();
            let open = |one: &Self, colour| {
                let mut open = one.open_edges(solution).into_iter();
                open.any(|(of, _)| of == colour)
            };
            let done = self
                .puzzle
                .colours()
                .find(|&colour| open(self, colour) && !open(&ahead, colour));
            if let Some(colour) = done {
                let rules: Option<Vec<Rule>> = rules.into_iter().collect();
                return Hint::Flow {
                    colour,
                    path: solution.paths[colour.index()].clone(),
                    rule: rules.map(|rules| hardest(rules.into_iter())),
                    findings,
                };
            }
        }
    }
}

/// The first edge that goes on from what is drawn.
fn guess(open: &[(Colour, [Node; 2])], tips: &[Tip]) -> Hint {
    let goes_on = |(_, [a, b]): &&(Colour, [Node; 2])| {
        let is_tip = |node: &Node| tips.iter().any(|tip| tip.node == *node);
        is_tip(a) || is_tip(b)
    };
    let (colour, [a, b]) = open.iter().find(goes_on).copied().unwrap_or(open[0]);
    let begins_at_b = !tips.iter().any(|tip| tip.node == a);
    let (from, to) = if begins_at_b { (b, a) } else { (a, b) };
    let colour = Some(colour);
    Hint::Step {
        step: Step { from, to, colour },
        rule: None,
        decided_at: from,
        reasons: Vec::new(),
    }
}

/// The hardest of these rules, or the rule that a node goes by the sides that it has.
fn hardest(rules: impl Iterator<Item = Rule>) -> Rule {
    rules
        .max_by_key(|&rule| difficulty(rule))
        .unwrap_or(Rule::Sides)
}

/// The edges of a path.
fn edges_of(solution: &Solution, colour: Colour) -> HashSet<[Node; 2]> {
    let steps = solution.paths[colour.index()].windows(2);
    steps.map(|step| ends(step[0], step[1])).collect()
}
