//! The state file: what was learned of games, so that the next run begins where this one ended.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

use serde::{Deserialize, Serialize};

use super::LearnedSettings;
use crate::capture::Place;

/// The settings of all games that were played, by program and window title without digits: titles hold
/// level numbers, scores and times.
pub struct SettingsStore {
    /// `None` where the file may hold what cannot be read now: it is left alone.
    file: Option<PathBuf>,
    games: Games,
}

#[derive(Default, Serialize, Deserialize)]
struct Games {
    #[serde(default)]
    games: BTreeMap<String, LearnedSettings>,
}

impl SettingsStore {
    /// Opens a file. One that is missing, or of another version of flowbot, holds nothing.
    pub fn open(file: &Path) -> Self {
        let unused = |cause: &dyn Display| {
            tracing::warn!("{}: not used, {cause}", file.display());
            Games::default()
        };
        let text = match fs::read_to_string(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            read => read,
        };
        Self {
            file: text.is_ok().then(|| file.to_owned()),
            games: match &text {
                Ok(text) => toml::from_str(text).unwrap_or_else(|error| unused(&error.message())),
                Err(error) => unused(error),
            },
        }
    }

    /// What is known of the game at a place; what nobody can have learned is not. On a monitor or in a region any game
    /// may be, so nothing is known of it.
    pub fn recall(&self, place: &Place) -> LearnedSettings {
        let known = key(place).and_then(|key| self.games.games.get(&key).copied());
        known
            .filter(LearnedSettings::is_credible)
            .unwrap_or_default()
    }

    /// Keeps what was learned of the game in a window, in the store and in its file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&mut self, place: &Place, learned: &LearnedSettings) -> io::Result<()> {
        let (Some(key), Some(file)) = (key(place), &self.file) else {
            return Ok(());
        };
        self.games.games.insert(key, *learned);
        let text = toml::to_string(&self.games).map_err(io::Error::other)?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Written beside and put in its place: a second flowbot never reads half of it.
        let beside = file.with_extension(format!("{}.new", process::id()));
        fs::write(&beside, text)?;
        fs::rename(&beside, file)
    }
}

fn key(place: &Place) -> Option<String> {
    place.window?;
    let title = place.name.chars().filter(|one| !one.is_ascii_digit());
    let title = title.collect::<String>();
    Some(format!("{}: {title}", place.program))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::capture::WindowId;
    use crate::geometry::ScreenRect;
    use crate::play::{InputMethod, KnownControl, Pace, StrokeInput, TraceStyle};

    fn place(title: &str) -> Place {
        Place {
            name: format!("the window {title:?}"),
            program: "Game".to_owned(),
            rect: ScreenRect::new(0.0, 0.0, 10.0, 10.0),
            window: Some(WindowId(1)),
        }
    }

    #[test]
    fn what_is_kept_is_recalled_for_the_same_game_whatever_its_level() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state").join("games.toml");
        let learned = LearnedSettings {
            pace: Pace::fixed(Duration::from_millis(7)),
            input: StrokeInput {
                method: InputMethod::Click,
                is_backwards: true,
            },
            other_end_helps: Some(true),
            fills_in: Some(true),
            trace: TraceStyle::Lines,
            latency: Duration::from_millis(130),
            control: Some(KnownControl {
                size: (120, 40),
                at: (300.0, 420.5),
            }),
            standing_control: Some(KnownControl {
                size: (80, 30),
                at: (40.0, 10.5),
            }),
            ..LearnedSettings::default()
        };
        SettingsStore::open(&file)
            .keep(&place("Level 3"), &learned)
            .unwrap();
        let store = SettingsStore::open(&file);
        assert_eq!(store.recall(&place("Level 12")), learned);
        assert_eq!(store.recall(&place("Chess")), LearnedSettings::default());
    }

    #[test]
    fn what_nobody_can_have_learned_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.toml");
        let slow = LearnedSettings {
            pace: Pace::fixed(Duration::from_secs(3600)),
            ..LearnedSettings::default()
        };
        let late = LearnedSettings {
            latency: Duration::from_secs(1 << 60),
            ..LearnedSettings::default()
        };
        for learned in [slow, late] {
            let mut store = SettingsStore::open(&file);
            store.keep(&place("Any"), &learned).unwrap();
            let recalled = SettingsStore::open(&file).recall(&place("Any"));
            assert_eq!(recalled, LearnedSettings::default());
        }
    }

    #[test]
    fn of_a_monitor_nothing_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.toml");
        let monitor = Place {
            window: None,
            ..place("monitor 1")
        };
        let slow = LearnedSettings {
            latency: Duration::from_millis(300),
            ..LearnedSettings::default()
        };
        let mut store = SettingsStore::open(&file);
        store.keep(&monitor, &slow).unwrap();
        assert_eq!(store.recall(&monitor), LearnedSettings::default());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.toml");
        let latin = [b'#', 0xe9];
        fs::write(&file, latin).unwrap();
        let mut store = SettingsStore::open(&file);
        store
            .keep(&place("Any"), &LearnedSettings::default())
            .unwrap();
        assert_eq!(fs::read(&file).unwrap(), latin);
    }

    #[test]
    fn a_broken_file_holds_nothing_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.toml");
        fs::write(&file, "games = 3").unwrap();
        let mut store = SettingsStore::open(&file);
        assert_eq!(store.recall(&place("Any")), LearnedSettings::default());
        store
            .keep(&place("Any"), &LearnedSettings::default())
            .unwrap();
        assert!(fs::read_to_string(&file).unwrap().contains("[games."));
    }
}
