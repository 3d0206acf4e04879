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

    /// Also believe a Futoshiki board with more than one solution where all that stands on it can be told, for games that take
    /// every grid that keeps the rules: look at what is read first
    #[arg(long)]
    any_solution: bool,
}

impl From<GameRules> for Rules {
    fn from(rules: GameRules) -> Self {
        let GameRules {
            touching,
            allow_empty,
            any_solution,
        } = rules;
        Self {
            touching,
            allow_empty,
            any_solution,
        }
    }
}

/// The options that say these rules, each after a space.
pub(super) fn flags(rules: Rules) -> String {
    let said = [
        (rules.touching, " --touching"),
        (rules.allow_empty, " --allow-empty"),
        (rules.any_solution, " --any-solution"),
    ];
    let said = said.iter().filter(|(is_said, _)| *is_said);
    said.map(|(_, flag)| *flag).collect()
}
