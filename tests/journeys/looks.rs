//! Any puzzle in any look: read rightly or refused, never wrongly.
//!
//! `FLOWBOT_CASES=500 cargo test --release --test journeys looks:: -- --nocapture` tries more, and lists what
//! was refused; with `FLOWBOT_SEED=10000` others. Pictures that were not read rightly are kept in `target/tmp`,
//! each with the profile of its look.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use crate::common::looks::{self, Cells, Look, Scene, Terminal, rows_renamed};
use flowbot::geometry::{Cell, Projection};
use flowbot::pipeline::Frame;
use flowbot::puzzle::flow::{Puzzle, Solution};
use flowbot::random::Random;
use flowbot::read::{self, ReadOptions};
use flowbot::render::distort::{Distorted, Kind, on_desktop};
use image::imageops;
use image::{Rgb, RgbImage};

/// How far a cell's centre may be off, in cells: a press there still lands well inside the cell.
const MOST_OFF: f64 = 0.2;

/// The share of pictures in any look that must be read; raised as reading gets better.
const FEWEST_READ: f64 = 0.85;
/// The same after a distortion of any strength.
const FEWEST_READ_DISTORTED: f64 = 0.6;
/// The same of large boards, of boards in perspective, and of those that a pop-up may cover.
const FEWEST_READ_LARGE: f64 = 0.75;
const FEWEST_READ_TILTED: f64 = 0.75;
/// Most pop-ups hide cells: of 80 boards five are read.
const FEWEST_READ_COVERED: f64 = 0.03;

/// A picture, what it shows and what it looks like.
pub(super) struct Case {
    pub(super) scene: Scene,
    truth: Puzzle,
    look: Look,
    pub(super) random: Random,
    /// From the scene's pixels to those of the picture as it is now.
    places: Projection,
    pub(super) remark: String,
}

impl Case {
    /// Each seed is another puzzle in another look.
    pub(super) fn new(
        seed: u64,
        sides: std::ops::Range<usize>,
        change: impl Fn(&mut Look, &mut Random),
    ) -> Self {
        let level = |random: &mut Random| {
            let (puzzle, solution) = looks::level(random, sides.clone());
            (puzzle, Some(solution))
        };
        Self::of(seed, level, change)
    }

    /// Each seed is another look of the puzzle that is made of it, with its solution where flows may be drawn.
    pub(super) fn of(
        seed: u64,
        level: impl Fn(&mut Random) -> (Puzzle, Option<Solution>),
        change: impl Fn(&mut Look, &mut Random),
    ) -> Self {
        let mut random = Random::new(seed);
        let (puzzle, solution) = level(&mut random);
        let longest = puzzle.board().rows().max(puzzle.board().cols());
        let mut look = Look::random(&mut random, usize::from(longest), true);
        change(&mut look, &mut random);
        let scene = looks::draw(&mut random, &puzzle, solution.as_ref(), &look);
        Self {
            scene,
            truth: puzzle,
            look,
            random,
            places: Projection::IDENTITY,
            remark: format!("seed {seed}"),
        }
    }

    pub(super) fn distorted(mut self, kind: Kind) -> Self {
        let strength = self.random.real(0.0..1.0);
        let scene = &self.scene;
        let distorted = kind.apply(
            &scene.picture,
            Some(&scene.lattice),
            strength,
            &mut self.random,
        );
        self.remark += &format!(", {} at {strength:.2}", kind.name());
        self.seen_as(distorted)
    }

    /// In a window somewhere on a desktop.
    pub(super) fn on_desktop(mut self) -> Self {
        let strength = self.random.real(0.0..1.0);
        let desktop = on_desktop(&self.scene.picture, strength, &mut self.random);
        self.remark += &format!(", on a desktop at {strength:.2}");
        self.seen_as(desktop)
    }

    fn seen_as(mut self, distorted: Distorted) -> Self {
        self.scene.picture = distorted.picture;
        self.places = distorted.places;
        self
    }

