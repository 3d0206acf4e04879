//! The engine `colour-dfs`: one colour after the other, depth first.
//!
//! A path goes on in its direction if it can. It goes on at all only while every later colour still has some way to
//! its mate. When a colour has no path left, the one before it looks for another. The published engine went back one
//! colour only, so it missed solutions; this one goes back as far as it must.
//!
//! Switch `disjoint` asks more of the later colours, in [`disjoint`]; with switch `fill` the longest path of a colour
//! is tried first.

mod disjoint;

use super::engine::{Switch, Switches};
use super::run::{Run, Stopped};
use super::step::{Cause, Left};
use crate::puzzle::flow::{Board, Colour, Node, Pair, Puzzle, Side, Solution};

/// A path that is being drawn, at one of its cells.
struct Head {
    /// The cell that was filled to come here: a terminal when the path before was completed.
    filled: Node,
    /// The colour that is drawn from here.
    colour: Colour,
    /// Where it is drawn from: the cell filled, or the first terminal of the next colour.
    from: Node,
    /// Where it may go on to, the first to try last.
    nexts: Vec<Node>,
    /// With switch `fill`, after how many steps it must be at its mate.
    steps: usize,
}

/// What follows a step.
enum After {
    /// The same path goes on, or the next begins.
    Head(Head),
    /// The last path has come to its mate.
    Complete,
    /// A later colour has no way left.
    Nothing,
}

struct Drawing<'a> {
    puzzle: &'a Puzzle,
    touching: bool,
    switches: Switches,
    /// By node: the colour of the terminal or the path on it.
    colours: Vec<Option<Colour>>,
    /// How many cells are still free.
    free: usize,
}

/// Draws all paths in all ways.
pub(super) fn search(
    puzzle: &Puzzle,
    touching: bool,
    switches: Switches,
    run: &mut Run,
) -> Result<(), Stopped> {
    let colours = puzzle.terminals();
    let mut drawing = Drawing {
        puzzle,
        touching,
        switches,
        free: colours.iter().filter(|colour| colour.is_none()).count(),
        colours,
    };
    let start = drawing.pair(Colour(0)).terminals[0];
    let mut heads = vec![drawing.begin(Colour(0), start)];
    while let Some(head) = heads.last_mut() {
        let Some(next) = head.nexts.pop() else {
            if !drawing.shorten(head) {
                drawing.clear(head.filled);
                heads.pop();
                run.taken_back();
            }
            continue;
        };
        run.guess()?;
        match drawing.step(head, next, run) {
            After::Head(next) => {
                heads.push(next);
                run.holds(heads.len() * size_of::<Head>())?;
                continue;
            }
            After::Complete if drawing.free == 0 => {
                if run.found(drawing.solution(&heads)) {
                    return Ok(());
                }
            }
            After::Complete | After::Nothing => {}
        }
        run.taken_back();
    }
    Ok(())
}

