//! Published figures of such engines, to stand beside ours.
//!
//! `first-free`, `smart` and `direction-classic`: assignments ("hits") on nine boards of 5x5 to 14x14, and the time of the
//! first. `dijkstra`: positions generated on boards of the game. Times are of other machines.

/// One published figure.
pub(super) struct Figure {
    /// The file of the board, without its ending.
    pub(super) board: &'static str,
    /// The contestant.
    pub(super) engine: &'static str,
    /// Assignments, or positions generated.
    pub(super) count: u64,
    /// Milliseconds, where they are known.
    pub(super) ms: Option<f64>,
}

/// The boards of the first table, the hits of `first-free`, `smart` and `direction-classic` (0: none published), and the
/// milliseconds of `first-free` (0: none published).
const HITS: [(&str, [u64; 3], f64); 9] = [
    ("as_input55", [124, 17, 15], 2.0),
    ("as_input77", [452, 56, 39], 7.0),
    ("as_input88", [15_695, 52, 50], 200.0),
    ("as_input991", [6_208, 100, 75], 80.0),
    ("as_input10101", [13_396, 330, 102], 1_200.0),
    ("as_input10102", [255_112, 482, 126], 3_000.0),
    ("as_input1212", [12_903_209, 1_178, 177], 158_000.0),
    ("as_input1214", [1_548_384_192, 146, 186], 18_960_000.0),
    ("as_input1414", [0, 2_374, 193], 0.0),
];

/// The contestants of the second table.
const DIJKSTRA: [&str; 5] = [
    "dijkstra basic",
    "dijkstra",
    "dijkstra straight",
    "dijkstra both",
    "dijkstra random",
];

/// The boards of the second table, and the positions that each contestant generated (0: none published).
const POSITIONS: [(&str, [u64; 5]); 12] = [
    ("mz_regular_5x5_01", [18, 15, 16, 13, 18]),
    ("mz_regular_6x6_01", [283, 34, 143, 29, 432]),
    ("mz_regular_7x7_01", [3_317, 157, 3_317, 157, 2_592]),
    ("mz_regular_8x8_01", [409_726, 712, 409_726, 712, 111_110]),
    (
        "mz_regular_9x9_01",
        [587_332, 1_514, 341_388, 1_161, 498_401],
    ),
    ("mz_jumbo_10x10_01", [348_980, 6_288, 198_020, 4_212, 0]),
    ("mz_jumbo_11x11_01", [0, 283_887, 0, 111_690, 0]),
    ("mz_extreme_8x8_01", [0, 3_019, 0, 0, 0]),
    ("mz_extreme_9x9_01", [0, 78_523, 0, 0, 0]),
    ("mz_extreme_9x9_30", [0, 30_100, 0, 0, 0]),
    ("mz_extreme_10x10_01", [0, 174_533, 0, 0, 0]),
    ("mz_extreme_10x10_30", [0, 300_524, 0, 0, 0]),
];

/// How the positions of `dijkstra` were published to grow with the free cells: the factor and the exponent.
pub(super) const GROWTH: [(&str, f64, f64); 2] =
    [("dijkstra", 3.494, 0.099), ("dijkstra basic", 0.754, 0.227)];

/// Why ours are others, where they are by more than a factor of two.
pub(super) const DIFFERENCES: [&str; 4] = [
    "first-free needs fewer: here every coloured cell beside a new one is asked whether it is locked; the published engine \
     asked terminals, and the cell itself.",
    "smart on 10x10 and 12x12 needs fewer for the same reason; on 14x14 it needs more, since ties between cells and the \
     order of colours are other, and one early guess decides.",
    "dijkstra: of equally constrained colours the first of the file is moved first; the published engine broke ties in \
     another way. On boards of 10x10 and more this decides about a factor of six, either way.",
    "dijkstra random: another sequence of random numbers. The counts of one board differ by factors of hundreds between \
     seeds.",
];

/// The figure of a contestant on a board.
pub(super) fn figure(board: &str, engine: &str) -> Option<Figure> {
    figures().find(|figure| figure.board == board && figure.engine == engine)
}

fn figures() -> impl Iterator<Item = Figure> {
    let hits = HITS.into_iter().flat_map(|(board, counts, ms)| {
        let engines = ["first-free", "smart", "direction-classic"];
        engines
            .into_iter()
            .zip(counts)
            .map(move |(engine, count)| Figure {
                board,
                engine,
                count,
                ms: Some(ms).filter(|&ms| ms > 0.0 && engine == "first-free"),
            })
    });
    let positions = POSITIONS.into_iter().flat_map(|(board, counts)| {
        DIJKSTRA
            .into_iter()
            .zip(counts)
            .map(move |(engine, count)| Figure {
                board,
                engine,
                count,
                ms: None,
            })
    });
    hits.chain(positions).filter(|figure| figure.count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_board_and_contestant() {
        let hits = figure("as_input77", "first-free").unwrap();
        assert_eq!((hits.count, hits.ms), (452, Some(7.0)));
        assert_eq!(
            figure("mz_regular_6x6_01", "dijkstra both").unwrap().count,
            29
        );
        assert!(figure("as_input1414", "first-free").is_none());
        assert!(figure("mz_regular_5x5_01", "smart").is_none());
    }
}
