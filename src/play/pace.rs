//! How fast a game takes strokes: slower when cells are lost, faster when a whole level went well.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::replay::Gait;

/// One cell in each frame of a 60 Hz page: faster, and browsers merge moves, so that games which mark
/// only the cells that they are told of lose some.
pub const DEFAULT_PACE: Duration = Duration::from_millis(18);

/// Native games took this; nothing is gained below.
const FASTEST: Duration = Duration::from_millis(1);

/// Three frames of a 60 Hz page: two were safe even on a busy machine.
const CAREFUL: Duration = Duration::from_millis(54);

/// Some frames of a page that shows fewer than twenty a second, as one does that paints much without a graphics card.
const SLOWEST: Duration = Duration::from_millis(160);

/// From this pace on a cell takes two moves, a frame of a 60 Hz page or more from each other: a game that
/// now and then loses one of them loses no cell.
const DOUBLED: Duration = Duration::from_millis(34);

/// What cells are given more after some were lost.
const SLOWER: f64 = 1.5;

/// A pace that is so much slower than one that was too fast is near enough to the best.
const NEAR_ENOUGH: f64 = 1.3;

/// A pace near enough to the best is kept for so many levels before a faster one is tried again: cells may
/// have been lost because the machine was busy. Twice as many after each time that cells were lost again. Up to more
/// at the default pace and below, which few games leave behind, than above it, where games are seldom at their best.
const SHORTEST_REST: u32 = 2;
const LONGEST_REST: u32 = 32;
const LONGEST_REST_WHEN_SLOW: u32 = 8;

/// What a stroke that is drawn again costs, in the time that it takes: it is waited for in vain, too.
const REDRAWING: f64 = 1.5;

/// When at most this share of the strokes were lost, they were by chance: drawing them again takes no longer than
/// drawing all of them slower.
const CHANCE_LOSS: f64 = (SLOWER - 1.0) / REDRAWING;

/// Time a cell, found by trying.
///
/// ```text
///    1 ms ──── too fast ──[ halfway is tried next ]── safe ──── 160 ms
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    now: Duration,
    is_fixed: bool,
    /// At which whole levels were drawn.
    safe: Option<Duration>,
    /// At which cells were lost.
    too_fast: Option<Duration>,
    /// Levels drawn without a loss since the pace was last changed.
    calm: u32,
    /// After how many of them a faster pace is tried again.
    rest: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            now: DEFAULT_PACE,
            is_fixed: false,
            safe: Some(DEFAULT_PACE),
            too_fast: None,
            calm: 0,
            rest: SHORTEST_REST,
        }
    }
}

impl Pace {
    /// One that is kept whatever happens.
    pub fn fixed(pace: Duration) -> Self {
        Self {
            now: pace,
            is_fixed: true,
            safe: None,
            too_fast: None,
            calm: 0,
            rest: SHORTEST_REST,
        }
    }

    /// Whether it can have been learned: what comes from a file may be anything, and a cell that takes hours would
    /// keep the button down for as long.
    pub(super) fn is_credible(&self) -> bool {
        self.paces().all(|pace| pace >= FASTEST) && self.is_within(SLOWEST)
    }

    /// Whether no cell takes longer than this, and it rests no longer than any pace does.
    pub(super) fn is_within(&self, longest: Duration) -> bool {
        self.paces().all(|pace| pace <= longest) && self.rest.max(self.calm) <= LONGEST_REST
    }

    fn paces(&self) -> impl Iterator<Item = Duration> {
        let paces = [Some(self.now), self.safe, self.too_fast];
        paces.into_iter().flatten()
    }

    /// Time a cell.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// How strokes are to be put in now.
    pub(super) fn gait(&self) -> Gait {
        Gait {
            pace: self.now,
            is_doubled: self.now >= DOUBLED,
        }
    }

    /// Whether it is faster than what is known to be safe.
    pub(super) fn is_trial(&self) -> bool {
        !self.is_fixed && self.safe.is_some_and(|safe| self.now < safe)
    }

    /// One that hardly any game loses cells at, for a stroke that must not fail for that reason.
    pub(super) fn careful(self) -> Self {
        self.at(CAREFUL)
    }

    /// One that no game loses cells at, for a stroke that was lost when it was drawn with care.
    pub(super) fn slowest(self) -> Self {
        self.at(SLOWEST)
    }

    fn at(self, pace: Duration) -> Self {
        let now = if self.is_fixed { self.now } else { pace };
        Self { now, ..self }
    }

    /// The default pace, unless this one is faster, for strokes that slowness does not help.
    pub(super) fn brisk(self) -> Self {
        if self.is_fixed {
            return self;
        }
        Self {
            now: self.now.min(DEFAULT_PACE),
            safe: None,
            ..self
        }
    }

    /// Whether so many lost strokes of so many drawn say nothing against this pace.
    pub(super) fn is_chance(&self, lost: usize, drawn: usize) -> bool {
        !self.is_trial() && lost as f64 <= drawn as f64 * CHANCE_LOSS
    }

    /// Cells of some strokes were lost.
    pub(super) fn lost(&mut self) {
        // A careful pace lets all through, if it is the pace that loses some.
        self.slow_down(CAREFUL);
    }

    /// Cells of all strokes were lost, and there were several.
    pub(super) fn lost_all(&mut self) {
        self.slow_down(SLOWEST);
    }

