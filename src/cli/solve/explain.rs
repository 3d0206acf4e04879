//! `--explain`: what the engine deduced, as a log for people.
//!
//! ```text
//!   row 2, column 3       ┐  sides; before, four-cycle took └, colour took │─
//!   │                     │  │              └ what had been taken from the cell, and why
//!   │                     │  └ the rule that left only this shape
//!   └ the cell            └ the shape in it
//! ```

use std::fmt::Write;

use crate::cli::rules::{HEX_SIDES, flow_rule as meaning};
use crate::cli::stdio::note;
use crate::geometry::Cell;
use crate::puzzle::flow::{Node, Puzzle};
use crate::solve::flow::direction::{Deduction, Observer, Rule, Shapes};
use crate::solve::flow::{Outcome, PathRule};

/// Lines are written out when so many bytes of them wait.
const MANY_BYTES: usize = 1 << 14;
/// Guesses within guesses are indented, but not further than a terminal is wide.
const DEEPEST_INDENT: usize = 20;
/// By mask of the sides up, right, down, left: the shape in a square cell, or that it stays empty.
const SQUARE_WAYS: [char; 16] = [
    '∅', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];
/// What is said where a pass by a rule begins.
pub(super) fn pass_heading(rule: PathRule) -> &'static str {
    match rule {
        PathRule::NoTouching => "paths touch themselves nowhere:",
        PathRule::NoSquares => "paths may touch themselves, but fill no square:",
        PathRule::AnyPath => "paths may touch themselves:",
    }
}

/// Writes what it is told to standard error. `finish` it.
pub(super) struct Log<'a> {
    puzzle: &'a Puzzle,
    text: String,
    /// What was deduced and still stands.
    trail: Vec<Deduction>,
    /// By guess that stands: the length of the trail before it.
    guesses: Vec<usize>,
    /// Whether the log has said why the search cannot go on from here.
    has_said_why: bool,
    has_shown_board: bool,
    /// Whether a pass has begun before: the next begins since that one found nothing.
    is_second_pass: bool,
    solutions: usize,
    /// By rule, in the order of `Rule::ALL`: cells narrowed, cells fixed.
    counts: [[u64; 2]; Rule::ALL.len()],
}

impl<'a> Log<'a> {
    pub(super) fn new(puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            text: String::new(),
            trail: Vec::new(),
            guesses: Vec::new(),
            has_said_why: false,
            has_shown_board: false,
            is_second_pass: false,
            solutions: 0,
            counts: Default::default(),
        }
    }

    /// Writes how it ended, what is left, and which rule did how much.
    pub(super) fn finish(mut self, outcome: Outcome) {
        if outcome == Outcome::NoSolution {
            self.say_why();
        }
        self.guesses.clear();
        self.line("rule        narrowed  fixed  what it says");
        for (rule, [narrowed, fixed]) in Rule::ALL.into_iter().zip(self.counts) {
            if narrowed > 0 {
                self.line(&format!(
                    "{:10} {narrowed:9} {fixed:6}  {}",
                    rule.name(),
                    meaning(rule)
                ));
            }
        }
        note(self.text.trim_end());
    }

    fn line(&mut self, line: &str) {
        let indent = (2 * self.guesses.len()).min(DEEPEST_INDENT);
        let _ = writeln!(self.text, "{:indent$}{line}", "");
        if self.text.len() >= MANY_BYTES {
            note(self.text.trim_end());
            self.text.clear();
        }
    }

    /// Forgets all guesses and what followed from them.
    fn take_all_back(&mut self) {
        if let Some(&mark) = self.guesses.first() {
            self.trail.truncate(mark);
        }
        self.guesses.clear();
        self.has_said_why = false;
    }

    /// Says why the search cannot go on, unless that was said of an empty cell.
    fn say_why(&mut self) {
        if !std::mem::take(&mut self.has_said_why) {
            self.line("contradiction: a path would close a loop or touch itself");
        }
    }

    fn cell(&self, node: Node) -> String {
        let board = self.puzzle.board();
        let cell = board.cell(node);
        let mut text = cell.to_string();
        if board.is_bridge(node) {
            let is_first = board.nodes_at(cell).next() == Some(node);
            text += if is_first { " across" } else { " down" };
        }
        text
    }

    /// Shapes as they are drawn on square cells, or as what they join.
    fn show(&self, node: Node, shapes: Shapes) -> String {
        let board = self.puzzle.board();
        let masks = shapes.masks(board.side_count());
        if board.layout().graph.is_none() && board.side_count() == 4 {
            return masks.map(|mask| SQUARE_WAYS[usize::from(mask)]).collect();
        }
        let named = masks.map(|mask| match mask {
            0 => "empty".to_owned(),
            _ => self.joined(node, mask),
        });
        named.collect::<Vec<_>>().join(" ")
    }

    /// What a shape joins: of a graph nodes, of a hexagon sides.
    fn joined(&self, node: Node, mask: u8) -> String {
        let board = self.puzzle.board();
        let used = board
            .edges(node)
            .filter(|(side, _)| mask & 1 << side.0 != 0);
        let named = used.map(|(side, edge)| match board.layout().graph {
            Some(_) => edge.to.0.to_string(),
            None => HEX_SIDES[side.index()].to_owned(),
        });
        named.collect::<Vec<_>>().join("-")
    }

    /// What rules took from a node before its last deduction, in their order.
    fn history(&self, node: Node) -> String {
        let Some((_, before)) = self.trail.split_last() else {
            return String::new();
        };
        let mut by_rule: Vec<(Rule, Shapes)> = Vec::new();
        for deduction in before.iter().filter(|deduction| deduction.node == node) {
            match by_rule.iter_mut().find(|(rule, _)| *rule == deduction.rule) {
                Some((_, all)) => *all = *all | taken(deduction),
                None => by_rule.push((deduction.rule, taken(deduction))),
            }
        }
        let took = by_rule
            .iter()
            .map(|(rule, shapes)| format!("{} took {}", rule.name(), self.show(node, *shapes)));
        let took: Vec<String> = took.collect();
        if took.is_empty() {
            String::new()
        } else {
            format!("; before, {}", took.join(", "))
        }
    }

    /// By node: the shape that is known of it.
    fn known(&self) -> Vec<Option<Shapes>> {
        let mut known = vec![None; self.puzzle.board().node_count()];
        for deduction in &self.trail {
            known[deduction.node.index()] =
                Some(deduction.after).filter(|shapes| shapes.is_single());
        }
        known
    }

    /// The shape in a node that its borders and walls alone leave.
    fn given(&self, node: Node) -> Option<char> {
        let board = self.puzzle.board();
        if board.layout().graph.is_some() {
            let is_given = board.edges(node).count() == 2 && !self.puzzle.may_leave_empty();
            return is_given.then_some('o');
        }
        let sides = board.edges(node).map(|(side, _)| 1u8 << side.0);
        let mask = sides.fold(0, |all, side| all | side);
        let is_given = mask.count_ones() == 2 && !self.puzzle.may_leave_empty();
        (is_given && board.side_count() == 4).then_some(SQUARE_WAYS[usize::from(mask)])
    }

    /// Draws what is known: `.` where a cell is open, terminals as their labels.
    fn show_board(&mut self) {
        if std::mem::replace(&mut self.has_shown_board, true) {
            return;
        }
        let board = self.puzzle.board();
        let (known, terminals) = (self.known(), self.puzzle.terminals());
        let is_square = board.side_count() == 4 && board.layout().graph.is_none();
        let mut drawing = String::new();
        let mut open = 0;
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                let cell = Cell::new(row, col);
                let mark = match board.node_at(cell) {
                    None if board.nodes_at(cell).next().is_some() => '+',
                    None => '*',
                    Some(node) => match (terminals[node.index()], known[node.index()]) {
                        (Some(colour), _) => self.puzzle.pair(colour).label,
                        (None, Some(shapes)) if is_square => self.show(node, shapes).remove(0),
                        (None, Some(_)) => 'o',
                        (None, None) => self.given(node).unwrap_or('.'),
                    },
                };
                open += usize::from(mark == '.');
                drawing.push(mark);
            }
            drawing.push('\n');
        }
        self.line(&match open {
            0 => "every cell follows without a guess:".to_owned(),
            _ => format!(
                "without a guess, {open} of {} cells stay open:",
                board.node_count()
            ),
        });
        for row in drawing.lines() {
            self.line(row);
        }
    }
}

