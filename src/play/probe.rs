//! Finds out in which way a game takes strokes, with the shortest one and few presses: what shows a board may
//! be no game at all.

use super::habits::Try;
use super::sheet::Sheet;
use super::stroke::{Manner, clicks, way};
use super::{PlayError, Player, Tool, View, Way};
use crate::pipeline::Action;

/// How often all ways of drawing are tried in a game that has taken a stroke before.
const PROVEN_PROBES: usize = 3;

/// A stroke of so many cells tells whether a pace is too fast: one of few may come through by chance.
const TELLING: usize = 6;

impl Player<'_, '_> {
    /// Draws one stroke until it is seen, in one way after the other; before that another one at a pace that is a
    /// trial, which then costs no more than that stroke. Returns whether that finished the level.
    pub(super) fn probe(
        &mut self,
        sheet: &mut Sheet,
        missing: &[usize],
    ) -> Result<bool, PlayError> {
        let is_only_one = missing.len() == 1;
        let Some(&probe) = missing.first() else {
            return Ok(false);
        };
        let is_enough =
            |view: &View| view.done[probe] && view.is_there || is_only_one && !view.is_there;
        if self.is_proven
            && self.habits.pace.is_trial()
            && !is_only_one
            && self.try_pace(sheet, missing)?
        {
            return Ok(false);
        }
        // A game that has taken strokes may lose some by chance; anything else may be no game at all.
        let was_proven = self.is_proven;
        let is_known = was_proven || self.habits.are_learned();
        let times = if was_proven { PROVEN_PROBES } else { 1 };
        let known = self.habits.way;
        let tries = known.tries(was_proven);
        let all = tries.len();
        for (number, one) in tries.iter().cycle().take(times * all).enumerate() {
            self.habits.way = match *one {
                Try::Stroke(way) => way,
                Try::Clicks => known,
            };
            let learned = Manner::of(&self.habits);
            // Of a game that nothing is known of, and one that did not take a stroke, no cell is to be lost.
            let manner = match number + usize::from(!is_known) {
                0 => learned,
                1 => learned.careful(),
                // One that hangs now and then loses what takes long.
                _ if number / all % 2 == 1 => learned.brisk(),
                _ => learned.slowest(),
            };
            match *one {
                Try::Stroke(_) => drop(self.stroke(sheet, probe, manner)?),
                Try::Clicks => self.feel(sheet, probe, manner)?,
            }
            let (view, is_seen) = self.wait_for(sheet, &is_enough)?;
            // A board that is gone for a moment only was not solved.
            if is_seen && (view.is_there || self.stays_away(sheet)?) {
                self.is_proven = true;
                return Ok(is_only_one);
            }
            if view.is_there && self.learn_ink(sheet) {
                self.is_proven = true;
                return Ok(false);
            }
        }
        if self.is_proven && !was_proven {
            return self.probe(sheet, missing);
        }
        let view = self.see(sheet)?;
        Err(sheet.not_shown(&view))
    }

    /// Whether the last look shows more of what was drawn than was seen, and nothing else, if the game shows it in another
    /// way than was thought. Then that is learned.
    pub(super) fn learn_ink(&mut self, sheet: &Sheet) -> bool {
        let other = self.habits.ink.other();
        let (level, picture) = (sheet.level.as_ref(), &sheet.frame.picture);
        let [seen, in_other] = [self.habits.ink, other].map(|ink| level.look(picture, ink));
        if !in_other.is_there || !sheet.is_explained_better(&seen, &in_other) {
            return false;
        }
        tracing::info!("what is drawn is shown as {other:?}");
        self.habits.ink = other;
        self.eye.ink = other;
        true
    }

    /// Draws a stroke at a pace that is a trial, one that is long enough to tell, and goes back to a slower pace if it
    /// is not seen in time. Returns whether it was.
    fn try_pace(&mut self, sheet: &mut Sheet, missing: &[usize]) -> Result<bool, PlayError> {
        let length = |index: &&usize| sheet.level.strokes()[**index].len();
        let long = missing.iter().find(|index| length(index) >= TELLING);
        let Some(&tried) = long.or(missing.iter().max_by_key(length)) else {
            return Ok(false);
        };
        self.stroke(sheet, tried, Manner::of(&self.habits))?;
        let is_enough = |view: &View| view.done[tried] && view.is_there;
        let (_, is_seen) = self.wait_so_long_for(sheet, self.habits.late(), &is_enough)?;
        if !is_seen {
            self.habits.pace.lost();
        }
        Ok(is_seen)
    }

    /// Clicks the first cell of a stroke and goes to the second: a game that shows it then takes click, move,
    /// click. If it does not, clicks the second cell too: a game that shows it then takes a click on every cell.
    /// Goes on in the way that was found.
    fn feel(
        &mut self,
        sheet: &mut Sheet,
        index: usize,
        mut manner: Manner,
    ) -> Result<(), PlayError> {
        manner.way.tool = Tool::Tap;
        let before = self.ready(sheet, index, manner)?.filled(index);
        let viewport = sheet.frame.viewport;
        let way = way(sheet.level.as_ref(), index, 0, &sheet.frame, manner)?;
        let [first, second, others @ ..] = way.as_slice() else {
            return Ok(());
        };
        let openings = [
            (
                Tool::Click,
                vec![Action::Click(*first), Action::Pass(vec![*second])],
            ),
            (Tool::Tap, vec![Action::Click(*second)]),
        ];
        for (tool, opening) in openings {
            if !self.perform(sheet, &opening)? {
                return Ok(());
            }
            let is_begun = |view: &View| view.is_there && view.filled(index) > before;
            let (view, is_seen) = self.wait_for(sheet, &is_begun)?;
            if !view.is_there || sheet.frame.viewport != viewport {
                return Ok(());
            }
            if is_seen {
                self.habits.way = Way { tool, ..manner.way };
                self.is_proven = true;
                return self.perform(sheet, &clicks(tool, others)).map(drop);
            }
        }
        if self.is_proven {
            self.click_twice(sheet, index, manner)?;
        }
        Ok(())
    }

    /// Draws a stroke by click, move, click, and once more with a click between: clicks that were tried before may have
    /// left a stroke begun, which the next click only ends.
    fn click_twice(
        &mut self,
        sheet: &mut Sheet,
        index: usize,
        mut manner: Manner,
    ) -> Result<(), PlayError> {
        manner.way.tool = Tool::Click;
        self.habits.way = manner.way;
        self.stroke(sheet, index, manner)?;
        let is_drawn = |view: &View| view.done[index] || !view.is_there;
        if !self.wait_for(sheet, &is_drawn)?.1 {
            self.click_once(sheet, index, manner)?;
            self.stroke(sheet, index, manner)?;
        }
        Ok(())
    }
}
