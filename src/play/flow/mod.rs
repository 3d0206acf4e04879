//! Flow Free, as the loop plays it.

mod cell_colours;
mod colours;
mod empty_cell;
mod exits;
mod glyph_task;
mod links;
mod stroke;
mod task;
mod terminal_look;

use std::time::Instant;

use image::RgbImage;

use super::family::{Family, PuzzleKind, Summary, Task, TraceStyle};
use crate::geometry::Cell;
use crate::pipeline::{BoardHypothesis, Edges, Frame, Limits, Reading, Reason, Refusal, Rgb};
use crate::profile::Profile;
use crate::puzzle::flow::{Puzzle, Solution, touches_itself, verify};
use crate::read::{self, ReadOptions, Rules};
use crate::solve::flow::{Outcome, Request, Touching, solve};
use crate::vision::colour::difference;
use colours::{CHANGE, median};
use empty_cell::ground;
use glyph_task::GlyphTask;
use task::FlowTask;

/// Far more than any board that was read needs; reading has solved it once already.
const MOST_GUESSES: u64 = 20_000_000;

/// Flow Free. Paths touch themselves only where the board has no other solution.
#[derive(Clone, Debug, Default)]
pub struct FlowFamily {
    /// What it looks like, for boards that cannot be read without.
    pub profile: Option<Profile>,
    /// What the game allows: boards are played by it that the picture alone is not sure of.
    pub rules: Rules,
}

impl Family for FlowFamily {
    fn read(&self, frame: &Frame, edges: Edges) -> Result<Box<dyn Task>, Refusal> {
        let start = Instant::now();
        let options = ReadOptions {
            profile: self.profile.as_ref(),
            rules: self.rules,
            edges,
            ..ReadOptions::default()
        };
        let Reading {
            board, touching, ..
        } = read::flow(frame, &options)?;
        let read = start.elapsed();
        // Of what was read as a board without another solution none is looked for.
        let search = if touching {
            Touching::Allowed
        } else {
            Touching::Fallback
        };
        let solution = solution(&board.puzzle, search)?;
        let solve = start.elapsed() - read;
        tracing::info!("read in {read:?}, solved in {solve:?}");
        let summary = Summary {
            kind: PuzzleKind::Flow,
            key: key(&board.puzzle),
            rows: board.lattice.rows(),
            cols: board.lattice.cols(),
            colours: board.puzzle.pairs().len(),
            cells: board.puzzle.board().node_count(),
            drawn: drawn(&board),
            touching: touches_itself(&board.puzzle, &solution),
            leaves_empty: board.puzzle.may_leave_empty(),
            read,
            solve,
        };
        Ok(task(board, &solution, &frame.picture, summary))
    }

    fn with_touching(&self) -> Option<Box<dyn Family>> {
        let rules = Rules {
            touching: true,
            ..self.rules
        };
        Some(Box::new(Self {
            rules,
            ..self.clone()
        }))
    }
}

/// The board as a task: as it was read, where its cells show the colours that were read. Where they do not, it was read by
/// the glyphs in its marks, and the colours of the marks are looked for. Without marks the glyphs stand on the ground
/// itself, and thin glyphs of one ink give colours that differ.
fn task(
    board: BoardHypothesis<Puzzle>,
    solution: &Solution,
    picture: &RgbImage,
    summary: Summary,
) -> Box<dyn Task> {
    let read = FlowTask::new(board.clone(), solution, picture, summary.clone());
    if !look_alike(&board.colours) && read.observe(picture, TraceStyle::Pipes).is_there {
        return Box::new(read);
    }
    if let Some(colours) = mark_colours(&board, picture).filter(|colours| !look_alike(colours)) {
        let board = BoardHypothesis { colours, ..board };
        return Box::new(FlowTask::new(board, solution, picture, summary));
    }
    Box::new(GlyphTask::new(board, solution, picture, summary))
}

