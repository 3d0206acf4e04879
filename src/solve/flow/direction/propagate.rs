//! Deduces to a fixpoint: the loop that hands what is new about a node to the rules.

use super::effect::Effect;
use super::facts::MAX_FACTS;
use super::position::{Contradiction, Deduced, Position};
use super::shapes::Table;
use super::trace::Observer;
use super::{components, four_cycle, sides, squares, switch};
use crate::puzzle::flow::Puzzle;
use crate::solve::flow::PathRule;

impl<const SIDES: usize> Table<SIDES> {
    /// By fact. Those that squares do not have are never asked for.
    pub(super) const EFFECTS: &'static [Effect; MAX_FACTS] = &{
        let mut effects = [sides::on::<SIDES>(0); MAX_FACTS];
        let mut side = 0;
        while side < SIDES {
            effects[Self::on(side)] = sides::on::<SIDES>(side);
            effects[Self::off(side)] = sides::off::<SIDES>(side);
            side += 1;
        }
        let mut corner = 0;
        while corner < Self::CORNER_COUNT {
            effects[Self::blocked(corner)] = four_cycle::blocked::<SIDES>(corner);
            corner += 1;
        }
        effects
    };
}

/// Deduces all that follows from the puzzle alone.
pub(super) fn begin<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    puzzle: &Puzzle,
) -> Deduced {
    look_at_terminals(position, puzzle)?;
    propagate(position)
}

/// Deduces what follows from the board and the terminals before anything else is known.
pub(super) fn look_at_terminals<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    puzzle: &Puzzle,
) -> Deduced {
    if position.is_stuck() {
        return Err(Contradiction);
    }
    if position.rule != PathRule::AnyPath {
        four_cycle::remove_closed_bends(position)?;
    }
    for terminal in puzzle.pairs().iter().flat_map(|pair| pair.terminals) {
        let colour = position.label(terminal.0);
        components::meet_colours(position, terminal.0, colour)?;
        if position.rule == PathRule::NoSquares {
            squares::meet_rings(position, terminal.0, colour)?;
        }
    }
    Ok(())
}

/// Applies all rules until none finds anything new. Joins wait until there is no other news: they cost
/// most, and a contradiction is often found before.
pub(super) fn propagate<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
) -> Deduced {
    loop {
        while let Some((node, news)) = position.next_news() {
            // One loop for `sides` and `four_cycle`: where a loop ends is as good as random, and the
            // processor loses most of its time by guessing that wrong.
            for fact in news.iter() {
                let to = position.graph.linked(node, Table::<SIDES>::link(fact));
                position.tell(to, Table::<SIDES>::EFFECTS[fact])?;
            }
            position.await_joins(node, news);
        }
        match position.next_join() {
            Some((node, side)) => join(position, node, side)?,
            None => return Ok(()),
        }
    }
}

/// Joins the paths that meet at a side which is on.
#[inline]
pub(super) fn join<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    side: usize,
) -> Deduced {
    components::join(position, node, side)?;
    if position.rule == PathRule::AnyPath {
        switch::complete(position, node, side)?;
    }
    Ok(())
}
