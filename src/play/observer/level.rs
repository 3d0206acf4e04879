//! A level while it is played: its task, the pictures of it, what was drawn of it, and what was seen of it.

use std::sync::Arc;
use std::time::Duration;

use image::RgbImage;

use super::changed_cells::{changed_cells, has_news};
use crate::geometry::{Cell, Pixel, PixelBox};
use crate::pipeline::Frame;
use crate::play::error::PlayError;
use crate::play::family::{MoveState, Observation, Task};

/// A stroke of so many cells tells how a game shows what is drawn: between two neighbours little is to be seen.
const TELLING: usize = 3;

/// A stroke as it was put in.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct DrawnStroke {
    pub(in crate::play) is_backwards: bool,
    /// Time a move.
    pub(in crate::play) pace: Duration,
    /// How many moves it took.
    pub(in crate::play) moves: usize,
    /// Whether it stopped only where its path bends.
    pub(in crate::play) is_cornered: bool,
    /// Whether it was a trial: at a faster pace than any that is known, or from corner to corner before that has counted.
    pub(in crate::play) is_trial: bool,
    /// Whether a click came before it.
    pub(in crate::play) was_clicked: bool,
    /// Whether its move had been drawn in vain before.
    pub(in crate::play) is_again: bool,
    /// Whether the last time was a trial: what that has left on the board may spoil this stroke.
    pub(in crate::play) follows_trial: bool,
    /// When it was done.
    pub(in crate::play) at: Duration,
}

/// What is known of one move.
#[derive(Clone, Debug, Default)]
struct Record {
    /// Each time that it was drawn: whether it began at its last cell.
    drawn: Vec<bool>,
    /// Whether the last time that it was drawn to its end was a trial.
    was_trial: bool,
    /// Whether the last of them was drawn to its end.
    is_ended: bool,
    /// The last stroke, until it is known whether the game took it.
    unjudged: Option<DrawnStroke>,
    /// Whether it was seen whole since it was drawn last, or before it was drawn at all.
    was_done: bool,
    /// Whether the first look showed it whole.
    was_done_first: bool,
}

/// A level that is being played.
pub(in crate::play) struct LevelState {
    pub(in crate::play) task: Box<dyn Task>,
    /// The last look at all of the board.
    pub(in crate::play) frame: Arc<Frame>,
    /// Whether that look has only just been taken.
    pub(in crate::play) is_fresh: bool,
    /// The last look before the last stroke.
    pub(in crate::play) before_last: Arc<Frame>,
    /// The move that was drawn last, if all others were seen before that.
    pub(in crate::play) finished_by: Option<usize>,
    records: Vec<Record>,
    /// Whether a stroke was drawn from corner to corner to find out whether that suffices.
    pub(in crate::play) has_tried_corners: bool,
    /// That stroke and its move, when it was seen whole.
    pub(in crate::play) cornered: Option<(usize, DrawnStroke)>,
    /// Whether the game may take clicks, and the probe was seen by chance: after one from the other end in vain it may have
    /// been two clicks, with moves between.
    pub(in crate::play) may_be_clicked: bool,
    pub(in crate::play) begun: Duration,
}

impl LevelState {
    pub(in crate::play) fn new(task: Box<dyn Task>, frame: Arc<Frame>, now: Duration) -> Self {
        Self {
            records: vec![Record::default(); task.moves().len()],
            task,
            before_last: Arc::clone(&frame),
            frame,
            is_fresh: true,
            finished_by: None,
            has_tried_corners: false,
            cornered: None,
            may_be_clicked: false,
            begun: now,
        }
    }

    /// Whether its moves are digits to be entered.
    pub(in crate::play) fn is_entered(&self) -> bool {
        self.task.moves().iter().any(|one| one.digit().is_some())
    }

    /// Takes in what the first look shows.
    pub(in crate::play) fn begin(&mut self, seen: &Observation) {
        for (record, view) in self.records.iter_mut().zip(&seen.moves) {
            record.was_done_first = view.is_done();
        }
    }

    /// Takes in what a look shows: what was seen whole once, and is hidden later, is still there.
    pub(in crate::play) fn remember(&mut self, seen: &Observation) {
        for (record, view) in self.records.iter_mut().zip(&seen.moves) {
            match view.state {
                MoveState::Done => record.was_done = true,
                MoveState::Occluded => {}
                MoveState::Missing | MoveState::Partial(_) => record.was_done = false,
            }
        }
    }

