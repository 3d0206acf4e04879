//! What the page measured, over all levels of a run.

use flowbot::practice::{Report, State};

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
    /// Presses on the board for each flow that was drawn.
    pub presses_per_flow: f64,
    /// Presses on a solved level, but for those on buttons.
    pub late_presses: u64,
    /// From the end of a level to the click that led on, in milliseconds: median of the levels that were left by a click.
    pub led_on_ms: Option<f64>,
}

impl Figures {
    /// The figures of all levels that were on show.
    pub fn of(state: &State) -> Self {
        let reports: Vec<_> = state.levels.iter().flatten().collect();
        let sum = |what: fn(&Report) -> f64| reports.iter().map(|report| what(report)).sum::<f64>();
        Self {
            solved: state.solved_count(),
            frames_per_cell: sum(|one| one.frames as f64) / sum(|one| one.filled as f64),
            first_press_ms: median(&reports, |one| one.first_press_ms).unwrap_or(f64::NAN),
            strays: reports.iter().map(|report| report.strays).sum(),
            presses_per_flow: sum(|one| one.presses as f64) / sum(|one| one.complete as f64),
            late_presses: reports.iter().map(|report| report.late_presses).sum(),
            led_on_ms: median(&reports, |one| Some(one.led_on_ms? - one.solved_ms?)),
        }
    }
}

/// The median of what the reports say; `None` if none says it.
fn median(reports: &[&Report], what: fn(&Report) -> Option<f64>) -> Option<f64> {
    let mut said: Vec<f64> = reports.iter().filter_map(|report| what(report)).collect();
    said.sort_by(f64::total_cmp);
    said.get(said.len() / 2).copied()
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} solved, {:.2} frames a cell, {:.2} presses a flow, {} late, first press after {:.0} ms (median)",
            self.solved,
            self.frames_per_cell,
            self.presses_per_flow,
            self.late_presses,
            self.first_press_ms
        )?;
        match self.led_on_ms {
            Some(time) => write!(f, ", led on {time:.0} ms after the end (median)"),
            None => Ok(()),
        }
    }
}
