//! Cells that have no way in or out, so that no move can fill or complete them any more.

use super::position::{Position, Space};
use crate::puzzle::flow::{Colour, Node};

/// Whether a move from one cell to another has made a dead end: only the cells beside the two can be one now.
pub(super) fn has_near(position: &Position, space: &Space, moved: [Node; 2]) -> bool {
    moved.into_iter().any(|node| {
        let mut beside = space.board().edges(node).map(|(_, edge)| edge.to);
        is_dead_end(position, space, node) || beside.any(|next| is_dead_end(position, space, next))
    })
}

/// A free cell needs two ways, over free cells or to a head or a goal. A head needs a free cell or its own goal, a goal
/// a free cell or its own head.
fn is_dead_end(position: &Position, space: &Space, node: Node) -> bool {
    let is_free = |next: &Node| position.colour(*next).is_none();
    let beside = || space.board().edges(node).map(|(_, edge)| edge.to);
    let free = beside().filter(is_free).count();
    if free >= 2 {
        return false;
    }
    let Some(own) = position.colour(node) else {
        let open = beside().filter(|next| !is_free(next) && is_open_end(position, space, *next));
        return free + open.count() < 2;
    };
    let is_own_end =
        |next: Node| position.colour(next) == Some(own) && is_open_end(position, space, next);
    is_open_end(position, space, node) && free == 0 && !beside().any(is_own_end)
}

/// Whether a cell is the head or the goal of a path that is not complete.
fn is_open_end(position: &Position, space: &Space, node: Node) -> bool {
    let is_end = |colour: Colour| [position.head(colour), space.goal(colour)].contains(&node);
    let colour = position.colour(node);
    colour.is_some_and(|colour| !position.is_complete(space, colour) && is_end(colour))
}
