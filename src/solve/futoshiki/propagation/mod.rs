//! Our own engine: each cell's domain is the set of digits that can stand in it; rules make domains smaller, then it searches.
//!
//! ```text
//!          ┌───────── cells that changed, and their rows and columns ◀────────┐
//!          ▼                                                                  │
//!   peers, bounds ──▶ hidden ──▶ subsets ──▶ arrangements ──▶ smaller domains ┘
//!                                                │ nothing changes any more
//!                                                ▼
//!                                             search
//! ```
//!
//! | rule | file |
//! |---|---|
//! | a digit that is fixed stands nowhere else in its row and column | [`peers`] |
//! | the smaller of two neighbours is below the largest of the other's digits, so bounds run along chains of signs | [`bounds`] |
//! | a digit that can stand in one cell of a line alone stands there | [`hidden`] |
//! | so many cells that share so many digits keep them: naked and hidden subsets of every size | [`subsets`] |
//! | a digit stays where the whole line can be filled with it, signs included | [`arrangements`] |
//!
//! Each rule is asked only when those before it have nothing more to say, so the log names the simplest that suffices.

mod arrangements;
mod bounds;
mod digits;
mod hidden;
mod lines;
mod peers;
mod position;
mod search;
mod subsets;
mod trace;

use super::{Answer, Request};
pub use digits::Digits;
use search::Search;
use trace::Silent;
pub use trace::{Deduction, Observer, Rule};

/// Solves a puzzle.
pub fn solve(request: &Request) -> Answer {
    solve_observed(request, &mut Silent)
}

/// Solves a puzzle and tells the observer all that is deduced on the way.
pub fn solve_observed(request: &Request, observer: &mut impl Observer) -> Answer {
    Search::new(request, observer).run()
}
