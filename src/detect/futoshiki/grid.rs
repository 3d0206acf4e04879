//! Boxes of one size in as many rows as columns, with gaps between.

use std::collections::{BTreeMap, HashMap};

use crate::geometry::{PixelBox, PixelRect};

/// The fewest and the most boxes along a side. A larger board has digits of two characters.
const SIZES: std::ops::RangeInclusive<usize> = 3..=LARGEST;
pub(super) const LARGEST: usize = 9;
/// How much boxes of one board differ in size, as a share.
const SIZE_SPREAD: f64 = 0.17;
/// Where these shares of that spread part boxes of about one size from all others, the others may be buttons beside the board.
const PARTED: [f64; 2] = [0.3, 0.5];
/// How far a box lies from its place, in pitches.
const OFF: f64 = 0.12;
/// The narrowest gap between two boxes, in boxes.
const NARROWEST: f64 = 0.1;
/// The widest gap between two boxes, in boxes: a page that spreads its boxes over all of a window had 3.1.
pub(super) const WIDEST_GAP: f64 = 3.5;
/// How far two boxes of a row or column lie off its line, in boxes.
const IN_LINE: f64 = 0.2;
/// The most boxes of a board and of the buttons in line with them, two rows of these: of the areas of a photo far more lie in line.
const MOST_WITH_PAD: usize = LARGEST * LARGEST + 2 * LARGEST;
/// How much another step from row to row differs from the next one at least, as a share, but for a pixel: in perspective each differs a
/// little.
const ODD_STEP: f64 = 0.05;
/// The least share of the boxes that must be seen: something may lie over the others.
const SEEN: f64 = 0.75;
/// The least share of the first and of the last row and column that must be seen where without these the boxes are a square.
const LINE: f64 = 0.5;

/// A square of boxes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoxGrid {
    /// Boxes along a side.
    pub size: usize,
    /// Left and top of the first box, in pixels.
    pub origin: [f64; 2],
    /// From one box to the next, across and down, in pixels.
    pub pitch: [f64; 2],
    /// Width and height of a box inside its border, in pixels.
    pub inside: [f64; 2],
    /// Row by row: whether the box was seen whole. Something may lie over the others.
    pub is_seen: Vec<bool>,
    /// Row by row: the insides of the boxes within the picture, where they were seen, or where they are expected.
    pub rects: Vec<PixelRect>,
}

impl BoxGrid {
    /// Row by row, the insides of the boxes within a picture of so many pixels; `None` where one lies outside of it.
    fn insides(&self, (width, height): (u32, u32)) -> Option<Vec<PixelRect>> {
        let inside = |index: usize| {
            let place = [index % self.size, index / self.size];
            let [left, top] =
                [0, 1].map(|axis| self.origin[axis] + self.pitch[axis] * place[axis] as f64);
            let inside = PixelBox {
                left,
                top,
                right: left + self.inside[0],
                bottom: top + self.inside[1],
            };
            inside.within(width, height)
        };
        (0..self.size * self.size).map(inside).collect()
    }

