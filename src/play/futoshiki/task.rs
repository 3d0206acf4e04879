//! A board of Futoshiki as the moves that fill it, and what pictures show of them.

use std::cell::RefCell;

use image::RgbImage;

use crate::detect::futoshiki::{Boxes, Content, Look, Pad};
use crate::geometry::{Cell, Lattice, PixelRect};
use crate::pipeline::{BoardHypothesis, Frame, Move};
use crate::play::family::{MoveView, Observation, Summary, Task, TraceStyle};
use crate::puzzle::futoshiki::{Digit, Inequality, Puzzle, Solution};
use crate::vision::colour::step;
use crate::vision::sampling::pixel_at;

/// The ground between boxes shows another light when it differs by more levels.
const SAME_LIGHT: u8 = 24;

/// A board to be filled. It has one move for each cell, also for those that show their digit from the first, so that its moves
/// are the same however often it is read.
#[derive(Clone)]
pub(super) struct FutoshikiTask {
    summary: Summary,
    lattice: Lattice,
    boxes: Boxes,
    moves: Vec<Move>,
    /// Row by row: whether the cell showed its digit when the board was read.
    was_shown: Vec<bool>,
    /// The signs as a look at the board shows them, and between which neighbours it tells none: the board may have been read from an
    /// enlarged picture, in which more of them can be told.
    signs: Vec<Inequality>,
    unclear: Vec<[Cell; 2]>,
    /// The colour between boxes.
    ground: Option<[u8; 3]>,
    /// The pad as it was found last, in a game that was asked for one.
    pad: RefCell<Option<Pad>>,
    /// The last look at it.
    last: RefCell<Option<Look>>,
}

impl FutoshikiTask {
    pub(super) fn new(
        (board, boxes): (&BoardHypothesis<Puzzle>, Boxes),
        solution: &Solution,
        frame: &Frame,
        summary: Summary,
    ) -> Self {
        let digits = solution.digits.iter().enumerate();
        let entry = |(index, &digit): (usize, &Digit)| Move::Enter {
            cell: Cell::from_index(index, summary.cols),
            digit,
        };
        let shown = board.puzzle.givens().iter().zip(&solution.digits);
        let look = Look::at(&boxes, &frame.picture, None);
        Self {
            moves: digits.map(entry).collect(),
            was_shown: shown.map(|(shown, digit)| *shown == Some(*digit)).collect(),
            signs: look.signs.clone(),
            unclear: look.unclear.clone(),
            ground: ground(&frame.picture, &board.lattice),
            lattice: board.lattice.clone(),
            boxes,
            summary,
            pad: RefCell::default(),
            last: RefCell::new(Some(look)),
        }
    }

    /// What the content of its cell shows of one move. A digit that the cell showed when the board was read may be one that only the
    /// rules settled.
    fn view((one, was_shown): (&Move, bool), content: &Content) -> MoveView {
        let likely = content.likely();
        let own = one
            .digit()
            .filter(|digit| Some(*digit) == likely || was_shown && content.may_be(*digit));
        let is_shown = own.is_some();
        let is_untold = matches!(content, Content::Unknown | Content::Unsure(..));
        let is_occluded = is_untold && own.or(likely).is_none();
        MoveView::new(is_shown, true, is_occluded, vec![is_shown]).with_digit(own.or(likely))
    }
}

impl Task for FutoshikiTask {
    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn observe(&self, picture: &RgbImage, _: TraceStyle) -> Observation {
        if !self.boxes.lie_in(picture) {
            let unseen = MoveView::new(false, true, true, vec![false]);
            return Observation {
                is_there: false,
                is_relit: false,
                moves: vec![unseen; self.moves.len()],
            };
        }
        let look = Look::at(&self.boxes, picture, self.last.take());
        let moves = self.moves.iter().zip(self.was_shown.iter().copied());
        let moves: Vec<MoveView> = moves
            .zip(&look.contents)
            .map(|(one, content)| Self::view(one, content))
            .collect();
        let mut anchors = moves.iter().zip(&self.was_shown);
        let are_anchors_there = anchors.all(|(view, was_shown)| !was_shown || view.is_done());
        let is_relit = self.is_relit(picture);
        let are_signs_there = self.shows_signs(&look);
        self.last.replace(Some(look));
        Observation {
            is_there: are_anchors_there && !is_relit && are_signs_there,
            is_relit,
            moves,
        }
    }

