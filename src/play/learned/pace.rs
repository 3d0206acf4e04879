//! How fast a game takes strokes: an estimate of the loss rate at each pace, and the pace that serves best.
//!
//! ```text
//!   ms a move     1   1.8   3.2   5.6   10   18   26   38   54   78   112   160   224   320
//!   lost / moves  ─── few tries, lost ───   ─────── safe ───────   ──── never tried ────
//!                                           ▲ fewest ms a move, losses included
//! ```
//!
//! A stroke that is lost costs the time to notice it and to draw it again. So the best pace has the least sum of its own
//! time and the time that its losses cost.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::losses::{DEFAULT_PACE, Losses, PACES_MS, at, index_of};
use crate::replay::{Steps, StrokeTiming};

/// Three frames of a 60 Hz page: two were safe even on a busy machine.
const CAREFUL: Duration = Duration::from_millis(54);

/// In a game of clicks a lost cell can seldom be put right, so it is drawn at two frames a cell at least.
const CLICKED: Duration = Duration::from_millis(38);

/// For a game that may take strokes in another way only: slow enough for most of those that take this one.
const SLOW: Duration = Duration::from_millis(160);

/// The slowest pace.
const SLOWEST: Duration = Duration::from_millis(320);

/// Where a stroke survives a pace less often than this, that pace is no help.
const LEAST_SURVIVING: f64 = 0.5;

/// From this pace on a cell takes two moves, a frame of a 60 Hz page or more from each other: a game that
/// now and then loses one of them loses no cell.
const DOUBLED: Duration = Duration::from_millis(34);

/// From this pace on it takes small steps: where strokes are lost at twice the careful pace, it is not the pace that loses them.
const IN_SMALL_STEPS: Duration = Duration::from_millis(100);

/// The moves of a stroke of usual length.
const STROKE_MOVES: f64 = 8.0;

/// The time until it is known that a stroke is lost, in milliseconds, before one was; and how much of what is known of it a new
/// one changes. On a busy machine it was two seconds and more.
const NOTICE_MS: f64 = 600.0;
const NOTICE_GAIN: f64 = 0.2;

/// The share of the trials of a faster pace that lose their stroke.
const LOST_TRIALS: f64 = 0.5;

/// A faster pace is tried after so many moves without a loss; after twice as many each time that the trial lost a
/// stroke, up to the most.
const SHORTEST_CALM: f64 = 24.0;
const LONGEST_CALM: f64 = 1600.0;

/// Time a move, estimated from what was lost at which pace.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    /// The user's own choice, kept whatever happens.
    fixed: Option<Duration>,
    /// Earlier versions called it so.
    #[serde(rename = "tallies")]
    losses: Losses,
    /// Moves since the last loss.
    calm: f64,
    /// So many are needed before a faster pace is tried.
    calm_wanted: f64,
    /// How long it takes until it is known that a stroke is lost, in milliseconds. Earlier versions did not save it.
    #[serde(default = "usual_notice_ms")]
    notice_ms: f64,
}

fn usual_notice_ms() -> f64 {
    NOTICE_MS
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            fixed: None,
            losses: Losses::default(),
            calm: 0.0,
            calm_wanted: SHORTEST_CALM,
            notice_ms: NOTICE_MS,
        }
    }
}

impl Pace {
    /// One that is kept whatever happens.
    pub fn fixed(pace: Duration) -> Self {
        Self {
            fixed: Some(pace),
            ..Self::default()
        }
    }

    /// Whether it can have been learned: what comes from a file may be anything.
    pub(in crate::play) fn is_credible(&self) -> bool {
        let is_count = |count: f64| count.is_finite() && count >= 0.0;
        self.fixed.is_none_or(|pace| pace <= SLOWEST)
            && self.losses.is_credible()
            && is_count(self.calm)
            && (SHORTEST_CALM..=LONGEST_CALM).contains(&self.calm_wanted)
            && is_count(self.notice_ms)
    }

