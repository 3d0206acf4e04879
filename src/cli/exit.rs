//! How a run ended, and the exit code for it. The only place that knows the numbers.

use std::process::ExitCode;

use thiserror::Error;

use super::stdio::OutputClosed;
use crate::generate::{GenerateError, futoshiki};
use crate::pipeline::Refusal;
use crate::play::PlayError;
use crate::replay::Interruption;

/// How a run of flowbot ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done as asked.
    Done,
    /// The machine or a file failed; the display or the window was lost.
    Failed,
    /// The command line makes no sense.
    Usage,
    /// No board, or refused.
    Refused,
    /// The puzzle has no solution.
    NoSolution,
    /// Stopped by a limit.
    Limit,
    /// Stopped by a person, a signal or a guard.
    Stopped,
    /// Drawn, but the game does not show it.
    NotShown,
}

/// Options or arguments that make no sense together, where clap cannot know.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::NoSolution => 4,
            Self::Limit => 5,
            Self::Stopped => 6,
            Self::NotShown => 7,
        }
    }

    /// What a run of flowbot that ended with this number meant; [`Exit::Failed`] for any other.
    pub(super) fn with_code(code: Option<i32>) -> Self {
        let all = [
            Self::Done,
            Self::Usage,
            Self::Refused,
            Self::NoSolution,
            Self::Limit,
            Self::Stopped,
            Self::NotShown,
        ];
        let meant = all
            .into_iter()
            .find(|exit| code == Some(exit.code().into()));
        meant.unwrap_or(Self::Failed)
    }

    /// How a run ends that failed with this error.
    pub fn of(error: &anyhow::Error) -> Self {
        if error.downcast_ref::<Refusal>().is_some() {
            return Self::Refused;
        }
        if error.downcast_ref::<Usage>().is_some() {
            return Self::Usage;
        }
        if let Some(error) = error.downcast_ref() {
            return Self::of_play(error);
        }
        if error.downcast_ref::<OutputClosed>().is_some() {
            return Self::Done;
        }
        if let Some(error) = error.downcast_ref() {
            return Self::of_futoshiki(error);
        }
        match error.downcast_ref::<GenerateError>() {
            Some(GenerateError::Stopped { .. }) => Self::Limit,
            Some(
                GenerateError::Size { .. }
                | GenerateError::NoCube { .. }
                | GenerateError::Points(_)
                | GenerateError::Cells(_)
                | GenerateError::Flows { .. }
                | GenerateError::NoCover { .. },
            ) => Self::Usage,
            None => Self::Failed,
        }
    }

    fn of_futoshiki(error: &futoshiki::GenerateError) -> Self {
        match error {
            futoshiki::GenerateError::Stopped(_) => Self::Limit,
            futoshiki::GenerateError::Size(_) | futoshiki::GenerateError::NoneFound => Self::Usage,
        }
    }

    fn of_play(error: &PlayError) -> Self {
        match error {
            PlayError::Refused(_) => Self::Refused,
            PlayError::NotShown { .. }
            | PlayError::Rejected { .. }
            | PlayError::Emptied
            | PlayError::NoEntry { .. } => Self::NotShown,
            PlayError::LevelLimit { .. } | PlayError::TimeIsUp => Self::Limit,
            PlayError::Screen(_) | PlayError::Interrupted(Interruption::Pointer(_)) => Self::Failed,
            PlayError::Interrupted(_)
            | PlayError::Plan(_)
            | PlayError::BoardLost { .. }
            | PlayError::NoNextBoard { .. } => Self::Stopped,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_means_what_it_was_written_for() {
        for code in 0..=7 {
            assert_eq!(Exit::with_code(Some(code)).code(), code as u8);
        }
        assert_eq!(Exit::with_code(Some(101)), Exit::Failed);
        assert_eq!(Exit::with_code(None), Exit::Failed);
    }
}
