//! Boards of walls, bridges, warps and hexagons, drawn as the game draws them and distorted as screens, files and cameras do:
//! most are read, and none is read as another board.
//!
//! `FLOWBOT_CASES=300 cargo test --release --test journeys kinds:: -- --nocapture` draws more levels.

use std::collections::BTreeSet;
use std::path::Path;

use flowbot::geometry::{Lattice, Tiling};
use flowbot::pipeline::{Frame, Limits, Rgb};
use flowbot::profile::FLOW_FREE;
use flowbot::puzzle::flow::text::{self, Level};

use flowbot::puzzle::flow::{Layout, Puzzle, Solution};
use flowbot::random::Random;
use flowbot::read::{self, ReadOptions};
use flowbot::render::distort::{Kind, on_desktop};
use flowbot::render::{Style, draw_board};
use flowbot::solve::flow::{Request, Touching, solve};

/// How many levels of each kind are drawn, spread over the whole pack.
const LEVELS: usize = 30;

/// The least share of the pictures that must be read, in percent; of those with something over the board none need be. Of 100
/// levels of each kind 95 to 97 are read; of 30 chance takes some more.
const READ: usize = 80;

/// Longest sides of the boards, in pixels.
const SIDES: std::ops::Range<f64> = 400.0..1400.0;

/// Lines of level packs: half of the colour of each.
const PACKS: [[u8; 3]; 4] = [[70, 84, 121], [126, 98, 63], [119, 66, 65], [74, 108, 68]];

/// Colours of background and lines in which walls look otherwise: as bright as lines, and fainter on light ground.
const OTHER_LOOKS: [[[u8; 3]; 2]; 2] = [[[0; 3], [255; 3]], [[245; 3], [0; 3]]];

/// Widths of lines, in cells: of squares and of hexagons.
const LINES: [std::ops::Range<f64>; 2] = [0.024..0.045, 0.014..0.03];

/// How many of the pictures show flows, and how many of these all of them.
const DRAWN: f64 = 0.25;
const SOLVED: f64 = 0.2;

/// The share of the pictures that are distorted, and how often the board stands somewhere on a desktop.
const DISTORTED: f64 = 0.7;
const ON_DESKTOP: f64 = 0.3;

/// A level as a picture.
struct Drawn {
    frame: Frame,
    /// What was done to it, in words.
    how: String,
    /// Whether something lies over the board.
    is_covered: bool,
}

fn draw(level: &Level, [background, line]: [Rgb; 2], random: &mut Random) -> Drawn {
    let board = level.puzzle.board();
    let is_hex = board.layout().tiling == Tiling::Hexagonal;
    let side = random.real(SIDES);
    let mut ratios = FLOW_FREE.ratios;
    ratios.line = random.real(LINES[usize::from(is_hex)].clone());
    let style = Style {
        cell: (side / f64::from(board.rows().max(board.cols()) + 1)) as u32,
        background,
        line,
        ratios,
        ..Style::default()
    };
    let flows = level.solution.as_ref().filter(|_| random.chance(DRAWN));
    let flows = flows.map(|solution| partly(solution, random));
    let mut picture = draw_board(&level.puzzle, flows.as_ref(), &style);
    let mut place = place(&level.puzzle, picture.dimensions(), f64::from(style.cell));
    let mut how = format!("{side:.0} pixels, lines {:.3} wide", style.ratios.line);
    if flows.is_some() {
        how += ", with flows";
    }
    if random.chance(ON_DESKTOP) {
        let desktop = on_desktop(&picture, random.real(0.0..1.0), random);
        place = place.carried(&desktop.places);
        picture = desktop.picture;
        how += ", on a desktop";
    }
    let mut is_covered = false;
    if random.chance(DISTORTED) {
        let (kind, strength) = (*random.pick(&Kind::ALL), random.real(0.0..1.0));
        picture = kind.apply(&picture, Some(&place), strength, random).picture;
        how += &format!(", {} at {strength:.2}", kind.name());
        is_covered = kind.hides();
    }
    Drawn {
        frame: Frame::from_picture(picture),
        how,
        is_covered,
    }
}

