//! flowbot looks at a screen, finds a Flow Free board on it, solves the board, and draws the solution
//! with the mouse. The modules are that sentence, in that order:
//!
//! ```text
//! capture ──Frame──▶ detect ──Hypotheses──▶ read ──Reading──▶ solve ──Solution──▶ replay ──Actions──▶ mouse
//!                                             └────────────── play looks again ◀───────────────────┘
//! ```
//!
//! [`pipeline`], [`mod@puzzle`] and [`geometry`] hold the types that pass between the rooms, so that each room
//! can be tested and replaced alone; [`play`] and `cli` put them together. Beside the way lie [`render`] (boards as
//! pictures and pages), [`generate`] (new puzzles), `practice` (a game to try all this on), [`profile`] (what a person
//! may say about a game) and [`random`] (numbers that come again). The whole way, from a picture file to the drags of
//! its solution:
//!
//! ```
//! use std::{path::Path, time::Duration};
//!
//! use flowbot::capture::load_picture;
//! use flowbot::pipeline::{Action, Limits};
//! use flowbot::puzzle::flow::verify;
//! use flowbot::read::{self, ReadOptions};
//! use flowbot::replay::{Steps, StrokeTiming, waypoints};
//! use flowbot::solve::flow::{Request, Touching, solve};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let frame = load_picture(Path::new("fixtures/screens/dark.png"))?;
//! let board = read::flow(&frame, &ReadOptions::default())?.board;
//! let puzzle = &board.puzzle;
//!
//! let (count, touching, limits) = (2, Touching::Never, Limits::NONE);
//! let answer = solve(&Request { puzzle, count, touching, limits });
//! let [solution] = answer.solutions.as_slice() else {
//!     panic!("a real level has exactly one solution");
//! };
//! verify(puzzle, solution)?;
//!
//! let timing = StrokeTiming { pace: Duration::from_millis(18), steps: Steps::One };
//! for path in &solution.paths {
//!     let cells: Vec<_> = path.iter().map(|&node| puzzle.board().cell(node)).collect();
//!     let drag = Action::Drag(waypoints(&cells, &board.lattice, frame.viewport, timing)?);
//!     println!("{drag:?}");
//! }
//! # Ok(())
//! # }
//! ```

pub mod capture;
#[cfg(feature = "cli")]
pub mod cli;
pub mod detect;
pub mod generate;
pub mod geometry;
pub mod pipeline;
pub mod play;
#[cfg(feature = "cli")]
pub mod practice;
pub mod profile;
pub mod puzzle;
pub mod random;
pub mod read;
pub mod render;
pub mod replay;
pub mod solve;
mod vision;
