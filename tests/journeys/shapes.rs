//! Boards on no lattice in pictures: real ones beside their truths, and rings that are drawn here pixel by pixel.

use std::f64::consts::TAU;
use std::fs;
use std::time::Duration;

use flowbot::pipeline::{Edges, Frame};
use flowbot::play::{Family, FlowFamily, TraceStyle};
use flowbot::puzzle::flow::text::read_any;
use flowbot::puzzle::flow::{Node, Puzzle};
use flowbot::read::{self, ReadOptions};
use flowbot::replay::{Steps, StrokeTiming, waypoints};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_filled_circle_mut;

use crate::common::{Flowbot, shared};

/// A ring of two times eight cells: the inner ring from 0, the outer one from 8, both from the top clockwise.
const SECTORS: usize = 8;
const TERMINALS: [(usize, usize); 8] = [
    (15, 0),
    (4, 0),
    (8, 1),
    (3, 1),
    (9, 2),
    (11, 2),
    (14, 3),
    (12, 3),
];

/// How a ring is drawn. Lengths in pixels.
#[derive(Clone, Copy)]
struct Look {
    radius: f64,
    line: f64,
    border: f64,
    page: [u8; 3],
    ground: [u8; 3],
    line_colour: [u8; 3],
    border_colour: [u8; 3],
    /// The sector before which the line between outer cells has a gap in its middle.
    broken: Option<usize>,
    /// Whether the border is no bolder than a line.
    is_plain: bool,
}

const DARK: Look = Look {
    radius: 280.0,
    line: 2.0,
    border: 7.0,
    page: [16, 6, 18],
    ground: [0, 0, 0],
    line_colour: [64, 109, 64],
    border_colour: [140, 239, 140],
    broken: None,
    is_plain: false,
};

const LIGHT: Look = Look {
    radius: 170.0,
    line: 2.0,
    border: 6.0,
    page: [250, 246, 235],
    ground: [255, 255, 255],
    line_colour: [170, 170, 190],
    border_colour: [40, 44, 90],
    ..DARK
};

const COLOURS: [[u8; 3]; 4] = [[230, 30, 30], [20, 140, 30], [30, 60, 240], [220, 190, 0]];

impl Look {
    fn rings(&self) -> [f64; 3] {
        [0.25, 0.62, 1.0].map(|share| share * self.radius)
    }

    /// The colour of a place right of and below the middle.
    fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let (radius, angle) = (x.hypot(y), x.atan2(-y).rem_euclid(TAU));
        let [inner, between, outer] = self.rings();
        let border = if self.is_plain {
            self.line
        } else {
            self.border
        };
        if [inner, outer]
            .iter()
            .any(|it| (radius - it).abs() < border / 2.0)
        {
            return if self.is_plain {
                self.line_colour
            } else {
                self.border_colour
            };
        }
        if !(inner..outer).contains(&radius) {
            return self.page;
        }
        for (cell, colour) in TERMINALS {
            let (dot_x, dot_y) = self.middle(cell);
            if (x - dot_x).hypot(y - dot_y) < 0.11 * self.radius {
                return COLOURS[colour];
            }
        }
        let turn = angle / TAU * SECTORS as f64;
        let side = turn.round();
        let away = (turn - side).abs() * TAU / SECTORS as f64 * radius;
        let gap = (between + outer) / 2.0 - 10.0..(between + outer) / 2.0 + 10.0;
        let is_broken = self.broken == Some(side as usize % SECTORS) && gap.contains(&radius);
        let is_line =
            (radius - between).abs() < self.line / 2.0 || away < self.line / 2.0 && !is_broken;
        if is_line {
            self.line_colour
        } else {
            self.ground
        }
    }

    /// The cell that a place of the ring, right of and below the middle, lies in.
    fn cell_of(&self, x: f64, y: f64) -> usize {
        let sector = x.atan2(-y).rem_euclid(TAU) / TAU * SECTORS as f64;
        let is_outer = x.hypot(y) > self.rings()[1];
        sector as usize + if is_outer { SECTORS } else { 0 }
    }

    /// The middle of a cell.
    fn middle(&self, cell: usize) -> (f64, f64) {
        let [inner, between, outer] = self.rings();
        let radius = match cell < SECTORS {
            true => (inner + between) / 2.0,
            false => (between + outer) / 2.0,
        };
        let angle = ((cell % SECTORS) as f64 + 0.5) / SECTORS as f64 * TAU;
        (radius * angle.sin(), -radius * angle.cos())
    }

    /// A page of 3 by 2.4 radii with the ring in its middle; each pixel is the mean of nine places.
    fn draw(&self) -> RgbImage {
        let (width, height) = (3.0 * self.radius, 2.4 * self.radius);
        RgbImage::from_fn(width as u32, height as u32, |x, y| {
            let mut sums = [0u32; 3];
            for (right, down) in (0..3).flat_map(|right| (0..3).map(move |down| (right, down))) {
                let place = |pixel: u32, step: u32, size: f64| {
                    f64::from(pixel) + (f64::from(step) + 0.5) / 3.0 - size / 2.0
                };
                let colour = self.at(place(x, right, width), place(y, down, height));
                for (sum, channel) in sums.iter_mut().zip(colour) {
                    *sum += u32::from(channel);
                }
            }
            Rgb(sums.map(|sum| (sum / 9) as u8))
        })
    }
}

