//! Hints of Flow in plain words.

use crate::cli::rules::flow_rule;
use crate::geometry::Tiling;
use crate::pipeline::Rgb;
use crate::puzzle::flow::{Board, Colour, Node, Puzzle, Side};
use crate::solve::flow::direction::{Claim, Rule};
use crate::solve::flow::hint::Reason;

const SQUARE_SIDES: [&str; 4] = ["up", "right", "down", "left"];
const HEX_SIDES: [&str; 6] = [
    "up",
    "up and right",
    "down and right",
    "down",
    "down and left",
    "up and left",
];

/// Colours that people have names for.
#[rustfmt::skip]
const COLOURS: [(&str, [u8; 3]); 18] = [
    ("red", [255, 0, 0]), ("green", [0, 141, 0]), ("light green", [0, 255, 0]), ("blue", [12, 41, 254]),
    ("yellow", [234, 224, 0]), ("orange", [251, 137, 0]), ("cyan", [0, 255, 255]), ("pink", [255, 10, 201]),
    ("brown", [165, 42, 42]), ("purple", [128, 0, 128]), ("white", [255, 255, 255]), ("grey", [159, 159, 159]),
    ("dark grey", [80, 80, 80]), ("tan", [189, 183, 107]), ("dark blue", [0, 0, 139]), ("teal", [0, 128, 128]),
    ("light blue", [120, 180, 255]), ("light pink", [255, 170, 190]),
];

/// Says things of one board.
pub(super) struct Words<'a> {
    pub puzzle: &'a Puzzle,
    /// What the flows look like, if that is known.
    pub colours: &'a [Rgb],
}

impl Words<'_> {
    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// The flow, by the name of its colour if that is known.
    pub fn flow(&self, colour: Colour) -> String {
        let label = self.puzzle.pair(colour).label;
        match self.colours.get(colour.index()) {
            Some(shown) => format!("the {} flow ({label})", colour_name(*shown)),
            None => format!("flow {label}"),
        }
    }

    /// The cell of a node, or the node on no lattice.
    pub fn cell(&self, node: Node) -> String {
        let board = self.board();
        if board.layout().graph.is_some() {
            return format!("node {}", node.0);
        }
        board.cell(node).to_string()
    }

    /// The way from a node by a side.
    fn way(&self, node: Node, side: Side) -> String {
        let board = self.board();
        if board.layout().graph.is_some() {
            let to = board.edge(node, side).map(|edge| edge.to.0);
            return to.map_or_else(String::new, |to| format!("to node {to}"));
        }
        let names: &[&str] = match board.layout().tiling {
            Tiling::Square => &SQUARE_SIDES,
            Tiling::Hexagonal => &HEX_SIDES,
        };
        names
            .get(side.index())
            .copied()
            .unwrap_or_default()
            .to_owned()
    }

    /// The way from a node to its neighbour.
    pub fn way_to(&self, from: Node, to: Node) -> String {
        let edge = self.board().edge_between(from, to);
        edge.map_or_else(String::new, |(side, _)| self.way(from, side))
    }

    /// What a finding says, and why it is so.
    pub fn reason(&self, reason: &Reason, is_full: impl Fn(Node) -> bool) -> String {
        let node = reason.deduction.node;
        let (at, what) = (self.cell(node), self.news(reason));
        let why = match (reason.deduction.rule, reason.source) {
            (Rule::Sides, Some((source, _))) if is_full(source) => {
                format!("{} is full", self.cell(source))
            }
            (Rule::Sides, Some((source, Claim::On(_)))) => {
                format!("the path in {} comes from there", self.cell(source))
            }
            (Rule::Sides, Some((source, _))) => {
                format!("the path in {} does not go there", self.cell(source))
            }
            (Rule::FourCycle, Some((source, _))) => format!(
                "{} needs one of the two cells that it would bend through, and the path would come back beside itself",
                self.cell(source)
            ),
            (rule, _) => flow_rule(rule).to_owned(),
        };
        format!("{at} {what}: {why}")
    }

    /// What is new about a node.
    fn news(&self, reason: &Reason) -> String {
        let node = reason.deduction.node;
        let ways = |is_on: bool| {
            let changes = reason.changes.iter();
            let sides = changes.filter_map(move |(claim, _)| match claim {
                Claim::On(side) if is_on => Some(*side),
                Claim::Off(side) if !is_on => Some(*side),
                _ => None,
            });
            sides.map(|side| self.way(node, side)).collect::<Vec<_>>()
        };
        let (on, off) = (ways(true).join(" and "), ways(false).join(" or "));
        match (on.is_empty(), off.is_empty()) {
            (false, false) => return format!("does not go {off}, so it goes {on}"),
            (false, true) => return format!("goes {on}"),
            (true, false) => return format!("does not go {off}"),
            (true, true) => {}
        }
        let deduction = &reason.deduction;
        let lost = deduction.before.without(deduction.after);
        let shapes = lost.masks(self.board().side_count()).map(|mask| {
            let sides = (0..8).map(Side).filter(|side| mask >> side.0 & 1 != 0);
            let ways: Vec<String> = sides.map(|side| self.way(node, side)).collect();
            ways.join(" to ")
        });
        let shapes: Vec<String> = shapes.collect();
        format!("does not lead {}", shapes.join(" or "))
    }
}

/// The nearest name.
fn colour_name(Rgb(shown): Rgb) -> &'static str {
    let distance = |other: [u8; 3]| -> u32 {
        let channels = shown.iter().zip(other);
        channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let nearest = COLOURS.iter().min_by_key(|(_, other)| distance(*other));
    nearest.map_or("", |(name, _)| name)
}