    fn slow_down(&mut self, slowest: Duration) {
        if self.is_fixed || self.now >= slowest {
            return;
        }
        self.too_fast = self.too_fast.max(Some(self.now));
        self.calm = 0;
        self.now = match self.safe.filter(|safe| *safe > self.now) {
            Some(safe) => {
                let longest = if safe > DEFAULT_PACE {
                    LONGEST_REST_WHEN_SLOW
                } else {
                    LONGEST_REST
                };
                self.rest = (self.rest * 2).min(longest);
                safe
            }
            None => {
                self.safe = None;
                self.now.mul_f64(SLOWER).min(slowest)
            }
        };
        tracing::info!("cells were lost: slower, {:?} a cell", self.now);
    }

    /// A level of `wanted` strokes that began at the pace `before` is drawn; some were drawn again.
    pub(super) fn level_drawn(&mut self, before: Self, wanted: usize, redrawn: usize) {
        if self.is_fixed || before.is_trial() && self.now != before.now {
            return;
        }
        if before.now > DEFAULT_PACE && !before.is_chance(redrawn, wanted) {
            // Slowness does not help.
            *self = Self::default();
            return;
        }
        // Where all strokes were lost, each was drawn slower the next time.
        let again = redrawn as f64 / wanted.max(1) as f64;
        let is_slow_page = self.now > CAREFUL;
        let redrawing = if is_slow_page {
            (before.now + self.now) / 2
        } else {
            before.now
        };
        if before.now + redrawing.mul_f64(REDRAWING * again) > self.now {
            // Slower is better.
            return;
        }
        *self = before;
        if redrawn == 0 || self.now > DEFAULT_PACE {
            self.level_was_calm();
        }
    }

    /// This pace is safe; a faster one may be.
    fn level_was_calm(&mut self) {
        if self.is_trial() {
            self.rest = SHORTEST_REST;
        }
        self.safe = Some(self.now);
        self.too_fast = self.too_fast.filter(|too_fast| *too_fast < self.now);
        let next = match self.too_fast {
            None => self.now / 2,
            Some(too_fast) if self.now > too_fast.mul_f64(NEAR_ENOUGH) => {
                Duration::from_secs_f64((self.now.as_secs_f64() * too_fast.as_secs_f64()).sqrt())
            }
            Some(_) => {
                self.calm += 1;
                if self.calm < self.rest {
                    return;
                }
                self.calm = 0;
                self.now.div_f64(NEAR_ENOUGH).min(DEFAULT_PACE)
            }
        };
        self.now = next.max(FASTEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays levels of ten strokes in a game that loses all cells below a limit, which is another one in each
    /// level, in milliseconds; gives the pace at which each level was finished.
    fn paces(limits: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut pace = Pace::default();
        let milliseconds = |pace: Pace| pace.now().as_secs_f64() * 1000.0;
        let play = |limit: f64| {
            let before = pace;
            let mut redrawn = 0;
            while milliseconds(pace) < limit {
                pace.lost_all();
                redrawn += 10;
                assert!(redrawn < 200, "never as slow as {limit} ms");
            }
            let found = milliseconds(pace);
            pace.level_drawn(before, 10, redrawn);
            found
        };
        limits.map(play).collect()
    }

    #[test]
    fn a_native_game_is_soon_played_at_its_own_pace() {
        assert!(paces([1.0; 6].into_iter())[5] <= 1.2);
    }

    #[test]
    fn the_pace_settles_a_little_above_what_loses_cells() {
        for limit in [3.0, 12.0, 17.0, 20.0, 30.0, 50.0, 100.0] {
            let paces = paces(std::iter::repeat_n(limit, 100));
            let settled = &paces[20..];
            let is_near = |pace: &&f64| (limit..limit * 1.5).contains(*pace);
            assert!(
                settled.iter().all(|pace| is_near(&pace)),
                "{limit}: {paces:?}"
            );
        }
    }

    #[test]
    fn a_busy_spell_is_forgotten() {
        let limits = |level| {
            if (10..30).contains(&level) {
                40.0
            } else {
                17.0
            }
        };
        let paces = paces((0..80).map(limits));
        assert!(paces[29] >= 40.0 && paces[79] < 17.0 * 1.5, "{paces:?}");
    }

    #[test]
    fn a_game_that_loses_strokes_at_any_pace_is_played_at_the_default_pace() {
        let mut pace = Pace::default();
        for level in 0..40 {
            let before = pace;
            let redrawn = 3 + level % 5;
            (0..redrawn / 2).for_each(|_| pace.lost());
            pace.level_drawn(before, 10, redrawn);
            let is_slow = |pace: Pace| pace.now() > DEFAULT_PACE;
            assert!(!(is_slow(before) && is_slow(pace)), "level {level}");
        }
    }

    #[test]
    fn a_loss_by_chance_changes_nothing_and_a_fixed_pace_never_changes() {
        let mut pace = Pace::default();
        let before = pace;
        pace.lost();
        assert!(pace.now() > DEFAULT_PACE);
        pace.level_drawn(before, 10, 2);
        assert_eq!(pace, before);
        assert!(before.is_chance(2, 10) && !before.is_chance(5, 10));

        let mut fixed = Pace::fixed(Duration::from_millis(5));
        let before = fixed;
        fixed.lost_all();
        fixed.level_drawn(before, 10, 0);
        assert_eq!(fixed, before);
    }
}
