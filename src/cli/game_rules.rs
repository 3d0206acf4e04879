//! The options that say what a game allows.

use crate::read::Rules;

/// What a game allows, for boards in pictures.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct GameRules {
    /// Also believe a board that only paths that touch themselves can solve where the picture alone is not sure of it: look at
    /// what is read first
    #[arg(long)]
    touching: bool,

    /// Also believe a board that only paths that leave cells empty can solve where the picture alone is sure of it, for games
    /// that ask for nothing but joined pairs
    #[arg(long)]
    allow_empty: bool,
}

impl From<GameRules> for Rules {
    fn from(rules: GameRules) -> Self {
        let GameRules {
            touching,
            allow_empty,
        } = rules;
        Self {
            touching,
            allow_empty,
        }
    }
}