/// By colour: what the marks of its terminals show around their middles, where that is the same at both ends and unlike an
/// empty cell.
fn mark_colours(board: &BoardHypothesis<Puzzle>, picture: &RgbImage) -> Option<Vec<Rgb>> {
    let around = |cell: Cell| ground(picture, &board.lattice, cell);
    let terminals = terminals(&board.puzzle);
    let is_terminal = |cell: Cell| terminals.iter().any(|(terminal, _)| *terminal == cell);
    let drawn = board.drawn.iter().enumerate();
    let empty = drawn.filter(|(_, drawn)| drawn.is_none());
    let empty = empty.map(|(number, _)| Cell::from_index(number, board.lattice.cols()));
    let empty: Option<Vec<Rgb>> = empty
        .filter(|cell| !is_terminal(*cell))
        .map(around)
        .collect();
    let empty = median(&empty?)?;
    let mut colours: Vec<Option<Rgb>> = vec![None; board.colours.len()];
    for &(cell, colour) in &terminals {
        let shown = around(cell)?;
        let is_unlike = |other: Rgb| difference(other, shown) > CHANGE;
        if !is_unlike(empty) || colours[colour].is_some_and(is_unlike) {
            return None;
        }
        colours[colour] = Some(shown);
    }
    colours.into_iter().collect()
}

/// Whether there are several colours, and all are the same to the eye.
fn look_alike(colours: &[Rgb]) -> bool {
    let Some((first, others)) = colours.split_first() else {
        return false;
    };
    let is_like = |other: &Rgb| difference(*first, *other) <= CHANGE;
    !others.is_empty() && others.iter().all(is_like)
}

/// The board and where its pairs are, whatever they are called and in whatever order they were found.
fn key(puzzle: &Puzzle) -> String {
    let mut pairs: Vec<_> = puzzle.pairs().iter().map(|pair| pair.terminals).collect();
    for ends in &mut pairs {
        ends.sort_unstable();
    }
    pairs.sort_unstable();
    format!("{:?} {pairs:?}", puzzle.board().layout())
}

/// A solution that [`verify`] has accepted, with paths that touch themselves where there is no other.
fn solution(puzzle: &Puzzle, touching: Touching) -> Result<Solution, Refusal> {
    let answer = solve(&Request {
        puzzle,
        count: 1,
        touching,
        limits: Limits::guesses(MOST_GUESSES),
    });
    let solution = answer.solutions.into_iter().next();
    let solution = solution.ok_or_else(|| match answer.outcome {
        Outcome::Stopped => Refusal::new(
            Reason::Ambiguous,
            format!("no solution was found in {MOST_GUESSES} guesses"),
        ),
        _ => Refusal::new(
            Reason::NoSolution,
            "the board that was read has no solution",
        ),
    })?;
    verify(puzzle, &solution).map_err(|flaw| {
        let words = format!("the solution found is none, so it is not drawn: {flaw}");
        Refusal::new(Reason::NoSolution, words)
    })?;
    Ok(solution)
}

/// Cells without a terminal that show a colour.
fn drawn(board: &BoardHypothesis<Puzzle>) -> usize {
    let terminals = terminals(&board.puzzle);
    let is_terminal = |index| {
        let cell = Cell::from_index(index, board.lattice.cols());
        terminals.iter().any(|(terminal, _)| *terminal == cell)
    };
    let shown = board.drawn.iter().enumerate();
    shown
        .filter(|(index, colour)| colour.is_some() && !is_terminal(*index))
        .count()
}

