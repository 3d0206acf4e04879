//! The practice game: a small web server on this machine and the page that it serves, built into the
//! program. It is handed its levels.
//!
//! ```text
//!   levels ──GET /levels──▶ the page: a person or flowbot plays, the page measures
//!                             │
//!                       POST /report
//!                             ▼
//!                  GET /state: what the game says, for tests. The bot never asks.
//! ```
//!
//! Flow and Futoshiki have a page each, from the same server; what they share is one file.
//!
//! | address | answer |
//! |---|---|
//! | `GET /` | the page; `?look=NAME` (one of [`LOOKS`]), `?behave=NAME,...` (of [`BEHAVIOURS`]); both take `random` with `?seed=N` |
//! | `GET /levels` | the levels as the page wants them |
//! | `GET /film/N` | how the Nth level is solved, for `/player.js` to draw: the button "show me how"; see [`ShowMe`] |
//! | `POST /report` | what the page knows and measures: a [`Report`] |
//! | `GET /state` | the last report about each level: a [`State`] |

mod levels;
mod server;
mod state;

use std::io;

use thiserror::Error;

use crate::puzzle::flow::text::Level;

pub use server::{Practice, serve, serve_futoshiki};
pub use state::{Report, State};

/// The looks of the page, first the one it has if none is asked for. `page/looks.js` describes them.
pub const LOOKS: [&str; 14] = [
    "dark", "light", "faint", "nolines", "checker", "squares", "digits", "letters", "glossy",
    "neon", "coloured", "tiles", "numbers", "blocks",
];

/// What the page can do as games do, each name to be given with any others; without any it takes every
/// drag and goes on by itself. `page/behaviours.js` says what each is.
pub const BEHAVIOURS: [&str; 44] = [
    "whole",
    "erases",
    "first",
    "clicks",
    "taps",
    "corners",
    "starts",
    "latch",
    "keys",
    "sides",
    "focus",
    "drops",
    "hangs",
    "limit",
    "disc",
    "fading",
    "moving",
    "mirror",
    "decoys",
    "animation",
    "dialog",
    "text",
    "push",
    "popup",
    "advert",
    "boxed",
    "note",
    "replay",
    "icons",
    "cancel",
    "encore",
    "prompt",
    "cover",
    "shove",
    "window",
    "alert",
    "finale",
    "standing",
    "dealer",
    "check",
    "again",
    "won",
    "rejects",
    "nothing",
];

/// What the page of Futoshiki can do, as [`BEHAVIOURS`].
pub const FUTOSHIKI_BEHAVIOURS: [&str; 10] = [
    "pad",
    "opens",
    "clicks",
    "drops",
    "focus",
    "refuses",
    "mirror",
    "animation",
    "dialog",
    "popup",
];

/// Stands for another look or behaviour in each level, chosen by the seed.
pub const RANDOM: &str = "random";

/// How the page shows the solving of a level.
#[derive(Clone, Copy, Debug)]
pub struct ShowMe {
    /// The script that draws what `film` gives: a module with the class `Player`.
    pub player: &'static str,
    /// How a level is solved, as JSON; nothing where no solution is found.
    pub film: fn(&Level) -> Option<String>,
}

/// Why the game cannot be served.
#[derive(Debug, Error)]
pub enum PracticeError {
    /// Nothing to play.
    #[error("there are no levels to play: give a puzzle file, or a --count of at least 1")]
    NoLevels,
    /// The port belongs to another program.
    #[error("port {0} is taken: give another one, or --port 0 for any that is free")]
    PortTaken(u16),
    /// The system refused to listen.
    #[error("cannot listen on port {port}: {cause}")]
    Listen {
        /// The port asked for.
        port: u16,
        /// What the system said.
        cause: io::Error,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that a table of a script of the page begins its lines with.
    fn described<'a>(script: &'a str, table: &str) -> Vec<&'a str> {
        let (_, table) = script.split_once(table).unwrap();
        let (table, _) = table.split_once("\n};").unwrap();
        table
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .filter_map(|line| line.trim().split_once(':'))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn every_look_and_behaviour_is_described_for_the_page_and_no_other() {
        let looks = include_str!("page/looks.js");
        assert_eq!(described(looks, "export const LOOKS = {"), LOOKS);
        let behaviours = include_str!("page/behaviours.js");
        assert_eq!(
            described(behaviours, "export const BEHAVIOURS = {"),
            BEHAVIOURS
        );
        let futoshiki = include_str!("page/futoshiki/behaviours.js");
        assert_eq!(
            described(futoshiki, "export const BEHAVIOURS = {"),
            FUTOSHIKI_BEHAVIOURS
        );
    }
}
