//! A digit that can stand in one cell of a line alone stands there.

use super::digits::Digits;
use super::lines::Line;
use super::position::{Contradiction, Position};
use super::trace::{Observer, Rule};

/// Looks for such digits in a line.
pub(super) fn hidden(
    position: &mut Position,
    line: &Line,
    observer: &mut impl Observer,
) -> Result<(), Contradiction> {
    let (mut once, mut twice) = (0, 0);
    for &cell in line.cells() {
        let digits = position.domain(cell).0;
        twice |= once & digits;
        once |= digits;
    }
    let only = Digits(once & !twice);
    for &cell in line.cells() {
        let digits = position.domain(cell);
        let mine = digits.and(only);
        if mine.is_empty() || mine == digits && digits.single().is_some() {
            continue;
        }
        // Two such digits in one cell leave it none.
        let kept = mine.single().map_or(Digits::NONE, Digits::one);
        position.keep(cell, kept, Rule::Hidden, observer)?;
    }
    Ok(())
}
