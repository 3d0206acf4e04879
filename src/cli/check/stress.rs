//! `--stress`: the same pictures, distorted as screens, files and cameras do.

use std::path::Path;

use image::RgbImage;

use super::expectation::Expectation;
use super::verdict::{Verdict, Word};
use crate::cli::look::{Look, Outcome};
use crate::geometry::{Cell, Lattice, Pixel, Projection};
use crate::pipeline::Frame;
use crate::random::Random;
use crate::read::ReadOptions;
use crate::render::distort::{Distorted, Kind};
use crate::render::report::End;

/// How far a cell's centre may lie from where it is, in cells: a press there still lands well inside the cell.
const MOST_OFF: f64 = 0.2;

/// A part of the range of strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Third {
    Mild,
    Middle,
    Strong,
}

impl Third {
    pub(super) const ALL: [Self; 3] = [Self::Mild, Self::Middle, Self::Strong];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Mild => "mild",
            Self::Middle => "middle",
            Self::Strong => "strong",
        }
    }

    fn any_strength(self, random: &mut Random) -> f64 {
        (f64::from(self as u8) + random.real(0.0..1.0)) / Self::ALL.len() as f64
    }
}

/// How many distortions of each picture, and where the random numbers start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'a> {
    pub(super) count: usize,
    pub(super) seed: u64,
    /// The kinds of distortions.
    pub(super) kinds: &'a [Kind],
    /// How each is read.
    pub(super) options: ReadOptions<'a>,
}

/// What became of one distorted picture.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) kind: Kind,
    pub(super) third: Third,
    /// 0 to 1.
    pub(super) strength: f64,
    pub(super) end: End,
    /// What there is to say about it.
    pub(super) remark: String,
}

impl Case {
    /// The kind and the strength.
    pub(super) fn title(&self) -> String {
        format!("{} at {:.2}", self.kind.name(), self.strength)
    }
}

/// A picture as it is, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Original<'a> {
    pub(super) path: &'a Path,
    pub(super) picture: &'a RgbImage,
    pub(super) expected: &'a Expectation,
    /// Where its board was read rightly.
    pub(super) board: Option<&'a Lattice>,
}

/// Distorts a picture and reads it again, as often as planned. `watch` is shown each distortion with what was seen.
pub(super) fn stress(
    original: Original,
    plan: Plan,
    mut watch: impl FnMut(&Case, &Look),
) -> Vec<Case> {
    let Original {
        path,
        picture,
        expected,
        board,
    } = original;
    // By the name alone, so that one picture of many can be tried again alone.
    let mut random = Random::new(plan.seed ^ fingerprint(path));
    let mut deck = Vec::new();
    let mut cases = Vec::with_capacity(plan.count);
    for _ in 0..plan.count {
        if deck.is_empty() {
            deck = with_thirds(plan.kinds);
            if board.is_none() {
                // What is covered may be the very thing for which a picture is to be refused.
                deck.retain(|(kind, _)| !kind.hides());
            }
            random.shuffle(&mut deck);
        }
        let Some((kind, third)) = deck.pop() else {
            break;
        };
        let strength = third.any_strength(&mut random);
        let distorted = kind.apply(picture, board, strength, &mut random);
        let (look, end, remark) = read(distorted, expected, board, &plan.options);
        let case = Case {
            kind,
            third,
            strength,
            end,
            remark,
        };
        watch(&case, &look);
        cases.push(case);
    }
    cases
}

fn with_thirds(kinds: &[Kind]) -> Vec<(Kind, Third)> {
    let thirds = |kind: &Kind| Third::ALL.map(|third| (*kind, third));
    kinds.iter().flat_map(thirds).collect()
}

