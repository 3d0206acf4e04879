//! What the pretended game looks like.

use image::Rgb;

use super::super::{GRID, PAPER};
use super::boxes::{BESIDE_BUTTON, BOX, WORDS};
use super::level::Behind;
use super::*;
use crate::geometry::Tiling;

/// What letters look like: far from each other.
const COLOURS: [(char, [u8; 3]); 8] = [
    ('A', [255, 0, 0]),
    ('B', [0, 141, 0]),
    ('C', [12, 41, 254]),
    ('D', [234, 224, 0]),
    ('E', [251, 137, 0]),
    ('F', [0, 255, 255]),
    ('G', [255, 10, 202]),
    ('H', [165, 165, 165]),
];

/// How broad stripes are, in points, which is also how far they move in a second; and what they look like.
const STRIPE: f64 = 60.0;
const IN_STRIPE: Rgb<u8> = Rgb([38, 40, 46]);

/// Walls, and half of their width in points; rails of bridges.
const BOLD: Rgb<u8> = Rgb([165, 170, 180]);
const BOLD_HALF: f64 = 2.5;

const WHITE: Rgb<u8> = Rgb([235; 3]);
/// The ground of selected text: each terminal has a letter, the same colour as the terminal.
const SELECTION: Rgb<u8> = Rgb([20, 90, 180]);

const INK: Rgb<u8> = Rgb([200, 210, 220]);
const BOX_GROUND: Rgb<u8> = Rgb([40, 44, 60]);
const BUTTON_GROUND: Rgb<u8> = Rgb([30, 90, 60]);

/// How much of a window that goes pale is white.
const PALENESS: f64 = 0.75;

impl FakeGame {
    /// The colour of a place in the window, in points from its corner.
    pub fn paint(&self, x: f64, y: f64) -> Rgb<u8> {
        if !self.is_open {
            return BOX_GROUND;
        }
        let lit = |value: u8| (f64::from(value) * self.light) as u8;
        let below = |share: u8| Rgb(self.paint_board(x, y).0.map(|value| lit(value) / share));
        if !self.is_over {
            return below(1);
        }
        let words = || in_box((x, y), BOX, BOX_GROUND);
        let buttons = |count: usize| {
            let buttons = BUTTONS[..count].iter();
            let mut hit = buttons.filter(|button| is_within((x, y), **button));
            let button = hit
                .next()
                .map(|button| in_box((x, y), *button, BUTTON_GROUND));
            let ground = is_within((x, y), BOX).then_some(BOX_GROUND);
            button.or(ground)
        };
        match self.behaviour.ending {
            Ending::Alone
            | Ending::NextAtOnce
            | Ending::WhenMoved
            | Ending::Late
            | Ending::AdvertBeside => below(1),
            Ending::MovesDown { by, .. } => {
                self.paint_board(x, y - (f64::from(by) * self.come()).round())
            }
            Ending::ButtonBelow | Ending::DarkAbove if is_within((x, y), BELOW) => {
                in_box((x, y), BELOW, BUTTON_GROUND)
            }
            Ending::DarkAbove => below(3),
            Ending::Nothing => PAPER,
            Ending::PopUp if is_within((x, y), BOX) => words(),
            Ending::Words if is_within((x, y), WORDS) && x % 8.0 < 5.0 => INK,
            Ending::ButtonBelow | Ending::PopUp | Ending::Words => below(1),
            Ending::Buttons(count) => buttons(count).unwrap_or_else(|| below(1)),
            Ending::DarkAtOnce if is_within((x, y), BUTTONS[0]) => {
                in_box((x, y), BUTTONS[0], BUTTON_GROUND)
            }
            Ending::DarkAtOnce if is_within((x, y), BOX) => PAPER,
            Ending::DarkAtOnce => below(2),
            Ending::FadesIn => {
                let over = buttons(1).unwrap_or_else(|| mixed(below(1), WHITE, PALENESS));
                mixed(below(1), over, self.come())
            }
            Ending::DarkButton => buttons(1).unwrap_or_else(|| below(2)),
            Ending::Advert => buttons(1).unwrap_or(Rgb([90, 60, 90])),
        }
    }

    /// How much has come of what a solved level shows little by little, 0 to 1.
    pub(super) fn come(&self) -> f64 {
        let takes = match self.behaviour.ending {
            Ending::FadesIn => FADE,
            Ending::MovesDown { takes, .. } => takes,
            _ => Duration::ZERO,
        };
        let since = self.now.saturating_sub(self.solved_at.unwrap_or(self.now));
        if since < takes {
            since.as_secs_f64() / takes.as_secs_f64()
        } else {
            1.0
        }
    }

