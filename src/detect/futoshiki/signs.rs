//! Signs in the gaps between boxes.

use std::cmp::Ordering;

use image::RgbImage;

use super::grid::BoxGrid;
use super::ink::{Mark, ground, marks, merged};
use super::plates::plate;
use super::sign_shape::{Gap, across, is_at_box, is_frame, is_outer, is_rest_of_border, shape};
use crate::geometry::{Cell, PixelRect};
use crate::puzzle::futoshiki::Inequality;
use crate::vision::colour::step;
use crate::vision::noise::noise;
use crate::vision::statistics::middle;

/// The least contrast of a sign, in levels.
const LEAST: u8 = 24;
/// How small signs are looked for, in boxes: first as small as most boards have them, then as small as a few in the same size of letters
/// have them, or as narrow gaps leave them room, in gaps; but not in fewer pixels than show their shape. Dust is as large as this share
/// of those.
const SHORTEST: f64 = 0.16;
const SHORTEST_OF_LETTERS: f64 = 0.08;
const SHORTEST_IN_GAP: f64 = 0.35;
const FEWEST_PIXELS: f64 = 5.0;
const DUST: f64 = 0.9;
/// The least contrast of what may be a sign that is hardly seen, in levels.
const FAINT: u8 = 8;
/// The narrowest gap that leaves a sign its room, in boxes.
const ROOM: f64 = 0.25;
/// Signs of a board look alike: what is shorter than this share of the usual length is dust or a pencil mark, and so is what is unlike
/// them in two ways: it has not the shape of a sign, it stands out by less than this share of the usual contrast, it stands elsewhere in
/// its gap. A game may mark some signs by another colour. What is longer than the usual length by as much holds something else, such as
/// the glow of a box. So many signs must show what is usual.
const ALIKE: f64 = 0.5;
const FEWEST: usize = 3;
/// They stand at one place of their gaps, or in the middle: the middle of a part of a sign lies not farther from there, in lengths of
/// a sign. What has the shape of a sign may stand elsewhere: as letters, `^` stands higher than `v`.
const AWAY: f64 = 0.5;
/// The place of a mark in the middle of its gap.
const MIDDLE: [i32; 2] = [0; 2];
/// The share of the gaps in which a line of pixels is ink, for it to be the border of the boxes.
const BORDER: f64 = 0.2;
/// Ink stands out by so many times the deviation of the noise: without ink a tenth of the share above does, of three channels.
const OVER_NOISE: f64 = 3.0;

/// Whether a gap can be told.
pub(super) enum Sign {
    None,
    /// How the first box compares to the second.
    Is(Ordering),
    /// Something else stands there.
    Unknown,
}

/// The signs of a grid: by box the gap to the right, then the one below.
pub(super) struct Signs<'a> {
    picture: &'a RgbImage,
    grid: &'a BoxGrid,
    /// By kind of gap: pixels of border behind the box before and ahead of the one after.
    borders: [[u32; 2]; 2],
    /// By kind of gap: the plates that signs are written on, from the corner of a gap without borders, where gaps have some.
    plates: [Option<PixelRect>; 2],
    /// The shortest sign across its direction, in pixels.
    shortest: f64,
    /// What signs are like on this board, where enough of them show it.
    usual: Option<Usual>,
}

/// What most signs of a board are like.
#[derive(Clone, Copy)]
struct Usual {
    /// Their longer side, in pixels.
    length: u32,
    /// By how much they stand out, in levels.
    contrast: u8,
    /// By kind of gap: where their middles lie from that of the gap, in pixels. `None` where no gap of the kind has a sign.
    places: [Option<[i32; 2]>; 2],
}

impl Usual {
    /// What these signs have in common, if they are enough to tell.
    fn of(signs: &[(Gap, Look)]) -> Option<Self> {
        let place = |gap: Gap| {
            let own = || signs.iter().filter(|it| it.0 == gap).map(|it| it.1.place);
            let axis = |axis: usize| middle(own().map(|place| place[axis]));
            Some([axis(0)?, axis(1)?])
        };
        let usual = Self {
            length: middle(signs.iter().map(|it| it.1.length))?,
            contrast: middle(signs.iter().map(|it| it.1.contrast))?,
            places: [Gap::Right, Gap::Below].map(place),
        };
        (signs.len() >= FEWEST).then_some(usual)
    }

    /// Whether a mark is as large as a sign that is like this, or a part of one.
    fn is_as_large(self, look: Look) -> bool {
        f64::from(look.length) >= ALIKE * f64::from(self.length)
    }

    /// Whether a mark is as clear as a sign that is like this.
    fn is_as_clear(self, look: Look) -> bool {
        f64::from(look.contrast) >= ALIKE * f64::from(self.contrast)
    }

