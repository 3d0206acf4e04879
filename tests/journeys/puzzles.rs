//! Every puzzle of `fixtures/puzzles` has the answer that stands beside it.
//!
//! ```text
//! solutions: 1        how many solutions without paths that touch themselves
//! touching: 9         how many with them
//! A: 0 5 10           the only solution, where there is only one
//! ```

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::Flowbot;
use crate::common::enumerate::all_solutions;
use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{read_any, read_paths};
use flowbot::puzzle::flow::{Puzzle, Solution, touches_itself, verify};
use flowbot::solve::flow::{Outcome, Request, Touching, solve};

struct Fixture {
    file: PathBuf,
    puzzle: Puzzle,
    solutions: usize,
    touching: usize,
    only: Option<Solution>,
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/puzzles");
    let files = crate::common::files(&folder, &["puzzle"]);
    assert!(files.len() >= 11, "one for each kind of board");
    files.into_iter().map(fixture).collect()
}

fn fixture(file: PathBuf) -> Fixture {
    let name = file.display().to_string();
    let mut levels = read_any(&name, &fs::read_to_string(&file).unwrap()).unwrap();
    let puzzle = levels.pop().unwrap().puzzle;
    let answer = fs::read_to_string(file.with_extension("answer")).unwrap();
    let mut lines = answer.splitn(3, '\n');
    let mut count = |key: &str| -> usize {
        let line = lines.next().unwrap();
        line.strip_prefix(key)
            .unwrap_or_else(|| panic!("{name}: no {key:?} in {line:?}"))
            .parse()
            .unwrap()
    };
    let (solutions, touching) = (count("solutions: "), count("touching: "));
    let paths = lines.next().unwrap();
    let only = (!paths.is_empty()).then(|| read_paths(&name, &puzzle, paths).unwrap());
    assert_eq!(only.is_some(), solutions == 1 || touching == 1, "{name}");
    Fixture {
        file,
        puzzle,
        solutions,
        touching,
        only,
    }
}

#[test]
fn the_answers_are_right_by_plain_enumeration() {
    for Fixture {
        file,
        puzzle,
        solutions,
        touching,
        ..
    } in fixtures()
    {
        let all = all_solutions(&puzzle);
        let plain = all.iter().filter(|paths| {
            let solution = Solution {
                paths: paths.to_vec(),
            };
            verify(&puzzle, &solution).unwrap();
            !touches_itself(&puzzle, &solution)
        });
        assert_eq!(
            (plain.count(), all.len()),
            (solutions, touching),
            "{}",
            file.display()
        );
    }
}

#[test]
fn the_engine_finds_all_solutions_and_no_others() {
    for Fixture {
        file,
        puzzle,
        solutions,
        touching,
        ..
    } in fixtures()
    {
        for (allowed, expected) in [(Touching::Never, solutions), (Touching::Allowed, touching)] {
            let answer = solve(&Request {
                puzzle: &puzzle,
                count: 100,
                touching: allowed,
                limits: Limits::NONE,
            });
            for solution in &answer.solutions {
                verify(&puzzle, solution).unwrap();
            }
            let found = answer
                .solutions
                .into_iter()
                .map(|solution| solution.oriented(&puzzle));
            let different: HashSet<Solution> = found.collect();
            assert_eq!(different.len(), expected, "{} {allowed:?}", file.display());
            let outcome = if expected == 0 {
                Outcome::NoSolution
            } else {
                Outcome::Solved
            };
            assert_eq!(answer.outcome, outcome, "{}", file.display());
        }
    }
}

#[test]
fn the_program_answers_as_the_sidecar_says() {
    for Fixture {
        file,
        puzzle,
        solutions,
        touching,
        only,
    } in fixtures()
    {
        let run = Flowbot::runs("solve")
            .with(&file)
            .given("--format", "paths")
            .given("--count", "2");
        if solutions.max(touching) == 0 {
            run.exits(4).prints_only("").says("no solution");
            continue;
        }
        let ended = run.exits(0);
        match only {
            Some(only) => {
                let printed = read_paths("printed", &puzzle, &ended.out).unwrap();
                assert_eq!(printed.oriented(&puzzle), only.oriented(&puzzle));
                ended.says("exactly one solution");
            }
            None => drop(ended.says("at least 2 solutions")),
        }
    }
}
