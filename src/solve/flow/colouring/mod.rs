//! The engines that give each free cell a colour: `random`, `first-free` and `smart`.
//!
//! A colouring is a solution if each cell has two neighbours of its colour and each terminal one, and no loop
//! stands apart from the terminals. Where paths may touch themselves, cells may have more neighbours of their colour.
//!
//! | part | file |
//! |---|---|
//! | what is assigned, what is left | [`position`] |
//! | may this cell have this colour? | [`rules`] |
//! | which cell and which colour next | [`order`] |
//! | a full colouring as paths | [`paths`] |

mod order;
mod paths;
mod position;
mod rules;

use super::engine::{Switch, Switches};
use super::run::{Run, Stopped};
use super::step::{Cause, ColourSet, Left};
use crate::puzzle::flow::{Colour, Node, Puzzle};
use order::Order;
use position::{DOMAIN, Position};

/// A cell that was chosen, and what is still to be tried there.
struct Level {
    node: Node,
    /// The next to try is the last.
    values: Vec<Colour>,
    /// What undoes the colour tried last.
    mark: Option<position::Mark>,
}

/// Which cell is coloured next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Any free cell: the seed decides.
    Random(u64),
    /// The first free cell, row by row.
    FirstFree,
}

/// Searches depth first through the colourings of a board.
pub(super) fn search(
    puzzle: &Puzzle,
    touching: bool,
    choice: Choice,
    switches: Switches,
    run: &mut Run,
) -> Result<(), Stopped> {
    let mut position = Position::new(puzzle, touching, switches);
    let mut order = Order::new(choice, switches);
    let mut levels: Vec<Level> = Vec::new();
    position.begin();
    loop {
        match order.next(&mut position) {
            Some((node, values)) => {
                let mark = None;
                levels.push(Level { node, values, mark });
                run.holds(levels.len() * position.bytes_a_level())?;
            }
            None => {
                if paths::collect(&position, run) {
                    return Ok(());
                }
            }
        }
        if !advance(&mut position, &mut levels, run)? {
            return Ok(());
        }
    }
}

/// Tries the next colour of the deepest cell that has one left; false when none has.
fn advance(
    position: &mut Position,
    levels: &mut Vec<Level>,
    run: &mut Run,
) -> Result<bool, Stopped> {
    while let Some(level) = levels.last_mut() {
        if let Some(mark) = level.mark.take() {
            position.undo_to(level.node, mark);
            run.taken_back();
        }
        let Some(colour) = level.values.pop() else {
            levels.pop();
            continue;
        };
        run.guess()?;
        if !position.is_consistent(level.node, colour) {
            continue;
        }
        run.stats.assignments += 1;
        run.stats.nodes += 1;
        run.step(
            level.node,
            Left::Colours(ColourSet::single(colour)),
            Cause::Guess,
        );
        level.mark = Some(position.assign(level.node, colour, run));
        if !position.switches.has(Switch::ForwardChecking) {
            return Ok(true);
        }
        let Some(dead) = position.dead_node() else {
            return Ok(true);
        };
        run.step(
            dead,
            Left::Colours(ColourSet::default()),
            Cause::Rule(DOMAIN),
        );
    }
    Ok(false)
}