    /// Whether no move takes longer than this.
    pub(in crate::play) fn is_within(&self, longest: Duration) -> bool {
        let fixed = self.fixed.unwrap_or_default();
        fixed <= longest
            && Self {
                fixed: None,
                ..*self
            }
            .is_credible()
    }

    /// Time a move for the next stroke.
    pub fn now(&self) -> Duration {
        let index = match self.best() {
            best if self.is_calm(best) => best.saturating_sub(1),
            best => best,
        };
        self.fixed.unwrap_or_else(|| at(index))
    }

    /// The pace that serves best, as far as is known.
    pub fn best_known(&self) -> Duration {
        self.fixed.unwrap_or_else(|| at(self.best()))
    }

    /// The expected time of a stroke at that pace, in milliseconds, redrawing included.
    pub(super) fn cost(&self) -> f64 {
        self.cost_at(self.best(), self.losses.rates())
    }

    /// Whether the user has chosen it.
    pub(super) fn is_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// Whether the next stroke tries a faster pace than the best that is known.
    pub(in crate::play) fn is_trial(&self) -> bool {
        self.now() < self.best_known()
    }

    /// A stroke of so many moves was seen whole.
    pub(in crate::play) fn seen(&mut self, pace: Duration, moves: usize) {
        let moves = moves as f64;
        self.losses.add(pace, moves, 0.0);
        self.calm += moves;
    }

    /// A stroke was not seen whole, but so many moves of it.
    pub(in crate::play) fn lost(&mut self, pace: Duration, moves: usize) {
        if self.fixed.is_some() {
            return;
        }
        self.calm_wanted = if index_of(pace) < self.best() {
            (self.calm_wanted * 2.0).min(LONGEST_CALM)
        } else {
            SHORTEST_CALM.max(self.calm_wanted / 2.0)
        };
        self.losses.add(pace, moves.max(1) as f64, 1.0);
        self.calm = 0.0;
        let next = self.now();
        if next > pace {
            tracing::info!("a stroke was lost at {pace:?} a move: {next:?} from now on");
        } else {
            tracing::info!("a stroke was lost at {pace:?} a move");
        }
    }

    /// It took so long after a stroke was drawn until it was known that it is lost.
    pub(in crate::play) fn noticed(&mut self, after: Duration) {
        let ms = after.as_secs_f64() * 1000.0;
        self.notice_ms += NOTICE_GAIN * (ms - self.notice_ms);
    }

    /// A level is drawn: what was before it counts less.
    pub(in crate::play) fn level_drawn(&mut self) {
        self.losses.level_drawn();
    }

    /// How strokes are timed at a pace.
    pub(in crate::play) fn timing(pace: Duration) -> StrokeTiming {
        let steps = if pace >= IN_SMALL_STEPS {
            Steps::Small
        } else if pace >= DOUBLED {
            Steps::Two
        } else {
            Steps::One
        };
        StrokeTiming { pace, steps }
    }

    /// One that hardly any game loses cells at, for a stroke that must not fail for that reason.
    pub(in crate::play) fn careful(&self) -> Duration {
        self.fixed.unwrap_or(CAREFUL)
    }

    /// The time a move for the next stroke of a game of clicks.
    pub(in crate::play) fn clicked(&self) -> Duration {
        self.fixed.unwrap_or(CLICKED).max(self.now())
    }

    /// One that few games lose cells at, for a stroke that was lost when it was drawn with care, and that no pace may help.
    pub(in crate::play) fn slow(&self) -> Duration {
        self.fixed.unwrap_or(SLOW)
    }

    /// One that no game loses cells at, for a stroke that the game took in part when it was drawn faster.
    pub(in crate::play) fn slowest(&self) -> Duration {
        self.fixed.unwrap_or(SLOWEST)
    }

    /// The default pace, unless the best one is faster, for strokes that slowness does not help. Where most strokes were
    /// lost at the default pace, the best one.
    pub(in crate::play) fn brisk(&self) -> Duration {
        let lost = self.losses.rate_at(index_of(DEFAULT_PACE));
        if survival(lost) < LEAST_SURVIVING {
            self.best_known()
        } else {
            self.best_known().min(DEFAULT_PACE)
        }
    }

