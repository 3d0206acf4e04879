//! `--report`: what the page of [`report`](crate::render::report) says of each picture.

use std::collections::BTreeMap;

use super::expectation::{Expectation, Refusals};
use super::stress::Case;
use super::table::Table;
use super::verdict::Verdict;
use crate::cli::look::{Look, Outcome, milliseconds};
use crate::pipeline::Rgb;
use crate::puzzle::flow::{Puzzle, text};
use crate::render::distort::Kind;
use crate::render::report::{self, Diagram, Entry, Figure, Stress};

/// The entry of one picture, as it is or distorted.
pub(super) fn entry(name: String, expected: &Expectation, look: &Look, verdict: &Verdict) -> Entry {
    let mut entry = Entry {
        name,
        verdict: verdict.word.text(),
        remark: verdict.remark.clone(),
        ..Entry::default()
    };
    let reading = match &look.outcome {
        Outcome::Read(reading) => Some(reading),
        _ => None,
    };
    if let Some(frame) = &look.frame {
        let (width, height) = frame.picture.dimensions();
        let ms = milliseconds(look.took);
        entry.notes.push(format!(
            "{width} x {height} pixels, looked at in {ms:.1} ms"
        ));
        entry
            .pictures
            .push(Figure::picture("picture", &frame.picture));
        if let Some(reading) = reading {
            entry
                .pictures
                .push(Figure::overlay(&frame.picture, reading));
        }
    }
    if let Some(reading) = reading {
        let board = &reading.board;
        entry.notes.extend(board.reasons.iter().cloned());
        entry
            .notes
            .push(format!("confidence {:.2}", board.confidence));
    }
    if let Some(board) = &expected.board {
        let read = reading.map(|reading| &reading.board);
        let colours = read.map_or(Vec::new(), |read| {
            colours_of(board, &read.puzzle, &read.colours)
        });
        entry
            .boards
            .push(Figure::board("expected", &Diagram::of(board, &colours)));
    }
    if let Some(Refusals::Words(words)) = &expected.refusal {
        entry
            .notes
            .push(format!("right refusals: {}", words.join(", ")));
    }
    if let Some(reading) = reading {
        let mut diagram = Diagram::of_reading(reading);
        if let Some(board) = &expected.board {
            diagram.mark(differences(board, &reading.board.puzzle));
        }
        entry.boards.push(Figure::board("read", &diagram));
    }
    if let Outcome::Refused(refusal) = &look.outcome
        && let Some(grid) = &refusal.doubtful_grid
    {
        let doubted = Figure::board("read, but doubted", &Diagram::of_rows(grid));
        entry.boards.push(doubted);
    }
    entry
}

/// By pair of the board expected: the colour of the pair that was read on the same cells, so that the two look
/// alike where they are.
fn colours_of(expected: &Puzzle, read: &Puzzle, colours: &[Rgb]) -> Vec<Rgb> {
    const NOT_READ: Rgb = Rgb([120, 120, 120]);
    let cells = |puzzle: &Puzzle| -> Vec<_> {
        let ends = puzzle.pairs().iter().map(|pair| {
            let mut cells = pair.terminals.map(|node| puzzle.board().cell(node));
            cells.sort_unstable();
            cells
        });
        ends.collect()
    };
    let read = cells(read);
    let colour = |ends| {
        let place = read.iter().position(|other| *other == ends)?;
        colours.get(place).copied()
    };
    cells(expected)
        .into_iter()
        .map(|ends| colour(ends).unwrap_or(NOT_READ))
        .collect()
}

/// The cells, numbered row by row as read, that are otherwise than expected: another kind of cell, or a
/// terminal with its partner elsewhere. Of boards of two sizes nothing can be said.
fn differences(expected: &Puzzle, read: &Puzzle) -> Vec<usize> {
    let (expected, read) = (partners(expected), partners(read));
    let is_other = |cell: &usize| expected.get(*cell) != read.get(*cell);
    if expected.len() == read.len() {
        (0..read.len()).filter(is_other).collect()
    } else {
        Vec::new()
    }
}

/// By cell: its character, where terminals have the number of their partner's cell instead.
fn partners(puzzle: &Puzzle) -> Vec<(char, usize)> {
    let characters: Vec<char> = text::rows(puzzle).concat().chars().collect();
    let mut places: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (cell, character) in characters.iter().enumerate() {
        places.entry(*character).or_default().push(cell);
    }
    let partner = |(cell, character): (usize, &char)| match places[character].as_slice() {
        [a, b] if !".*+".contains(*character) => ('A', a + b - cell),
        _ => (*character, cell),
    };
    characters.iter().enumerate().map(partner).collect()
}

/// The part of the page about distortions. `cases` are those of all pictures that are read undistorted.
pub(super) fn stress(table: &Table, cases: &[Case]) -> Stress {
    let kinds = Kind::ALL.map(|kind| report::Kind {
        name: kind.name(),
        cases: cases
            .iter()
            .filter(|case| case.kind == kind)
            .map(|case| (case.strength, case.end))
            .collect(),
    });
    Stress {
        closing_line: table.closing_line(),
        kinds: kinds.into(),
        columns: table
            .percentages()
            .map(|(third, percent)| (third.name(), percent))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(rows: &str) -> Puzzle {
        text::read_any("test", rows).unwrap().remove(0).puzzle
    }

    #[test]
    fn only_cells_that_are_otherwise_are_marked_whatever_the_letters() {
        let expected = puzzle("AB.\nAB.\n");
        assert!(differences(&expected, &puzzle("YX.\nYX.\n")).is_empty());
        assert_eq!(differences(&expected, &puzzle("A.B\nAB.\n")), [1, 2, 4]);
        assert_eq!(differences(&expected, &puzzle("AB*\nAB.\n")), [2]);
        assert!(differences(&expected, &puzzle("AB\nAB\n")).is_empty());
    }

    #[test]
    fn a_pair_expected_has_the_colour_it_was_read_with() {
        let (red, blue) = (Rgb([255, 0, 0]), Rgb([0, 0, 255]));
        let read = puzzle("BA\nBA\n");
        let labels: Vec<char> = read.pairs().iter().map(|pair| pair.label).collect();
        assert_eq!(labels, ['A', 'B']);
        let colours = colours_of(&puzzle("AB\nAB\n"), &read, &[red, blue]);
        assert_eq!(colours, [blue, red]);
        let other = colours_of(&puzzle("AA\nBB\n"), &read, &[red, blue]);
        assert!(!other.contains(&red) && !other.contains(&blue));
    }
}