fn read(
    distorted: Distorted,
    expected: &Expectation,
    board: Option<&Lattice>,
    options: &ReadOptions,
) -> (Look, End, String) {
    let Distorted { picture, places } = distorted;
    let look = Look::at_frame(Frame::from_picture(picture), options);
    let verdict = Verdict::of(expected, &look.outcome);
    let (end, remark) = match (&look.outcome, verdict.word) {
        (_, Word::Wrong) => (End::Wrong, verdict.remark),
        (Outcome::Read(_) | Outcome::Futoshiki(_), _) => {
            let found = look.outcome.lattice();
            let off = board
                .zip(found)
                .map_or(0.0, |(board, found)| off(board, places, found));
            let remark = format!("{}, {off:.2} cells off", verdict.remark);
            if off <= MOST_OFF {
                (End::Read, remark)
            } else {
                (End::Wrong, remark)
            }
        }
        _ => (End::Refused, verdict.remark),
    };
    (look, end, remark)
}

/// How far the worst cell was found from where it is, in cells.
fn off(truth: &Lattice, places: Projection, found: &Lattice) -> f64 {
    let cells = (0..truth.rows()).flat_map(|row| (0..truth.cols()).map(move |col| (row, col)));
    let distances = cells.map(|(row, col)| {
        let cell = Cell::new(row, col);
        let truth = truth.centre(cell);
        let (x, y) = places.apply(truth.x, truth.y);
        let truth = Pixel::new(x, y);
        // Cells on no lattice are counted in the order in which they are found.
        let found_at = match found.has_places() {
            true => found.cell_at(truth).unwrap_or(cell),
            false => cell,
        };
        found.centre(found_at).distance(truth)
    });
    distances.fold(0.0, f64::max) / found.pitch()
}

/// A number that a file's name gives on every machine: FNV-1a, by Fowler, Noll and Vo.
fn fingerprint(path: &Path) -> u64 {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text;
    use crate::render::{Style, draw_board};

    fn cases(board: &str, expected: &str, seed: u64) -> Vec<Case> {
        let puzzle = |rows| text::read_any("test", rows).unwrap().remove(0).puzzle;
        let picture = draw_board(&puzzle(board), None, &Style::default());
        let expected = Expectation {
            board: Some(puzzle(expected)),
            futoshiki: None,
            refusal: None,
            terminals: None,
        };
        let frame = Frame::from_picture(picture.clone());
        let look = Look::at_frame(frame, &ReadOptions::default());
        let Outcome::Read(reading) = look.outcome else {
            panic!("the plain look is read");
        };
        let plan = Plan {
            count: 5,
            seed,
            kinds: &Kind::ALL,
            options: ReadOptions::default(),
        };
        let original = Original {
            path: Path::new("some/board.png"),
            picture: &picture,
            expected: &expected,
            board: Some(&reading.board.lattice),
        };
        stress(original, plan, |_, _| {})
    }

    const SMALL: &str = "A.B.C\n..D.E\n.....\n.B.C.\n.ADE.\n";

    #[test]
    fn a_seed_gives_the_same_distortions_again_and_another_seed_others() {
        let titles = |seed| -> Vec<String> {
            let cases = cases(SMALL, SMALL, seed);
            cases.iter().map(Case::title).collect()
        };
        assert_eq!(titles(1), titles(1));
        assert_ne!(titles(1), titles(2));
    }

    #[test]
    fn another_board_than_the_expected_is_wrong_however_distorted() {
        let cases = cases(SMALL, "AB.\n...\nAB.\n", 3);
        assert!(cases.iter().all(|case| case.end != End::Read));
        assert!(cases.iter().any(|case| case.end == End::Wrong));
    }

    #[test]
    fn a_board_found_beside_its_place_is_off() {
        let truth = Lattice::upright(3, 4, [10.0, 10.0], [20.0, 20.0]);
        let twice = Projection::axis_aligned(5.0, 0.0, 2.0, 2.0);
        let right = Lattice::upright(3, 4, [25.0, 20.0], [40.0, 40.0]);
        assert!(off(&truth, twice, &right) < 1e-9);
        let beside = Lattice::upright(3, 4, [65.0, 20.0], [40.0, 40.0]);
        assert!((off(&truth, twice, &beside) - 1.0).abs() < 1e-9);
    }
}
