//! A digit that is fixed stands nowhere else in its row and column.

use super::digits::Digits;
use super::position::{CellId, Contradiction, Position};
use super::trace::{Observer, Rule};

/// Tells the row and the column of a cell of its digit, if it is fixed.
pub(super) fn peers(
    position: &mut Position,
    cell: CellId,
    observer: &mut impl Observer,
) -> Result<(), Contradiction> {
    let digit = position.domain(cell);
    if digit.count() != 1 {
        return Ok(());
    }
    let size = position.size() as CellId;
    let (row, col) = (cell / size, cell % size);
    let others = Digits(!digit.0);
    for at in 0..size {
        for peer in [row * size + at, at * size + col] {
            if peer != cell {
                position.keep(peer, others, Rule::Peers, observer)?;
            }
        }
    }
    Ok(())
}
