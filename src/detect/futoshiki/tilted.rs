//! Boards that lie aslant, or in perspective, as in photos: made upright from where their boxes lie.

use image::{Rgb, RgbImage};

use super::boxes::{LONGEST, pooled};
use super::even_areas::EvenAreas;
use super::grid::{LARGEST, Place, WIDEST_GAP, without_odd_lines, without_sparse_lines};
use crate::geometry::{Correspondence, Pixel, PixelRect, Projection};
use crate::vision::sampling::blended_at;
use crate::vision::statistics::middle;

/// The least share of its rectangle that a turned box fills.
const AREA: f64 = 0.5;
/// How much boxes of one board differ in area, as a ratio.
const SPREAD: f64 = 1.5;
/// How far apart the middles of one box are that is seen in two ways, at most, in sides of it.
const SAME: f64 = 0.25;
/// How far a box lies from where its neighbours expect it, in pitches.
const OFF: f64 = 0.25;
/// The cosine of the angle between rows and columns, at most.
const MOST_LEANING: f64 = 0.3;
/// How much farther apart boxes are along columns than along rows, or the other way round, at most.
const MOST_STRETCHED: f64 = 1.4;
/// The fewest boxes that tell how a board lies.
const FEWEST: usize = 9;
/// The least share of the boxes that must be seen.
const SEEN: f64 = 0.75;
/// How wide a box is against its pitch, at most: there are gaps.
const WIDEST: f64 = 0.92;
/// How far apart the middles of two boxes are at least, in sides of a box.
const NEAREST: f64 = 1.12;
/// Pixels from box to box in the upright picture at least, and along a side of a box: digits are read in it. The room around the boxes,
/// in pitches.
const PITCH: f64 = 96.0;
const SIDE: f64 = 64.0;
const ROOM: f64 = 0.8;

/// A part of a picture made upright but for quarter turns, and the map from its pixels to those of the picture.
pub(super) struct Upright {
    pub picture: RgbImage,
    pub to_picture: Projection,
}

/// The boards of a picture that boxes lie in at any angle, in all four quarter turns each.
pub(super) fn upright(picture: &RgbImage, levels: &[EvenAreas]) -> Vec<Upright> {
    let boxes = apart(pooled(levels, boxes_at_any_angle, is_same));
    let mut is_used = vec![false; boxes.len()];
    let mut found = Vec::new();
    for seed in 0..boxes.len() {
        if is_used[seed] {
            continue;
        }
        let placed = placed(&boxes, seed);
        for (_, one) in &placed {
            is_used[*one] = true;
        }
        let placed = without_sparse_lines(placed);
        if placed.len() >= FEWEST {
            let middle_of = |one: &usize| boxes[*one].middle;
            let plane = plane(&boxes, &placed)
                .or_else(|| plane(&boxes, &without_odd_lines(placed, middle_of)));
            found.extend(plane.iter().flat_map(|plane| turns(picture, plane)));
        }
    }
    found
}

/// The middle of an area and its size.
#[derive(Clone, Copy)]
struct Area {
    middle: [f64; 2],
    size: f64,
}

/// Whether two areas are one box, seen in two ways.
fn is_same(one: &Area, other: &Area) -> bool {
    let away = length(minus(one.middle, other.middle));
    is_like(one, other) && away < SAME * one.size.sqrt()
}

fn is_like(one: &Area, other: &Area) -> bool {
    (1.0 / SPREAD..SPREAD).contains(&(other.size / one.size))
}

/// The areas that may be boxes.
fn boxes_at_any_angle(areas: &EvenAreas) -> Vec<Area> {
    let found = areas.all.iter().filter_map(|(_, region)| {
        let PixelRect {
            x,
            y,
            width,
            height,
        } = region.rect();
        let [w, h] = [width, height].map(f64::from);
        let is_box = w.max(h) < LONGEST * w.min(h) && f64::from(region.area) >= AREA * w * h;
        is_box.then(|| Area {
            middle: [f64::from(x) + w / 2.0, f64::from(y) + h / 2.0],
            size: w * h,
        })
    });
    found.collect()
}