    fn paint_board(&self, x: f64, y: f64) -> Rgb<u8> {
        let Some(cell) = self.cell_at(x, y) else {
            return self.paint_beside(x, y);
        };
        let size = self.cell * self.size;
        let (u, v) = self.level().within(cell, x / size - 1.0, y / size - 1.0);
        let here = self.mark_at(cell);
        let sides = self.level().directions().iter();
        let to_sides = sides.map(|(right, down)| 0.5 - u * right - v * down);
        let to_line = to_sides.fold(f64::INFINITY, f64::min) * size;
        if self.is_bold((cell, u, v), size) {
            return BOLD;
        }
        if self.behaviour.fills_cells {
            return self.paint_filled((cell, u, v), to_line);
        }
        if let Some(end) = self.veiled() {
            let across = u + f64::from(cell.col) - f64::from(end.col);
            let down = v + f64::from(cell.row) - f64::from(end.row);
            if across.hypot(down) < 0.7 {
                return colour(self.at(end));
            }
        }
        if self.behaviour.has_cursor && self.under == Some(cell) && u.hypot(v) < 0.3 {
            return WHITE;
        }
        if here != '.' && u.hypot(v) < 0.36 {
            let is_selected = || self.is_selected && u.abs() < 0.18 && v.abs() < 0.25;
            return match here {
                _ if self.is_flashing() => PAPER,
                _ if is_selected() => SELECTION,
                _ => colour(here),
            };
        }
        // What crosses a bridge lies over its rails, and these over what passes below.
        for node in self.board().nodes_at(cell) {
            if let Some(ink) = self.pipe_at(node, u, v) {
                return ink;
            }
            if self.at(cell) == '+' && is_rail(u, v) {
                return BOLD;
            }
        }
        self.paint_ground((x, y), (cell, u, v), to_line)
    }

    /// A game that fills the cells of flows.
    fn paint_filled(&self, (cell, u, v): (Cell, f64, f64), to_line: f64) -> Rgb<u8> {
        let here = self.mark_at(cell);
        let nodes: Vec<Node> = self.board().nodes_at(cell).collect();
        let is_here = |pipe: &[Node]| pipe.iter().any(|node| nodes.contains(node));
        let holds = |(_, pipe): &(char, &Vec<Node>)| pipe.len() > 1 && is_here(pipe);
        let pipe = self.pipes.all().find(holds).map(|(label, _)| label);
        match pipe.or((here != '.').then_some(here)) {
            _ if to_line < 1.0 => GRID,
            Some(_) if here != '.' && u.abs() < 0.06 && v.abs() < 0.2 => INK,
            Some(label) => colour(label),
            None => PAPER,
        }
    }

    /// The terminal on a cell, or `.`.
    fn mark_at(&self, cell: Cell) -> char {
        match self.at(cell) {
            '+' => '.',
            here => here,
        }
    }

    /// What lies below terminals and pipes.
    fn paint_ground(
        &self,
        (x, y): (f64, f64),
        (cell, u, v): (Cell, f64, f64),
        to_line: f64,
    ) -> Rgb<u8> {
        let size = self.cell * self.size;
        let along = x + y + self.now.as_secs_f64() * STRIPE;
        let bar = self.behaviour.has_bar.filter(|bar| bar.0 == cell);
        let is_lifted = self.behaviour.lights_up && self.under == Some(cell);
        let to_shadow = (0.5 - u).min(0.5 - v) * size;
        match to_line {
            _ if is_lifted && to_shadow < 4.0 => INK,
            ..1.0 => GRID,
            _ if let Some((_, label)) = bar => colour(label),
            _ if self.behaviour.has_stripes && along % (2.0 * STRIPE) < STRIPE => IN_STRIPE,
            _ => PAPER,
        }
    }

    /// What a pipe on a node shows at a place of its cell.
    fn pipe_at(&self, node: Node, u: f64, v: f64) -> Option<Rgb<u8>> {
        let has_beads = self.behaviour.trace == Trace::Beads;
        let from_middle = if has_beads { 0.35 } else { 0.0 };
        for (label, pipe) in self.pipes.all() {
            let ink = match self.behaviour.trace {
                Trace::Unseen(unseen) if unseen.contains(label) => continue,
                Trace::Pale(pale) if pale.contains(label) => {
                    Rgb(colour(label).0.map(|value| value / 2 + 127))
                }
                Trace::Pipe | Trace::Pale(_) | Trace::Unseen(_) | Trace::Beads => colour(label),
                Trace::White | Trace::Stars => WHITE,
            };
            if self.behaviour.trace == Trace::Stars {
                let is_mark = u.abs().min(v.abs()) < 0.04 && u.abs().max(v.abs()) < 0.14;
                if is_mark && pipe.contains(&node) {
                    return Some(ink);
                }
                continue;
            }
            for (index, _) in pipe.iter().enumerate().filter(|(_, one)| **one == node) {
                let before = index.checked_sub(1).and_then(|before| pipe.get(before));
                let ways = [before, pipe.get(index + 1)];
                if u.hypot(v) < 0.17 && pipe.len() > 1 && !has_beads {
                    return Some(ink);
                }
                for way in ways.into_iter().flatten() {
                    let edge = self.board().edge_between(node, *way);
                    let Some((side, _)) = edge else { continue };
                    let (du, dv) = self.level().directions()[side.index()];
                    let (along, across) = (u * du + v * dv, u * dv - v * du);
                    if along > from_middle && across.abs() < 0.17 {
                        return Some(ink);
                    }
                }
            }
        }
        None
    }

