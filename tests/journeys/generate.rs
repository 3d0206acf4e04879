//! `flowbot generate`: what comes out can be read, solved, and made again.

use std::fs;

use crate::common::Flowbot;
use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{Level, read_any};
use flowbot::puzzle::flow::verify;
use flowbot::solve::flow::{Request, Touching, solve};

fn read(text: &str) -> Vec<Level> {
    read_any("generated", text).unwrap()
}

fn assert_one_solution(level: &Level) {
    let request = Request {
        puzzle: &level.puzzle,
        count: 2,
        touching: Touching::Allowed,
        limits: Limits::NONE,
    };
    assert!(solve(&request).is_unique(&request), "{}", level.name);
}

#[test]
fn one_puzzle_of_the_size_asked_for() {
    let ended = Flowbot::runs("generate")
        .given("--size", "6x8")
        .given("--seed", "5")
        .exits(0)
        .prints("# 6x8, seed 5\n");
    let levels = read(&ended.out);
    assert_eq!(levels.len(), 1);
    let board = levels[0].puzzle.board();
    assert_eq!((board.cols(), board.rows()), (6, 8));
    assert_one_solution(&levels[0]);
}

#[test]
fn boards_of_other_kinds_have_one_solution_and_survive_as_pack_lines() {
    for kind in ["walls", "bridges", "holes", "warps", "hexes"] {
        let ended = Flowbot::runs("generate")
            .given("--kind", kind)
            .given("--size", "6")
            .given("--count", "3")
            .given("--seed", "5")
            .given("--format", "pack")
            .exits(0);
        let levels = read(&ended.out);
        assert_eq!(levels.len(), 3);
        for level in &levels {
            let layout = level.puzzle.board().layout();
            let has_holes = !layout.holes.is_empty();
            let found = layout.kind().or(has_holes.then_some("holes"));
            assert_eq!(found, Some(kind));
            assert_one_solution(level);
        }
    }
}

#[test]
fn boards_on_no_lattice_have_one_solution_and_survive_as_files() {
    for (kind, size) in [("cube", "3"), ("star", "5x3"), ("ring", "8x3")] {
        let ended = Flowbot::runs("generate")
            .given("--kind", kind)
            .given("--size", size)
            .given("--count", "3")
            .given("--seed", "5")
            .given("--format", "json")
            .exits(0);
        let levels = read(&ended.out);
        assert_eq!(levels.len(), 3);
        for level in &levels {
            assert_eq!(level.puzzle.board().layout().kind(), Some("shapes"));
            assert_one_solution(level);
        }
    }
    Flowbot::runs("generate")
        .given("--kind", "star")
        .given("--size", "9x3")
        .exits(2)
        .says("from 5 to 8");
}

#[test]
fn puzzles_are_as_hard_as_asked_for() {
    for (difficulty, guesses) in [("easy", 0..=0), ("medium", 1..=2)] {
        let ended = Flowbot::runs("generate")
            .given("--difficulty", difficulty)
            .given("--size", "8")
            .given("--seed", "2")
            .exits(0);
        let level = read(&ended.out).remove(0);
        let answer = solve(&Request {
            puzzle: &level.puzzle,
            count: 2,
            touching: Touching::Never,
            limits: Limits::NONE,
        });
        assert!(guesses.contains(&answer.stats.guesses), "{difficulty}");
    }
}

#[test]
fn every_format_holds_the_same_puzzles_and_the_same_seed_gives_them_again() {
    let run = |format| {
        let run = Flowbot::runs("generate")
            .given("--size", "7")
            .given("--count", "3");
        run.given("--seed", "11")
            .given("--format", format)
            .exits(0)
            .out
    };
    let packed = read(&run("pack"));
    assert_eq!(packed.len(), 3);
    for format in ["puzzle", "json"] {
        let text = run(format);
        assert_eq!(text, run(format));
        for (one, other) in read(&text).iter().zip(&packed) {
            assert_eq!(one.puzzle, other.puzzle);
        }
    }
    for level in &packed {
        assert_one_solution(level);
        let solution = level.solution.as_ref().unwrap();
        assert_eq!(verify(&level.puzzle, solution), Ok(()));
    }
}

#[test]
fn a_file_is_not_overwritten_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.txt");
    let run = || Flowbot::runs("generate").given("--out", &file);
    run().exits(0).prints_only("");
    let first = fs::read_to_string(&file).unwrap();
    run().exits(1).says("--force");
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    run().with("--force").given("--seed", "1").exits(0);
    assert_ne!(fs::read_to_string(&file).unwrap(), first);
}

#[test]
fn a_file_is_replaced_only_by_what_was_made_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.txt");
    fs::write(&file, "mine").unwrap();
    let run = |flows| {
        let run = Flowbot::runs("generate")
            .given("--out", &file)
            .with("--force");
        run.given("--flows", flows)
    };
    run("1000").exits(2).says("1000 flows");
    run("1").exits(2).says("with 1 flows");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn what_cannot_be_made_has_its_exit_code() {
    let run = |flag, value| Flowbot::runs("generate").given(flag, value);
    run("--size", "2").exits(2).says("each side 3 to 60");
    run("--size", "7by9").exits(2).says("7x9");
    run("--flows", "28").exits(2).says("ask for 1 to 27");
    run("--size", "60")
        .given("--seconds", "0")
        .exits(5)
        .says("in 0 tries");
}
