//! Puzzles with exactly one solution, made from a seed.
//!
//! ```text
//!   random paths that cover the board  ──▶  their ends are the terminals  ──▶  exactly one solution?
//!              ▲                                                                  │ no      │ yes
//!              └── move a few pieces of the paths in which another one differs ◀──┘         ▼
//!                                                                                        a level
//! ```
//!
//! The same recipe gives the same level on every machine: the numbers come from [`Random`] alone, and
//! nothing asks a clock. It may give another level after a change here, or of how much the engine
//! guesses, since a cover whose proof needs too many guesses is given up.

mod cover;
pub mod futoshiki;
mod layouts;
mod recipe;
mod shapes;

use crate::pipeline::Limits;
use crate::puzzle::flow::text::label;
use crate::puzzle::flow::{Board, Node, Pair, Puzzle, Solution};
use crate::random::Random;
use crate::solve::flow::{Outcome, Request, Touching, solve};
use cover::Cover;
pub use recipe::{
    BoardKind, Difficulty, GenerateError, LONGEST_SIDE, POINTS, Recipe, SHORTEST_SIDE,
};
use recipe::{SHORTEST_FLOW, check};

/// A cover whose proof needs more guesses than this is given up: another one is found sooner.
const GUESSES_A_COVER: u64 = 300;
/// So many repairs of a cover for each cell, then another cover.
const REPAIRS_A_CELL: usize = 2;
/// Up to so many cells no other solution touches itself either. On larger boards that takes seconds to prove.
const MOST_CELLS_WITH_TOUCHING: usize = 81;
/// The mean length of flows is at most so many cells. That of real levels, up to 18x18, is at most 20; a 60x60 board of as many flows as
/// its sides are long has a mean of 60, and is not proven in a minute.
const LONGEST_MEAN: usize = 36;
/// After so many stirs without the number of flows asked for, there are none to be had.
const MOST_FAILED_STIRS: u64 = 100;

/// A puzzle and the only solution it has. No path of it touches itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
}

/// Makes a puzzle. A guess of `limits` is one cover of the board that is tried; `should_stop` is asked
/// before each, and by the engine that proves it.
///
/// # Errors
/// [`GenerateError`] for a recipe that cannot be followed, and when a limit is reached.
pub fn generate(recipe: &Recipe, limits: &Limits) -> Result<Generated, GenerateError> {
    check(recipe)?;
    let mut random = Random::new(recipe.seed);
    let (mut tries, mut failed_stirs) = (0, 0);
    let has_time =
        |tries| limits.guesses.is_none_or(|most| tries < most) && !(limits.should_stop)();
    while failed_stirs < MOST_FAILED_STIRS && has_time(tries) {
        let board = new_board(recipe, &mut random)?;
        let mut cover = Cover::new(&board);
        let flows = recipe
            .flows
            .unwrap_or_else(|| usual_flows(recipe, &mut random));
        if !cover.stir(flows, SHORTEST_FLOW, &mut random) {
            // Hardly any cover has so few or so many flows, or the moves have come to a dead end.
            tries += 1;
            failed_stirs += 1;
            continue;
        }
        failed_stirs = 0;
        let walls = match recipe.kind {
            BoardKind::Walls => layouts::walls(&board, &mut random),
            _ => Vec::new(),
        };
        let most_repairs = REPAIRS_A_CELL * board.node_count();
        for _ in 0..most_repairs {
            if !has_time(tries) {
                break;
            }
            tries += 1;
            let paths: Vec<Vec<Node>> = cover.paths().collect();
            let walled = layouts::walled(&board, &walls, &paths).ok();
            let generated = puzzle_of(walled.as_ref().unwrap_or(&board), paths);
            let doubtful = match uniqueness(&generated, limits) {
                Uniqueness::Unique(difficulty)
                    if recipe.difficulty.is_none_or(|wanted| wanted == difficulty) =>
                {
                    return Ok(generated);
                }
                Uniqueness::Several(nodes) => nodes,
                Uniqueness::Unique(_) | Uniqueness::Unknown => board.nodes().collect(),
            };
            cover.stir_at(&doubtful, SHORTEST_FLOW, &mut random);
        }
    }
    match recipe.flows {
        Some(flows) if failed_stirs == MOST_FAILED_STIRS => Err(GenerateError::NoCover { flows }),
        _ => Err(GenerateError::Stopped { tries }),
    }
}

fn new_board(recipe: &Recipe, random: &mut Random) -> Result<Board, GenerateError> {
    let &Recipe { rows, cols, .. } = recipe;
    layouts::board(recipe, random).map_err(|_| GenerateError::Size { rows, cols })
}

/// As many flows as real levels have: about as many as the mean side is long, a fifth less to a tenth more. On boards larger than any
/// real one more, so that flows are no longer than [`LONGEST_MEAN`].
fn usual_flows(recipe: &Recipe, random: &mut Random) -> usize {
    let (rows, cols) = (usize::from(recipe.rows), usize::from(recipe.cols));
    let on_no_lattice = shapes::cell_count(recipe);
    let sides = on_no_lattice.map_or(rows + cols, |cells| 2 * cells.isqrt());
    let (fewest, most) = ((sides * 4).div_ceil(10), sides * 11 / 20);
    let usual = fewest + random.below(most - fewest + 1);
    usual.max(on_no_lattice.unwrap_or(rows * cols) / LONGEST_MEAN)
}

