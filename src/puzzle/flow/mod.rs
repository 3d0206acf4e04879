//! Flow Free: pairs of terminals on a board; join each pair; fill every node; never cross.
//!
//! ```text
//!   Layout ──Board::new──▶ Board ─┐
//!   (what text can say)  (a graph) ├─▶ Puzzle ──an engine──▶ Solution ──verify──▶ Ok or a Flaw
//!                         Pair ...─┘
//! ```

mod board;
mod graph;
mod layout;
mod model;
pub mod text;
mod verify;

pub use board::{Board, BoardError, Edge, MAX_SIDES, Node, Side};
pub use graph::{GraphError, MAX_GRAPH_SIDES, NodeGraph};
pub use layout::{Layout, Warp};
pub use model::{Colour, Pair, Puzzle, PuzzleError, Solution};
pub use verify::{Flaw, touches_itself, verify};
