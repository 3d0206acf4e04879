//! Rule: two neighbours agree on the side they share.
//!
//! ```text
//!   every shape of a uses the side       ┌──     so b keeps only the shapes
//!   towards b                        a │       that use it
//!                                    b ?
//!   no shape of a uses it                        so b loses the shapes that use it
//! ```
//!
//! That a node has exactly two sides on, and a terminal one, needs no rule: each of its shapes is so.
//!
//! Not found: anything that needs two neighbours of a node at once.

use super::effect::Effect;
use super::facts::Facts;
#[cfg(test)]
use super::position::Deduced;
use super::shapes::Table;
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::Rule;

/// What a neighbour is told by a node whose side towards it is on.
pub(super) const fn on<const SIDES: usize>(side: usize) -> Effect {
    let back = Table::<SIDES>::back(side);
    Effect {
        allowed: Table::<SIDES>::using_all(1 << back),
        echo: Facts::single(Table::<SIDES>::on(back)),
        rule: Rule::Sides,
    }
}

/// What a neighbour is told by a node whose side towards it is off.
pub(super) const fn off<const SIDES: usize>(side: usize) -> Effect {
    let back = Table::<SIDES>::back(side);
    Effect {
        allowed: Table::<SIDES>::using_none(1 << back),
        echo: Facts::single(Table::<SIDES>::off(back)),
        rule: Rule::Sides,
    }
}

/// The same for every side of the board.
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    for (node, side, to) in board.edges() {
        let towards_node = 1 << Table::<SIDES>::back(side);
        if board.is_on(node, side) {
            board.keep(to, Table::<SIDES>::using_all(towards_node))?;
        } else if board.is_off(node, side) {
            board.keep(to, Table::<SIDES>::using_none(towards_node))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;
    use super::super::tests::puzzle;
    use super::*;
    use crate::solve::flow::{PathRule, Silent};

    #[test]
    fn who_is_told_that_a_side_is_on_knows_it_and_need_not_tell() {
        let (right, left, middle) = (1, 3, 5);
        let puzzle = puzzle("A...\n....\n....\n...A");
        let mut position = Position::<4, _>::new(&puzzle, PathRule::NoTouching, Silent);
        assert!(position.tell(middle, on::<4>(right)).is_ok());
        let shapes = position.shapes(middle);
        assert_eq!(
            shapes,
            Table::<4>::all(false, 0b1111) & on::<4>(right).allowed
        );
        let (node, news) = position.next_news().unwrap();
        assert_eq!(node, middle);
        assert!(news.iter().all(|fact| fact != Table::<4>::on(left)));
        assert!(
            Table::<4>::facts(shapes)
                .iter()
                .any(|fact| fact == Table::<4>::on(left))
        );
    }

    #[test]
    fn a_side_is_on_or_off_for_both_its_ends() {
        let (right, left) = (1, 3);
        assert_eq!(on::<4>(right).echo, Facts::single(Table::<4>::on(left)));
        assert_eq!(off::<4>(right).echo, Facts::single(Table::<4>::off(left)));
        let all = Table::<4>::all(false, 0b1111);
        let bends_and_straight = all & on::<4>(right).allowed;
        assert_eq!(bends_and_straight.count(), 3);
        assert_eq!(
            all & off::<4>(right).allowed,
            all.without(bends_and_straight)
        );
    }
}