    /// Whether a place of a cell is on a wall, or on a closed border of a board that has open ones.
    fn is_bold(&self, (cell, u, v): (Cell, f64, f64), size: f64) -> bool {
        let level = self.level();
        let has_open = level.board.layout().warp.is_any();
        let mut sides = level.directions().iter().zip(0..);
        // The outline of hexagons has notches.
        let has_outline = has_open || level.board.layout().tiling == Tiling::Hexagonal;
        sides.any(|((right, down), side)| {
            (0.5 - u * right - v * down) * size < BOLD_HALF
                && match level.behind(cell, Side(side)) {
                    Behind::Wall => true,
                    Behind::Border => has_outline,
                    Behind::Cell | Behind::Open => false,
                }
        })
    }

    /// What is outside of a board with joined borders: the other halves of closed ones, lines that go on beside open ones, and
    /// shadows of terminals.
    fn paint_shadows(&self, x: f64, y: f64) -> Option<Rgb<u8>> {
        let size = self.cell * self.size;
        let (x, y) = (x / size - 1.0, y / size - 1.0);
        let level = self.level();
        if !level.board.layout().warp.is_any() {
            return None;
        }
        let (cell, side) = level.beside(x, y)?;
        let (u, v) = level.within(cell, x, y);
        let (right, down) = level.directions()[side.index()];
        let (out, along) = (u * right + v * down - 0.5, u * down + v * right);
        if level.behind(cell, side) != Behind::Open {
            return (out * size < BOLD_HALF).then_some(BOLD);
        }
        let mut nodes = level.board.nodes_at(cell);
        let opposite = nodes.find_map(|node| level.board.edge(node, side))?;
        let label = level.at(level.board.cell(opposite.to));
        if !".+".contains(label) && (out - 0.5).hypot(along) < 0.36 {
            let faded = |value: u8| (f64::from(value) * 0.4) as u8 + 10;
            return Some(Rgb(colour(label).0.map(faded)));
        }
        let is_dash = (0.5 - along.abs()) * size < 1.0 && out % 0.12 < 0.08;
        (out * size < 1.0 || is_dash && out < 0.8).then_some(GRID)
    }

    fn paint_beside(&self, x: f64, y: f64) -> Rgb<u8> {
        if let Some(shadow) = self.paint_shadows(x, y) {
            return shadow;
        }
        if !self.has_advert_beside() || !is_within((x, y), BESIDE) {
            return PAPER;
        }
        let number = match self.behaviour.ending {
            Ending::AdvertBeside => usize::from(self.is_over),
            _ => advert_at(self.now),
        };
        if number == 1 && is_within((x, y), BESIDE_BUTTON) {
            return in_box((x, y), BESIDE_BUTTON, BUTTON_GROUND);
        }
        Rgb([[200, 60, 90], [90, 60, 200]][number])
    }
}

/// What is seen where so much of one colour lies over another.
fn mixed(below: Rgb<u8>, over: Rgb<u8>, share: f64) -> Rgb<u8> {
    let channel = |at: usize| {
        let (below, over) = (f64::from(below.0[at]), f64::from(over.0[at]));
        (below + share * (over - below)).round() as u8
    };
    Rgb([0, 1, 2].map(channel))
}

/// A flat box with a frame, and something like words in the middle of it.
fn in_box((x, y): (f64, f64), [left, top, width, height]: [f64; 4], ground: Rgb<u8>) -> Rgb<u8> {
    let (u, v) = (x - left, y - top);
    let from_edge = u.min(v).min(width - u).min(height - v);
    let is_word = (0.25..0.75).contains(&(u / width))
        && (0.35..0.65).contains(&(v / height))
        && (u as u32 / 4).is_multiple_of(2);
    if from_edge < 2.0 || is_word {
        INK
    } else {
        ground
    }
}

/// Whether a place of a bridge is on one of its two rails, each with an arch in the middle.
fn is_rail(u: f64, v: f64) -> bool {
    let arch = 0.13 * (1.0 - (u / 0.19).powi(2)).max(0.0).sqrt();
    let mut rails = [-0.19, 0.19].into_iter();
    rails.any(|off| (v - (off - arch)).abs() < 0.035)
}

fn colour(label: char) -> Rgb<u8> {
    let found = COLOURS.iter().find(|(one, _)| *one == label);
    Rgb(found.expect("the fake game has letters A to H").1)
}
