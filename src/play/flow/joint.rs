//! What is seen halfway between two cells: whether a stroke is one piece there, and in which colour it is drawn.

use std::iter;

use image::RgbImage;

use super::ground::{CHANGE, difference};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::Rgb;

/// Between two cells no pipe lies where what is seen is so many times nearer to what lay there before than to the pipe's
/// colour. Where filled cells leave a line between them, some of both is seen.
const OPEN: u32 = 2;

/// A line lies where what is seen is so many times nearer to its colour than what lay there before: a thin one mixes with
/// that.
const LINED: u32 = 3;

/// So many steps of a stroke tell in which colour it is drawn, or more.
const LEAST_JOINTS: usize = 2;

/// A step from a cell to the next.
pub(super) struct Joint {
    /// `None` outside the picture.
    now: Option<Rgb>,
    /// What lay there when the board was read; `None` where that says nothing, in other light.
    before: Option<Rgb>,
}

impl Joint {
    /// What is seen now, and what was seen before.
    fn change(&self) -> Option<[Rgb; 2]> {
        Some([self.now?, self.before?])
    }

    /// Whether something else is seen than before.
    fn is_new(&self) -> bool {
        let change = self.change();
        change.is_some_and(|[now, before]| difference(now, before) > CHANGE)
    }

    /// Whether a line of this colour lies there now.
    pub(super) fn is_lined(&self, line: Rgb) -> bool {
        match (self.now, self.before) {
            (None, _) => false,
            (Some(now), None) => difference(now, line) <= CHANGE,
            (Some(now), Some(before)) => LINED * difference(now, line) <= difference(before, line),
        }
    }
}

/// Those of all steps over these cells, given what lay at each before.
pub(super) fn joints(
    picture: &RgbImage,
    lattice: &Lattice,
    cells: &[Cell],
    before: &[Option<Rgb>],
) -> Vec<Joint> {
    let steps = cells.windows(2).zip(before);
    let joint = |(step, before): (&[Cell], &Option<Rgb>)| Joint {
        now: colour_between(picture, lattice, step),
        before: *before,
    };
    steps.map(joint).collect()
}

/// Whether nothing speaks against it that a stroke, all of whose cells show its own colour, is one piece.
pub(super) fn are_one_piece(joints: &[Joint], own: Rgb) -> bool {
    let changes: Vec<[Rgb; 2]> = joints.iter().filter_map(Joint::change).collect();
    if let &[[now, before]] = changes.as_slice() {
        return difference(now, before) > CHANGE || difference(now, own) <= CHANGE;
    }
    // Where pipes fill what is between cells, they do so everywhere.
    let is_filled =
        |&[now, before]: &[Rgb; 2]| difference(now, own) <= difference(now, before).max(CHANGE);
    let is_open = |change: &[Rgb; 2]| {
        let [now, before] = *change;
        !is_filled(change) && OPEN * difference(now, before) <= difference(now, own)
    };
    !changes.iter().any(is_open) || !changes.iter().any(is_filled)
}

/// By cell of a stroke with these joints: whether a line of this colour reaches it. Its terminals count as reached.
pub(super) fn reached(joints: &[Joint], line: Rgb) -> Vec<bool> {
    let lined: Vec<bool> = joints.iter().map(|it| it.is_lined(line)).collect();
    let before = iter::once(&true).chain(&lined);
    let after = lined.iter().chain([&true]);
    before.zip(after).map(|(a, b)| *a || *b).collect()
}

/// The colour in which a stroke is drawn, if nothing else has changed; given the joints of all strokes.
pub(super) fn only_line(all: &[Vec<Joint>], stroke: usize) -> Option<Rgb> {
    let line = line_of(&all[stroke])?;
    let mut others = all.iter().enumerate().filter(|(index, _)| *index != stroke);
    let is_unchanged = |(_, joints): (usize, &Vec<Joint>)| !joints.iter().any(Joint::is_new);
    others.all(is_unchanged).then_some(line)
}