/// The ring as a puzzle.
fn ring() -> Puzzle {
    let look = DARK;
    let positions = (0..2 * SECTORS).map(|cell| {
        let (x, y) = look.middle(cell);
        format!("{:.0},{:.0} ", x + 300.0, y + 300.0)
    });
    let mut edges = String::new();
    for sector in 0..SECTORS {
        let next = (sector + 1) % SECTORS;
        let outer = |cell: usize| cell + SECTORS;
        edges += &format!(
            "{sector}|{next} {}|{} {sector}|{} ",
            outer(sector),
            outer(next),
            outer(sector)
        );
    }
    let mut row = vec!['.'; 2 * SECTORS];
    for (cell, colour) in TERMINALS {
        row[cell] = ['A', 'B', 'C', 'D'][colour];
    }
    let (positions, row) = (positions.collect::<String>(), String::from_iter(row));
    let text = format!("shape: graph\nnodes: {positions}\nedges: {edges}\n{row}");
    read_any("ring", &text).unwrap().remove(0).puzzle
}

fn read(look: &Look) -> Option<Puzzle> {
    let frame = Frame::from_picture(look.draw());
    let reading = read::flow(&frame, &ReadOptions::default()).ok()?;
    Some(reading.board.puzzle)
}

/// Whether two puzzles are the same, but for the order of nodes and colours.
fn is_same(a: &Puzzle, b: &Puzzle) -> bool {
    let Some(same) = a.board().same_nodes(b.board()) else {
        return false;
    };
    let pairs = |puzzle: &Puzzle, node: &dyn Fn(Node) -> Node| {
        let pairs = puzzle.pairs().iter().map(|pair| {
            let mut both = pair.terminals.map(node);
            both.sort_unstable();
            both
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs
    };
    pairs(a, &|node| same[node.index()]) == pairs(b, &|node| node)
}

#[test]
fn a_ring_is_read_in_dark_and_light_looks_and_sizes() {
    let half = Look {
        radius: 150.0,
        border: 5.0,
        ..DARK
    };
    for look in [DARK, half, LIGHT] {
        let read = read(&look).expect("the ring is read");
        assert!(is_same(&ring(), &read), "{read:?}");
    }
}

#[test]
fn a_ring_that_the_picture_does_not_settle_is_refused() {
    let broken = Look {
        broken: Some(2),
        ..DARK
    };
    assert_eq!(read(&broken), None, "two cells are half parted");
    let plain = Look {
        is_plain: true,
        ..DARK
    };
    assert_eq!(read(&plain), None, "nothing shows where the board ends");
    let cut = DARK.draw();
    let cut = image::imageops::crop_imm(&cut, 0, 0, 600, cut.height()).to_image();
    let refused = read::flow(&Frame::from_picture(cut), &ReadOptions::default());
    assert!(refused.is_err(), "a part of it is missing");
}

/// Draws a pipe along a way.
fn draw_pipe(picture: &mut RgbImage, way: &[(f64, f64)], colour: Rgb<u8>, radius: f64) {
    for ends in way.windows(2) {
        let [(x, y), (to_x, to_y)] = [ends[0], ends[1]];
        for step in 0..=100 {
            let share = f64::from(step) / 100.0;
            let (x, y) = (x + (to_x - x) * share, y + (to_y - y) * share);
            let center = (x.round() as i32, y.round() as i32);
            draw_filled_circle_mut(picture, center, radius as i32, colour);
        }
    }
}

#[test]
fn strokes_of_a_ring_pass_their_own_cells_alone_and_are_seen_one_by_one() {
    let mut picture = DARK.draw();
    let frame = Frame::from_picture(picture.clone());
    let task = FlowFamily::default()
        .read(&frame, Edges::OfPicture)
        .unwrap();
    let seen = task.observe(&picture, TraceStyle::Pipes);
    assert!(seen.is_there);
    assert_eq!(seen.done_count(), 0);
    let timing = StrokeTiming {
        pace: Duration::from_millis(18),
        steps: Steps::One,
    };
    for (number, one) in task.moves().iter().enumerate() {
        let way = waypoints(one.cells(), task.lattice(), frame.viewport, timing).unwrap();
        let way: Vec<(f64, f64)> = way.iter().map(|it| (it.at.x, it.at.y)).collect();
        let cells = one.cells().len();
        assert_eq!(way.len(), 2 * cells - 1);
        let mut passed = Vec::new();
        for ends in way.windows(2) {
            for step in 0..=20 {
                let share = f64::from(step) / 20.0;
                let between = |from: f64, to: f64| from + (to - from) * share;
                let at = (between(ends[0].0, ends[1].0), between(ends[0].1, ends[1].1));
                passed.push(DARK.cell_of(at.0 - 420.0, at.1 - 336.0));
            }
        }
        passed.dedup();
        assert_eq!(passed.len(), cells, "the way passes {passed:?}");
        let [x, y] = [way[0].0, way[0].1].map(|it| it as u32);
        let colour = *picture.get_pixel(x, y);
        draw_pipe(&mut picture, &way, colour, 0.06 * DARK.radius);
        let seen = task.observe(&picture, TraceStyle::Pipes);
        assert_eq!(seen.done_count(), number + 1);
    }
    assert!(task.observe(&picture, TraceStyle::Pipes).is_complete());
}

#[test]
fn real_shapes_are_read_as_a_person_sees_them() {
    let Some(folder) = shared("screens/ksavill__universal-flow-game-solver") else {
        return;
    };
    let truths = crate::common::files(std::path::Path::new("fixtures/shapes"), &["puzzle"]);
    assert_eq!(truths.len(), 6);
    let here = tempfile::tempdir().unwrap();
    for truth in &truths {
        let name = truth.file_stem().unwrap().to_str().unwrap();
        let picture = folder.join(format!("reference_puzzle_images__{name}.PNG"));
        fs::copy(picture, here.path().join(format!("{name}.png"))).unwrap();
        fs::copy(truth, here.path().join(format!("{name}.puzzle"))).unwrap();
    }
    Flowbot::runs("check")
        .with(here.path())
        .exits(0)
        .prints("6 read, 0 refused, 0 WRONG");
}
