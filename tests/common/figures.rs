//! What the page measured, over all levels of a run.

use flowbot::practice::State;

/// Figures of a run, by the game's own word.
pub struct Figures {
    /// Levels solved.
    pub solved: usize,
    /// Frames with the button down, for each cell of the board, redraws included: mean over all levels.
    pub frames_per_cell: f64,
    /// From a board's appearance to the first press on it, in milliseconds: median.
    pub first_press_ms: f64,
    /// Clicks on what nobody should click.
    pub strays: u64,
}

impl Figures {
    /// The figures of all levels that were on show.
    pub fn of(state: &State) -> Self {
        let reports: Vec<_> = state.levels.iter().flatten().collect();
        let sum = |what: fn(&flowbot::practice::Report) -> f64| {
            reports.iter().map(|report| what(report)).sum::<f64>()
        };
        let mut presses: Vec<f64> = reports
            .iter()
            .filter_map(|report| report.first_press_ms)
            .collect();
        presses.sort_by(f64::total_cmp);
        Self {
            solved: state.solved_count(),
            frames_per_cell: sum(|one| one.frames as f64) / sum(|one| one.filled as f64),
            first_press_ms: presses.get(presses.len() / 2).copied().unwrap_or(f64::NAN),
            strays: reports.iter().map(|report| report.strays).sum(),
        }
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} solved, {:.2} frames a cell, first press after {:.0} ms (median)",
            self.solved, self.frames_per_cell, self.first_press_ms
        )
    }
}