    /// A stroke of this move is about to be drawn.
    pub(in crate::play) fn begin_stroke(&mut self, index: usize, is_backwards: bool) {
        self.before_last = Arc::clone(&self.frame);
        let record = &mut self.records[index];
        record.drawn.push(is_backwards);
        record.is_ended = false;
        record.unjudged = None;
        record.was_done = false;
    }

    /// A stroke of this move was drawn.
    pub(in crate::play) fn end_stroke(&mut self, index: usize, stroke: DrawnStroke) {
        let record = &mut self.records[index];
        record.is_ended = true;
        record.was_trial = stroke.is_trial;
        record.unjudged = Some(stroke);
    }

    /// Whether the last stroke of a move was drawn to its end, and not called off.
    pub(in crate::play) fn is_ended(&self, index: usize) -> bool {
        self.records[index].is_ended
    }

    /// The strokes of which it is known now whether the game took them: with the number of their moves, and whether they
    /// were seen whole. One that is not seen whole counts as lost when it was drawn before `late`. Each is told once.
    pub(in crate::play) fn judged(
        &mut self,
        seen: &Observation,
        late: Duration,
    ) -> Vec<(usize, DrawnStroke, bool)> {
        let mut judged = Vec::new();
        for (index, record) in self.records.iter_mut().enumerate() {
            let Some(stroke) = record.unjudged else {
                continue;
            };
            let view = &seen.moves[index];
            let is_lost = !matches!(view.state, MoveState::Occluded) && stroke.at < late;
            if view.is_done() || is_lost {
                record.unjudged = None;
                judged.push((index, stroke, view.is_done()));
            }
        }
        judged
    }

    /// The strokes that were not judged yet, with the number of their moves, each told once.
    pub(in crate::play) fn unjudged(&mut self) -> Vec<(usize, DrawnStroke)> {
        let records = self.records.iter_mut().enumerate();
        records
            .filter_map(|(index, one)| Some((index, one.unjudged.take()?)))
            .collect()
    }

    /// The end at which a move was begun last: whether it was its last cell.
    pub(in crate::play) fn last_end(&self, index: usize) -> Option<bool> {
        self.records[index].drawn.last().copied()
    }

    /// Whether what is seen of a move ends at a joined border, from the end at which it was begun last.
    pub(in crate::play) fn is_lost_at_border(&self, index: usize, seen: &Observation) -> bool {
        let (one, view) = (&self.task.moves()[index], &seen.moves[index]);
        let Some(is_backwards) = self.last_end(index).filter(|_| !view.is_done()) else {
            return false;
        };
        let reached = view.begun(is_backwards);
        let reached = if is_backwards {
            one.cells().len().saturating_sub(2 + reached)
        } else {
            reached
        };
        one.wraps().iter().any(|wrap| wrap.after == reached)
    }

    /// Whether a move is not seen, nor hidden, that was seen whole, or whose stroke was drawn to its end.
    pub(in crate::play) fn lacks_drawn(&self, seen: &Observation) -> bool {
        let mut all = self.records.iter().zip(&seen.moves);
        all.any(|(record, view)| {
            let is_lacking = !view.is_done() && view.state != MoveState::Occluded;
            is_lacking && (record.was_done || record.is_ended)
        })
    }

    /// Whether a move was drawn more than once.
    pub(in crate::play) fn was_redrawn(&self, index: usize) -> bool {
        self.records[index].drawn.len() > 1
    }

    /// Whether the last stroke of a move that was drawn to its end was a trial.
    pub(in crate::play) fn was_trial(&self, index: usize) -> bool {
        self.records[index].was_trial
    }

    /// Whether a move was drawn from both ends.
    pub(in crate::play) fn was_turned(&self, index: usize) -> bool {
        self.records[index]
            .drawn
            .windows(2)
            .any(|two| two[0] != two[1])
    }