    /// The kind of look: how cells are told apart, and what terminals are.
    fn kind(&self) -> String {
        let name = |debug: String| {
            let end = debug.find(' ').unwrap_or(debug.len());
            debug[..end].to_owned()
        };
        let cells = name(format!("{:?}", self.look.cells));
        let terminals = name(format!("{:?}", self.look.terminal));
        format!("{cells}, {terminals}")
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Read,
    /// With what a profile says of the look; refused without.
    ReadWithProfile,
    Refused(String),
    Wrong(String),
}

/// How often each verdict was given.
#[derive(Default)]
struct Counts {
    read: usize,
    aided: usize,
    refused: usize,
    wrong: usize,
}

/// How a picture is read; where it is refused, also by one who knows the look.
fn judge(case: &Case) -> Verdict {
    let knowing = ReadOptions {
        profile: Some(&case.scene.profile),
        ..ReadOptions::default()
    };
    match judge_as(case, &ReadOptions::default()) {
        Verdict::Refused(why) => match judge_as(case, &knowing) {
            Verdict::Read => Verdict::ReadWithProfile,
            Verdict::Refused(_) => Verdict::Refused(why),
            other => other,
        },
        unaided => unaided,
    }
}

fn judge_as(case: &Case, options: &ReadOptions) -> Verdict {
    let frame = Frame::from_picture(case.scene.picture.clone());
    let reading = match read::flow(&frame, options) {
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
            let (x, y) = case.places.apply(truth.x, truth.y);
            let off = (found.x - x).hypot(found.y - y) / reading.board.lattice.pitch();
            if off > MOST_OFF {
                return Verdict::Wrong(format!("{cell} is {off:.2} cells off"));
            }
        }
    }
    Verdict::Read
}

