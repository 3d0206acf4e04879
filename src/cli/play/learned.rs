//! What is known of a game when it is played, and what is kept of it.

use crate::capture::Place;
use crate::cli::state::state_file;
use crate::play::{LearnedSettings, Pace, SettingsStore};

/// What was learned of games before, where there is a place to keep it.
pub(super) fn store() -> Option<SettingsStore> {
    state_file("games.toml").map(|file| SettingsStore::open(&file))
}

/// What is known of the game at a place; a pace that the user fixed goes before the one that was learned.
pub(super) fn recall(
    store: Option<&SettingsStore>,
    place: &Place,
    fixed: Option<Pace>,
) -> LearnedSettings {
    let learned = store.map_or_else(LearnedSettings::default, |store| store.recall(place));
    LearnedSettings {
        pace: fixed.unwrap_or(learned.pace),
        ..learned
    }
}

/// Keeps what was learned, but not a pace that the user fixed.
pub(super) fn keep(
    store: &mut SettingsStore,
    place: &Place,
    fixed: Option<Pace>,
    learned_now: &LearnedSettings,
) {
    let learned = recall(Some(store), place, None);
    let kept = LearnedSettings {
        pace: fixed.map_or(learned_now.pace, |_| learned.pace),
        ..*learned_now
    };
    if let Err(error) = store.keep(place, &kept) {
        tracing::warn!("what was learned of the game cannot be kept: {error}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::capture::WindowId;
    use crate::geometry::ScreenRect;

    #[test]
    fn a_fixed_pace_is_used_and_the_learned_one_is_kept() {
        let place = Place {
            name: "the window \"A game\"".to_owned(),
            program: String::new(),
            rect: ScreenRect::new(0.0, 0.0, 760.0, 920.0),
            window: Some(WindowId(0)),
        };
        let folder = tempfile::tempdir().unwrap();
        let mut store = SettingsStore::open(&folder.path().join("games.toml"));
        let [slow, fast] = [30, 5].map(|ms| Pace::fixed(Duration::from_millis(ms)));
        let learned = LearnedSettings {
            pace: slow,
            latency: Duration::from_millis(90),
            ..LearnedSettings::default()
        };
        assert_eq!(recall(None, &place, None), LearnedSettings::default());
        keep(&mut store, &place, None, &learned);
        assert_eq!(recall(Some(&store), &place, None), learned);
        let fixed = recall(Some(&store), &place, Some(fast));
        assert_eq!((fixed.pace, fixed.latency), (fast, learned.latency));
        keep(&mut store, &place, Some(fast), &fixed);
        assert_eq!(recall(Some(&store), &place, None), learned);
    }
}