    /// Whether a mark stands where such signs stand.
    fn is_in_place(self, look: Look, gap: Gap) -> bool {
        let usual = self.places[gap as usize];
        let away = usual.map(|usual| look.away(usual).min(look.away(MIDDLE)));
        away.is_none_or(|away| away <= AWAY * f64::from(self.length))
    }
}

/// What a mark in a gap is like.
#[derive(Clone, Copy)]
struct Look {
    /// Its longer side, in pixels.
    length: u32,
    /// By how much it stands out, in levels.
    contrast: u8,
    /// Where its middle lies from that of the gap, in pixels.
    place: [i32; 2],
}

impl Look {
    fn of(mark: &Mark, gap: PixelRect) -> Self {
        let from_middle = |start: u32, length: u32, whole: u32| {
            (2 * start + length) as i32 / 2 - whole as i32 / 2
        };
        Self {
            length: mark.rect.width.max(mark.rect.height),
            contrast: mark.contrast(),
            place: [
                from_middle(mark.rect.x, mark.rect.width, gap.width),
                from_middle(mark.rect.y, mark.rect.height, gap.height),
            ],
        }
    }

    /// How far it lies from a place, in pixels.
    fn away(self, place: [i32; 2]) -> f64 {
        let [x, y] = [0, 1].map(|axis| f64::from(self.place[axis] - place[axis]));
        x.hypot(y)
    }
}

impl<'a> Signs<'a> {
    pub fn of(picture: &'a RgbImage, grid: &'a BoxGrid) -> Self {
        let mut signs = Self {
            picture,
            grid,
            borders: [[0; 2]; 2],
            plates: [None; 2],
            shortest: 0.0,
            usual: None,
        };
        let kinds = [Gap::Right, Gap::Below];
        let plates = kinds.map(|gap| {
            let rects = signs.rects(gap).into_iter();
            let marks: Vec<Vec<Mark>> = rects.map(|rect| marks(picture, rect, LEAST)).collect();
            plate(&marks)
        });
        signs.borders = kinds.map(|gap| match plates[gap as usize] {
            Some(_) => [0; 2],
            None => signs.border(gap),
        });
        signs.plates = plates;
        let unit = signs.unit();
        signs.shortest = SHORTEST * unit;
        let in_gap = (SHORTEST_IN_GAP * signs.narrowest_gap()).max(FEWEST_PIXELS);
        let smallest = in_gap.min(SHORTEST_OF_LETTERS * unit);
        for shortest in [signs.shortest, smallest] {
            let of_size = Self { shortest, ..signs };
            if let Some(usual) = of_size.usual() {
                // As letters, `∨` is smaller than `<`.
                let shortest = shortest.min(ALIKE * f64::from(usual.length));
                return Self {
                    usual: Some(usual),
                    shortest,
                    ..of_size
                };
            }
        }
        let small = Self {
            shortest: smallest,
            ..signs
        };
        if small.are_all_in_the_middle() {
            small
        } else {
            signs
        }
    }

    /// Whether a sign stands in the middle of each gap in which anything stands: so few signs may be as small as letters.
    fn are_all_in_the_middle(&self) -> bool {
        let is_sign = |(row, col, gap): (usize, usize, Gap)| {
            let rect = self.rect(row, col, gap);
            let mark = self.mark(rect, gap)?;
            let look = Look::of(&mark, rect);
            let is_in_middle = look.away(MIDDLE) <= AWAY * f64::from(look.length);
            Some(is_in_middle && self.shape(&mark, gap).is_some())
        };
        let mut of_marks = gaps(self.grid).filter_map(is_sign).peekable();
        of_marks.peek().is_some() && of_marks.all(|is_sign| is_sign)
    }

    /// What the marks are like that have the shape of a sign.
    fn usual(&self) -> Option<Usual> {
        let signs = gaps(self.grid).filter_map(|(row, col, gap)| {
            let rect = self.rect(row, col, gap);
            let mark = self.mark(rect, gap)?;
            self.shape(&mark, gap).map(|_| (gap, Look::of(&mark, rect)))
        });
        Usual::of(&signs.collect::<Vec<_>>())
    }

    /// The shorter side of a box, in pixels.
    fn unit(&self) -> f64 {
        self.grid.inside[0].min(self.grid.inside[1])
    }

    /// The narrower gap, from box to box, in pixels.
    fn narrowest_gap(&self) -> f64 {
        let gap = |axis: usize| self.grid.pitch[axis] - self.grid.inside[axis];
        gap(0).min(gap(1))
    }

