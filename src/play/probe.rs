//! Finds out in which way a game takes strokes, with the shortest one and few presses: what shows a board may
//! be no game at all.

use super::draw::Sheet;
use super::habits::Try;
use super::stroke::{clicks, way};
use super::{PlayError, Player, Tool, View};
use crate::pipeline::Action;

/// How often all ways of drawing are tried in a game that has taken a stroke before.
const PROVEN_PROBES: usize = 3;

impl Player<'_, '_> {
    /// Draws one stroke until it is seen: at a pace that is a trial first, which then costs no more than this
    /// stroke, and in one way after the other. Returns whether that finished the level.
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
        if self.is_proven && self.habits.pace.is_trial() {
            self.stroke(sheet, probe)?;
            if self.wait_for(sheet, &is_enough)?.1 {
                return Ok(is_only_one);
            }
            self.habits.pace.lost();
        }
        // A game that has taken strokes may lose some by chance; anything else may be no game at all.
        let was_proven = self.is_proven;
        let times = if was_proven { PROVEN_PROBES } else { 1 };
        let known = self.habits.way;
        let tries = known.tries(was_proven);
        let tries = tries.iter().cycle().take(times * tries.len());
        for (number, one) in tries.enumerate() {
            let pace = self.habits.pace;
            if number > 0 {
                self.habits.pace = pace.careful();
            }
            let drawn = match *one {
                Try::Stroke(way) => {
                    self.habits.way = way;
                    self.stroke(sheet, probe).map(drop)
                }
                Try::Clicks => {
                    self.habits.way = known;
                    self.feel(sheet, probe)
                }
            };
            self.habits.pace = pace;
            drawn?;
            if self.wait_for(sheet, &is_enough)?.1 {
                self.is_proven = true;
                return Ok(is_only_one);
            }
        }
        if self.is_proven && !was_proven {
            return self.probe(sheet, missing);
        }
        let view = self.see(sheet)?;
        Err(sheet.not_shown(&view))
    }

    /// Clicks the first cell of a stroke and goes to the second: a game that shows it then takes click, move,
    /// click. If it does not, clicks the second cell too: a game that shows it then takes a click on every cell.
    /// Goes on in the way that was found.
    fn feel(&mut self, sheet: &mut Sheet, index: usize) -> Result<(), PlayError> {
        self.habits.way.tool = Tool::Tap;
        let before = self.ready(sheet, index)?.filled[index];
        let viewport = sheet.frame.viewport;
        let way = way(sheet.level.as_ref(), index, &sheet.frame, &self.habits)?;
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
            let is_begun = |view: &View| view.is_there && view.filled[index] > before;
            let (view, is_seen) = self.wait_for(sheet, &is_begun)?;
            if !view.is_there || sheet.frame.viewport != viewport {
                return Ok(());
            }
            if is_seen {
                self.habits.way.tool = tool;
                self.is_proven = true;
                return self.perform(sheet, &clicks(tool, others)).map(drop);
            }
        }
        Ok(())
    }
}
