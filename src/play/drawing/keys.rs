//! Strokes by the keyboard: a click on a terminal selects it, and each arrow key draws on by a cell.

use super::plan::{StrokePlan, stroke_waypoints};
use super::stroke::{carry_out, input_of, ready};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Action, Arrow, Frame, Key, Move};
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::{Observation, Task};
use crate::play::learned::{InputMethod, StrokeInput};
use crate::play::observer::LevelState;

/// A click on the cell at which a stroke begins, and an arrow key for each step.
///
/// # Errors
/// [`PlayError::Plan`] when the cell lies outside the board.
pub(super) fn key_actions(
    task: &dyn Task,
    index: usize,
    frame: &Frame,
    (input, plan): (StrokeInput, StrokePlan),
) -> Result<Vec<Action>, PlayError> {
    let ways = stroke_waypoints(task, index, 0, frame, (input, plan))?;
    let first = ways.first().and_then(|way| way.first()).copied();
    let one = &task.moves()[index];
    let one = if input.is_backwards {
        one.reversed()
    } else {
        one.clone()
    };
    let keys = arrows(&one, task.lattice()).into_iter().map(|arrow| {
        let (key, rest) = (Key::Arrow(arrow), plan.pace);
        Action::Key { key, rest }
    });
    Ok(first.map(Action::Click).into_iter().chain(keys).collect())
}

/// The arrow of each step of a stroke, in order.
fn arrows(one: &Move, lattice: &Lattice) -> Vec<Arrow> {
    let arrow = |(number, two): (usize, &[Cell])| {
        let wrap = one.wraps().iter().find(|wrap| wrap.after == number);
        let (right, down) = match wrap {
            Some(wrap) => (f64::from(wrap.over.right), f64::from(wrap.over.down)),
            None => lattice.step(two[0], two[1]),
        };
        match (right.abs() > down.abs(), right + down > 0.0) {
            (true, true) => Arrow::Right,
            (true, false) => Arrow::Left,
            (false, true) => Arrow::Down,
            (false, false) => Arrow::Up,
        }
    };
    one.cells().windows(2).enumerate().map(arrow).collect()
}

/// Clicks the first cell of a stroke and types the arrow of its first step: a game that shows it then takes arrow keys. The
/// rest is typed only then: what shows a board may be no game at all.
pub(super) fn try_keys(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    mut plan: StrokePlan,
) -> Result<(), PlayError> {
    plan.method = InputMethod::Keys;
    let input = input_of(context, level, index, plan);
    let before = ready(context, level, index, (input.is_backwards, plan.pace))?;
    let before = before.moves[index].filled();
    let viewport = level.frame.viewport;
    let mut opening = key_actions(level.task.as_ref(), index, &level.frame, (input, plan))?;
    // The click and the first arrow.
    let others = opening.split_off(opening.len().min(2));
    if !carry_out(context, level, &opening)? {
        return Ok(());
    }
    let is_begun = |seen: &Observation| seen.is_there && seen.moves[index].filled() > before;
    let (_, is_seen) = context.wait_for(level, &is_begun)?;
    if is_seen && level.frame.viewport == viewport {
        context.learned.input.method = InputMethod::Keys;
        context.is_proven = true;
        carry_out(context, level, &others)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Out, Wrap};

    #[test]
    fn each_step_has_its_arrow_also_over_a_joined_border() {
        let lattice = Lattice::upright(3, 3, [0.0, 0.0], [40.0, 40.0]);
        let cells = [(1, 1), (0, 1), (0, 0), (0, 2), (1, 2)];
        let (right, down) = (-1, 0);
        let one = Move::Stroke {
            cells: cells.map(|(row, col)| Cell::new(row, col)).to_vec(),
            wraps: vec![Wrap {
                after: 2,
                over: Out { right, down },
            }],
        };
        let expected = [Arrow::Up, Arrow::Left, Arrow::Left, Arrow::Down];
        assert_eq!(arrows(&one, &lattice), expected);
        let back = [Arrow::Up, Arrow::Right, Arrow::Right, Arrow::Down];
        assert_eq!(arrows(&one.reversed(), &lattice), back);
    }
}
