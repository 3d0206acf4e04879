//! `--explain` for the ancestors of the direction engine: each guess, and the board whenever a flow is complete.
//!
//! ```text
//!   row 1, column 2: A
//!     row 1, column 3: none of A B C, by domain
//!   taken back
//!   [A] [A] [ ]
//!   [B] [ ] [B]
//! ```

use std::fmt::Write;

use super::explain::pass_heading;
use crate::cli::stdio::note;
use crate::geometry::Cell;
use crate::puzzle::flow::{Colour, Node, Puzzle};
use crate::solve::flow::{Cause, Left, Observer, PathRule, Scene, Step};

/// Lines are written out when so many bytes of them wait.
const MANY_BYTES: usize = 1 << 14;
/// Guesses within guesses are indented, but not further than a terminal is wide.
const DEEPEST_INDENT: usize = 20;
/// By mask of the sides up, right, down, left: the shape in a square cell.
const SHAPES: [char; 16] = [
    ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

/// Writes what it is told to standard error.
pub(super) struct StepLog<'a> {
    puzzle: &'a Puzzle,
    terminals: Vec<Option<Colour>>,
    scene: Scene,
    text: String,
}

impl<'a> StepLog<'a> {
    pub(super) fn new(puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            terminals: puzzle.terminals(),
            scene: Scene::new(puzzle.board().node_count()),
            text: String::new(),
        }
    }

    fn line(&mut self, line: &str) {
        let indent = (2 * self.scene.depth()).min(DEEPEST_INDENT);
        let _ = writeln!(self.text, "{:indent$}{line}", "");
        if self.text.len() >= MANY_BYTES {
            self.write_out();
        }
    }

    fn write_out(&mut self) {
        if !self.text.is_empty() {
            note(self.text.trim_end());
            self.text.clear();
        }
    }

    fn label(&self, colour: Colour) -> char {
        self.puzzle.pair(colour).label
    }

    fn shown(&self, left: Left) -> String {
        match left {
            Left::Colours(colours) if colours.is_empty() => "no colour".to_owned(),
            Left::Colours(colours) => colours.iter().map(|colour| self.label(colour)).collect(),
            Left::Line { colour, .. } => self.label(colour).to_string(),
            Left::Shapes(shapes) if shapes.masks().next().is_none() => "no shape".to_owned(),
            Left::Shapes(shapes) => shapes
                .masks()
                .map(|mask| SHAPES[usize::from(mask % 16)])
                .collect(),
        }
    }

    /// What a cell of the grid shows: its colour, or its only shape.
    fn mark(&self, node: Node) -> char {
        let left = self.scene.left(node);
        match (self.terminals[node.index()], left) {
            (Some(colour), _) => self.label(colour),
            (None, Some(Left::Colours(colours))) if colours.len() == 1 => colours
                .iter()
                .next()
                .map_or(' ', |colour| self.label(colour)),
            (None, Some(Left::Line { colour, .. })) => self.label(colour),
            (None, Some(Left::Shapes(shapes))) if shapes.masks().count() == 1 => shapes
                .masks()
                .next()
                .map_or(' ', |mask| SHAPES[usize::from(mask % 16)]),
            _ => ' ',
        }
    }

    fn show_board(&mut self) {
        let board = self.puzzle.board();
        for row in 0..board.rows() {
            let cells = (0..board.cols()).filter_map(|col| board.node_at(Cell::new(row, col)));
            let marks = cells.map(|node| format!("[{}]", self.mark(node)));
            let marks: Vec<String> = marks.collect();
            self.line(&marks.join(" "));
        }
    }
}

impl Observer for StepLog<'_> {
    fn begun(&mut self, rule: PathRule) {
        self.scene.begin();
        self.line(pass_heading(rule));
    }

    fn stepped(&mut self, step: &Step) {
        let reason = match step.cause {
            Cause::Guess => String::new(),
            Cause::Rule(rule) => format!(", by {rule}"),
        };
        let cell = self.puzzle.board().cell(step.node);
        self.line(&format!("{cell}: {}{reason}", self.shown(step.left)));
        self.scene.step(step);
        let is_complete = |colour: Colour| self.puzzle.pair(colour).terminals[1] == step.node;
        if matches!(step.left, Left::Line { colour, .. } if is_complete(colour)) {
            self.show_board();
        }
    }

    fn taken_back(&mut self) {
        self.scene.take_back();
        self.line("taken back");
    }

    fn restarted(&mut self) {
        self.scene.restart();
        self.line("another position:");
    }

    fn solved(&mut self) {
        self.line("solution:");
        self.show_board();
    }
}

impl Drop for StepLog<'_> {
    fn drop(&mut self) {
        self.write_out();
    }
}