/// Terminals at the ends of the paths, in the order in which they are met on the board.
fn puzzle_of(board: &Board, paths: Vec<Vec<Node>>) -> Generated {
    let mut paths: Vec<Vec<Node>> = paths
        .into_iter()
        .map(|mut path| {
            if path.first() > path.last() {
                path.reverse();
            }
            path
        })
        .collect();
    paths.sort_unstable();
    let pairs = paths.iter().enumerate().map(|(index, path)| Pair {
        label: label(index),
        terminals: [path[0], path[path.len() - 1]],
    });
    let puzzle = Puzzle::new(board.clone(), pairs.collect())
        .expect("the ends of disjoint paths are different cells without bridges");
    Generated {
        puzzle,
        solution: Solution { paths },
    }
}

/// What the engine says of a cover.
enum Uniqueness {
    /// It is the only solution, and so hard to prove that no other one is without touching.
    Unique(Difficulty),
    /// There are others: the nodes of the flows in which the first that was found differs.
    Several(Vec<Node>),
    /// No answer after as many guesses as a cover is worth.
    Unknown,
}

/// Whether there is exactly one solution; on boards of up to [`MOST_CELLS_WITH_TOUCHING`] even when paths may touch
/// themselves. Asking first without is cheap and turns most covers down.
fn uniqueness(cover: &Generated, limits: &Limits) -> Uniqueness {
    let nodes = cover.puzzle.board().node_count();
    let mut questions = vec![(Touching::Never, 1), (Touching::Never, 2)];
    if nodes <= MOST_CELLS_WITH_TOUCHING {
        questions.push((Touching::Allowed, 2));
    }
    let mut difficulty = Difficulty::Easy;
    for (touching, count) in questions {
        let request = Request {
            puzzle: &cover.puzzle,
            count,
            touching,
            limits: Limits {
                guesses: Some(GUESSES_A_COVER.max(nodes as u64)),
                should_stop: limits.should_stop,
            },
        };
        let answer = solve(&request);
        let mut others = answer.solutions.iter();
        if let Some(other) = others.find(|found| **found != cover.solution) {
            return Uniqueness::Several(differing(&cover.solution, other));
        }
        if answer.outcome != Outcome::Solved {
            return Uniqueness::Unknown;
        }
        if touching == Touching::Never {
            difficulty = Difficulty::of(answer.stats.guesses);
        }
    }
    Uniqueness::Unique(difficulty)
}