    fn in_other_light(&self, picture: &RgbImage) -> Option<Box<dyn Task>> {
        let is_relit = self.boxes.lie_in(picture) && self.is_relit(picture);
        is_relit.then(|| {
            Box::new(Self {
                ground: ground(picture, &self.lattice),
                ..self.clone()
            }) as Box<dyn Task>
        })
    }

    fn moved_to(&self, _: &Lattice) -> Option<Box<dyn Task>> {
        None
    }

    fn button(&self, picture: &RgbImage, digit: Digit) -> Option<PixelRect> {
        let mut pad = self.pad.borrow_mut();
        let known = pad.as_ref().and_then(|pad| pad.button(picture, digit));
        known.or_else(|| {
            let is_shown = self.boxes.lie_in(picture);
            *pad = is_shown.then(|| self.boxes.pad(picture)).flatten();
            pad.as_ref()?.button(picture, digit)
        })
    }

    fn has_choice(&self, picture: &RgbImage) -> bool {
        // The pad is found with any of its buttons.
        self.button(picture, 1).is_some()
            && self
                .pad
                .borrow()
                .as_ref()
                .is_some_and(|pad| pad.has_choice(picture))
    }

    fn opened_button(
        &self,
        picture: &RgbImage,
        before: &RgbImage,
        digit: Digit,
    ) -> Option<PixelRect> {
        let is_shown = self.boxes.lie_in(picture);
        let pad = is_shown.then(|| self.boxes.opened_pad(picture, before));
        pad.flatten()?.button(picture, digit)
    }
}

impl FutoshikiTask {
    /// Whether a look shows the signs of the board as the first one did: a game may light up the box that was clicked, and hide the
    /// signs beside that one.
    fn shows_signs(&self, look: &Look) -> bool {
        let missing = self.signs.iter().filter(|one| !look.signs.contains(one));
        let others = look.signs.iter().filter(|one| !self.signs.contains(one));
        let was_told = |pair: &[Cell; 2]| {
            let mut unclear = self.unclear.iter();
            !unclear.any(|one| pair.iter().all(|cell| one.contains(cell)))
        };
        let differing = missing.chain(others).map(|one| [one.smaller, one.larger]);
        let differing = differing.chain(look.unclear.iter().copied());
        let differing: Vec<[Cell; 2]> = differing.filter(was_told).collect();
        differing.first().is_none_or(|first| {
            let are_beside = |cell: &Cell| differing.iter().all(|pair| pair.contains(cell));
            first.iter().any(are_beside)
        })
    }

    fn is_relit(&self, picture: &RgbImage) -> bool {
        let both = self.ground.zip(ground(picture, &self.lattice));
        both.is_some_and(|(then, now)| step(then, now) > SAME_LIGHT)
    }
}

/// The colour where four boxes meet: the median of each channel.
fn ground(picture: &RgbImage, lattice: &Lattice) -> Option<[u8; 3]> {
    let inner = |count: u16| 0..count.saturating_sub(1);
    let cells = inner(lattice.rows())
        .flat_map(|row| inner(lattice.cols()).map(move |col| Cell::new(row, col)));
    let pixels: Vec<[u8; 3]> = cells
        .filter_map(|cell| pixel_at(picture, lattice.at(cell, 0.5, 0.5)))
        .collect();
    let channel = |channel: usize| {
        let mut levels: Vec<u8> = pixels.iter().map(|pixel| pixel[channel]).collect();
        levels.sort_unstable();
        levels.get(levels.len() / 2).copied()
    };
    Some([channel(0)?, channel(1)?, channel(2)?])
}