/// The box of a board in the middle of a picture, as a lattice of as many rows and columns.
fn place(puzzle: &Puzzle, (width, height): (u32, u32), cell: f64) -> Lattice {
    let layout = puzzle.board().layout();
    let (rows, cols) = (f64::from(layout.rows), f64::from(layout.cols));
    let (wide, high) = match layout.tiling {
        Tiling::Square => (cols, rows),
        Tiling::Hexagonal => ((cols + 1.0 / 3.0) * 0.75_f64.sqrt(), rows + 0.5),
    };
    let (wide, high) = (wide * cell, high * cell);
    let (left, top) = (
        (f64::from(width) - wide) / 2.0,
        (f64::from(height) - high) / 2.0,
    );
    let (right, down) = (wide / cols, high / rows);
    let (x, y) = (left + right / 2.0, top + down / 2.0);
    Lattice::upright(layout.rows, layout.cols, [x, y], [right, down])
}

/// All flows of a solution or some, the last of them without its end.
fn partly(solution: &Solution, random: &mut Random) -> Solution {
    let mut drawn = solution.clone();
    if random.chance(SOLVED) {
        return drawn;
    }
    let count = random.below(drawn.paths.len());
    for path in &mut drawn.paths[count..] {
        path.clear();
    }
    if let Some(last) = drawn.paths[..count].last_mut() {
        last.truncate(1 + last.len() / 2);
    }
    drawn
}

/// So many levels spread over a pack, some of them twice if it has fewer; `None` where there are no packs.
fn levels(kind: &str, count: usize) -> Option<Vec<Level>> {
    let folder = crate::common::shared("levels")?;
    let pack = std::fs::read_to_string(folder.join(format!("{kind}.txt"))).unwrap();
    let mut levels = text::read_any(kind, &pack).unwrap();
    levels.retain(|level| is_to_its_rim(level.puzzle.board().layout()));
    assert!(!levels.is_empty(), "{kind} has no levels");
    let spread = |number: usize| levels[number * levels.len() / count].clone();
    Some((0..count).map(spread).collect())
}

/// Whether the outermost rows and columns have cells: what a picture shows begins with the first that has any.
fn is_to_its_rim(layout: &Layout) -> bool {
    let cells = layout.cells().map(|cell| (cell.row, cell.col));
    let (rows, cols): (BTreeSet<u16>, BTreeSet<u16>) = cells.unzip();
    let ends = |all: &BTreeSet<u16>, count: u16| all.contains(&0) && all.contains(&(count - 1));
    ends(&rows, layout.rows) && ends(&cols, layout.cols)
}

fn asked() -> usize {
    let asked = std::env::var("FLOWBOT_CASES").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(LEVELS)
}

