//! What is seen on a lattice, in words, for `flowbot extract --explain`.

use tracing::Level;

use super::extent::{Evidence, Extent};
use super::terminals::Terminal;
use super::terminals::pairs::{Pairing, distance, lab};
use crate::pipeline::{EXPLAIN, Rgb};

/// Says where a board may lie, which terminals it has there, and how they pair.
pub(super) fn terminals(extent: &Extent, terminals: &[Terminal], pairing: Option<&Pairing>) {
    if !tracing::enabled!(target: EXPLAIN, Level::DEBUG) {
        return;
    }
    let lines = match extent.evidence {
        Evidence::Lines {
            level,
            share,
            going_on,
            walls,
        } => {
            let (share, beyond) = (100.0 * share, 100.0 * going_on);
            format!(
                "lines of strength {level:.0} on {share:.0} % of the inner sides and {beyond:.0} % beyond a border, {walls} walls"
            )
        }
        Evidence::Frame => "a frame".to_owned(),
        Evidence::Nothing => "no lines".to_owned(),
    };
    let (rows, cols, holes) = (extent.rows, extent.cols, extent.holes.len());
    let count = terminals.len();
    tracing::debug!(
        target: EXPLAIN,
        "  {rows} rows and {cols} columns, {holes} holes, {lines}; {count} terminals"
    );
    let Some(pairing) = pairing else {
        tracing::debug!(target: EXPLAIN, "    they make no pairs");
        return;
    };
    for [a, b] in pairing
        .pairs
        .iter()
        .map(|pair| pair.map(|one| terminals[one]))
    {
        let place = |terminal: &Terminal| {
            let (col, row) = terminal.cell;
            format!(
                "row {}, column {}",
                row - extent.row + 1,
                col - extent.col + 1
            )
        };
        let apart = distance(lab(a.colour), lab(b.colour));
        tracing::debug!(
            target: EXPLAIN,
            "    {} at {}, {:.2} cells wide, and {} at {}: {apart:.1} apart",
            Rgb(a.colour.map(|channel| channel.round() as u8)),
            place(&a),
            2.0 * a.radius,
            Rgb(b.colour.map(|channel| channel.round() as u8)),
            place(&b),
        );
    }
    tracing::debug!(
        target: EXPLAIN,
        "    at most {:.1} apart within a pair, at least {:.1} across",
        pairing.within,
        pairing.across
    );
}
