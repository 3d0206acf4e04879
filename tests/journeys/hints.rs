//! `flowbot hint`: what it says of boards that are empty, partly drawn and wrongly drawn.
//!
//! Every hint is held against the solution that the level pack holds, not against what the engine says.
//! `FLOWBOT_CASES=10011 cargo test --release --test journeys hints:: -- --nocapture` goes over all levels and prints the shares.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;

use crate::common::shared;
use flowbot::puzzle::flow::text::{Level, read_any};
use flowbot::puzzle::flow::{Colour, Node, Solution};
use flowbot::random::Random;
use flowbot::solve::flow::Touching;
use flowbot::solve::flow::hint::{Hint, Hints, Join, Step};

/// Levels looked at if FLOWBOT_CASES does not say how many.
const CASES: usize = 300;

/// How a level is drawn before a hint is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Empty,
    HalfDrawn,
    WronglyDrawn,
}

const STATES: [State; 3] = [State::Empty, State::HalfDrawn, State::WronglyDrawn];

fn join(a: Node, b: Node, colour: Colour) -> Join {
    let ends = [a.min(b), a.max(b)];
    Join { ends, colour }
}

/// The edges of a solution.
fn joins(solution: &Solution) -> HashSet<Join> {
    let paths = solution.paths.iter().enumerate();
    let steps = paths.flat_map(|(number, path)| {
        let steps = path.windows(2);
        steps.map(move |step| join(step[0], step[1], Colour(number as u16)))
    });
    steps.collect()
}

/// Each flow drawn from one of its ends, as far as chance has it; some not at all, some whole.
fn half_drawn(solution: &Solution, random: &mut Random) -> Vec<Join> {
    let mut drawn = Vec::new();
    for (number, path) in solution.paths.iter().enumerate() {
        let mut path = path.clone();
        if random.chance(0.5) {
            path.reverse();
        }
        let length = random.below(path.len() + 1);
        let steps = path[..length].windows(2);
        drawn.extend(steps.map(|step| join(step[0], step[1], Colour(number as u16))));
    }
    drawn
}

/// A step that no flow of the solution makes, from a node of a flow that is drawn or from a terminal.
fn wrong_step(level: &Level, solution: &Solution, random: &mut Random) -> Option<Join> {
    let right: HashSet<[Node; 2]> = joins(solution).iter().map(|join| join.ends).collect();
    let colour = Colour(random.below(solution.paths.len()) as u16);
    let path = &solution.paths[colour.index()];
    let from = path[random.below(path.len())];
    let edges = level.puzzle.board().edges(from);
    let steps = edges.map(|(_, edge)| join(from, edge.to, colour));
    let wrong: Vec<Join> = steps.filter(|join| !right.contains(&join.ends)).collect();
    (!wrong.is_empty()).then(|| *random.pick(&wrong))
}

/// What came of the hints, by state and by name of rule.
#[derive(Default)]
struct Shares(BTreeMap<State, BTreeMap<&'static str, usize>>);

impl Shares {
    fn count(&mut self, state: State, word: &'static str) {
        *self.0.entry(state).or_default().entry(word).or_default() += 1;
    }

    fn print(&self) {
        for (state, shares) in &self.0 {
            let all: usize = shares.values().sum();
            println!("{state:?}: {all} hints");
            for (word, count) in shares {
                let percent = 100.0 * *count as f64 / all as f64;
                println!("  {word:12} {count:6} {percent:6.2} %");
            }
        }
    }
}

/// Files of levels that hold their solutions: those of the repository, and the real ones where they are.
fn files() -> Vec<PathBuf> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/levels/plain.txt");
    let Some(folder) = shared("levels") else {
        eprintln!("skipped: the real levels, which are not here");
        return vec![own];
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

fn levels() -> Vec<Level> {
    let cases = std::env::var("FLOWBOT_CASES").map_or(CASES, |cases| cases.parse().unwrap());
    let mut all = Vec::new();
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        all.extend(read_any(&file.display().to_string(), &text).unwrap());
    }
    let step = (all.len() / cases).max(1);
    all.into_iter().step_by(step).collect()
}

/// Asks for a hint and holds it against the solution. The word that it is counted under.
fn examine(level: &Level, solution: &Solution, drawn: &[Join]) -> &'static str {
    let name = &level.name;
    let right = joins(solution);
    let hints = Hints::new(&level.puzzle, Touching::Fallback, drawn.to_vec()).unwrap();
    match hints.next() {
        Hint::Wrong(wrong) => {
            let named = join(wrong.ends[0], wrong.ends[1], wrong.colour);
            assert!(drawn.contains(&named) && !right.contains(&named), "{name}");
            "wrong"
        }
        Hint::Step { step, rule, .. } => {
            assert!(drawn.iter().all(|join| right.contains(join)), "{name}");
            assert_right_step(level, &right, drawn, step);
            rule.map_or("guess", |rule| rule.name())
        }
        Hint::Done => {
            assert_eq!(drawn.len(), right.len(), "{name}");
            "done"
        }
        Hint::Flow { .. } => panic!("{name}: nobody asked for a flow"),
    }
}

fn assert_right_step(level: &Level, right: &HashSet<Join>, drawn: &[Join], step: Step) {
    let name = &level.name;
    let fits = |one: &&Join| {
        let ends = join(step.from, step.to, one.colour).ends;
        one.ends == ends && step.colour.is_none_or(|colour| colour == one.colour)
    };
    let one = right.iter().find(fits);
    assert!(
        one.is_some_and(|one| !drawn.contains(one)),
        "{name}: {step:?}"
    );
}

#[test]
fn every_hint_agrees_with_the_solution_and_names_a_rule_or_a_guess() {
    let mut shares = Shares::default();
    let mut random = Random::new(28);
    for level in levels() {
        let solution = level.solution.clone().expect("packs hold solutions");
        for state in STATES {
            let mut drawn = match state {
                State::Empty => Vec::new(),
                _ => half_drawn(&solution, &mut random),
            };
            if state == State::WronglyDrawn {
                let Some(wrong) = wrong_step(&level, &solution, &mut random) else {
                    continue;
                };
                drawn.push(wrong);
            }
            let word = examine(&level, &solution, &drawn);
            assert_eq!(
                word == "wrong",
                state == State::WronglyDrawn,
                "{}",
                level.name
            );
            shares.count(state, word);
        }
    }
    shares.print();
}