fn terminals(puzzle: &Puzzle) -> Vec<(Cell, usize)> {
    let pairs = puzzle.pairs().iter().enumerate();
    pairs
        .flat_map(|(colour, pair)| {
            pair.terminals
                .map(|node| (puzzle.board().cell(node), colour))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::geometry::Lattice;
    use crate::play::family::MoveView;
    use crate::puzzle::flow::{Board, Layout, Pair};

    #[test]
    fn flows_in_one_ink_look_alike() {
        let (ink, faded, red) = (Rgb([20; 3]), Rgb([24, 22, 20]), Rgb([200, 20, 20]));
        assert!(look_alike(&[ink, ink, faded]));
        assert!(!look_alike(&[ink, red, ink]) && !look_alike(&[red]) && !look_alike(&[]));
    }

    /// Two pairs of thin glyphs in the two rows of a board of cells of 40 pixels, read in two shades of one ink.
    fn thin_glyphs() -> (BoardHypothesis<Puzzle>, RgbImage) {
        let layout = Layout {
            rows: 2,
            cols: 3,
            ..Layout::default()
        };
        let board = Board::new(layout).unwrap();
        let pair = |label, row| Pair {
            label,
            terminals: [0, 2].map(|col| board.node_at(Cell::new(row, col)).unwrap()),
        };
        let pairs = vec![pair('A', 0), pair('B', 1)];
        let puzzle = Puzzle::new(board.clone(), pairs).unwrap();
        let lattice = Lattice::upright(2, 3, [20.0, 20.0], [40.0, 40.0]);
        let board = BoardHypothesis {
            colours: vec![Rgb([61; 3]), Rgb([79; 3])],
            drawn: [0, 1].map(|row| [Some(row), None, Some(row)]).concat(),
            ..BoardHypothesis::sure(puzzle, lattice)
        };
        let picture = RgbImage::from_fn(120, 80, |x, y| {
            let (right, down) = (x % 40, y % 40);
            let is_stem = (19..21).contains(&right) && (14..26).contains(&down);
            image::Rgb(match (x / 40, is_stem) {
                (0 | 2, true) => [20; 3],
                _ => [235; 3],
            })
        });
        (board, picture)
    }

    #[test]
    fn thin_glyphs_read_in_two_shades_of_one_ink_are_seen_as_glyphs() {
        let (board, picture) = thin_glyphs();
        assert!(!look_alike(&board.colours));
        let solution = solution(&board.puzzle, Touching::Never).unwrap();
        let summary = Summary {
            kind: PuzzleKind::Flow,
            key: String::new(),
            rows: 2,
            cols: 3,
            colours: 2,
            cells: 6,
            drawn: 0,
            touching: false,
            leaves_empty: false,
            read: Duration::ZERO,
            solve: Duration::ZERO,
        };
        let task = task(board, &solution, &picture, summary);
        let seen = task.observe(&picture, TraceStyle::Pipes);
        assert!(seen.is_there);
        assert!(seen.moves.iter().all(MoveView::is_bare));
    }

    #[test]
    fn a_bridge_is_crossed_straight() {
        // A flow goes left to right over the bridge in the middle, another up and down.
        let layout = Layout {
            rows: 3,
            cols: 3,
            bridges: [Cell::new(1, 1)].into(),
            holes: [(0, 0), (0, 2), (2, 0), (2, 2)]
                .map(|(row, col)| Cell::new(row, col))
                .into(),
            ..Layout::default()
        };
        let board = Board::new(layout).unwrap();
        let ends = |a: (u16, u16), b: (u16, u16)| {
            [a, b].map(|(row, col)| board.node_at(Cell::new(row, col)).unwrap())
        };
        let pair = |label, terminals| Pair { label, terminals };
        let pairs = vec![
            pair('A', ends((1, 0), (1, 2))),
            pair('B', ends((0, 1), (2, 1))),
        ];
        let puzzle = Puzzle::new(board.clone(), pairs).unwrap();
        let solution = solution(&puzzle, Touching::Never).unwrap();
        let cells: Vec<_> = solution.paths[0]
            .iter()
            .map(|&node| board.cell(node))
            .collect();
        assert_eq!(cells, [0, 1, 2].map(|col| Cell::new(1, col)));
    }
}