/// The nodes of all flows that are not alike in both solutions.
fn differing(one: &Solution, other: &Solution) -> Vec<Node> {
    let paths = one.paths.iter().zip(&other.paths);
    let differing = paths.filter(|(one, other)| one != other);
    differing.flat_map(|(one, _)| one.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::{touches_itself, verify};

    fn recipe(rows: u16, cols: u16, seed: u64) -> Recipe {
        Recipe {
            rows,
            cols,
            flows: None,
            kind: BoardKind::Plain,
            difficulty: None,
            seed,
        }
    }

    fn terminals(generated: &Generated) -> Vec<[u16; 2]> {
        let pairs = generated.puzzle.pairs().iter();
        pairs
            .map(|pair| pair.terminals.map(|node| node.0))
            .collect()
    }

    #[test]
    fn a_level_looks_like_a_real_one() {
        for (rows, cols) in [(3, 3), (5, 5), (7, 9), (10, 10), (12, 8)] {
            for seed in 0..5 {
                let generated = generate(&recipe(rows, cols, seed), &Limits::NONE).unwrap();
                let Generated { puzzle, solution } = &generated;
                assert_eq!(verify(puzzle, solution), Ok(()));
                assert!(!touches_itself(puzzle, solution));
                let flows = solution.paths.len() as f64;
                let side = f64::from(rows + cols) / 2.0;
                assert!(
                    (0.8..=1.1).contains(&(flows / side)),
                    "{flows} on {rows}x{cols}"
                );
                assert!(
                    solution
                        .paths
                        .iter()
                        .all(|path| path.len() >= SHORTEST_FLOW)
                );
            }
        }
    }

    #[test]
    fn boards_of_other_kinds_have_exactly_one_solution() {
        for kind in [
            BoardKind::Walls,
            BoardKind::Bridges,
            BoardKind::Holes,
            BoardKind::Warps,
            BoardKind::Hexes,
            BoardKind::Ring,
        ] {
            for (side, seed) in [(5, 1), (6, 2), (7, 3)] {
                let recipe = Recipe {
                    kind,
                    ..recipe(side, side, seed)
                };
                let Generated { puzzle, solution } = generate(&recipe, &Limits::NONE).unwrap();
                assert_eq!(verify(&puzzle, &solution), Ok(()), "{recipe:?}");
                assert!(!touches_itself(&puzzle, &solution), "{recipe:?}");
                let layout = puzzle.board().layout();
                let word = match kind {
                    BoardKind::Plain => None,
                    BoardKind::Walls => Some("walls"),
                    BoardKind::Bridges => Some("bridges"),
                    BoardKind::Holes => {
                        assert!(!layout.holes.is_empty());
                        None
                    }
                    BoardKind::Warps => Some("warps"),
                    BoardKind::Hexes => Some("hexes"),
                    BoardKind::Cube | BoardKind::Star | BoardKind::Ring => Some("shapes"),
                };
                assert_eq!(layout.kind(), word);
            }
        }
    }

    #[test]
    fn cubes_and_stars_have_exactly_one_solution() {
        let cube = (BoardKind::Cube, 3, 27, 45);
        let six = (BoardKind::Star, 6, 54, 90);
        for (kind, cols, nodes, edges) in [cube, six, (BoardKind::Star, 5, 45, 75)] {
            let recipe = Recipe {
                kind,
                ..recipe(3, cols, 1)
            };
            let Generated { puzzle, solution } = generate(&recipe, &Limits::NONE).unwrap();
            assert_eq!(verify(&puzzle, &solution), Ok(()), "{recipe:?}");
            assert!(!touches_itself(&puzzle, &solution), "{recipe:?}");
            let graph = puzzle.board().layout().graph.as_ref().unwrap();
            assert_eq!(
                (graph.outlines().len(), graph.edges().count()),
                (nodes, edges)
            );
        }
    }

    #[test]
    fn the_same_recipe_gives_the_same_level() {
        let generated = generate(&recipe(5, 5, 1), &Limits::NONE).unwrap();
        assert_eq!(terminals(&generated), PINNED);
        let other = generate(&recipe(5, 5, 2), &Limits::NONE).unwrap();
        assert_ne!(terminals(&other), PINNED);
    }

    /// What seed 1 gave when it was first made.
    const PINNED: [[u16; 2]; 5] = [[2, 5], [4, 7], [6, 18], [9, 16], [10, 21]];

    #[test]
    fn the_number_of_flows_can_be_chosen() {
        let flows = Some(7);
        let chosen = Recipe {
            flows,
            ..recipe(7, 7, 3)
        };
        let generated = generate(&chosen, &Limits::NONE).unwrap();
        assert_eq!(generated.puzzle.pairs().len(), 7);
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let wrong_size = GenerateError::Size { rows: 2, cols: 5 };
        assert_eq!(generate(&recipe(2, 5, 0), &Limits::NONE), Err(wrong_size));
        let crowded = Recipe {
            flows: Some(9),
            ..recipe(5, 5, 0)
        };
        let error = generate(&crowded, &Limits::NONE).unwrap_err();
        assert_eq!(
            error.to_string(),
            "9 flows do not fit on 25 cells: ask for 1 to 8"
        );
    }

    #[test]
    fn shapes_that_cannot_be_drawn_are_refused() {
        let shape = |kind, rows, cols| {
            let recipe = Recipe {
                kind,
                ..recipe(rows, cols, 0)
            };
            generate(&recipe, &Limits::NONE).map(drop)
        };
        let no_cube = GenerateError::NoCube { rows: 3, cols: 4 };
        assert_eq!(shape(BoardKind::Cube, 3, 4), Err(no_cube));
        assert_eq!(shape(BoardKind::Star, 3, 9), Err(GenerateError::Points(9)));
        let crowded = Err(GenerateError::Cells(10_800));
        assert_eq!(shape(BoardKind::Cube, 60, 60), crowded);
    }

    #[test]
    fn limits_are_kept() {
        let large = Recipe {
            difficulty: Some(Difficulty::Easy),
            ..recipe(40, 40, 0)
        };
        let few = generate(&large, &Limits::guesses(2));
        assert_eq!(few, Err(GenerateError::Stopped { tries: 2 }));
        let stopped = Limits {
            guesses: None,
            should_stop: &|| true,
        };
        let none = generate(&large, &stopped);
        assert_eq!(none, Err(GenerateError::Stopped { tries: 0 }));
    }

    #[test]
    fn a_number_of_flows_that_covers_no_board_is_refused() {
        let impossible = Recipe {
            flows: Some(1),
            ..recipe(4, 4, 0)
        };
        let none = generate(&impossible, &Limits::NONE);
        assert_eq!(none, Err(GenerateError::NoCover { flows: 1 }));
    }

    /// With these seeds a cover comes that allows no further move.
    #[test]
    fn a_cover_that_is_stuck_is_given_up() {
        let three = Recipe {
            flows: Some(3),
            ..recipe(4, 4, 22)
        };
        for stuck in [recipe(3, 5, 3), recipe(5, 5, 1884), three] {
            generate(&stuck, &Limits::NONE).unwrap_or_else(|error| panic!("{stuck:?}: {error}"));
        }
    }
}
