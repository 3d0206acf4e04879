//! Real levels and hard boards survive every text format.

use std::fs;

use flowbot::geometry::Tiling;
use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{
    self, CannotShow, Level, box_drawing, json, letters, numberlink, pack_line, paths, read_any,
    read_box_drawing, read_letters, read_paths, write_puzzle,
};

use flowbot::puzzle::flow::{Puzzle, Warp, touches_itself, verify};
use flowbot::solve::flow::{Request, Touching, solve};

fn read_puzzle(text: &str) -> Puzzle {
    let levels = read_any("written", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(levels.len(), 1, "{text}");
    levels.into_iter().next().unwrap().puzzle
}

/// Writes the level in every format that can express it, and reads it back.
fn assert_survives(level: &Level) {
    let Level {
        puzzle, solution, ..
    } = level;
    let layout = puzzle.board().layout();
    assert_eq!(&read_puzzle(&write_puzzle(puzzle)), puzzle);
    match numberlink(puzzle) {
        Ok(text) => assert_eq!(&read_puzzle(&text), puzzle),
        Err(_) => assert!(!layout.is_plain()),
    }
    let mut read = read_any("written", &json(level)).unwrap();
    let read = read.pop().unwrap();
    assert_eq!((&read.puzzle, &read.solution), (puzzle, solution));

    let Some(solution) = solution else { return };
    let expected = solution.clone().oriented(puzzle);
    let read = read_paths("written", puzzle, &paths(puzzle, solution)).unwrap();
    assert_eq!(read.oriented(puzzle), expected);

    let can_be_drawn =
        layout.tiling == Tiling::Square && layout.bridges.is_empty() && layout.warp == Warp::None;
    match box_drawing(puzzle, solution) {
        Ok(text) => assert_eq!(
            read_box_drawing("written", puzzle, &text).unwrap(),
            expected
        ),
        Err(_) => assert!(!can_be_drawn),
    }
    match letters(puzzle, solution) {
        Ok(text) => assert_eq!(read_letters("written", puzzle, &text).unwrap(), expected),
        Err(CannotShow::TooManyColours(count)) => assert!(count > 26),
        Err(_) => assert!(!can_be_drawn),
    }
}

#[test]
fn every_real_level_survives_every_format() {
    let Some(folder) = crate::common::shared("levels") else {
        return;
    };
    let mut count = 0;
    for path in crate::common::files(&folder, &["txt"]) {
        let file = fs::read_to_string(&path).unwrap();
        let levels = read_any(&path.display().to_string(), &file).unwrap();
        let lines: Vec<&str> = file.lines().collect();
        assert_eq!(levels.len(), lines.len());
        for (level, line) in levels.iter().zip(lines) {
            let solution = level.solution.as_ref().unwrap();
            verify(&level.puzzle, solution).unwrap();
            assert!(!touches_itself(&level.puzzle, solution), "{line}");
            assert_eq!(pack_line(level).unwrap(), line);
            // A level that is new to packs gets a header of its own, which means the same board.
            let anew = pack_line(&Level {
                pack: None,
                ..level.clone()
            })
            .unwrap();
            let read = read_any("anew", &anew).unwrap().pop().unwrap();
            assert_eq!(
                (&read.puzzle, &read.solution),
                (&level.puzzle, &level.solution)
            );
            assert_survives(level);
            count += 1;
        }
    }
    assert_eq!(count, 10_011);
}

#[test]
fn every_hard_board_is_read_and_survives() {
    let Some(folder) = crate::common::shared("boards") else {
        return;
    };
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        for path in crate::common::files(&entry.unwrap().path(), &["txt"]) {
            let file = fs::read(&path).unwrap();
            let levels = text::read_bytes(&path.display().to_string(), &file).unwrap();
            assert_eq!(levels.len(), 1);
            assert_survives(&levels[0]);
            if path.ends_with("generated/tg_20x20_5_01.txt") {
                assert_eq!(levels[0].puzzle.pairs().len(), 63);
            }
            count += 1;
        }
    }
    assert_eq!(count, 29 + 9 + 3 + 51 + 6 + 21);
}

/// The first example under a heading of a page, whose lines begin so.
fn example<'p>(page: &'p str, heading: &str, begin: &str) -> Vec<&'p str> {
    let below = page
        .lines()
        .skip_while(|line| !line.ends_with(heading))
        .skip(1);
    let lines = below.skip_while(|line| !line.starts_with(begin) || line.contains("```"));
    lines.map_while(|line| line.strip_prefix(begin)).collect()
}

#[test]
fn the_examples_of_the_documents_are_right() {
    let readme = example(include_str!("../../README.md"), "## Puzzle files", "    ");
    let reference = include_str!("../../src/puzzle/flow/text/mod.rs");
    let fenced = |heading| {
        let (_, below) = reference.split_once(heading).unwrap();
        let (_, block) = below.split_once("```").unwrap();
        let (block, _) = block.split_once("```").unwrap();
        let lines = block.lines().skip(1);
        lines
            .filter_map(|line| line.strip_prefix("//! "))
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
    };
    for example in [readme, fenced("# Puzzle file"), fenced("# JSON")] {
        let puzzle = read_puzzle(&example.join("\n"));
        let request = Request {
            puzzle: &puzzle,
            count: 2,
            touching: Touching::Fallback,
            limits: Limits::NONE,
        };
        assert!(solve(&request).is_unique(&request), "{example:?}");
    }
    let puzzle = read_puzzle("ABB\n..A\n");
    let columns = fenced("# Solutions");
    let column = |index| {
        let cells = columns[1..].iter().map(|line| {
            let parts = line
                .split("  ")
                .map(str::trim)
                .filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>()[index]
        });
        cells.collect::<Vec<_>>().join("\n")
    };
    let solution = read_paths("paths", &puzzle, &column(2)).unwrap();
    assert_eq!(
        read_box_drawing("box", &puzzle, &column(0)).unwrap(),
        solution
    );
    assert_eq!(
        read_letters("letters", &puzzle, &column(1)).unwrap(),
        solution
    );
}