    /// The part of a gap that a sign stands in: all of it but the borders, or the plate.
    fn rect(&self, row: usize, col: usize, gap: Gap) -> PixelRect {
        let whole = between(self.grid, (row, col, gap));
        let [before, after] = self.borders[gap as usize];
        let own = match gap {
            Gap::Right => PixelRect {
                x: whole.x + before,
                width: whole.width.saturating_sub(before + after),
                ..whole
            },
            Gap::Below => PixelRect {
                y: whole.y + before,
                height: whole.height.saturating_sub(before + after),
                ..whole
            },
        };
        self.plates[gap as usize].map_or(own, |plate| PixelRect {
            x: own.x + plate.x,
            y: own.y + plate.y,
            ..plate
        })
    }

    /// Those parts of all gaps of a kind.
    fn rects(&self, gap: Gap) -> Vec<PixelRect> {
        let places = of_kind(self.grid, gap);
        places.map(|(row, col)| self.rect(row, col, gap)).collect()
    }

    /// How many lines of pixels at either end of the gaps of a kind are border.
    fn border(&self, gap: Gap) -> [u32; 2] {
        let rects = self.rects(gap);
        let grounds: Vec<[u8; 3]> = rects
            .iter()
            .map(|rect| ground(self.picture, *rect))
            .collect();
        let length = |rect: &PixelRect| match gap {
            Gap::Right => rect.width,
            Gap::Below => rect.height,
        };
        let Some(shortest) = rects.iter().map(length).min() else {
            return [0; 2];
        };
        let least = (OVER_NOISE * noise(self.picture)).max(f64::from(LEAST / 2));
        let share = |at: u32, is_from_end: bool| {
            let mut counts = [0usize; 2];
            for (rect, ground) in rects.iter().zip(&grounds) {
                let along = if is_from_end {
                    length(rect) - 1 - at
                } else {
                    at
                };
                let side = rect.width + rect.height - length(rect);
                for across in 0..side {
                    let (x, y) = match gap {
                        Gap::Right => (rect.x + along, rect.y + across),
                        Gap::Below => (rect.x + across, rect.y + along),
                    };
                    let pixel = self.picture.get_pixel(x, y).0;
                    counts[usize::from(f64::from(step(pixel, *ground)) >= least)] += 1;
                }
            }
            counts[1] as f64 / (counts[0] + counts[1]).max(1) as f64
        };
        [false, true].map(|is_from_end| {
            let most = shortest / 3;
            (0..most)
                .rev()
                .find(|&at| share(at, is_from_end) >= BORDER)
                .map_or(0, |at| at + 1)
        })
    }

    /// What stands in a gap.
    pub fn sign(&self, row: usize, col: usize, gap: Gap) -> Sign {
        let rect = self.rect(row, col, gap);
        if rect.width < 3 || rect.height < 3 {
            return Sign::Unknown;
        }
        let marks = marks(self.picture, rect, LEAST);
        let Some(mark) = merged(&self.within_gap(&marks, rect, gap)) else {
            return if self.are_rest_of_sign(&marks, rect, gap) {
                Sign::Unknown
            } else {
                Sign::None
            };
        };
        let is_too_long = |usual: Usual| {
            ALIKE * f64::from(Look::of(&mark, rect).length) > f64::from(usual.length)
        };
        match self.shape(&mark, gap) {
            Some(sign) if !self.usual.is_some_and(is_too_long) => Sign::Is(sign),
            _ => Sign::Unknown,
        }
    }

    /// All marks in a gap that may belong to a sign, as one.
    fn mark(&self, rect: PixelRect, gap: Gap) -> Option<Mark> {
        merged(&self.within_gap(&marks(self.picture, rect, LEAST), rect, gap))
    }

    /// Whether marks at the boxes beside a gap are what is left of a sign that stands on a border.
    ///
    /// ```text
    ///        /\
    ///   ────/──\────  a border
    ///      /    \
    /// ```
    fn are_rest_of_sign(&self, marks: &[Mark], rect: PixelRect, gap: Gap) -> bool {
        let may_go_on = |mark: &&Mark| is_at_box(mark, rect, gap) && !is_outer(mark, rect, gap);
        let at_box: Vec<Mark> = marks.iter().filter(may_go_on).cloned().collect();
        let Some(rest) = merged(&at_box) else {
            return false;
        };
        let side = match gap {
            Gap::Right => rect.height,
            Gap::Below => rect.width,
        };
        let look = Look::of(&rest, rect);
        let is_like = |usual: Usual| {
            usual.is_as_large(look) && usual.is_as_clear(look) && usual.is_in_place(look, gap)
        };
        // What is left of a border runs along the box.
        2 * across(&rest, gap) <= side && self.usual.is_some_and(is_like)
    }

