//! Puzzles one after the other, each from a seed of its own: what `flowbot generate` does for every puzzle.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::cli::Exit;
use crate::cli::output::{ensure_may_write, write_whole};
use crate::cli::progress::Progress;
use crate::generate::{Difficulty, futoshiki};
use crate::pipeline::Limits;

/// How long one puzzle may take, if no other time is given.
pub(in crate::cli) const PATIENCE: Duration = Duration::from_secs(10);

/// How many puzzles, from which seeds, and where to.
#[derive(Debug, clap::Args)]
pub(super) struct Batch {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Where the random numbers start; the puzzle after the first takes the next number
    /// [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite the file if it exists
    #[arg(long, requires = "out")]
    force: bool,

    /// Give up when one puzzle takes longer
    #[arg(long, value_name = "S", default_value_t = PATIENCE.as_secs())]
    seconds: u64,
}

/// How hard puzzles are, as `--difficulty` takes it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(in crate::cli) enum Hardness {
    Easy,
    Medium,
    Hard,
}

impl From<Hardness> for Difficulty {
    fn from(hardness: Hardness) -> Self {
        match hardness {
            Hardness::Easy => Self::Easy,
            Hardness::Medium => Self::Medium,
            Hardness::Hard => Self::Hard,
        }
    }
}

impl From<Hardness> for futoshiki::Difficulty {
    fn from(hardness: Hardness) -> Self {
        match hardness {
            Hardness::Easy => Self::Easy,
            Hardness::Medium => Self::Medium,
            Hardness::Hard => Self::Hard,
        }
    }
}

impl Batch {
    /// Writes the texts that come of one seed after the other, each made within the time; `between` stands between two.
    pub(super) fn write(
        &self,
        between: &str,
        text: impl Fn(u64, Duration) -> anyhow::Result<String>,
    ) -> anyhow::Result<Exit> {
        let first_seed = self.seed.unwrap_or_else(seed_of_now);
        if let Some(file) = &self.out {
            ensure_may_write(file, self.force)?;
        }
        let progress = Progress::new(self.count as usize, "puzzles");
        let mut all = String::new();
        for number in 0..self.count {
            let seed = first_seed.wrapping_add(number);
            let text = text(seed, Duration::from_secs(self.seconds))?;
            let between = if number > 0 { between } else { "" };
            let text = format!("{between}{}\n", text.trim_end());
            match &self.out {
                Some(_) => all += &text,
                None => progress.print(&text)?,
            }
            progress.step();
        }
        if let Some(file) = &self.out {
            write_whole(file, all.as_bytes())?;
        }
        Ok(Exit::Done)
    }
}

/// No two runs alike.
pub(in crate::cli) fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as u64)
}

/// What is made of a seed within a time.
pub(in crate::cli) fn within<T>(
    patience: Duration,
    seed: u64,
    make: impl FnOnce(&Limits) -> T,
) -> T {
    let begin = Instant::now();
    let limits = Limits {
        guesses: None,
        should_stop: &|| begin.elapsed() >= patience,
    };
    let made = make(&limits);
    let ms = begin.elapsed().as_millis();
    tracing::info!(seed, ms, "generate");
    made
}
