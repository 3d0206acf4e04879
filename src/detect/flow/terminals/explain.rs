//! Terminals and their pairs in words, for `flowbot extract --explain`.

use tracing::Level;

use super::Terminal;
use super::pairs::Pairing;
use crate::detect::flow::extent::Extent;
use crate::pipeline::EXPLAIN;
use crate::vision::colour::to_rgb;
use crate::vision::shade::Shade;

/// Says where a board may lie, which terminals it has there, and how they pair.
pub fn explain(extent: &Extent, terminals: &[Terminal], pairing: Option<&Pairing>) {
    if !tracing::enabled!(target: EXPLAIN, Level::DEBUG) {
        return;
    }
    let (rows, cols, holes) = (extent.rows, extent.cols, extent.holes.len());
    let lines = extent.evidence;
    let count = terminals.len();
    tracing::debug!(
        target: EXPLAIN,
        "  {rows} rows and {cols} columns, {holes} holes, {count} terminals: {lines}"
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
        let apart = Shade::of(a.colour).distance(&Shade::of(b.colour));
        tracing::debug!(
            target: EXPLAIN,
            "    {} at {}, {:.2} cells wide, and {} at {}: {apart:.1} apart",
            to_rgb(a.colour),
            place(&a),
            2.0 * a.radius,
            to_rgb(b.colour),
            place(&b),
        );
    }
    tracing::debug!(target: EXPLAIN, "    {pairing}");
}
