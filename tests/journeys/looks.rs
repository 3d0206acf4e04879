//! Any puzzle in any look: read rightly or refused, never wrongly.
//!
//! `FLOWBOT_CASES=500 cargo test --release --test looks -- --nocapture` tries more, and lists what was
//! refused. Pictures that were not read rightly are kept in `target/tmp`.

use crate::common::distort::Kind;
use crate::common::looks::{self, Look, Scene};
use crate::common::random::Random;
use flowbot::generate::{Generated, Recipe, generate};
use flowbot::geometry::Cell;
use flowbot::pipeline::{Frame, Limits};
use flowbot::puzzle::flow::{Puzzle, text};
use flowbot::read::{self, ReadOptions};
use image::imageops;
use image::{Rgb, RgbImage};

/// How far a cell's centre may be off, in cells: a press there still lands well inside the cell.
const MOST_OFF: f64 = 0.2;

/// The share of pictures in any look that must be read; raised as reading gets better.
const FEWEST_READ: f64 = 0.5;
/// The same after a distortion of any strength.
const FEWEST_READ_DISTORTED: f64 = 0.4;

/// A picture, what it shows and what it looks like.
struct Case {
    scene: Scene,
    truth: Puzzle,
    look: Look,
    random: Random,
    /// Times the size of the scene's lattice.
    scale: f64,
    remark: String,
}

impl Case {
    /// Each seed is another puzzle in another look.
    fn new(
        seed: u64,
        sides: std::ops::Range<usize>,
        change: impl Fn(&mut Look, &mut Random),
    ) -> Self {
        let mut random = Random::new(seed);
        let recipe = Recipe {
            rows: random.whole(sides.clone()) as u16,
            cols: random.whole(sides) as u16,
            flows: None,
            seed: random.next(),
        };
        let Generated {
            puzzle, solution, ..
        } = generate(&recipe, &Limits::NONE).unwrap();
        let longest = usize::from(recipe.rows.max(recipe.cols));
        let mut look = Look::random(&mut random, longest, true);
        change(&mut look, &mut random);
        let scene = looks::draw(&mut random, &puzzle, Some(&solution), &look);
        Self {
            scene,
            truth: puzzle,
            look,
            random,
            scale: 1.0,
            remark: format!("seed {seed}"),
        }
    }

