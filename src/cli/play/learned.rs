//! What is known of a game when it is played, and what is kept of it.

use crate::capture::Place;
use crate::cli::state::state_file;
use crate::play::{Habits, Memory, Pace};

/// What was learned of games before, where there is a place to keep it.
pub(super) fn memory() -> Option<Memory> {
    state_file("games.toml").map(|file| Memory::open(&file))
}

/// What is known of the game at a place; a pace that the user fixed goes before the one that was learned.
pub(super) fn recall(memory: Option<&Memory>, place: &Place, fixed: Option<Pace>) -> Habits {
    let learned = memory.map_or_else(Habits::default, |memory| memory.recall(place));
    Habits {
        pace: fixed.unwrap_or(learned.pace),
        ..learned
    }
}

/// Keeps what was learned, but not a pace that the user fixed.
pub(super) fn keep(memory: &mut Memory, place: &Place, fixed: Option<Pace>, habits: &Habits) {
    let learned = recall(Some(memory), place, None);
    let kept = Habits {
        pace: fixed.map_or(habits.pace, |_| learned.pace),
        ..*habits
    };
    if let Err(error) = memory.keep(place, &kept) {
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
        let mut memory = Memory::open(&folder.path().join("games.toml"));
        let [slow, fast] = [30, 5].map(|ms| Pace::fixed(Duration::from_millis(ms)));
        let learned = Habits {
            pace: slow,
            latency: Duration::from_millis(90),
            ..Habits::default()
        };
        assert_eq!(recall(None, &place, None), Habits::default());
        keep(&mut memory, &place, None, &learned);
        assert_eq!(recall(Some(&memory), &place, None), learned);
        let fixed = recall(Some(&memory), &place, Some(fast));
        assert_eq!((fixed.pace, fixed.latency), (fast, learned.latency));
        keep(&mut memory, &place, Some(fast), &fixed);
        assert_eq!(recall(Some(&memory), &place, None), learned);
    }
}
