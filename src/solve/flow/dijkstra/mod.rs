//! The engine `dijkstra`: whole positions by number of moves.
//!
//! A move takes one colour's path a cell further. All moves cost the same, so the positions wait in a plain queue. Each
//! position moves one colour only: the one moved last until it is complete, then the most constrained. So no position
//! comes twice.
//!
//! Switch `dead-ends` drops positions with a cell that has no way in or out ([`dead_ends`]). Switch `straight` links
//! flows at the start whose terminals see each other; a board may have no such solution, so what is not found is looked
//! for again without.

mod dead_ends;
mod position;

use std::collections::VecDeque;

use super::engine::{Settings, Switch};
use super::run::{Run, Stopped};
use super::step::{Cause, Left};
use crate::puzzle::flow::{Colour, Node, Puzzle};
use crate::random::Random;
use position::{Position, Space};

/// Searches the positions of a board.
pub(super) fn search(
    puzzle: &Puzzle,
    touching: bool,
    settings: &Settings,
    run: &mut Run,
) -> Result<(), Stopped> {
    let space = Space { puzzle, touching };
    if settings.switches.has(Switch::Straight) {
        let mut start = Position::first(&space);
        let is_linked = start.link_straight(&space);
        expand_all(&space, start, settings, run)?;
        if !is_linked || run.is_done() {
            return Ok(());
        }
        run.stats.retries += 1;
        run.solutions.clear();
    }
    expand_all(&space, Position::first(&space), settings, run)
}

/// All that follows from a position, until as many solutions are found as asked for.
fn expand_all(
    space: &Space,
    start: Position,
    settings: &Settings,
    run: &mut Run,
) -> Result<(), Stopped> {
    let mut random = settings
        .switches
        .has(Switch::RandomColour)
        .then(|| Random::new(settings.seed));
    if start.is_solved(space) {
        run.found(start.solution(space));
        return Ok(());
    }
    let mut waiting = VecDeque::from([start]);
    while let Some(position) = waiting.pop_front() {
        let Some(colour) = position.next_colour(space, random.as_mut()) else {
            continue;
        };
        tell(&position, space, run);
        for (back, to) in position.moves(space, colour) {
            run.guess()?;
            let from = position.head(colour);
            let moved = position.moved(space, colour, (back, to));
            tell_line(run, colour, from, to, Cause::Guess);
            if moved.head(colour) != to {
                let goal = moved.head(colour);
                tell_line(run, colour, to, goal, Cause::Rule("goal"));
            }
            run.stats.assignments += 1;
            let drops_dead_ends = settings.switches.has(Switch::DeadEnds);
            if !drops_dead_ends || !dead_ends::has_near(&moved, space, [from, to]) {
                run.stats.nodes += 1;
                if !moved.is_solved(space) {
                    waiting.push_back(moved);
                } else if run.found(moved.solution(space)) {
                    return Ok(());
                }
            }
            run.taken_back();
        }
        run.holds(waiting.len() * space.bytes())?;
    }
    Ok(())
}

/// Tells the observer of a position that is looked at anew: all that is drawn in it.
fn tell(position: &Position, space: &Space, run: &mut Run) {
    if !run.is_watched() {
        return;
    }
    run.restarted();
    for colour in space.puzzle.colours() {
        let path = position.path(space, colour);
        for step in path.windows(2) {
            tell_line(run, colour, step[0], step[1], Cause::Guess);
        }
    }
}

fn tell_line(run: &mut Run, colour: Colour, from: Node, to: Node, cause: Cause) {
    run.step(to, Left::Line { colour, from }, cause);
}
