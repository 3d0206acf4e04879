//! A level while it is drawn: what was drawn of it, and what the pictures of it show.

use std::time::Duration;

use image::{RgbImage, imageops};

use super::eye::board_of;
use super::{Level, PlayError, View};
use crate::pipeline::Frame;

/// A stroke of so many cells tells how a game shows what is drawn: between two neighbours little is to be seen.
const TELLING: usize = 3;

/// A level that is being drawn, or was.
pub(super) struct Sheet {
    pub(super) level: Box<dyn Level>,
    /// The last look at all of the board.
    pub(super) frame: Frame,
    /// Whether that look has only just been taken.
    pub(super) is_fresh: bool,
    /// The last look before the last stroke.
    pub(super) before_last: RgbImage,
    /// The stroke that was drawn last, if all others were seen before that.
    pub(super) finished_by: Option<usize>,
    /// By stroke: each time that it was drawn, and whether it began at its last cell.
    pub(super) drawn: Vec<Vec<bool>>,
    pub(super) begun: Duration,
}

impl Sheet {
    pub(super) fn new(level: Box<dyn Level>, frame: Frame, now: Duration) -> Self {
        Self {
            drawn: vec![Vec::new(); level.strokes().len()],
            level,
            before_last: frame.picture.clone(),
            frame,
            is_fresh: true,
            finished_by: None,
            begun: now,
        }
    }

    /// The solved board, and around it what was there before the last stroke: a game that knows at once that
    /// it is solved says so in the first look. `None` when that was another picture altogether.
    pub(super) fn solved_in_old_page(&self) -> Option<RgbImage> {
        let solved = &self.frame.picture;
        let mut page = self.before_last.clone();
        if page.dimensions() != solved.dimensions() {
            return None;
        }
        let board = board_of(self.level.as_ref(), solved);
        let (x, y) = board.offsets();
        imageops::replace(&mut page, &board.to_image(), i64::from(x), i64::from(y));
        Some(page)
    }

    /// Strokes drawn so far, each time counted.
    pub(super) fn drags(&self) -> usize {
        self.drawn.iter().map(Vec::len).sum()
    }

    /// Strokes drawn more than once so far, each time but the first counted.
    pub(super) fn redrawn(&self) -> usize {
        let again = |times: &Vec<bool>| times.len().saturating_sub(1);
        self.drawn.iter().map(again).sum()
    }

    fn was_drawn(&self, index: usize) -> bool {
        !self.drawn[index].is_empty()
    }

    /// Whether those of these strokes that were drawn began at one end only, and nothing of them is seen: the game may take
    /// them from the other.
    pub(super) fn may_begin_elsewhere(&self, view: &View, strokes: &[usize]) -> bool {
        let mut drawn = strokes
            .iter()
            .filter(|&&index| self.was_drawn(index))
            .peekable();
        let is_of_one_end = |times: &[bool]| times.windows(2).all(|two| two[0] == two[1]);
        drawn.peek().is_some()
            && drawn.all(|&index| view.is_bare(index) && is_of_one_end(&self.drawn[index]))
    }

    /// The strokes that are not seen, the shortest first; those between neighbours, whose effect is hard
    /// to see, last. When there are any, then also those that were never drawn and may only look drawn: a bar behind the
    /// board may look like a filled cell.
    pub(super) fn missing(&self, view: &View) -> Vec<usize> {
        let strokes = self.level.strokes();
        let mut missing: Vec<usize> = (0..strokes.len())
            .filter(|&index| !view.done[index])
            .collect();
        missing.sort_by_key(|&index| (strokes[index].len() <= 2, strokes[index].len()));
        if !missing.is_empty() {
            missing.extend(doubtful(view).filter(|&index| !self.was_drawn(index)));
        }
        missing
    }

    /// Whether each stroke was drawn, or seen when the level began.
    pub(super) fn is_all_drawn(&self, first: &View) -> bool {
        let mut strokes = first.done.iter().enumerate();
        strokes.all(|(index, was_there)| *was_there || self.was_drawn(index))
    }

    /// Whether the second of two views of one picture shows more of what was drawn, and no more of anything else.
    pub(super) fn is_explained_better(&self, view: &View, other: &View) -> bool {
        let mut shows_more = false;
        for (index, cells) in self.level.strokes().iter().enumerate() {
            let was_drawn = self.was_drawn(index);
            let is_worse = if was_drawn {
                view.done[index] && !other.done[index]
            } else {
                view.filled(index) < other.filled(index)
            };
            if is_worse {
                return false;
            }
            let is_telling = was_drawn && cells.len() >= TELLING;
            shows_more |= is_telling && other.done[index] && !view.done[index];
        }
        shows_more
    }

    /// Whether strokes that were seen before the last one was drawn, all that are missing now, are hidden: by what the game
    /// has laid over the board, then.
    pub(super) fn is_hidden(&self, view: &View, missing: &[usize]) -> bool {
        let Some(last) = self.finished_by else {
            return false;
        };
        let mut others = missing.iter().filter(|&&index| index != last).peekable();
        others.peek().is_some() && others.all(|&index| view.is_relit || view.is_covered[index])
    }

    /// Whether all but the stroke that was drawn last are seen, and nothing lies over that: what lay there when it was drawn,
    /// as at the pointer, looked like a part of it.
    pub(super) fn is_last_lost(&self, view: &View) -> bool {
        let missing = self.missing(view);
        let is_bare = view.is_there && !view.is_relit && !view.is_covered.contains(&true);
        is_bare && missing.iter().copied().eq(self.finished_by)
    }

    pub(super) fn not_shown(&self, view: &View) -> PlayError {
        PlayError::NotShown {
            tries: self.drags(),
            shown: view.done.iter().filter(|done| **done).count(),
            total: view.done.len(),
        }
    }
}

/// The strokes that look drawn and may not be.
pub(super) fn doubtful(view: &View) -> impl Iterator<Item = usize> {
    (0..view.done.len()).filter(|&index| view.done[index] && !view.is_sure[index])
}