/// The areas that have no neighbour of their size right beside them, as cells of other puzzles have.
fn apart(areas: Vec<Area>) -> Vec<Area> {
    let is_beside = |one: &Area, other: &Area| {
        let away = length(minus(one.middle, other.middle));
        is_like(one, other) && away > 0.0 && away < NEAREST * one.size.sqrt()
    };
    let is_apart = |one: &&Area| !areas.iter().any(|other| is_beside(one, other));
    areas.iter().filter(is_apart).copied().collect()
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn length([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

/// The boxes that can be reached from a seed, each with its place.
fn placed(boxes: &[Area], seed: usize) -> Vec<(Place, usize)> {
    // In perspective a box is of the size of its neighbours, not of all.
    let like = |one: usize| (0..boxes.len()).filter(move |&it| is_like(&boxes[one], &boxes[it]));
    let start = boxes[seed].middle;
    // The nearest box, and the nearest about at a right angle to it.
    let mut steps: Vec<[f64; 2]> = like(seed)
        .map(|it| minus(boxes[it].middle, start))
        .collect();
    steps.retain(|step| length(*step) > 0.0);
    steps.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
    let Some(&across) = steps.first() else {
        return Vec::new();
    };
    let turned = |step: &&[f64; 2]| {
        let along = step[0] * across[0] + step[1] * across[1];
        let ratio = length(**step) / length(across);
        along.abs() < MOST_LEANING * length(across) * length(**step) && ratio < MOST_STRETCHED
    };
    let Some(&down) = steps.iter().find(turned) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, Place, [[f64; 2]; 2])> = vec![(seed, [0, 0], [across, down])];
    let mut next = 0;
    while let Some(&(one, place, steps)) = found.get(next) {
        next += 1;
        for (axis, way) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
            let step = steps[axis].map(|it| it * f64::from(way));
            let middle = boxes[one].middle;
            let expected = [middle[0] + step[0], middle[1] + step[1]];
            let off = |it: usize| length(minus(boxes[it].middle, expected));
            let nearest = like(one).min_by(|&a, &b| off(a).total_cmp(&off(b)));
            let Some(other) = nearest.filter(|&it| off(it) <= OFF * length(step)) else {
                continue;
            };
            if found.iter().any(|(known, ..)| *known == other) {
                continue;
            }
            let mut there = place;
            there[axis] += way;
            let mut own = steps;
            let real = minus(boxes[other].middle, middle);
            own[axis] = real.map(|it| it * f64::from(way));
            found.push((other, there, own));
        }
    }
    found
        .into_iter()
        .map(|(one, place, _)| (place, one))
        .collect()
}

/// The board on a plane with so many boxes along a side, made upright, in four turns.
fn turns(picture: &RgbImage, plane: &Plane) -> [Upright; 4] {
    let pitch = PITCH.max(SIDE / plane.side);
    let cells = plane.size - 1.0 + 2.0 * ROOM;
    let side = (cells * pitch) as u32;
    let last = f64::from(side) - 1.0;
    // From pixels of the turned picture to those of the upright one.
    let turns = [
        [1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, 1.0, 0.0, -1.0, 0.0, last],
        [-1.0, 0.0, last, 0.0, -1.0, last],
        [0.0, -1.0, last, 1.0, 0.0, 0.0],
    ];
    // From pixels to columns and rows.
    let scale = 1.0 / pitch;
    let [across, first] = match is_mirrored(&plane.to_picture) {
        true => [-scale, cells - ROOM],
        false => [scale, -ROOM],
    };
    let to_plane = Projection([across, 0.0, first, 0.0, scale, -ROOM, 0.0, 0.0, 1.0]);
    turns.map(|[a, b, c, d, e, f]| {
        let turn = Projection([a, b, c, d, e, f, 0.0, 0.0, 1.0]);
        let to_picture = plane.to_picture.after(&to_plane.after(&turn));
        let pixel = |x: u32, y: u32| {
            let (x, y) = to_picture.apply(f64::from(x), f64::from(y));
            let colour = blended_at(picture, Pixel::new(x, y));
            Rgb(colour.unwrap_or_default().map(|level| level.round() as u8))
        };
        Upright {
            picture: RgbImage::from_fn(side, side, pixel),
            to_picture,
        }
    })
}

/// Where a board lies.
struct Plane {
    /// From columns and rows to pixels.
    to_picture: Projection,
    /// Boxes along a side.
    size: f64,
    /// The side of a box, in pitches.
    side: f64,
}

/// Where a board lies, if these boxes make a square with gaps.
fn plane(boxes: &[Area], placed: &[(Place, usize)]) -> Option<Plane> {
    let range = |axis: usize| {
        let places = || placed.iter().map(|(place, _)| place[axis]);
        places().min().zip(places().max())
    };
    let ((left, right), (top, bottom)) = range(0).zip(range(1))?;
    let size = f64::from(right - left + 1);
    let is_square = right - left == bottom - top && size <= LARGEST as f64;
    if !is_square || (placed.len() as f64) < SEEN * size * size {
        return None;
    }
    let seen: Vec<Correspondence> = placed
        .iter()
        .map(|(place, one)| Correspondence {
            from: (f64::from(place[0] - left), f64::from(place[1] - top)),
            to: boxes[*one].middle.into(),
            is_known: [true; 2],
        })
        .collect();
    let to_picture = Projection::fit(&seen)?;
    let (first, last) = (
        to_picture.apply(0.0, 0.0),
        to_picture.apply(size - 1.0, 0.0),
    );
    let pitch = (last.0 - first.0).hypot(last.1 - first.1) / (size - 1.0);
    let sides: Vec<f64> = placed
        .iter()
        .map(|(_, one)| boxes[*one].size.sqrt() / pitch)
        .collect();
    let has_gap = sides.iter().any(|side| *side <= WIDEST);
    let side = middle(sides)?;
    (has_gap && side * (1.0 + WIDEST_GAP) >= 1.0).then_some(Plane {
        to_picture,
        size,
        side,
    })
}

/// Whether columns run against rows as in a mirror.
fn is_mirrored(plane: &Projection) -> bool {
    let (start, right, down) = (
        plane.apply(0.0, 0.0),
        plane.apply(1.0, 0.0),
        plane.apply(0.0, 1.0),
    );
    let (right, down) = (
        (right.0 - start.0, right.1 - start.1),
        (down.0 - start.0, down.1 - start.1),
    );
    right.0 * down.1 - right.1 * down.0 < 0.0
}
