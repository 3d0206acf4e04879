//! Walls: bars on some of the inner sides, broader than the lines between cells or of another colour.
//!
//! ```text
//!   ----====----    the sides in one row are drawn as one line, so they are equally broad, wherever a picture's
//!       wall        scale makes one row's line broader than another's; a wall is a part of it that is not
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Colour, contrast, median};
use super::growth::Grid;
use super::lines::{Across, Line};
use super::ruling::Ruling;

/// A wall is so many times as broad as the narrowest side in its row: in real pictures other sides are up to 1.3 times as
/// broad, and walls at least 2 times.
const BROADER: f32 = 1.6;

/// Where walls make up a whole row, they are so many times as broad as the usual line, and by so many pixels: a thin line
/// between two pixels may look two pixels broader than one that fills its own.
const BROADEST: f32 = 2.6;
const PIXELS: f32 = 2.5;

/// A line that is askew to the pixels goes from one to the next, and is one pixel broader in between.
const ASKEW: f32 = 1.5;

/// What is fainter than this share of the usual line tells nothing of its breadth.
const FAINTER: f32 = 0.15;

/// A wall that is as narrow as a line stands out so many times as much and has a colour that differs by so many levels
/// of a channel.
const STRONGER: f32 = 1.5;
const UNLIKE: f32 = 40.0;

/// Beside a step of colour so many times what the line stands out, its breadth is not known: there a line may have the
/// two colours too, each on a half of it.
const MOST_STEP: f32 = 2.0;

/// A wall lies in the middle between two cells, or at most so much of its breadth off it: the edge of a bar behind the
/// board that ends near a side makes a line broader on one side only.
const OFF: f32 = 0.35;

/// A narrow wall is known only between cells that show the usual ground, within so many levels of a channel: beside a
/// tinted cell or a bar behind the board a line looks different too.
const SAME_GROUND: f32 = 20.0;

/// So many sides of a cell are enough to know a frame around it: the picture may end at the fourth.
const FRAME: usize = 3;

/// A side and the two cells that it separates.
struct Side {
    between: [(i32, i32); 2],
    line: Line,
}

/// How many of the sides between these cells of the grid have a wall.
pub(super) fn walls(ruling: &Ruling, cells: &BTreeSet<(i32, i32)>, grid: &Grid) -> usize {
    let pixel = 1.0 / grid.pitch as f32;
    let mut rows: BTreeMap<(Across, i32), Vec<Side>> = BTreeMap::new();
    for (across, cell, line) in ruling.inner(cells) {
        let at = match across {
            Across::Right => cell.0,
            Across::Down => cell.1,
        };
        let between = [cell, across.next(cell)];
        let side = line.map(|line| Side { between, line });
        rows.entry((across, at)).or_default().extend(side);
    }
    let all = || rows.values().flatten().map(|side| &side.line);
    let usual_rise = middle(all().map(|line| line.rise));
    let is_clear = |line: &&Line| {
        line.rise / usual_rise >= FAINTER
            && contrast(line.beside[0], line.beside[1]) <= MOST_STEP * line.rise.abs()
    };
    let clear = || all().filter(is_clear);
    let usual_breadth = middle(clear().map(|line| line.breadth));
    let usual_off = middle(clear().map(|line| line.off));
    let usual_colour = median(&clear().map(|line| line.colour).collect::<Vec<Colour>>());
    let usual_ground = median(
        &clear()
            .flat_map(|line| line.beside)
            .collect::<Vec<Colour>>(),
    );
    let has_own_colour = |line: &Line| contrast(line.colour, usual_colour) >= UNLIKE;
    let is_unlike = |line: &Line| {
        let mut beside = line.beside.iter();
        line.rise / usual_rise >= STRONGER
            && has_own_colour(line)
            && beside.all(|ground| contrast(*ground, usual_ground) <= SAME_GROUND)
    };
    // Behind four walls nothing could be reached: that is a frame around the cell that a game has chosen.
    let is_framed = |cell: &(i32, i32)| {
        let lines = ruling.lines_around(*cell);
        let known = lines.iter().flatten();
        let is_frame = |line: &Line| line.rise / usual_rise >= FAINTER && has_own_colour(line);
        known.clone().count() >= FRAME && known.clone().all(is_frame)
    };
    let whole_row = (BROADEST * usual_breadth).max(usual_breadth + PIXELS * pixel);
    let blurred = if grid.is_askew() { ASKEW * pixel } else { 0.0 };
    let in_row = |row: &Vec<Side>| {
        let clear = || row.iter().filter(|side| is_clear(&&side.line));
        let least = clear()
            .map(|side| side.line.breadth)
            .fold(f32::MAX, f32::min);
        let least = least.max(usual_breadth);
        let broad = (BROADER * least).max(least + blurred).min(whole_row);
        let is_broad = |line: &Line| {
            line.breadth >= broad && (line.off - usual_off).abs() <= OFF * line.breadth
        };
        clear()
            .filter(|side| is_broad(&side.line) || is_unlike(&side.line))
            .filter(|side| !side.between.iter().any(is_framed))
            .count()
    };
    rows.values().map(in_row).sum()
}

/// The median.
fn middle(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