    /// Whether it is time for a trial of the pace before this one: what that may save must be worth it.
    fn is_calm(&self, best: usize) -> bool {
        let saved = best
            .checked_sub(1)
            .map(|faster| PACES_MS[best] - PACES_MS[faster]);
        let trial = LOST_TRIALS * self.notice_ms;
        let worth = saved.map_or(f64::INFINITY, |saved| trial / saved);
        self.calm >= self.calm_wanted.max(worth)
    }

    /// The number of the pace with the least expected time a stroke.
    fn best(&self) -> usize {
        let rates = self.losses.rates();
        // Only a trial explores what is faster than the first pace.
        let is_known =
            |index: &usize| *index >= index_of(DEFAULT_PACE) || !self.losses.is_untried(*index);
        let known = (0..PACES_MS.len()).filter(is_known);
        known
            .min_by(|&a, &b| self.cost_at(a, rates).total_cmp(&self.cost_at(b, rates)))
            .unwrap_or_default()
    }

    /// The expected time of a stroke at the pace of this number, in milliseconds: it is drawn until it is not lost.
    fn cost_at(&self, index: usize, rates: [f64; PACES_MS.len()]) -> f64 {
        let survives = survival(rates[index]);
        let once = STROKE_MOVES * PACES_MS[index] + (1.0 - survives) * self.notice_ms;
        once / survives
    }
}

