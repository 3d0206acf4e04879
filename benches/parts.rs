//! `cargo bench --bench parts`: what happens without each part of seeing and reading: how many pictures are read, refused and
//! read wrongly, and how long that takes. A part without which nothing changes is not needed.
//!
//! ```text
//! without              screens               fixtures  ...
//!                  read refused wrong  s     read ...
//! nothing           153     195     0  8.2
//! Validation Cut      155     191     2  8.1
//! ```
//!
//! The pictures are those of `fixtures` and of `../shared/screens`, where that is; distortions of the fixtures; and boards in
//! random looks. It takes over an hour. `cargo bench --bench parts -- Cut` leaves out only parts with `Cut` in
//! their name.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flowbot::capture::load_picture;
use flowbot::detect::flow::{Detector, Part as Detection, Validation};
use flowbot::pipeline::Frame;
use flowbot::puzzle::flow::{Puzzle, text};
use flowbot::random::Random;
use flowbot::read::{self, Part, ReadOptions};
use flowbot::render::distort::Kind;

#[path = "../src/render/font.rs"]
#[allow(unused_imports, reason = "its own tests do not run here")]
mod font;
#[path = "../tests/common/looks.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod looks;

/// Distortions of each fixture, and boards in random looks.
const DISTORTIONS: u64 = 4;
const LOOKS: u64 = 300;

/// A picture, and the board that it shows; `None` where it must be refused.
struct Case {
    frame: Frame,
    truth: Option<Puzzle>,
}

/// What became of the pictures of one kind.
#[derive(Default)]
struct Counts {
    read: usize,
    refused: usize,
    wrong: usize,
    time: Duration,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixtures = cases_below(&root.join("fixtures"));
    let sets = [
        ("screens", cases_below(&root.join("../shared/screens"))),
        ("stress", distorted(&fixtures)),
        ("fixtures", fixtures),
        ("looks", in_random_looks()),
    ];
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| !it.starts_with('-'))
        .collect();
    print!("{:24}", "without");
    for (name, cases) in &sets {
        print!("{:>30}", format!("{name} ({})", cases.len()));
    }
    println!();
    print!("{:24}", "");
    sets.iter()
        .for_each(|_| print!("{:>9}{:>8}{:>6}{:>7}", "read", "refused", "wrong", "s"));
    println!();
    for (name, without) in parts() {
        let is_wanted = without.is_none()
            || wanted.is_empty()
            || wanted.iter().any(|it| name.contains(it.as_str()));
        if is_wanted {
            print!("{name:24}");
            for (_, cases) in &sets {
                let Counts {
                    read,
                    refused,
                    wrong,
                    time,
                } = counts(cases, without);
                print!("{read:9}{refused:8}{wrong:6}{:7.1}", time.as_secs_f64());
            }
            println!();
        }
    }
}

/// All parts that can be left out, by name; first none.
fn parts() -> Vec<(String, Option<Part>)> {
    let seeing = [Detection::Drift, Detection::Walls, Detection::Bridges];
    let seeing = Detector::ALL
        .map(Detection::Detector)
        .into_iter()
        .chain(Validation::ALL.map(Detection::Validation))
        .chain(seeing);
    let reading = [
        Part::AspectCorrection,
        Part::Kinds,
        Part::Shapes,
        Part::SecondBoard,
        Part::Touching,
    ];
    let all = seeing.map(Part::Detection).chain(reading);
    let named = all.map(|part| {
        let name = format!("{part:?}")
            .replace("Detection(", "")
            .replace(')', "");
        (name.replace('(', " "), Some(part))
    });
    std::iter::once(("nothing".to_owned(), None))
        .chain(named)
        .collect()
}

fn counts(cases: &[Case], without: Option<Part>) -> Counts {
    let options = ReadOptions {
        without,
        ..ReadOptions::default()
    };
    let mut counts = Counts::default();
    for case in cases {
        let start = Instant::now();
        let reading = read::flow(&case.frame, &options);
        counts.time += start.elapsed();
        let is_right = |read: &Puzzle| {
            let truth = case.truth.as_ref();
            truth.is_some_and(|truth| truth.is_same_board(read))
        };
        match reading {
            Err(_) => counts.refused += 1,
            Ok(reading) if is_right(&reading.board.puzzle) => counts.read += 1,
            Ok(_) => counts.wrong += 1,
        }
    }
    counts
}

/// The pictures below a folder of which it is said what they show; none where it is missing.
fn cases_below(folder: &Path) -> Vec<Case> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        if path.is_dir() {
            found.extend(cases_below(&path));
        } else if ending == "png" || ending == "jpg" || ending == "jpeg" {
            found.extend(case_of(&path));
        }
    }
    found
}

fn case_of(path: &Path) -> Option<Case> {
    let said = ["puzzle", "txt"]
        .map(|ending| path.with_extension(ending))
        .into_iter()
        .find(|file| file.exists());
    if said.is_none() && !path.with_extension("reason").exists() {
        return None;
    }
    let truth = said.and_then(|file| {
        let text = fs::read_to_string(&file).expect("the truth can be read");
        let boards = text::read_any(&file.to_string_lossy(), &text).ok()?;
        Some(boards.into_iter().next()?.puzzle)
    });
    Some(Case {
        frame: load_picture(path).ok()?,
        truth,
    })
}

/// Each picture in some distortions. One that must be refused loses no part, which may be why.
fn distorted(cases: &[Case]) -> Vec<Case> {
    let mut random = Random::new(7);
    let mut found = Vec::new();
    for case in cases {
        let is_read = case.truth.is_some();
        let kinds = Kind::ALL
            .into_iter()
            .filter(|kind| is_read || !kind.hides());
        let kinds: Vec<Kind> = kinds.collect();
        for _ in 0..DISTORTIONS {
            let kind = *random.pick(&kinds);
            let strength = random.real(0.0..1.0);
            let distorted = kind.apply(&case.frame.picture, None, strength, &mut random);
            found.push(Case {
                frame: Frame::from_picture(distorted.picture),
                truth: case.truth.clone(),
            });
        }
    }
    found
}

fn in_random_looks() -> Vec<Case> {
    let case = |seed: u64| {
        let mut random = Random::new(seed);
        let (puzzle, solution) = looks::level(&mut random, 3..11);
        let longest = puzzle.board().rows().max(puzzle.board().cols());
        let look = looks::Look::random(&mut random, usize::from(longest), true);
        let scene = looks::draw(&mut random, &puzzle, Some(&solution), &look);
        Case {
            frame: Frame::from_picture(scene.picture),
            truth: Some(puzzle),
        }
    };
    (0..LOOKS).map(case).collect()
}