    fn distorted(mut self, kind: Kind) -> Self {
        let strength = self.random.real(0.0..1.0);
        let (picture, scale) = kind.apply(
            &self.scene.picture,
            strength,
            self.look.pitch,
            &mut self.random,
        );
        self.scene.picture = picture;
        self.scale = scale;
        self.remark += &format!(", {kind:?} at {strength:.2}");
        self
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Read,
    Refused(String),
    Wrong(String),
}

/// The rows of a puzzle with the labels replaced in order of first appearance.
fn rows_renamed(puzzle: &Puzzle) -> Vec<String> {
    let mut seen: Vec<char> = Vec::new();
    let mut rename = |label: char| {
        if "*.+".contains(label) {
            return label;
        }
        let known = seen.iter().position(|&other| other == label);
        let number = known.unwrap_or_else(|| {
            seen.push(label);
            seen.len() - 1
        });
        char::from_u32('A' as u32 + number as u32).unwrap()
    };
    let rows = text::rows(puzzle);
    rows.iter()
        .map(|row| row.chars().map(&mut rename).collect())
        .collect()
}

fn judge(case: &Case) -> Verdict {
    let frame = Frame::from_picture(case.scene.picture.clone());
    let reading = match read::flow(&frame, &ReadOptions::default()) {
        Ok(reading) => reading,
        Err(refusal) => return Verdict::Refused(refusal.to_string()),
    };
    let (truth, found) = (
        rows_renamed(&case.truth),
        rows_renamed(&reading.board.puzzle),
    );
    if truth != found {
        return Verdict::Wrong(format!("expected {truth:?}, read {found:?}"));
    }
    for row in 0..case.truth.board().rows() {
        for col in 0..case.truth.board().cols() {
            let cell = Cell::new(row, col);
            let (found, truth) = (
                reading.board.lattice.centre(cell),
                case.scene.lattice.centre(cell),
            );
            let (dx, dy) = (
                found.x - truth.x * case.scale,
                found.y - truth.y * case.scale,
            );
            let off = dx.hypot(dy) / (case.look.pitch * case.scale);
            if off > MOST_OFF {
                return Verdict::Wrong(format!("{cell} is {off:.2} cells off"));
            }
        }
    }
    Verdict::Read
}

/// Judges so many cases, fails when one is wrong, and gives the share that was read.
fn share_read(name: &str, quick: u64, case: impl Fn(u64) -> Case) -> f64 {
    let asked = std::env::var("FLOWBOT_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    let count: u64 = asked.unwrap_or(quick);
    let (mut read, mut wrong) = (0, Vec::new());
    for seed in 0..count {
        let case = case(seed);
        let keep = || {
            let path = format!("{}/{name}-{seed}.png", env!("CARGO_TARGET_TMPDIR"));
            case.scene.picture.save(&path).unwrap();
            path
        };
        let Case { remark, look, .. } = &case;
        match judge(&case) {
            Verdict::Read => read += 1,
            Verdict::Refused(why) => {
                if asked.is_some() {
                    println!(
                        "{name}: refused {remark}: {why}; see {}\n    {look:?}",
                        keep()
                    );
                }
            }
            Verdict::Wrong(how) => {
                wrong.push(format!("{remark}: {how}; see {}\n    {look:?}", keep()));
            }
        }
    }
    println!("{name}: {read} of {count} read, {} WRONG", wrong.len());
    assert!(
        wrong.is_empty(),
        "{name}: {} WRONG\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    read as f64 / count as f64
}

#[test]
fn the_game_s_own_look_is_read_at_any_size_and_place() {
    let share = share_read("own", 12, |seed| {
        Case::new(5000 + seed, 4..12, |look, random| {
            let (pitch, margins, bars) = (look.pitch.max(28.0), look.margins, look.bars);
            *look = Look {
                margins,
                bars,
                drawn: *random.pick(&[0.0, 0.0, 0.5]),
                ..Look::plain(pitch)
            };
        })
    });
    assert!(share >= 0.9, "only {share:.2} read");
}

#[test]
fn any_look_is_read_or_refused() {
    let share = share_read("looks", 20, |seed| Case::new(seed, 3..11, |_, _| {}));
    assert!(share >= FEWEST_READ, "only {share:.2} read");
}

#[test]
fn a_large_board_is_read_or_refused() {
    share_read("large", 2, |seed| Case::new(seed, 12..16, |_, _| {}));
}

#[test]
fn a_distorted_picture_is_read_or_refused() {
    let share = share_read("distorted", 9, |seed| {
        let kind = Kind::ALL[seed as usize % Kind::ALL.len()];
        Case::new(1000 + seed, 4..10, |_, _| {}).distorted(kind)
    });
    assert!(share >= FEWEST_READ_DISTORTED, "only {share:.2} read");
}

#[test]
fn a_board_in_perspective_is_read_or_refused() {
    share_read("perspective", 6, |seed| {
        Case::new(2000 + seed, 4..9, |look, random| {
            look.tilt = [random.real(-10.0..10.0), random.real(-10.0..10.0)];
        })
    });
}

#[test]
fn a_board_under_a_pop_up_is_read_rightly_or_refused() {
    share_read("pop-up", 8, |seed| {
        let mut case = Case::new(3000 + seed, 4..9, |_, _| {});
        let (width, height) = case.scene.picture.dimensions();
        let share = |random: &mut Random, of: u32| (random.real(0.1..0.5) * f64::from(of)) as u32;
        let size = (
            share(&mut case.random, width),
            share(&mut case.random, height),
        );
        let (x, y) = (
            share(&mut case.random, width),
            share(&mut case.random, height),
        );
        let grey = *case.random.pick(&[30, 128, 240]);
        let pop_up = RgbImage::from_pixel(size.0, size.1, Rgb([grey; 3]));
        imageops::replace(&mut case.scene.picture, &pop_up, x.into(), y.into());
        case
    });
}

#[test]
fn a_board_cut_off_by_the_edge_of_the_picture_is_refused() {
    let share = share_read("cut", 8, |seed| {
        let mut case = Case::new(4000 + seed, 4..9, |_, _| {});
        let [near, _, far, _] = case.scene.lattice.corners();
        // Somewhere between the second line and the last but one.
        let cells = f64::from(case.truth.board().rows());
        let cut = case.random.real(1.0 / cells..1.0 - 1.0 / cells);
        let at = (near.y + (far.y - near.y) * cut) as u32;
        let (width, height) = case.scene.picture.dimensions();
        let (top, bottom) = if case.random.chance(0.5) {
            (0, at)
        } else {
            (at, height)
        };
        case.scene.picture =
            imageops::crop_imm(&case.scene.picture, 0, top, width, bottom - top).to_image();
        case
    });
    assert!(share == 0.0, "a board was read that is not there");
}
