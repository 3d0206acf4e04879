//! The engines against each other, and all of them against a reference that draws every path.

pub mod boards;
pub mod brute;
mod colour_dfs;
mod dijkstra;
mod steps;

use std::collections::HashSet;

use super::*;
use crate::puzzle::flow::text::read_any;
use crate::puzzle::flow::{Board, Node, Puzzle, Solution, touches_itself, verify};
use crate::random::Random;

/// More solutions than any board of these tests has.
const ALL: usize = 10_000;

/// The puzzle of a text.
pub fn puzzle(text: &str) -> Puzzle {
    read_any("test", text).unwrap().remove(0).puzzle
}

fn request(puzzle: &Puzzle, count: usize, touching: Touching) -> Request<'_> {
    Request {
        puzzle,
        count,
        touching,
        limits: Limits::NONE,
    }
}

/// Rectangles of 2x2 to 5x5 cells with all their solutions, as the reference finds them: with 1 to 4 pairs of terminals
/// anywhere, then with terminals at the ends of random paths that fill the board.
fn boards_with_solutions(count: usize) -> impl Iterator<Item = (Puzzle, Vec<Solution>)> {
    let mut random = Random::new(28);
    (0..count).filter_map(move |index| {
        let [rows, cols] = [0; 2].map(|_| random.whole(2..6) as u16);
        let board = Board::rectangle(rows, cols).unwrap();
        let puzzle = match index % 2 {
            0 => {
                let pairs = random.whole(1..5);
                boards::scattered(&mut random, board, pairs)?
            }
            _ => boards::covered(&mut random, board, false)?,
        };
        let solutions = brute::solutions(&puzzle, brute::MOST_STEPS)?;
        Some((puzzle, solutions))
    })
}

/// Every engine with some of its switches on: by bit of `chosen`.
fn settings(engine: Engine, chosen: u64) -> Settings {
    let known = engine.switches().iter().enumerate();
    let on = known.filter(|(bit, _)| chosen >> bit & 1 != 0);
    let on: Vec<Switch> = on.map(|(_, &switch)| switch).collect();
    Settings {
        seed: chosen,
        switches: Switches::of(&on),
        ..Settings::of(engine)
    }
}

fn set(solutions: &[Solution], puzzle: &Puzzle) -> HashSet<Solution> {
    let oriented = solutions
        .iter()
        .map(|solution| solution.clone().oriented(puzzle));
    oriented.collect()
}

#[test]
fn every_engine_finds_all_solutions_of_the_reference_and_no_others() {
    let mut random = Random::new(5);
    let mut kinds = [0; 3];
    for (puzzle, all) in boards_with_solutions(1000) {
        let plain: Vec<Solution> = all
            .iter()
            .filter(|solution| !touches_itself(&puzzle, solution))
            .cloned()
            .collect();
        kinds[usize::from(!all.is_empty()) + usize::from(!plain.is_empty())] += 1;
        for engine in Engine::ALL {
            let settings = settings(engine, random.next_u64());
            for (touching, expected) in [(Touching::Never, &plain), (Touching::Allowed, &all)] {
                let request = request(&puzzle, ALL, touching);
                let Ok(answer) = engine.solve(&request, &settings, &mut Silent) else {
                    assert_eq!(
                        (engine, touching),
                        (Engine::DirectionClassic, Touching::Allowed)
                    );
                    continue;
                };
                let said = format!("{} {settings:?} {touching:?} {puzzle:?}", engine.name());
                assert_eq!(answer.solutions.len(), expected.len(), "{said}");
                assert_eq!(
                    set(&answer.solutions, &puzzle),
                    set(expected, &puzzle),
                    "{said}"
                );
                let outcome = match expected.len() {
                    0 => Outcome::NoSolution,
                    _ => Outcome::Solved,
                };
                assert_eq!(answer.outcome, outcome, "{said}");
            }
        }
    }
    assert!(kinds.iter().all(|&boards| boards > 20), "{kinds:?}");
}

#[test]
fn the_first_solution_is_accepted_and_a_pass_with_touching_follows_one_without() {
    for (puzzle, all) in boards_with_solutions(200) {
        let is_plain = |solution: &Solution| !touches_itself(&puzzle, solution);
        for engine in Engine::ALL {
            let request = request(&puzzle, 1, Touching::Fallback);
            let answer = engine
                .solve(&request, &Settings::of(engine), &mut Silent)
                .unwrap();
            let has_plain = all.iter().any(is_plain);
            match answer.solutions.first() {
                Some(solution) => {
                    assert_eq!(verify(&puzzle, solution), Ok(()));
                    assert_eq!(is_plain(solution), has_plain, "{}", engine.name());
                }
                None if engine == Engine::DirectionClassic => assert!(!has_plain),
                None => assert!(all.is_empty(), "{}", engine.name()),
            }
        }
    }
}