    /// What was there before the last stroke, and the cells that it passes as they were when the board was solved: a game that
    /// knows at once that it is solved says so in the first look, and may begin to say it over the board. Where more than one
    /// stroke may have been the last, all of the board is as it was then. `None` when that was another picture altogether.
    pub(in crate::play) fn solved_in_old_page(&self) -> Option<RgbImage> {
        let (before, solved) = (&self.before_last.picture, &self.frame.picture);
        if before.dimensions() != solved.dimensions() {
            return None;
        }
        let lattice = self.task.lattice();
        let last = self.finished_by.map(|one| self.task.moves()[one].cells());
        let is_new = |x: u32, y: u32| {
            let at = Pixel::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            last.is_none_or(|last| lattice.cell_at(at).is_some_and(|cell| last.contains(&cell)))
        };
        let board = last.map_or(lattice.bounds(), |last| {
            let middles: Vec<Pixel> = last.iter().map(|&cell| lattice.centre(cell)).collect();
            PixelBox::around(&middles).grown(lattice.pitch())
        });
        let mut page = before.clone();
        let part = board.within(page.width(), page.height())?;
        for y in part.y..part.y + part.height {
            for x in part.x..part.x + part.width {
                if is_new(x, y) {
                    page.put_pixel(x, y, *solved.get_pixel(x, y));
                }
            }
        }
        Some(page)
    }

    /// Strokes drawn so far, each time counted.
    pub(in crate::play) fn strokes(&self) -> usize {
        self.records.iter().map(|one| one.drawn.len()).sum()
    }

    /// Strokes drawn more than once so far, each time but the first counted.
    pub(in crate::play) fn redrawn(&self) -> usize {
        let again = |one: &Record| one.drawn.len().saturating_sub(1);
        self.records.iter().map(again).sum()
    }

    pub(in crate::play) fn was_drawn(&self, index: usize) -> bool {
        !self.records[index].drawn.is_empty()
    }

    /// Whether those of these moves that were drawn began at one end only, and nothing of them is seen: the game may take
    /// them from the other.
    pub(in crate::play) fn may_begin_elsewhere(&self, seen: &Observation, moves: &[usize]) -> bool {
        let mut drawn = moves
            .iter()
            .filter(|&&index| self.was_drawn(index))
            .peekable();
        drawn.peek().is_some()
            && drawn.all(|&index| seen.moves[index].is_bare() && !self.was_turned(index))
    }

    /// Whether a move was begun last at another end than at first.
    pub(in crate::play) fn has_changed_ends(&self, index: usize) -> bool {
        let drawn = &self.records[index].drawn;
        drawn.first() != drawn.last()
    }

    /// The moves that are still to be made, the shortest first; those between neighbours, whose effect is hard to see,
    /// last. A move that was seen whole and is hidden now is made. One that has come to look made without being drawn is
    /// not: something in its colour may move behind the board. When there are any, then also those that were never drawn
    /// and may only look drawn: a bar behind the board may look like a filled cell.
    pub(in crate::play) fn missing(&self, seen: &Observation) -> Vec<usize> {
        let moves = self.task.moves();
        let is_missing = |&index: &usize| match seen.moves[index].state {
            MoveState::Done => !self.was_drawn(index) && !self.records[index].was_done_first,
            MoveState::Occluded => !self.records[index].was_done,
            MoveState::Missing | MoveState::Partial(_) => true,
        };
        let mut missing: Vec<usize> = (0..moves.len()).filter(is_missing).collect();
        let length = |index: usize| moves[index].cells().len();
        let wraps = |index: usize| !moves[index].wraps().is_empty();
        missing.sort_by_key(|&index| (length(index) <= 2, wraps(index), length(index)));
        if !missing.is_empty() {
            missing.extend(doubtful(seen).filter(|&index| !self.was_drawn(index)));
        }
        missing
    }

    /// Whether a look shows the board, and no move is to be made but this one.
    pub(in crate::play) fn is_made_but(&self, last: usize, seen: &Observation) -> bool {
        seen.is_there && self.missing(seen).iter().all(|&one| one == last)
    }

    /// Whether each move was drawn, or seen when the level began.
    pub(in crate::play) fn is_all_drawn(&self) -> bool {
        let is_drawn = |one: &Record| one.was_done_first || !one.drawn.is_empty();
        self.records.iter().all(is_drawn)
    }

    /// The moves that were never drawn: they only looked made from the first, perhaps.
    pub(in crate::play) fn never_drawn(&self) -> Vec<usize> {
        let all = 0..self.records.len();
        all.filter(|&index| !self.was_drawn(index)).collect()
    }

    /// The cells, and those of one ring around the board, that show something else in a frame than in the last look at the
    /// solved board, but for those that these moves pass.
    pub(in crate::play) fn changed_cells(&self, frame: &Frame, but: &[usize]) -> usize {
        let passed: Vec<Cell> = but
            .iter()
            .flat_map(|&index| self.task.moves()[index].cells().iter().copied())
            .collect();
        changed_cells(
            self.task.lattice(),
            &self.frame.picture,
            &frame.picture,
            &passed,
        )
    }