/// The shapes that a deduction takes.
fn taken(deduction: &Deduction) -> Shapes {
    deduction.before.without(deduction.after)
}

impl Observer for Log<'_> {
    fn begun(&mut self, rule: PathRule) {
        if self.is_second_pass {
            self.say_why();
        }
        self.is_second_pass = true;
        self.trail.clear();
        self.guesses.clear();
        self.has_shown_board = false;
        self.line(pass_heading(rule));
    }

    fn deduced(&mut self, deduction: &Deduction) {
        let Deduction {
            rule, node, after, ..
        } = *deduction;
        if rule == Rule::Guess {
            self.show_board();
            self.line(&format!(
                "guess {}: {} is {}, one of {}",
                deduction.depth,
                self.cell(node),
                self.show(deduction.node, after),
                self.show(deduction.node, deduction.before)
            ));
            self.guesses.push(self.trail.len());
        }
        self.trail.push(*deduction);
        let is_fixed = after.is_single();
        if let Some(place) = Rule::ALL.iter().position(|&one| one == rule) {
            self.counts[place][0] += 1;
            self.counts[place][1] += u64::from(is_fixed);
        }
        if after == Shapes::NONE {
            self.has_said_why = true;
            self.line(&format!(
                "contradiction: {} has no shape left; {} took {}{}",
                self.cell(node),
                rule.name(),
                self.show(deduction.node, taken(deduction)),
                self.history(node)
            ));
        } else if is_fixed && rule != Rule::Guess {
            self.line(&format!(
                "{:22} {}  {}{}",
                self.cell(node),
                self.show(deduction.node, after),
                rule.name(),
                self.history(node)
            ));
        }
    }

    fn solved(&mut self) {
        self.show_board();
        self.solutions += 1;
        self.line(&format!("solution {}", self.solutions));
        // The search goes back from here as from a contradiction.
        self.has_said_why = true;
    }

    fn switched(&mut self) {
        self.solutions += 1;
        self.line(&format!(
            "solution {}: an earlier one with a piece of path beside another edge",
            self.solutions
        ));
    }

    fn restarted(&mut self) {
        self.take_all_back();
        self.line("too many guesses: all are taken back, and cells are guessed in another order");
    }

    fn learning(&mut self) {
        self.take_all_back();
        self.line("too many guesses: all are taken back, and what is left is settled by learning");
    }

    fn taken_back(&mut self) {
        self.say_why();
        if let Some(mark) = self.guesses.pop() {
            self.trail.truncate(mark);
        }
        self.line("the guess is taken back");
    }
}