#[test]
fn switches_that_save_time_change_no_decision() {
    let saving = [
        Switch::Cache,
        Switch::Neighbours,
        Switch::LazySquare,
        Switch::Local,
    ];
    let deciding = [
        Switch::ForwardChecking,
        Switch::FewestValues,
        Switch::Degree,
    ];
    for (puzzle, all) in boards_with_solutions(200) {
        // A terminal that is locked from the start is only noticed by a look at all of them.
        if all.is_empty() {
            continue;
        }
        let assignments = |switches: &[Switch]| {
            let settings = Settings {
                switches: Switches::of(switches),
                ..Settings::of(Engine::Smart)
            };
            let request = request(&puzzle, 1, Touching::Never);
            let answer = Engine::Smart
                .solve(&request, &settings, &mut Silent)
                .unwrap();
            answer.stats.assignments
        };
        let plain = assignments(&deciding);
        for switch in saving {
            let switches = [&deciding[..], &[switch]].concat();
            assert_eq!(assignments(&switches), plain, "{}", switch.name());
        }
    }
}

#[test]
fn random_depends_on_the_seed_alone() {
    let puzzle = puzzle("A.B.D\n..C.E\n.....\n.B.D.\n.ACE.\n");
    let guesses = |seed| {
        let settings = Settings {
            seed,
            ..Settings::of(Engine::Random)
        };
        let request = request(&puzzle, 1, Touching::Never);
        let answer = Engine::Random
            .solve(&request, &settings, &mut Silent)
            .unwrap();
        answer.stats.guesses
    };
    assert_eq!(guesses(1), guesses(1));
    let all: HashSet<u64> = (0..10).map(guesses).collect();
    assert!(all.len() > 5, "{all:?}");
}

#[test]
fn every_limit_stops_every_engine() {
    for engine in Engine::ALL {
        let touching = match engine {
            Engine::DirectionClassic => Touching::Never,
            _ => Touching::Allowed,
        };
        let has_memory = engine != Engine::Direction;
        let solve = |puzzle: &Puzzle, limits: Limits, memory: usize| {
            let request = Request {
                limits,
                ..request(puzzle, ALL, touching)
            };
            let settings = Settings {
                memory,
                ..Settings::of(engine)
            };
            engine.solve(&request, &settings, &mut Silent).unwrap()
        };
        let is_hard = |puzzle: &Puzzle| {
            let stats = solve(puzzle, Limits::NONE, usize::MAX).stats;
            stats.guesses > 0 && (stats.memory > 1 || !has_memory)
        };
        let puzzle = boards_with_solutions(400)
            .map(|(puzzle, _)| puzzle)
            .find(is_hard)
            .unwrap();
        let few = solve(&puzzle, Limits::guesses(0), usize::MAX);
        assert_eq!((few.outcome, few.stats.guesses), (Outcome::Stopped, 0));
        let signal = Limits {
            guesses: None,
            should_stop: &|| true,
        };
        assert_eq!(solve(&puzzle, signal, usize::MAX).outcome, Outcome::Stopped);
        if has_memory {
            assert_eq!(solve(&puzzle, Limits::NONE, 1).outcome, Outcome::Stopped);
        }
    }
}

#[test]
fn boards_that_an_ancestor_does_not_know_are_refused_by_name() {
    let kinds = [
        ("shape: hex\nA..\n...\n..A\n", "hexes"),
        ("A*A\n...\n", "holes"),
        ("warp: both\nA..\n..A\n", "warps"),
        ("walls: 0|1\nA..\n..A\n", "walls"),
        (".B.\nA+A\n.B.\n", "bridges"),
    ];
    for (text, kind) in kinds {
        let puzzle = puzzle(text);
        for engine in Engine::ALL {
            let request = request(&puzzle, 1, Touching::Never);
            let answer = engine.solve(&request, &Settings::of(engine), &mut Silent);
            match engine {
                Engine::Direction => assert!(answer.is_ok()),
                _ => assert_eq!(answer, Err(EngineError::Kind { engine, kind })),
            }
        }
    }
}

#[test]
fn names_lead_back_to_engines_and_switches() {
    for engine in Engine::ALL {
        assert_eq!(engine.name().parse(), Ok(engine));
        let names = engine.switches().iter().map(|switch| switch.name());
        assert_eq!(
            engine.switches_named(names),
            Ok(Switches::of(engine.switches()))
        );
    }
    let message = "greedy".parse::<Engine>().unwrap_err().to_string();
    assert!(message.contains("random, first-free, smart"), "{message}");
    let message = Engine::Smart
        .switches_named(["fill"])
        .unwrap_err()
        .to_string();
    assert!(message.contains("choose from fc, mrv"), "{message}");
}