/// Judges so many cases with all cores. Fails when one is read wrongly, and when the share that is read is another than wanted:
/// who refuses everything reads nothing wrongly.
#[track_caller]
pub(super) fn assert_read(
    name: &str,
    quick: u64,
    wanted: RangeInclusive<f64>,
    case: impl Fn(u64) -> Case + Sync,
) {
    let number = |name| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let asked: Option<u64> = number("FLOWBOT_CASES");
    let first: u64 = number("FLOWBOT_SEED").unwrap_or(0);
    let count = asked.unwrap_or(quick);
    let judge_one = |number| {
        let seed = first + number;
        let case = case(seed);
        let verdict = judge(&case);
        let mut remark = format!("{}\n    {:?}", case.remark, case.look);
        if matches!(verdict, Verdict::Wrong(_)) || (asked.is_some() && verdict != Verdict::Read) {
            let path = format!("{}/{name}-{seed}.png", env!("CARGO_TARGET_TMPDIR"));
            case.scene.picture.save(&path).unwrap();
            let profile = case.scene.profile.to_toml();
            fs::write(format!("{path}.toml"), profile).unwrap();
            remark = format!("{remark}; see {path}");
        }
        (case.kind(), verdict, remark)
    };
    let mut by_kind: BTreeMap<String, Counts> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (kind, verdict, remark) in with_all_cores(count, judge_one) {
        let counts = by_kind.entry(kind).or_default();
        match verdict {
            Verdict::Read => counts.read += 1,
            Verdict::ReadWithProfile => counts.aided += 1,
            Verdict::Refused(why) => {
                counts.refused += 1;
                if asked.is_some() {
                    println!("{name}: refused {remark}: {why}");
                }
            }
            Verdict::Wrong(how) => {
                counts.wrong += 1;
                wrong.push(format!("{remark}: {how}"));
            }
        }
    }
    let read = total_read(name, &by_kind, count);
    assert!(
        wrong.is_empty(),
        "{name}: {} WRONG\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let share = read as f64 / count as f64;
    assert!(
        wanted.contains(&share),
        "{name}: {share:.2} read, not {wanted:?}"
    );
}

/// Prints how often each verdict was given, and returns how many were read.
fn total_read(name: &str, by_kind: &BTreeMap<String, Counts>, count: u64) -> usize {
    for (kind, counts) in by_kind {
        let Counts {
            read,
            aided,
            refused,
            wrong,
        } = counts;
        println!(
            "{name}: {kind}: {read} read, {aided} with a profile, {refused} refused, {wrong} WRONG"
        );
    }
    let read: usize = by_kind.values().map(|counts| counts.read).sum();
    let aided: usize = by_kind.values().map(|counts| counts.aided).sum();
    let wrong: usize = by_kind.values().map(|counts| counts.wrong).sum();
    println!("{name}: {read} of {count} read, {aided} more with a profile, {wrong} WRONG");
    read
}

/// The results for the numbers from 0 to `count` - 1, in any order.
pub(super) fn with_all_cores<R: Send>(count: u64, work: impl Fn(u64) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..cores {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send(work(number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().collect()
    })
}

#[test]
fn the_game_s_own_look_is_read_at_any_size_and_place() {
    assert_read("own", 12, 0.9..=1.0, |seed| {
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
}

#[test]
fn any_look_at_any_place_is_read_or_refused() {
    assert_read("looks", 300, FEWEST_READ..=1.0, anywhere);
}

fn anywhere(seed: u64) -> Case {
    let case = Case::new(seed, 3..11, |_, _| {});
    match seed % 3 {
        0 => case.on_desktop(),
        _ => case,
    }
}

#[test]
fn a_board_without_lines_in_a_frame_is_read() {
    assert_read("framed", 8, 0.9..=1.0, |seed| {
        Case::new(6000 + seed, 3..6, |look, random| {
            *look = Look {
                is_dark: look.is_dark,
                margins: look.margins,
                bars: *random.pick(&[0, 1]),
                cells: Cells::Plain,
                outline: random.real(0.03..0.08),
                ..Look::plain(look.pitch.max(28.0))
            };
        })
    });
}

#[test]
fn filled_cells_are_told_from_those_that_pipes_tint() {
    assert_read("filled", 8, 0.8..=1.0, |seed| {
        Case::new(7000 + seed, 4..9, |look, random| {
            *look = Look {
                is_dark: look.is_dark,
                margins: look.margins,
                terminal: Terminal::FilledCell,
                drawn: random.real(0.3..0.7),
                ..Look::plain(look.pitch.max(28.0))
            };
        })
    });
}

#[test]
fn a_drawn_board_without_lines_is_read() {
    assert_read("pipes", 8, 0.8..=1.0, |seed| {
        Case::new(8000 + seed, 5..10, |look, random| {
            *look = Look {
                is_dark: look.is_dark,
                margins: look.margins,
                cells: Cells::Plain,
                drawn: 1.0,
                tints_cells: random.chance(0.5),
                ..Look::plain(look.pitch.max(28.0))
            };
        })
    });
}

#[test]
fn a_large_board_is_read_or_refused() {
    assert_read("large", 8, FEWEST_READ_LARGE..=1.0, |seed| {
        Case::new(seed, 12..16, |_, _| {})
    });
}

#[test]
fn a_distorted_picture_is_read_or_refused() {
    assert_read("distorted", 13, FEWEST_READ_DISTORTED..=1.0, distorted);
}

fn distorted(seed: u64) -> Case {
    let kind = Kind::ALL[seed as usize % Kind::ALL.len()];
    Case::new(1000 + seed, 4..10, |_, _| {}).distorted(kind)
}

#[test]
fn a_board_in_perspective_is_read_or_refused() {
    assert_read("perspective", 24, FEWEST_READ_TILTED..=1.0, in_perspective);
}

fn in_perspective(seed: u64) -> Case {
    Case::new(2000 + seed, 4..9, |look, random| {
        look.tilt = [random.real(-10.0..10.0), random.real(-10.0..10.0)];
    })
}

#[test]
fn a_board_under_a_pop_up_is_read_rightly_or_refused() {
    assert_read("pop-up", 32, FEWEST_READ_COVERED..=1.0, under_a_pop_up);
}

fn under_a_pop_up(seed: u64) -> Case {
    with_pop_up(Case::new(3000 + seed, 4..9, |_, _| {}))
}

/// With a pop-up somewhere on the picture.
pub(super) fn with_pop_up(mut case: Case) -> Case {
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
}

#[test]
fn a_board_cut_off_by_the_edge_of_the_picture_is_refused() {
    assert_read("cut", 8, 0.0..=0.0, cut_off);
}

fn cut_off(seed: u64) -> Case {
    with_rows_cut_off(Case::new(4000 + seed, 4..9, |_, _| {}))
}

/// Without its first rows or its last ones.
pub(super) fn with_rows_cut_off(mut case: Case) -> Case {
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
}