fn is_same(a: &Puzzle, b: &Puzzle) -> bool {
    let pairs = |puzzle: &Puzzle| {
        let pairs = puzzle.pairs().iter().map(|pair| {
            let [a, b] = pair.terminals;
            [a.min(b), a.max(b)]
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs
    };
    a.board().is_same_graph(b.board()) && pairs(a) == pairs(b)
}

/// Whether a board that is read as one on no lattice is the same: it has as many nodes and edges, and the only solutions of both
/// have flows of the same lengths.
fn is_same_without_lattice(level: &Puzzle, seen: &Puzzle) -> bool {
    let counts = |puzzle: &Puzzle| {
        let board = puzzle.board();
        let edges = board.nodes().map(|node| board.edges(node).count());
        (board.node_count(), edges.sum::<usize>())
    };
    let lengths = |puzzle: &Puzzle| {
        let request = Request {
            puzzle,
            count: 2,
            touching: Touching::Never,
            limits: Limits::NONE,
        };
        let mut lengths: Vec<Vec<usize>> = Vec::new();
        for solution in solve(&request).solutions {
            lengths.push(solution.paths.iter().map(Vec::len).collect());
        }
        lengths.iter_mut().for_each(|it| it.sort_unstable());
        lengths
    };
    seen.board().layout().graph.is_some()
        && counts(level) == counts(seen)
        && lengths(level) == lengths(seen)
}

/// What reading comes to.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Read,
    Refused,
    /// Read as another board.
    Wrong,
}

/// Reads a picture of a level. One that is read as another board is kept beside the test.
fn see(level: &Level, drawn: &Drawn) -> Seen {
    let reading = match read::flow(&drawn.frame, &ReadOptions::default()) {
        Ok(reading) => reading,
        Err(refusal) => {
            println!("{}: {}: {}", level.name, drawn.how, refusal.reason);
            return Seen::Refused;
        }
    };
    let (seen, how) = (&reading.board.puzzle, &drawn.how);
    if is_same(&level.puzzle, seen) || is_same_without_lattice(&level.puzzle, seen) {
        return Seen::Read;
    }
    let name = level
        .name
        .replace(|letter: char| !letter.is_alphanumeric(), "-");
    let kept = format!("{}/wrong-{name}.png", env!("CARGO_TARGET_TMPDIR"));
    drawn.frame.picture.save(&kept).unwrap();
    println!(
        "{}: {how}: read as another board:\n{}\nexpected\n{}\nthe picture is {kept}",
        level.name,
        text::write_puzzle(seen),
        text::write_puzzle(&level.puzzle)
    );
    Seen::Wrong
}

/// Most levels of a kind must be read, and none as another board; random numbers begin at `seed`.
fn assert_read(kind: &str, seed: u64) {
    let Some(levels) = levels(kind, asked()) else {
        return;
    };
    let mut seen = Vec::new();
    for (seed, level) in (seed..).zip(&levels) {
        let mut random = Random::new(seed);
        let line = *random.pick(&PACKS);
        let drawn = draw(level, [[0; 3], line].map(Rgb), &mut random);
        seen.push((drawn.is_covered, see(level, &drawn)));
    }
    let open = seen.iter().filter(|(is_covered, _)| !is_covered);
    let open: Vec<Seen> = open.map(|it| it.1).collect();
    let read = open.iter().filter(|it| **it == Seen::Read).count();
    let wrong = seen.iter().filter(|it| it.1 == Seen::Wrong).count();
    println!(
        "{kind}: {read} of {} read, {wrong} WRONG of {}",
        open.len(),
        seen.len()
    );
    assert_eq!(wrong, 0, "{kind}");
    assert!(
        read * 100 >= READ * open.len(),
        "{kind}: {read} of {} read",
        open.len()
    );
}

#[test]
fn walls_are_read() {
    assert_read("walls", 10_000);
}

#[test]
fn bridges_are_read() {
    assert_read("bridges", 20_000);
}

#[test]
fn warps_are_read() {
    assert_read("warps", 30_000);
}

#[test]
fn hexes_are_read() {
    assert_read("hexes", 40_000);
}

#[test]
fn holes_are_read() {
    assert_read("holes", 50_000);
}

#[test]
fn in_other_looks_no_kind_is_read_as_another_board() {
    for (kind, number) in ["walls", "bridges", "warps", "hexes"].into_iter().zip(0..) {
        let levels = levels(kind, asked() / 2).unwrap_or_default();
        for (seed, level) in (0..).zip(&levels) {
            let mut random = Random::new(1000 * (number + 1) + seed);
            let look = *random.pick(&OTHER_LOOKS);
            let drawn = draw(level, look.map(Rgb), &mut random);
            assert!(see(level, &drawn) != Seen::Wrong, "{}", level.name);
        }
    }
}

/// Pictures beside the project, drawn by another program.
#[test]
fn kinds_that_another_program_drew_are_read() {
    /// How many of the 80 must be read.
    const FEWEST: usize = 74;
    let Some(folder) = crate::common::shared("kinds/drawn") else {
        return;
    };
    let pictures = crate::common::files(Path::new(&folder), &["jpg"]);
    let read = pictures.iter().filter(|picture| {
        let puzzle = std::fs::read_to_string(picture.with_extension("puzzle")).unwrap();
        let level = text::read_any("drawn", &puzzle).unwrap().remove(0);
        let drawn = Drawn {
            frame: flowbot::capture::load_picture(picture).unwrap(),
            how: picture.display().to_string(),
            is_covered: false,
        };
        let seen = see(&level, &drawn);
        assert!(seen != Seen::Wrong, "{}", drawn.how);
        seen == Seen::Read
    });
    let read = read.count();
    assert!(read >= FEWEST, "{read} of {} read", pictures.len());
}
