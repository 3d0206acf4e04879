//! The rounds in which what is missing of a level is drawn again, until it is given up: which comes next, and how its
//! strokes are drawn.
//!
//! ```text
//!   round     1  2 │  3              4       5      6         7    ...
//!   strokes  plain │ plain         turned     brisk  with care  brisk
//!                  │ after a click  with care  anew   go on      go on
//! ```

use crate::play::drawing::StrokePlan;
use crate::play::learned::LearnedSettings;

/// After the probe worked: how many times a level is gone through for what is missing while no more of it is seen
/// than ever before.
const MOST: usize = 32;

/// After so many rounds in a row that have changed nothing at all, each manner was tried three times.
const MOST_UNCHANGED: usize = 12;

/// After so many such rounds, strokes are drawn in other ways, in turn.
const PLAIN: usize = 2;

/// So many of these rounds have tried all manners.
const VARIED: usize = 4;

/// The manners in turn.
const MANNERS: usize = 4;

/// How far the drawing of a level has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retries {
    /// The number of the round, from 1; fewer when rounds were of use.
    number: usize,
    /// Strokes that were missing before the first round.
    wanted: usize,
    /// Strokes that were missing before this round, and the fewest before any.
    missing: usize,
    fewest: usize,
    /// Cells that were filled before this round.
    filled: usize,
    /// Rounds in a row that have changed neither.
    unchanged: usize,
    is_vain: bool,
}

impl Retries {
    /// Before the first round, with so many strokes to draw.
    pub(super) fn new(wanted: usize) -> Self {
        Self {
            number: 0,
            wanted,
            missing: wanted,
            fewest: wanted,
            filled: 0,
            unchanged: 0,
            is_vain: false,
        }
    }

    /// Goes on to the next round, before which so many strokes are missing and so many cells filled. Returns whether it is
    /// worth a try.
    pub(super) fn next(&mut self, missing: usize, filled: usize) -> bool {
        if missing < self.fewest {
            self.fewest = missing;
            self.number = self.number.min(PLAIN);
        } else if self.goes_on() && filled > self.filled {
            // A stroke in pieces may take many of them.
            self.number -= 1;
        }
        let is_unchanged = (missing, filled) == (self.missing, self.filled);
        self.unchanged = if is_unchanged { self.unchanged + 1 } else { 0 };
        if self.number == MOST || self.unchanged == MOST_UNCHANGED {
            return false;
        }
        self.number += 1;
        self.is_vain = missing >= self.missing;
        (self.missing, self.filled) = (missing, filled);
        true
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Whether no fewer strokes are missing than before the last round.
    pub(super) fn is_vain(&self) -> bool {
        self.is_vain
    }

    /// Whether the plain manner was tried often enough to say that it does not help.
    pub(super) fn may_be_over(&self) -> bool {
        self.number >= PLAIN
    }

    /// Whether this round draws in another manner than the plain one.
    pub(super) fn is_varied(&self) -> bool {
        self.number > PLAIN
    }

    /// Whether no manner has helped, and no stroke but the probe's, if any, was ever seen: then it was not the probe's way
    /// of drawing that showed it. Of a probe that took two presses, a single round tells that.
    pub(super) fn is_probe_doubtful(&self, may_be_clicked: bool) -> bool {
        let tried = if may_be_clicked { 1 } else { VARIED };
        self.is_vain && self.number > tried && self.missing > 1 && self.missing + 1 >= self.wanted
    }

    /// By how many strokes their order is turned: the one that is drawn last, when all others are seen, may be in their way,
    /// and one that is lost each time keeps the others from being drawn. In rounds of one manner each comes first in its turn.
    pub(super) fn turn(&self) -> usize {
        self.number + self.number / MANNERS
    }

    /// Whether a stroke is drawn from where it ends.
    fn goes_on(&self) -> bool {
        self.is_varied() && self.number % MANNERS > 1 && !self.is_of_clicks()
    }

    /// Whether a click comes before each drag of this round: where a drag has selected text, the next one drags the text. Not
    /// where only the probe was ever seen: such a game may not take drags.
    fn is_of_clicks(&self) -> bool {
        self.number == PLAIN + 1 && self.missing + 1 < self.wanted
    }

    /// How strokes are drawn in this round. On a busy machine long strokes are lost at the pace that serves best, so they are
    /// drawn with care. Where a game hangs now and then, a long stroke that is drawn slowly is lost each time: it is drawn at the
    /// default pace, or in pieces. And what is in the way may lie at one end.
    pub(super) fn plan(&self, learned: &LearnedSettings) -> StrokePlan {
        if self.number <= 1 {
            return StrokePlan::learned(learned);
        }
        let manner = self.is_varied().then_some(self.number % MANNERS);
        let pace = match manner {
            Some(_) if self.is_of_clicks() => learned.pace.best_known(),
            Some(1 | 3) => learned.pace.brisk(),
            Some(_) => learned.pace.careful().max(learned.pace.best_known()),
            None => learned.pace.best_known(),
        };
        StrokePlan {
            is_turned: manner == Some(0),
            clicks_first: learned.needs_first_click() || self.is_of_clicks(),
            goes_on: self.goes_on(),
            ..StrokePlan::over_cells(learned, pace)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Goes through rounds until they are given up; `see` is told the number of each that was drawn, and says how many
    /// strokes are missing and cells filled then.
    fn rounds(mut see: impl FnMut(usize) -> (usize, usize)) -> usize {
        let mut retries = Retries::new(5);
        let mut drawn = 0;
        loop {
            let (missing, filled) = see(retries.number);
            if !retries.next(missing, filled) {
                return drawn;
            }
            drawn += 1;
        }
    }

    #[test]
    fn it_is_given_up_when_nothing_changes() {
        assert_eq!(rounds(|_| (5, 10)), MOST_UNCHANGED);
    }

    #[test]
    fn what_flickers_is_given_up() {
        let mut look = 0;
        let drawn = rounds(|_| {
            look += 1;
            (5, [10, 11][look % 2])
        });
        assert!((MOST..2 * MOST).contains(&drawn), "{drawn}");
    }

    /// Each round that goes on fills one cell; each other one begins anew.
    #[test]
    fn what_gets_farther_is_gone_on_with() {
        let mut filled = 0;
        let drawn = rounds(|number| {
            let goes_on = [6, 7, 10, 11, 14, 15, 18, 19].contains(&number);
            filled = if goes_on { filled + 1 } else { 0 };
            (5, filled.min(30))
        });
        assert_eq!(filled, 0);
        assert!(drawn > 30, "{drawn}");
    }

    #[test]
    fn in_each_manner_each_stroke_is_drawn_first() {
        for missing in 2..=MANNERS {
            for manner in 0..MANNERS {
                let numbers = (PLAIN + 1..=MOST).filter(|number| number % MANNERS == manner);
                let first = numbers.map(|number| {
                    let retries = Retries {
                        number,
                        ..Retries::new(missing)
                    };
                    retries.turn() % missing
                });
                assert_eq!(first.collect::<BTreeSet<_>>().len(), missing);
            }
        }
    }

    #[test]
    fn each_stroke_that_is_seen_is_worth_another_round() {
        let mut missing = 6;
        let drawn = rounds(|_| {
            missing = (missing - 1).max(1);
            (missing, 0)
        });
        assert_eq!(drawn, 4 + MOST_UNCHANGED);
    }
}