impl Drawing<'_> {
    fn pair(&self, colour: Colour) -> &Pair {
        self.puzzle.pair(colour)
    }

    /// The path of a colour at its first terminal.
    fn begin(&self, colour: Colour, filled: Node) -> Head {
        let [from, mate] = self.pair(colour).terminals;
        let board = self.puzzle.board();
        // Every way from one terminal to the other takes an even or an odd number of steps, as the shortest does.
        let shortest = distance(board, from, mate);
        let longest = self.free + 1;
        let steps = longest - longest.abs_diff(shortest) % 2;
        Head {
            filled,
            colour,
            from,
            nexts: self.nexts(colour, from, None, steps),
            steps,
        }
    }

    /// With switch `fill`: tries the paths of a colour that are the next shorter.
    fn shorten(&self, head: &mut Head) -> bool {
        let is_start = head.from == self.pair(head.colour).terminals[0];
        if !self.switches.has(Switch::Fill) || !is_start || head.steps <= 2 {
            return false;
        }
        head.steps -= 2;
        head.nexts = self.nexts(head.colour, head.from, None, head.steps);
        true
    }

    /// Where a path may go from a cell, straight on last.
    fn nexts(&self, colour: Colour, from: Node, came: Option<Node>, steps: usize) -> Vec<Node> {
        let board = self.puzzle.board();
        let mate = self.pair(colour).terminals[1];
        let mut nexts: Vec<(bool, Node)> = Vec::new();
        for (side, edge) in board.edges(from) {
            let back = board.edge(from, Side((side.0 + 2) % 4));
            let is_straight = came.is_some() && back.map(|edge| edge.to) == came;
            if edge.to == mate {
                if !self.touching {
                    nexts = vec![(true, mate)];
                    break;
                }
                nexts.push((is_straight, mate));
            } else if self.colours[edge.to.index()].is_none()
                && (self.touching || !self.touches(colour, from, edge.to))
            {
                nexts.push((is_straight, edge.to));
            }
        }
        if self.switches.has(Switch::Fill) {
            nexts.retain(|&(_, next)| {
                let needed = distance(board, next, mate);
                needed < steps && (next == mate) == (steps == 1)
            });
        }
        nexts.sort_by_key(|&(is_straight, _)| is_straight);
        nexts.into_iter().map(|(_, next)| next).collect()
    }

    /// Whether a path would lie beside an earlier cell of itself.
    fn touches(&self, colour: Colour, from: Node, next: Node) -> bool {
        let mate = self.pair(colour).terminals[1];
        self.puzzle.board().edges(next).any(|(_, edge)| {
            ![from, mate].contains(&edge.to) && self.colours[edge.to.index()] == Some(colour)
        })
    }

    /// Draws a path on by a step.
    fn step(&mut self, head: &Head, next: Node, run: &mut Run) -> After {
        let colour = head.colour;
        run.stats.nodes += 1;
        run.stats.assignments += 1;
        let line = Left::Line {
            colour,
            from: head.from,
        };
        run.step(next, line, Cause::Guess);
        if next == self.pair(colour).terminals[1] {
            let later = Colour(colour.0 + 1);
            let is_last = later.index() == self.puzzle.pairs().len();
            return if is_last {
                After::Complete
            } else {
                After::Head(self.begin(later, next))
            };
        }
        self.colours[next.index()] = Some(colour);
        self.free -= 1;
        if !self.leaves_ways(colour) {
            self.clear(next);
            return After::Nothing;
        }
        let steps = head.steps.saturating_sub(1);
        After::Head(Head {
            filled: next,
            colour,
            from: next,
            nexts: self.nexts(colour, next, Some(head.from), steps),
            steps,
        })
    }

    /// Frees a cell, unless it is a terminal.
    fn clear(&mut self, node: Node) {
        let is_terminal = |pair: &Pair| pair.terminals.contains(&node);
        if !self.puzzle.pairs().iter().any(is_terminal) {
            self.colours[node.index()] = None;
            self.free += 1;
        }
    }

    /// Whether every colour after this one still has some way to its mate.
    fn leaves_ways(&self, colour: Colour) -> bool {
        let later = &self.puzzle.pairs()[colour.index() + 1..];
        later.iter().all(|pair| self.has_way(pair))
            && (!self.switches.has(Switch::Disjoint)
                || disjoint::have_disjoint_ways(self.puzzle.board(), &self.colours, later))
    }

    /// Whether a way over free cells leads from one terminal to the other.
    fn has_way(&self, pair: &Pair) -> bool {
        let [start, end] = pair.terminals;
        let mut is_met = vec![false; self.colours.len()];
        let mut waiting = vec![start];
        while let Some(node) = waiting.pop() {
            for (_, edge) in self.puzzle.board().edges(node) {
                if edge.to == end {
                    return true;
                }
                let is_free = self.colours[edge.to.index()].is_none();
                if is_free && !std::mem::replace(&mut is_met[edge.to.index()], true) {
                    waiting.push(edge.to);
                }
            }
        }
        false
    }

    /// The paths that the heads have drawn, each up to its mate.
    fn solution(&self, heads: &[Head]) -> Solution {
        let mut paths = Vec::new();
        for colour in self.puzzle.colours() {
            let own = heads.iter().filter(|head| head.colour == colour);
            let mut path: Vec<Node> = own.map(|head| head.from).collect();
            path.push(self.pair(colour).terminals[1]);
            paths.push(path);
        }
        Solution { paths }
    }
}

/// The number of steps between two cells of a rectangle.
fn distance(board: &Board, a: Node, b: Node) -> usize {
    let [a, b] = [a, b].map(|node| board.cell(node));
    usize::from(a.row.abs_diff(b.row) + a.col.abs_diff(b.col))
}
