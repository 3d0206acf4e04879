//! How the solving of a level is shown: how long each view of it, and all of it on the practice page.

use std::time::{Duration, Instant};

use crate::pipeline::Limits;
use crate::practice::ShowMe;
use crate::puzzle::flow::text::Level;
use crate::render::{SEARCH_PLAYER, search_json};
use crate::solve::flow::{Engine, Film, Request, Settings, Touching};

/// How long an animation takes, if its views can be shown that slowly or that fast.
const LONG: Duration = Duration::from_secs(8);
/// The longest and the shortest time of a view.
const SLOWEST: Duration = Duration::from_millis(400);
const FASTEST: Duration = Duration::from_millis(30);
/// How long a player waits for a level to be solved.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long each of so many views is shown.
pub(super) fn time_of_each(views: usize) -> Duration {
    (LONG / views.max(1) as u32).clamp(FASTEST, SLOWEST)
}

/// What the practice page shows levels with.
pub(super) const SHOW_ME: ShowMe = ShowMe {
    player: SEARCH_PLAYER,
    film,
};

/// How a level is solved, if it is within the time that a player waits.
fn film(level: &Level) -> Option<String> {
    let puzzle = &level.puzzle;
    let started = Instant::now();
    let request = Request {
        puzzle,
        count: 1,
        touching: Touching::Fallback,
        limits: Limits {
            guesses: None,
            should_stop: &|| started.elapsed() >= PATIENCE,
        },
    };
    let engine = Engine::default();
    let mut film = Film::new(puzzle);
    let answer = engine.solve(&request, &Settings::of(engine), &mut film);
    let solution = answer.ok()?.solutions.into_iter().next()?;
    film.end_with(&solution);
    let views = film.into_views();
    let time = time_of_each(views.len());
    Some(search_json(puzzle, &views, time).to_string())
}
