//! Boards that only paths which touch themselves solve, in a look that leaves the reader unsure of them.

use super::*;
use crate::pipeline::{Edges, Frame, Reason, Refusal};

/// Only paths that touch themselves solve each.
const TOUCHING: &[&str] = &["....", "A.BA", "B...", "...."];
const TOUCHING_TOO: &[&str] = &["A..A", "....", ".BB."];

/// The real reader, in a look that leaves it unsure of boards that only paths which touch themselves solve, but for those of so many
/// rows.
struct Unsure {
    sure_of: u16,
}

impl Family for Unsure {
    fn read(&self, frame: &Frame, edges: Edges) -> Result<Box<dyn Task>, Refusal> {
        let family = FlowFamily::default().with_touching().expect("it has one");
        let task = family.read(frame, edges)?;
        let summary = task.summary();
        if summary.touching && summary.rows != self.sure_of {
            let why = "the picture is not clear enough";
            return Err(Refusal::new(Reason::NoSolution, why));
        }
        Ok(task)
    }

    fn with_touching(&self) -> Option<Box<dyn Family>> {
        FlowFamily::default().with_touching()
    }
}

/// Plays two levels of a game in such a look: how many are solved, and how it ends.
fn unsure(first: &'static [&'static str], sure_of: u16) -> (usize, Result<Ending, PlayError>) {
    let desktop = one_window(1.0, &[first, TOUCHING_TOO], Behaviour::default());
    let run = run_game(&desktop, &Unsure { sure_of }, &patient(2), &mut known());
    (solved(&desktop), run.result)
}

#[test]
fn a_game_that_has_dealt_a_board_which_only_touching_paths_solve_is_believed_to_deal_another() {
    let (solved, ended) = unsure(TOUCHING, 4);
    ended.unwrap();
    assert_eq!(solved, 2);
    let (solved, ended) = unsure(FIRST, 4);
    assert!(matches!(ended, Err(PlayError::Refused(_))), "{ended:?}");
    assert_eq!(solved, 1);
}