    /// Whether a frame shows the board where the last look showed it: nothing else has changed on it and around it but what the moves
    /// pass that were drawn.
    pub(in crate::play) fn is_where_it_was(&self, frame: &Frame) -> bool {
        let all = 0..self.records.len();
        let drawn: Vec<usize> = all.filter(|&index| self.was_drawn(index)).collect();
        self.frame.viewport == frame.viewport && self.changed_cells(frame, &drawn) == 0
    }

    /// Whether moves that were drawn again in vain have spoilt the board: nothing has changed on it and around it since the last look
    /// but what those pass. The end of a level may come with the first stroke of a move.
    pub(in crate::play) fn is_spoilt(&self, frame: &Frame) -> bool {
        let all = 0..self.records.len();
        let unseen: Vec<usize> = all.filter(|&index| !self.records[index].was_done).collect();
        !unseen.is_empty()
            && unseen.iter().all(|&index| self.was_redrawn(index))
            && self.frame.viewport == frame.viewport
            && self.frame.picture.dimensions() == frame.picture.dimensions()
            && self.changed_cells(frame, &unseen) == 0
    }

    /// Whether nothing is seen of any move that was drawn.
    pub(in crate::play) fn is_bare(&self, seen: &Observation) -> bool {
        let mut drawn = (0..self.records.len()).filter(|&index| self.was_drawn(index));
        drawn.all(|index| seen.moves[index].is_bare())
    }

    /// Whether the second of two observations of one picture shows more of what was drawn, and no more of anything else.
    pub(in crate::play) fn is_explained_better(
        &self,
        seen: &Observation,
        other: &Observation,
    ) -> bool {
        let mut shows_more = false;
        for (index, one) in self.task.moves().iter().enumerate() {
            let (before, after) = (&seen.moves[index], &other.moves[index]);
            let was_drawn = self.was_drawn(index);
            let is_worse = if was_drawn {
                before.is_done() && !after.is_done()
            } else {
                before.filled() < after.filled()
            };
            if is_worse {
                return false;
            }
            let is_telling = was_drawn && one.cells().len() >= TELLING;
            shows_more |= is_telling && after.is_done() && !before.is_done();
        }
        shows_more
    }

    /// Whether something new lies over the board after the last stroke that could solve it: all other moves were seen
    /// before, and what is missing now is hidden.
    pub(in crate::play) fn is_hidden(&self, seen: &Observation, missing: &[usize]) -> bool {
        let hidden =
            |index: usize| seen.is_relit || matches!(seen.moves[index].state, MoveState::Occluded);
        self.finished_by.is_some() && !missing.is_empty() && missing.iter().all(|&one| hidden(one))
    }

    /// Whether something that has come since the last look before the last stroke lies over what a frame does not show of these
    /// moves. What earlier strokes have left in a cell is none.
    pub(in crate::play) fn is_newly_hidden(
        &self,
        seen: &Observation,
        missing: &[usize],
        frame: &Frame,
    ) -> bool {
        let lattice = self.task.lattice();
        let (before, now) = (&self.before_last.picture, &frame.picture);
        missing.iter().all(|&index| {
            let view = &seen.moves[index];
            let cells = self.task.moves()[index].cells().iter().zip(&view.shown);
            let mut unseen = cells.filter(|(_, is_shown)| !**is_shown);
            view.is_hidden() && unseen.any(|(cell, _)| has_news(lattice, before, now, *cell))
        })
    }

    /// Whether all but the move that was drawn last are seen, and nothing lies over that: what lay there when it was drawn,
    /// as at the pointer, looked like a part of it.
    pub(in crate::play) fn is_last_lost(&self, seen: &Observation) -> bool {
        let missing = self.missing(seen);
        let is_occluded = |state: MoveState| state == MoveState::Occluded;
        let is_bare =
            seen.is_there && !seen.is_relit && !seen.moves.iter().any(|one| is_occluded(one.state));
        is_bare && missing.iter().copied().eq(self.finished_by)
    }

    pub(in crate::play) fn not_shown(&self, seen: &Observation) -> PlayError {
        PlayError::NotShown {
            tries: self.strokes(),
            shown: seen.done_count(),
            total: seen.moves.len(),
        }
    }
}

/// The moves that look made and may not be.
pub(in crate::play) fn doubtful(seen: &Observation) -> impl Iterator<Item = usize> {
    let moves = seen.moves.iter().enumerate();
    moves.filter_map(|(index, one)| (one.is_done() && !one.is_sure).then_some(index))
}
