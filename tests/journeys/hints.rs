//! `flowbot hint`: what it says of boards that are empty, partly drawn and wrongly drawn.
//!
//! Every hint is held against the solution that the level pack holds, not against what the engine says.
//! `FLOWBOT_CASES=10011 cargo test --release --test journeys hints:: -- --nocapture` goes over all levels and prints the shares.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;

use crate::common::{Flowbot, shared};
use flowbot::pipeline::{Frame, Reading};
use flowbot::puzzle::flow::text::{Level, read_any};
use flowbot::puzzle::flow::{Colour, Node, Puzzle, Solution};
use flowbot::random::Random;
use flowbot::read::{self, ReadOptions};
use flowbot::render::{Style, draw_board, png};
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

/// A solution of which each path is drawn from its first terminal, as far as chance has it.
fn begun(solution: &Solution, random: &mut Random) -> Solution {
    let paths = solution.paths.iter();
    let part = |path: &Vec<Node>| path[..random.below(path.len() + 1)].to_vec();
    Solution {
        paths: paths.map(part).collect(),
    }
}

/// Joins as a reading names them, in the colours of the true puzzle: those of the terminals at the same place.
fn in_true_colours(joins: &[Join], read: &Puzzle, truth: &Puzzle) -> HashSet<Join> {
    let terminals = truth.terminals();
    let joins = joins.iter().map(|one| {
        let [terminal, _] = read.pair(one.colour).terminals;
        join(
            one.ends[0],
            one.ends[1],
            terminals[terminal.index()].unwrap(),
        )
    });
    joins.collect()
}

/// Levels of all kinds, drawn in part and read.
#[test]
fn what_is_drawn_is_read_from_pictures() {
    let mut random = Random::new(7);
    let (mut read_boards, mut all) = (0, 0);
    for level in levels().into_iter().step_by(8) {
        let part = begun(level.solution.as_ref().unwrap(), &mut random);
        let picture = draw_board(&level.puzzle, Some(&part), &Style::default());
        all += 1;
        let frame = Frame::from_picture(picture);
        let Ok(Reading { board, .. }) = read::flow(&frame, &ReadOptions::default()) else {
            continue;
        };
        if !board.puzzle.board().is_same_graph(level.puzzle.board()) {
            continue;
        }
        read_boards += 1;
        let drawn = read::drawn(&frame.picture, &board);
        let drawn = in_true_colours(&drawn, &board.puzzle, &level.puzzle);
        assert_eq!(drawn, joins(&part), "{}", level.name);
    }
    println!("{read_boards} of {all} boards were read");
    assert!(2 * read_boards > all, "{read_boards} of {all}");
}

const PUZZLE: &str = "A.B\n..C\nABC\n";

fn picture_of(folder: &tempfile::TempDir, paths: &[&[u16]]) -> PathBuf {
    let level = read_any("test", PUZZLE).unwrap().remove(0);
    let path = |path: &&[u16]| path.iter().map(|&node| Node(node)).collect();
    let solution = Solution {
        paths: paths.iter().map(path).collect(),
    };
    let file = folder.path().join("board.png");
    let picture = draw_board(&level.puzzle, Some(&solution), &Style::default());
    fs::write(&file, png(&picture).unwrap()).unwrap();
    file
}

fn json_lines(text: &str) -> Vec<serde_json::Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn steps_lead_from_a_picture_to_the_solution() {
    let folder = tempfile::tempdir().unwrap();
    // A is drawn half; the others are empty. Four edges are left of A, B and C.
    let file = picture_of(&folder, &[&[0, 3], &[], &[]]);
    let next = folder.path().join("next.png");
    let ended = Flowbot::runs("hint")
        .with(&file)
        .with("--json")
        .given("--steps", "9")
        .given("--picture", next.to_str().unwrap())
        .exits(0);
    let hints = json_lines(&ended.out);
    assert_eq!(hints.len(), 5, "{}", ended.out);
    assert!(
        hints
            .iter()
            .all(|hint| hint["status"] == "forced" && hint["rule"].is_string())
    );
    let drawn = Flowbot::runs("extract").with(&next).exits(0);
    assert_eq!(drawn.out, PUZZLE);
}

#[test]
fn a_wrong_flow_is_named_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = picture_of(&folder, &[&[0, 1], &[], &[]]);
    let ended = Flowbot::runs("hint").with(&file).with("--json").exits(0);
    let hint = &json_lines(&ended.out)[0];
    assert_eq!(hint["status"], "wrong");
    assert_eq!(hint["cells"], serde_json::json!([[1, 1], [1, 2]]));
}

#[test]
fn a_hint_says_where_to_go_and_why() {
    let said = Flowbot::runs("hint")
        .with("-")
        .reading("A.A\n...\nB.B\n")
        .exits(4);
    assert!(said.err.contains("no solution"), "{}", said.err);
    let said = Flowbot::runs("hint").with("-").reading("A..A\n").exits(0);
    assert!(
        said.out
            .contains("flow A must go right from row 1, column 1"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("row 1, column 1 has no other way"),
        "{}",
        said.out
    );
    let flow = Flowbot::runs("hint")
        .with("-")
        .with("--next-flow")
        .reading(PUZZLE)
        .exits(0);
    assert!(flow.out.contains("must go by row"), "{}", flow.out);
}

#[test]
fn where_no_rule_forces_a_step_the_hint_is_called_a_guess() {
    let many = "A...\n....\n...A\n....\n";
    let said = Flowbot::runs("hint")
        .with("-")
        .with("--json")
        .given("--steps", "20")
        .reading(many)
        .exits(0);
    let hints = json_lines(&said.out);
    let guess = hints.iter().find(|hint| hint["status"] == "guess").unwrap();
    assert!(guess["rule"].is_null(), "{guess}");
    assert!(said.out.contains("several solutions"), "{}", said.out);
}

#[test]
fn digits_of_a_futoshiki_follow_one_after_the_other() {
    let game = "4:0D,0D,0,0D,0,0,0,0,0,0L,0,0U,0,0,0R,0,";
    let solved = Flowbot::runs("solve").with("-").reading(game).exits(0);
    let rows: Vec<Vec<char>> = solved
        .out
        .lines()
        .map(|line| line.chars().filter(char::is_ascii_digit).collect())
        .filter(|row: &Vec<char>| row.len() == 4)
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("next.png");
    let hinted = Flowbot::runs("hint")
        .with("-")
        .with("--json")
        .given("--steps", "16")
        .given("--picture", picture.to_str().unwrap())
        .reading(game)
        .exits(0);
    let hints = json_lines(&hinted.out);
    assert_eq!(hints.len(), 16);
    for hint in &hints {
        let place = |index: usize| hint["cells"][0][index].as_u64().unwrap() as usize - 1;
        let digit = hint["digit"].as_u64().unwrap() as u32;
        assert_eq!(rows[place(0)][place(1)].to_digit(10), Some(digit), "{hint}");
        assert!(
            hint["status"] == "forced" && hint["rule"].is_string(),
            "{hint}"
        );
    }
    assert!(picture.exists());
}