    /// All of it, without borders.
    pub fn bounds(&self) -> PixelBox {
        let [left, top] = self.origin;
        let [width, height] =
            [0, 1].map(|axis| self.pitch[axis] * (self.size - 1) as f64 + self.inside[axis]);
        PixelBox {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    /// The inside of a box.
    pub fn rect(&self, row: usize, col: usize) -> PixelRect {
        self.rects[row * self.size + col]
    }
}

/// A place in columns and rows, counted from any box.
pub(super) type Place = [i32; 2];

/// A box, and its place.
type Placed = (Place, PixelRect);

/// All squares that boxes make in a picture of so many pixels, the largest first.
pub(super) fn grids(boxes: &[PixelRect], dimensions: (u32, u32)) -> Vec<BoxGrid> {
    let mut found: Vec<BoxGrid> = Vec::new();
    // Most boxes of a page are of few sizes.
    let mut groups: HashMap<[u32; 2], Vec<Group>> = HashMap::new();
    for seed in boxes {
        let of_size = groups.entry([seed.width, seed.height]);
        let of_size = of_size.or_insert_with(|| Group::all_of(seed, boxes));
        for grid in of_size
            .iter()
            .filter_map(|group| grid(seed, group, dimensions))
        {
            let is_known = |known: &BoxGrid| {
                let off = |axis: usize| (known.origin[axis] - grid.origin[axis]).abs();
                known.size == grid.size && off(0).max(off(1)) < 0.5 * grid.inside[0]
            };
            if !found.iter().any(is_known) {
                found.push(grid);
            }
        }
    }
    found.sort_by_key(|grid| usize::MAX - grid.size);
    found
}

/// All boxes of about one size.
struct Group {
    boxes: Vec<PixelRect>,
    /// From one to the next, across and down, in pixels.
    pitch: Option<[f64; 2]>,
}

impl Group {
    /// Those that may be of the same size as this one; and where some of them clearly are, these alone.
    fn all_of(seed: &PixelRect, boxes: &[PixelRect]) -> Vec<Self> {
        let within = |share: f64| -> Vec<PixelRect> {
            let like = boxes
                .iter()
                .filter(|one| is_within(share * SIZE_SPREAD, one, seed));
            like.copied().collect()
        };
        let all = within(1.0);
        let [like, others] = PARTED.map(within);
        let is_parted = like.len() == others.len() && like.len() < all.len();
        let groups = [Some(all), is_parted.then_some(like)];
        groups
            .into_iter()
            .flatten()
            .map(|boxes| Self::of(seed, boxes))
            .collect()
    }

    fn of(seed: &PixelRect, boxes: Vec<PixelRect>) -> Self {
        let pitch = pitch(seed, &boxes, 0).zip(pitch(seed, &boxes, 1));
        Self {
            boxes,
            pitch: pitch.map(|(across, down)| [across, down]),
        }
    }
}

/// Whether a box may be of the same size as another one.
pub(super) fn is_alike(one: &PixelRect, other: &PixelRect) -> bool {
    is_within(SIZE_SPREAD, one, other)
}

/// Whether the sides of a box differ from those of another one by this share at most, and a pixel.
fn is_within(spread: f64, one: &PixelRect, other: &PixelRect) -> bool {
    let is_close =
        |a: u32, b: u32| (f64::from(a) - f64::from(b)).abs() <= spread * f64::from(b) + 1.0;
    is_close(one.width, other.width) && is_close(one.height, other.height)
}

fn middle(rect: &PixelRect) -> [f64; 2] {
    [
        f64::from(rect.x) + f64::from(rect.width) / 2.0,
        f64::from(rect.y) + f64::from(rect.height) / 2.0,
    ]
}

/// The square that a box lies in, without rows of buttons beside it; `None` where one of its boxes lies outside of the picture.
fn grid(seed: &PixelRect, group: &Group, dimensions: (u32, u32)) -> Option<BoxGrid> {
    let pitch = group.pitch?;
    let start = middle(seed);
    let placed: Vec<Placed> = group
        .boxes
        .iter()
        .filter_map(|rect| {
            let at = middle(rect);
            let steps = [0, 1].map(|axis| (at[axis] - start[axis]) / pitch[axis]);
            let is_near = steps
                .iter()
                .all(|step| (step - step.round()).abs() <= OFF * (1.0 + step.abs() / 8.0));
            is_near.then(|| (steps.map(|step| step.round() as i32), *rect))
        })
        .collect();
    let joined = joined(&placed);
    let square = |placed: Vec<Placed>| square(placed, group, dimensions);
    square(joined.clone())
        .or_else(|| square(without_sparse_lines(joined.clone())))
        .or_else(|| square(without_odd_lines(joined, middle)))
}

/// The square that these boxes of a group are; `None` where they are none, or one of its boxes lies outside of the picture.
fn square(placed: Vec<Placed>, group: &Group, dimensions: (u32, u32)) -> Option<BoxGrid> {
    let range = |axis: usize| {
        let places = || placed.iter().map(|(place, _)| place[axis]);
        Some((places().min()?, places().max()?))
    };
    let (cols, rows) = (range(0)?, range(1)?);
    let size = (cols.1 - cols.0 + 1) as usize;
    let is_square = size == (rows.1 - rows.0 + 1) as usize;
    let is_seen = placed.len() as f64 >= SEEN * (size * size) as f64;
    if !is_square || !is_seen || !SIZES.contains(&size) {
        return None;
    }
    let first = [cols.0, rows.0];
    let fitted = [0, 1].map(|axis| fit(&placed, axis, first[axis]));
    let median = |of: &dyn Fn(&PixelRect) -> u32| {
        let mut all: Vec<u32> = group.boxes.iter().map(of).collect();
        all.sort_unstable();
        f64::from(all[all.len() / 2])
    };
    let inside = [median(&|rect| rect.width), median(&|rect| rect.height)];
    let origin = [0, 1].map(|axis| fitted[axis].0 - inside[axis] / 2.0);
    let pitch = [0, 1].map(|axis| fitted[axis].1);
    let mut grid = BoxGrid {
        size,
        is_seen: vec![false; size * size],
        rects: Vec::new(),
        origin,
        pitch,
        inside,
    };
    grid.rects = grid.insides(dimensions)?;
    for (place, rect) in placed {
        let [col, row] = [0, 1].map(|axis| (place[axis] - first[axis]) as usize);
        grid.is_seen[row * size + col] = true;
        grid.rects[row * size + col] = rect;
    }
    Some(grid)
}

/// The distance to the nearest boxes on an axis: the median of those in line with another box.
fn pitch(seed: &PixelRect, group: &[PixelRect], axis: usize) -> Option<f64> {
    let side = [seed.width, seed.height].map(f64::from);
    let mut distances: Vec<f64> = group
        .iter()
        .filter_map(|rect| {
            let at = middle(rect);
            let steps = group.iter().map(middle).filter_map(|other| {
                let is_in_line = (other[1 - axis] - at[1 - axis]).abs() < IN_LINE * side[1 - axis];
                let step = other[axis] - at[axis];
                (is_in_line && step > 0.5 * side[axis]).then_some(step)
            });
            steps.min_by(f64::total_cmp)
        })
        .collect();
    distances.sort_by(f64::total_cmp);
    let pitch = *distances.get(distances.len() / 2)?;
    let gap = pitch / side[axis] - 1.0;
    (NARROWEST..=WIDEST_GAP).contains(&gap).then_some(pitch)
}

/// The boxes that are joined to the seed by steps of one place.
fn joined(placed: &[Placed]) -> Vec<Placed> {
    let mut at: HashMap<[i32; 2], Vec<usize>> = HashMap::new();
    for (number, (place, _)) in placed.iter().enumerate() {
        at.entry(*place).or_default().push(number);
    }
    let mut is_joined = vec![false; placed.len()];
    let mut places = vec![[0, 0]];
    while let Some([col, row]) = places.pop() {
        // Each place is gone to once.
        for number in at.remove(&[col, row]).unwrap_or_default() {
            is_joined[number] = true;
            let steps = [[1, 0], [-1, 0], [0, 1], [0, -1]];
            places.extend(steps.map(|[right, down]| [col + right, row + down]));
        }
    }
    let all = placed.iter().zip(is_joined);
    all.filter(|(_, is_joined)| *is_joined)
        .map(|(one, _)| *one)
        .collect()
}

/// Without first and last rows and columns that have few boxes: those are areas beside the board.
pub(super) fn without_sparse_lines<T>(mut placed: Vec<(Place, T)>) -> Vec<(Place, T)> {
    loop {
        let values = |axis: usize| placed.iter().map(move |(place, _)| place[axis]);
        let ends = [0, 1].map(|axis| (values(axis).min(), values(axis).max()));
        let sparse = [0, 1].into_iter().find_map(|axis| {
            let (Some(low), Some(high)) = ends[1 - axis] else {
                return None;
            };
            let least = LINE * f64::from(high - low + 1);
            let count = |at: i32| values(axis).filter(|it| *it == at).count() as f64;
            let (first, last) = ends[axis];
            let mut outer = [first, last].into_iter().flatten();
            let sparse = outer.find(|at| count(*at) < least);
            sparse.map(|at| (axis, at))
        });
        let Some((axis, at)) = sparse else {
            return placed;
        };
        placed.retain(|(place, _)| place[axis] != at);
    }
}

/// Without the first and last rows and columns that lie farther from the next ones than these from those after them, or less far: those
/// are buttons beside the board. More boxes than a board has with its pad are left as they are.
pub(super) fn without_odd_lines<T>(
    mut placed: Vec<(Place, T)>,
    middle: impl Fn(&T) -> [f64; 2],
) -> Vec<(Place, T)> {
    if placed.len() > MOST_WITH_PAD {
        return placed;
    }
    let odd = |placed: &[(Place, T)]| {
        let at = placed.iter().map(|(place, one)| (*place, middle(one)));
        let at: BTreeMap<Place, [f64; 2]> = at.collect();
        [0, 1]
            .into_iter()
            .find_map(|axis| Some((axis, odd_line(&at, axis)?)))
    };
    while let Some((axis, line)) = odd(&placed) {
        placed.retain(|(place, _)| place[axis] != line);
    }
    placed
}

/// The first or last row or column of boxes, given their middles, whose step to the next one is another than that from this to the one
/// after it.
fn odd_line(at: &BTreeMap<Place, [f64; 2]>, axis: usize) -> Option<i32> {
    let mut steps: BTreeMap<i32, Vec<f64>> = BTreeMap::new();
    for (place, from) in at {
        let mut next = *place;
        next[axis] += 1;
        if let Some(to) = at.get(&next) {
            let step = (to[0] - from[0]).hypot(to[1] - from[1]);
            steps.entry(place[axis]).or_default().push(step);
        }
    }
    let mean = |steps: &Vec<f64>| steps.iter().sum::<f64>() / steps.len() as f64;
    let steps: Vec<(i32, f64)> = steps.iter().map(|(line, all)| (*line, mean(all))).collect();
    let is_odd = |outer: f64, next: f64| (outer - next).abs() > ODD_STEP * next + 1.0;
    match steps.as_slice() {
        [(first, outer), (_, next), ..] if is_odd(*outer, *next) => Some(*first),
        [.., (_, next), (last, outer)] if is_odd(*outer, *next) => Some(last + 1),
        _ => None,
    }
}

/// Least squares: where the first place lies, and the pitch.
fn fit(placed: &[Placed], axis: usize, first: i32) -> (f64, f64) {
    let count = placed.len() as f64;
    let xs = || {
        placed
            .iter()
            .map(|(place, _)| f64::from(place[axis] - first))
    };
    let ys = || placed.iter().map(|(_, rect)| middle(rect)[axis]);
    let (mean_x, mean_y) = (xs().sum::<f64>() / count, ys().sum::<f64>() / count);
    let up: f64 = xs()
        .zip(ys())
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    let down: f64 = xs().map(|x| (x - mean_x).powi(2)).sum();
    let pitch = up / down.max(1e-9);
    (mean_y - pitch * mean_x, pitch)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of boxes of so many pixels.
    fn row([x, y]: [u32; 2], side: u32, pitch: u32, count: u32) -> impl Iterator<Item = PixelRect> {
        (0..count).map(move |col| PixelRect {
            x: x + col * pitch,
            y,
            width: side,
            height: side,
        })
    }

    /// ```text
    ///    []  []  []  []
    ///    ...             a board of four rows,
    ///    []  []  []  []
    ///     [] [] [] [] []  and the buttons for its digits
    /// ```
    #[test]
    fn buttons_below_a_board_are_no_row_of_it() {
        let mut boxes: Vec<PixelRect> = (0..4)
            .flat_map(|at| row([50, 145 + 74 * at], 51, 82, 4))
            .collect();
        boxes.extend(row([66, 444], 44, 56, 5));
        has_board(&boxes, 4);
    }

    /// The first button lies below the first column, and the last one below the last.
    #[test]
    fn buttons_as_large_as_boxes_in_line_with_some_of_them_are_no_row_of_a_board() {
        let mut boxes: Vec<PixelRect> = (0..5)
            .flat_map(|at| row([50, 50 + 64 * at], 44, 70, 5))
            .collect();
        boxes.extend(row([50, 370], 44, 56, 6));
        has_board(&boxes, 5);
    }

    /// The buttons lie below the columns, a little farther away than one row from the next.
    #[test]
    fn buttons_in_line_with_all_columns_are_no_row_of_a_board() {
        let mut boxes: Vec<PixelRect> = (0..4)
            .flat_map(|at| row([50, 50 + 80 * at], 44, 80, 4))
            .collect();
        boxes.extend(row([50, 380], 44, 80, 4));
        has_board(&boxes, 4);
    }

    /// Whether the first boxes are a board with so many rows, all of them seen.
    fn has_board(boxes: &[PixelRect], size: usize) {
        let found = grids(boxes, (500, 600));
        let is_board = |grid: &&BoxGrid| grid.size == size && grid.is_seen.iter().all(|seen| *seen);
        let board = found.iter().find(is_board).unwrap();
        let last = board.rect(size - 1, size - 1);
        assert_eq!((board.rect(0, 0), last), (boxes[0], boxes[size * size - 1]));
    }
}
