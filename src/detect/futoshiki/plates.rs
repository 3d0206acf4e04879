//! Plates in the gaps between boxes: some games lay a label of its own colour into each gap, and write the sign on it.
//!
//! ```text
//!   ┌────┐      ┌────┐      ┌────┐
//!   │    │ ┌──┐ │    │ ┌──┐ │    │
//!   │    │ │ <│ │    │ │  │ │    │
//!   │    │ └──┘ │    │ └──┘ │    │
//!   └────┘      └────┘      └────┘
//! ```

use super::ink::Mark;
use crate::geometry::PixelRect;
use crate::vision::statistics::middle;

/// The least share of its rectangle that is a plate: of a sign, a triangle at most, it is about a half.
const FILLED: f64 = 0.9;
/// The least share of the gaps that have one.
const WITH_PLATE: f64 = 0.8;
/// How far the edges of two plates differ in their gaps, in pixels.
const OFF: u32 = 2;
/// Such a part of a plate may be its border, in pixels.
const BORDER: u32 = 2;
/// The shortest side of a plate that leaves a sign its room, in pixels.
const SHORTEST: u32 = 10;

/// The inside of the plates that lie in gaps of one kind, from the corner of a gap, given the marks in each gap; `None` where gaps have
/// none.
pub(super) fn plate(gaps: &[Vec<Mark>]) -> Option<PixelRect> {
    let plates: Vec<PixelRect> = gaps.iter().filter_map(|marks| filled(marks)).collect();
    let usual = |edge: fn(&PixelRect) -> u32| middle(plates.iter().map(edge));
    let plate = PixelRect {
        x: usual(|plate| plate.x)?,
        y: usual(|plate| plate.y)?,
        width: usual(|plate| plate.width)?,
        height: usual(|plate| plate.height)?,
    };
    let is_usual = |one: &&PixelRect| {
        let edges = |of: &PixelRect| [of.x, of.y, of.x + of.width, of.y + of.height];
        let mut both = edges(one).into_iter().zip(edges(&plate));
        both.all(|(own, usual)| own.abs_diff(usual) <= OFF)
    };
    let count = plates.iter().filter(is_usual).count();
    let is_everywhere = count as f64 >= WITH_PLATE * gaps.len() as f64;
    (is_everywhere && plate.width.min(plate.height) >= SHORTEST).then(|| PixelRect {
        x: plate.x + BORDER,
        y: plate.y + BORDER,
        width: plate.width - 2 * BORDER,
        height: plate.height - 2 * BORDER,
    })
}

/// The largest mark that fills its rectangle.
fn filled(marks: &[Mark]) -> Option<PixelRect> {
    let is_filled = |mark: &&Mark| {
        let whole = f64::from(mark.rect.width * mark.rect.height);
        f64::from(mark.area) >= FILLED * whole
    };
    let filled = marks.iter().filter(is_filled);
    filled.max_by_key(|mark| mark.area).map(|mark| mark.rect)
}
