//! What was learned of games, in a file: so that the next run begins where this one ended.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Habits;
use crate::capture::Place;

/// The habits of all games that were played, by program and window title without digits: titles hold
/// level numbers, scores and times.
pub struct Memory {
    file: PathBuf,
    games: Games,
}

#[derive(Default, Serialize, Deserialize)]
struct Games {
    games: BTreeMap<String, Habits>,
}

impl Memory {
    /// Opens a file. One that is missing, or of another version of flowbot, holds nothing.
    pub fn open(file: &Path) -> Self {
        let games = match fs::read_to_string(file) {
            Ok(text) => toml::from_str(&text).unwrap_or_else(|error| {
                let cause = error.message();
                tracing::warn!("{}: not used, {cause}", file.display());
                Games::default()
            }),
            Err(_) => Games::default(),
        };
        Self {
            file: file.to_owned(),
            games,
        }
    }

    /// What is known of the game at a place; what nobody can have learned is not.
    pub fn recall(&self, place: &Place) -> Habits {
        let known = self.games.games.get(&key(place)).copied();
        known.filter(Habits::is_credible).unwrap_or_default()
    }

    /// Keeps what was learned, in memory and in the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&mut self, place: &Place, habits: &Habits) -> io::Result<()> {
        self.games.games.insert(key(place), *habits);
        let text = toml::to_string(&self.games).map_err(io::Error::other)?;
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Written beside and put in its place: a second flowbot never reads half of it.
        let beside = self.file.with_extension("new");
        fs::write(&beside, text)?;
        fs::rename(&beside, &self.file)
    }
}

fn key(place: &Place) -> String {
    let title = place.name.chars().filter(|one| !one.is_ascii_digit());
    format!("{}: {}", place.program, title.collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::geometry::ScreenRect;
    use crate::play::{Pace, Tool, Way};

    fn place(title: &str) -> Place {
        Place {
            name: format!("the window {title:?}"),
            program: "Game".to_owned(),
            rect: ScreenRect::new(0.0, 0.0, 10.0, 10.0),
            window: None,
        }
    }

    #[test]
    fn what_is_kept_is_recalled_for_the_same_game_whatever_its_level() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state").join("games.toml");
        let habits = Habits {
            pace: Pace::fixed(Duration::from_millis(7)),
            way: Way {
                tool: Tool::Click,
                is_backwards: true,
            },
            latency: Duration::from_millis(130),
            control: Some((120, 40)),
        };
        Memory::open(&file)
            .keep(&place("Level 3"), &habits)
            .unwrap();
        let memory = Memory::open(&file);
        assert_eq!(memory.recall(&place("Level 12")), habits);
        assert_eq!(memory.recall(&place("Chess")), Habits::default());
    }

    #[test]
    fn what_nobody_can_have_learned_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.toml");
        let slow = Habits {
            pace: Pace::fixed(Duration::from_secs(3600)),
            ..Habits::default()
        };
        let late = Habits {
            latency: Duration::from_secs(1 << 60),
            ..Habits::default()
        };
        for habits in [slow, late] {
            let mut memory = Memory::open(&file);
            memory.keep(&place("Any"), &habits).unwrap();
            let recalled = Memory::open(&file).recall(&place("Any"));
            assert_eq!(recalled, Habits::default());
        }
    }

    #[test]
    fn a_broken_file_holds_nothing_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.toml");
        fs::write(&file, "games = 3").unwrap();
        let mut memory = Memory::open(&file);
        assert_eq!(memory.recall(&place("Any")), Habits::default());
        memory.keep(&place("Any"), &Habits::default()).unwrap();
        assert!(fs::read_to_string(&file).unwrap().contains("[games."));
    }
}