    /// The sign that a mark is, if it is large enough for one.
    fn shape(&self, mark: &Mark, gap: Gap) -> Option<Ordering> {
        shape(mark, gap).filter(|_| f64::from(across(mark, gap)) >= self.shortest)
    }

    /// Those of the marks in a gap that are neither dust nor border.
    fn within_gap(&self, marks: &[Mark], rect: PixelRect, gap: Gap) -> Vec<Mark> {
        let unit = self.unit();
        let is_in_gap = |mark: &Mark| {
            let look = Look::of(mark, rect);
            let has_shape = shape(mark, gap).is_some();
            let is_usual = |usual: Usual| {
                let likeness = [
                    has_shape,
                    usual.is_as_clear(look),
                    usual.is_in_place(look, gap),
                ];
                usual.is_as_large(look)
                    && likeness.into_iter().filter(|is_like| *is_like).count() > 1
            };
            f64::from(look.length) >= DUST * self.shortest
                && self.usual.is_none_or(is_usual)
                && !is_frame(mark, rect)
                && (has_shape || !is_rest_of_border(mark, rect, gap, unit))
                && !is_outer(mark, rect, gap)
        };
        marks
            .iter()
            .filter(|mark| is_in_gap(mark))
            .cloned()
            .collect()
    }

    /// Whether the gaps leave signs their room, and nothing stands in any of them, be it hardly seen.
    fn are_empty(&self) -> bool {
        let grid = self.grid;
        let has_room = (0..2).all(|axis| grid.pitch[axis] >= (1.0 + ROOM) * grid.inside[axis]);
        let is_empty = |(row, col, gap): (usize, usize, Gap)| {
            let rect = self.rect(row, col, gap);
            let marks = marks(self.picture, rect, FAINT);
            self.within_gap(&marks, rect, gap).is_empty()
        };
        has_room && gaps(grid).all(is_empty)
    }
}

/// The gaps of a kind, by the box before.
fn of_kind(grid: &BoxGrid, gap: Gap) -> impl Iterator<Item = (usize, usize)> + use<> {
    let size = grid.size;
    let (rows, cols) = match gap {
        Gap::Right => (size, size - 1),
        Gap::Below => (size - 1, size),
    };
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

/// All gaps of a grid, by the box before, with their kinds.
pub(super) fn gaps(grid: &BoxGrid) -> impl Iterator<Item = (usize, usize, Gap)> + use<> {
    let kinds = [Gap::Right, Gap::Below].map(|gap| (gap, of_kind(grid, gap)));
    let all = kinds.into_iter();
    all.flat_map(|(gap, places)| places.map(move |(row, col)| (row, col, gap)))
}

/// What lies between two boxes, as broad as these.
pub(super) fn between(grid: &BoxGrid, (row, col, gap): (usize, usize, Gap)) -> PixelRect {
    let one = grid.rect(row, col);
    match gap {
        Gap::Right => {
            let left = one.x + one.width;
            PixelRect {
                x: left,
                width: grid.rect(row, col + 1).x.saturating_sub(left),
                ..one
            }
        }
        Gap::Below => {
            let top = one.y + one.height;
            PixelRect {
                y: top,
                height: grid.rect(row + 1, col).y.saturating_sub(top),
                ..one
            }
        }
    }
}

/// Whether the gaps of a grid are there for signs, and there is none in them: an easy board may have none.
pub(super) fn are_gaps_empty(picture: &RgbImage, grid: &BoxGrid) -> bool {
    Signs::of(picture, grid).are_empty()
}

/// Whether a grid has so many signs that they show what is usual.
pub(super) fn are_signs_alike(picture: &RgbImage, grid: &BoxGrid) -> bool {
    Signs::of(picture, grid).usual.is_some()
}

/// The signs on a grid, and the neighbours between which something else stands.
pub(super) fn signs(picture: &RgbImage, grid: &BoxGrid) -> (Vec<Inequality>, Vec<[Cell; 2]>) {
    let mut unclear = Vec::new();
    let mut inequalities = Vec::new();
    let signs = Signs::of(picture, grid);
    for (row, col, gap) in gaps(grid) {
        let cell = Cell::new(row as u16, col as u16);
        let next = match gap {
            Gap::Right => Cell::new(cell.row, cell.col + 1),
            Gap::Below => Cell::new(cell.row + 1, cell.col),
        };
        match signs.sign(row, col, gap) {
            Sign::None => {}
            Sign::Is(Ordering::Less) => inequalities.push(Inequality {
                smaller: cell,
                larger: next,
            }),
            Sign::Is(_) => inequalities.push(Inequality {
                smaller: next,
                larger: cell,
            }),
            Sign::Unknown => unclear.push([cell, next]),
        }
    }
    (inequalities, unclear)
}