/// The share of strokes of usual length that are not lost, at so many losses a move.
fn survival(rate: f64) -> f64 {
    (-rate * STROKE_MOVES).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that loses each stroke below a pace, in milliseconds.
    struct Game(f64);

    impl Game {
        /// Plays a level of so many strokes of so many moves; returns the strokes lost and the time that moves took.
        fn play(&self, pace: &mut Pace, strokes: usize, moves: usize) -> (usize, f64) {
            let (mut lost, mut time) = (0, 0.0);
            for _ in 0..strokes {
                loop {
                    let now = pace.now();
                    let ms = now.as_secs_f64() * 1000.0;
                    time += ms * moves as f64;
                    if ms >= self.0 {
                        pace.seen(now, moves);
                        break;
                    }
                    pace.lost(now, 0);
                    lost += 1;
                    assert!(lost < 200, "never as slow as {} ms", self.0);
                }
            }
            pace.level_drawn();
            (lost, time)
        }
    }

    #[test]
    fn the_first_pace_is_one_frame_a_cell() {
        assert_eq!(Pace::default().now(), DEFAULT_PACE);
    }

    #[test]
    fn a_native_game_is_soon_played_at_its_own_pace() {
        let (mut pace, game) = (Pace::default(), Game(0.0));
        for _ in 0..8 {
            game.play(&mut pace, 8, 8);
        }
        assert!(pace.now() <= Duration::from_millis(2), "{:?}", pace.now());
    }

    #[test]
    fn the_pace_settles_above_what_loses_strokes_and_few_are_lost() {
        for limit in [3.0, 12.0, 17.0, 20.0, 30.0, 50.0, 100.0] {
            let (mut pace, game) = (Pace::default(), Game(limit));
            for _ in 0..20 {
                game.play(&mut pace, 8, 8);
            }
            let best = pace.best_known().as_secs_f64() * 1000.0;
            assert!((limit..limit * 1.9).contains(&best), "{limit}: {best}");
            let lost: usize = (0..50).map(|_| game.play(&mut pace, 8, 8).0).sum();
            assert!(lost <= 8, "{limit}: {lost} of 400 strokes lost");
        }
    }

    /// A stroke takes two seconds there, and a faster one that may be lost is tried now and then.
    #[test]
    fn the_pace_settles_in_a_game_that_shows_three_frames_a_second() {
        for limit in [200.0, 280.0] {
            let (mut pace, game) = (Pace::default(), Game(limit));
            (0..10).for_each(|_| pace.noticed(Duration::from_millis(1500)));
            for _ in 0..20 {
                game.play(&mut pace, 8, 8);
            }
            let best = pace.best_known().as_secs_f64() * 1000.0;
            assert!((limit..limit * 1.9).contains(&best), "{limit}: {best}");
            let lost: usize = (0..50).map(|_| game.play(&mut pace, 8, 8).0).sum();
            assert!(lost <= 12, "{limit}: {lost} of 400 strokes lost");
        }
    }

    /// A 3x3 board says little about an 8x8 one.
    #[test]
    fn a_small_board_that_went_well_at_a_fast_pace_does_not_settle_it() {
        let mut pace = Pace::default();
        Game(0.0).play(&mut pace, 3, 3);
        let (lost, _) = Game(17.0).play(&mut pace, 8, 8);
        assert!(lost <= 2, "{lost}");
        assert_eq!(pace.best_known(), DEFAULT_PACE);
    }

    #[test]
    fn a_faster_pace_is_tried_the_later_the_longer_it_takes_to_notice_a_loss() {
        let moves_until_trial = |noticed: &[Duration]| {
            let mut pace = Pace::default();
            noticed.iter().for_each(|after| pace.noticed(*after));
            let is_tried = |_: &usize| {
                let is_trial = pace.is_trial();
                pace.seen(pace.now(), 8);
                is_trial
            };
            8 * (0..1000).find(is_tried).expect("a trial")
        };
        assert_eq!(moves_until_trial(&[]), 40);
        assert!(moves_until_trial(&[Duration::from_secs(3); 10]) >= 160);
    }

    #[test]
    fn the_pace_recovers_within_a_level() {
        let mut pace = Pace::default();
        for _ in 0..4 {
            pace.lost(pace.now(), 0);
        }
        assert!(pace.now() > DEFAULT_PACE, "{:?}", pace.now());
        let slow = pace.now();
        Game(17.0).play(&mut pace, 30, 10);
        assert!(pace.best_known() < slow, "{:?}", pace.best_known());
    }

    #[test]
    fn a_busy_spell_is_forgotten() {
        let mut pace = Pace::default();
        for _ in 0..20 {
            Game(40.0).play(&mut pace, 8, 8);
        }
        assert!(pace.best_known() >= Duration::from_millis(38));
        for _ in 0..40 {
            Game(17.0).play(&mut pace, 8, 8);
        }
        assert_eq!(pace.best_known(), DEFAULT_PACE);
    }

    /// Every tenth stroke is lost, at any pace.
    #[test]
    fn a_game_that_loses_strokes_at_any_pace_is_played_at_the_default_pace() {
        let mut pace = Pace::default();
        for number in 0..400 {
            let now = pace.now();
            if number % 10 == 0 {
                pace.lost(now, 4);
            } else {
                pace.seen(now, 8);
            }
            if number % 8 == 0 {
                pace.level_drawn();
            }
        }
        let best = pace.best_known();
        assert!(best <= Duration::from_millis(26), "{best:?}");
    }

    #[test]
    fn a_pace_that_lost_most_strokes_is_not_gone_back_to() {
        let mut pace = Pace::default();
        pace.lost(DEFAULT_PACE, 0);
        assert_eq!(pace.brisk(), DEFAULT_PACE);
        Game(200.0).play(&mut pace, 8, 8);
        assert!(pace.brisk() >= Duration::from_millis(200), "{pace:?}");
    }

    #[test]
    fn a_fixed_pace_never_changes() {
        let mut fixed = Pace::fixed(Duration::from_millis(5));
        let before = fixed;
        fixed.lost(fixed.now(), 4);
        assert_eq!(fixed, before);
        assert_eq!(fixed.careful(), Duration::from_millis(5));
    }

    #[test]
    fn what_an_earlier_version_saved_is_kept() {
        let mut pace = Pace::default();
        Game(20.0).play(&mut pace, 30, 8);
        let mut saved = serde_json::to_value(pace).unwrap();
        saved.as_object_mut().unwrap().remove("notice_ms").unwrap();
        let kept: Pace = serde_json::from_value(saved).unwrap();
        assert_eq!(kept.losses, pace.losses);
        assert!(kept.is_credible());
    }
}
