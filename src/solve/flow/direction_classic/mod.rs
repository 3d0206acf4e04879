//! The engine `direction-classic`: shapes as domains, with the rules that were published first.
//!
//! | rule | what it says |
//! |---|---|
//! | borders | no pipe leaves the board, so the corners of the board are corners |
//! | sides | neighbours agree on the side that they share; implies straights |
//! | corner chain | across from a corner, no pipe comes into the square that it closes: another corner, or a terminal |
//! | sources | two terminals of one colour side by side are joined |
//! | ends | a path joins terminals of one colour, and is no loop |
//!
//! Then one cell at a time is decided by two-way branching: it has this shape, or it has not. Corners are tried first at
//! the border, straights inside. No path may touch itself, else the corner chain does not hold.

mod position;
mod shapes;

use super::direction::Contradiction;
use super::run::{Run, Stopped};
use super::step::{Cause, Left};
use crate::puzzle::flow::{Node, Puzzle, touches_itself};
use position::Position;
use shapes::Domain;

/// A guess that can be taken back.
struct Level {
    mark: usize,
    node: Node,
    tried: Domain,
}

/// Deduces to a fixpoint, guesses, takes back.
pub(super) fn search(puzzle: &Puzzle, run: &mut Run) -> Result<(), Stopped> {
    let mut position = Position::new(puzzle);
    let mut levels: Vec<Level> = Vec::new();
    let mut deduced = position.begin(run);
    run.stats.fixed = position.decided_cells();
    loop {
        let is_dead_end = match (deduced, position.next_open()) {
            (Err(Contradiction), _) => true,
            (Ok(()), Some((node, tried))) => {
                run.guess()?;
                run.stats.nodes += 1;
                let mark = position.mark();
                levels.push(Level { mark, node, tried });
                run.holds(levels.len() * size_of::<Level>() + position.bytes())?;
                deduced = position.decide(node, tried, Cause::Guess, run);
                false
            }
            (Ok(()), None) => {
                let solution = position.solution();
                if !touches_itself(puzzle, &solution) && run.found(solution) {
                    return Ok(());
                }
                true
            }
        };
        if is_dead_end {
            let Some(level) = levels.pop() else {
                return Ok(());
            };
            position.undo_to(level.mark);
            run.taken_back();
            let others = position.domain(level.node).without(level.tried);
            deduced = position.decide(level.node, others, Cause::Rule("refuted"), run);
        }
    }
}

/// What a step leaves to a cell.
fn left(domain: Domain) -> Left {
    Left::Shapes(domain.masks().collect())
}
