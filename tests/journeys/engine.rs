//! The engine on every real level, and on the boards of other solvers' collections.

use std::path::Path;

use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{Level, read_any};
use flowbot::puzzle::flow::{Puzzle, touches_itself, verify};
use flowbot::solve::flow::{Answer, Outcome, Request, Touching, solve};

fn levels(file: &Path) -> Vec<Level> {
    let text = std::fs::read_to_string(file).unwrap();
    read_any(&file.display().to_string(), &text).unwrap()
}

/// The engine's answer, its solutions accepted by the checker; and whether it proved exactly one.
fn answer(puzzle: &Puzzle, touching: Touching) -> (Answer, bool) {
    let request = Request {
        puzzle,
        count: 2,
        touching,
        limits: Limits::NONE,
    };
    let answer = solve(&request);
    for solution in &answer.solutions {
        assert_eq!(verify(puzzle, solution), Ok(()));
        assert!(answer.touching() || !touches_itself(puzzle, solution));
    }
    let is_unique = answer.is_unique(&request);
    (answer, is_unique)
}

/// Every level of a file has exactly one solution, and it is the file's.
#[track_caller]
fn assert_all_solved(kind: &str, count: usize) {
    let Some(folder) = crate::common::shared("levels") else {
        return;
    };
    let levels = levels(&folder.join(kind).with_extension("txt"));
    assert_eq!(levels.len(), count);
    for Level {
        name,
        puzzle,
        solution,
        ..
    } in levels
    {
        let (answer, is_unique) = answer(&puzzle, Touching::Never);
        assert!(is_unique, "{name}: {:?}", answer.outcome);
        let given = solution.expect("every level comes with its solution");
        let found = answer.solutions[0].clone();
        assert_eq!(found.oriented(&puzzle), given.oriented(&puzzle), "{name}");
    }
}

#[test]
fn all_classic_levels_are_solved_and_unique() {
    assert_all_solved("classic", 6472);
}

#[test]
fn all_levels_with_walls_are_solved_and_unique() {
    assert_all_solved("walls", 1738);
}

#[test]
fn all_levels_with_holes_are_solved_and_unique() {
    assert_all_solved("holes", 1241);
}

#[test]
fn all_levels_of_hexagons_warps_and_bridges_are_solved_and_unique() {
    assert_all_solved("hexes", 200);
    assert_all_solved("warps", 200);
    assert_all_solved("bridges", 160);
}

/// The boards of a folder with the answer to each, as a puzzle file is solved.
fn boards(folder: &str) -> Vec<(String, Answer, bool)> {
    let Some(folder) = crate::common::shared(&format!("boards/{folder}")) else {
        return Vec::new();
    };
    let boards = crate::common::files(&folder, &["txt"]);
    assert!(!boards.is_empty(), "{} is empty", folder.display());
    let solved = boards.iter().flat_map(|file| levels(file)).map(|level| {
        let (answer, is_unique) = answer(&level.puzzle, Touching::Fallback);
        (level.name, answer, is_unique)
    });
    solved.collect()
}

#[test]
fn one_of_zuckers_boards_has_no_solution_and_all_others_exactly_one() {
    for (name, answer, is_unique) in boards("zucker") {
        if name.contains("unsolvable") {
            assert_eq!(answer.outcome, Outcome::NoSolution, "{name}");
            assert!(answer.touching(), "{name}: the proof must allow touching");
        } else {
            assert!(is_unique && !answer.touching(), "{name}");
        }
    }
}

#[test]
fn the_published_nine_have_exactly_one_solution() {
    for (name, answer, is_unique) in boards("seed-9") {
        assert!(is_unique && !answer.touching(), "{name}");
    }
}

#[test]
fn boards_that_others_call_unsolvable_are_solved_one_of_them_by_touching() {
    for (name, answer, _) in boards("issues") {
        assert_eq!(answer.outcome, Outcome::Solved, "{name}");
        assert_eq!(answer.touching(), name.contains("touching"), "{name}");
    }
}

#[test]
fn large_boards_are_solved_and_those_with_several_solutions_say_so() {
    for folder in ["generated", "numberlink-40x20"] {
        for (name, answer, is_unique) in boards(folder) {
            assert_eq!(answer.outcome, Outcome::Solved, "{name}");
            let is_second_one_shown = answer.solutions.len() == 2;
            assert_ne!(is_unique, is_second_one_shown, "{name}");
        }
    }
}