/// The colour in which a stroke is drawn that was not there before; `None` where it is not all drawn, in one colour.
fn line_of(joints: &[Joint]) -> Option<Rgb> {
    let known = joints.iter().filter(|joint| joint.change().is_some());
    let line = known.clone().find_map(|joint| joint.now)?;
    let is_drawn = |joint: &Joint| joint.is_new() && joint.is_lined(line);
    (known.clone().count() >= LEAST_JOINTS && known.clone().all(is_drawn)).then_some(line)
}

/// The mean colour of the few pixels halfway between the two cells of a step; `None` outside the picture.
pub(super) fn colour_between(picture: &RgbImage, lattice: &Lattice, step: &[Cell]) -> Option<Rgb> {
    let &[a, b] = step else {
        return None;
    };
    let (a, b) = (lattice.centre(a), lattice.centre(b));
    let (x, y) = ((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    let mut sums = [0u32; 3];
    for (dx, dy) in [
        (-1.0, -1.0),
        (1.0, -1.0),
        (0.0, 0.0),
        (-1.0, 1.0),
        (1.0, 1.0),
    ] {
        let (x, y) = (x + dx, y + dy);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let pixel = picture.get_pixel_checked(x as u32, y as u32)?;
        for (sum, value) in sums.iter_mut().zip(pixel.0) {
            *sum += u32::from(value);
        }
    }
    Some(Rgb(sums.map(|sum| (sum / 5) as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines between the cells are no farther than a pixel from where they are taken to be.
    #[test]
    fn filled_cells_with_lines_between_them_are_joined_and_a_pipe_that_stops_short_is_not() {
        let [ground, line, own] = [[13, 17, 23], [48, 54, 61], [220, 30, 60]];
        let lines = [39, 40, 81, 82, 119, 120];
        let row_of_four = |drawn: &dyn Fn(u32, u32) -> bool| {
            RgbImage::from_fn(160, 40, |x, y| {
                let lies_below = if lines.contains(&x) { line } else { ground };
                image::Rgb(if drawn(x, y) { own } else { lies_below })
            })
        };
        let lattice = Lattice::upright(1, 4, 20.0, 20.0, 40.0, 40.0);
        let cells: Vec<Cell> = (0..4).map(|col| Cell::new(0, col)).collect();
        let empty = row_of_four(&|_, _| false);
        let steps = cells.windows(2);
        let gaps: Vec<Option<Rgb>> = steps
            .map(|step| colour_between(&empty, &lattice, step))
            .collect();
        let is_joined = |picture: &RgbImage| {
            let joints = joints(picture, &lattice, &cells, &gaps);
            are_one_piece(&joints, Rgb(own))
        };
        assert!(is_joined(&row_of_four(&|x, _| !lines.contains(&x))));
        let pipe = |end: u32| move |x: u32, y: u32| (20..end).contains(&x) && y.abs_diff(20) < 7;
        assert!(is_joined(&row_of_four(&pipe(140))));
        assert!(!is_joined(&row_of_four(&pipe(106))));
    }

    #[test]
    fn the_line_of_a_stroke_is_of_one_colour_and_new_at_all_steps() {
        let white = Rgb([235; 3]);
        let joint = |now: u8, before: u8| Joint {
            now: Some(Rgb([now; 3])),
            before: Some(Rgb([before; 3])),
        };
        assert_eq!(line_of(&[joint(235, 10), joint(230, 10)]), Some(white));
        assert_eq!(line_of(&[joint(235, 10), joint(10, 10)]), None, "not all");
        assert_eq!(
            line_of(&[joint(235, 10), joint(100, 10)]),
            None,
            "two colours"
        );
        assert_eq!(line_of(&[joint(235, 10)]), None, "too short to tell");
        assert!(joint(170, 10).is_lined(white), "a thin one");
        assert!(!joint(140, 10).is_lined(white));
    }
}
