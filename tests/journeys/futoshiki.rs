//! Futoshiki from text to solution: formats, bad text, the command line, and real boards.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Flowbot, shared};
use flowbot::geometry::Cell;
use flowbot::pipeline::Limits;
use flowbot::puzzle::futoshiki::text::{
    Level, board, csv, game_id, is_futoshiki, json, read_any, read_bytes,
};
use flowbot::puzzle::futoshiki::{Inequality, Puzzle, verify};
use flowbot::solve::Outcome;
use flowbot::solve::futoshiki::{Engine, PUBLISHED_LIMIT, Request, solve};

const BOARD: &str = "size: 4\n. . . 2\n^\n.<. . .\n    ^\n. . . .\nv v\n. . . .\n";
const UNIQUE: &str = "size: 4\n3 . .<.\n      ^\n. . . .\n\n.<. . .\n      ^\n.<. . .\n";
const SOLVED: &str = "size: 4\n3 4 1<2\n      ^\n4 1 2 3\n\n2<3 4 1\n      ^\n1<2 3 4\n";

fn puzzle(text: &str) -> Puzzle {
    let levels = read_any("good", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(levels.len(), 1, "{text}");
    levels.into_iter().next().unwrap().puzzle
}

/// Writes the puzzle in every format, and reads it back.
fn assert_survives(puzzle: &Puzzle, solution: Option<flowbot::puzzle::futoshiki::Solution>) {
    let level = Level {
        name: "it".to_owned(),
        puzzle: puzzle.clone(),
        solution,
    };
    for text in [board(puzzle), csv(puzzle), game_id(puzzle), json(&level)] {
        assert!(is_futoshiki(text.as_bytes()), "{text}");
        assert_eq!(&self::puzzle(&text), puzzle, "{text}");
        // What is a text of this puzzle is none of the other.
        assert!(flowbot::puzzle::flow::text::read_any("it", &text).is_err());
    }
    assert_eq!(read_any("it", &json(&level)).unwrap(), [level]);
}

#[test]
fn every_format_means_the_same_board() {
    let expected = puzzle(BOARD);
    assert_eq!(expected.givens()[3], Some(2));
    let signs = [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 2), (2, 2))];
    let signs = signs
        .into_iter()
        .chain([((3, 0), (2, 0)), ((3, 1), (2, 1))]);
    let cell = |(row, col)| Cell::new(row, col);
    let signs = signs.map(|(smaller, larger)| Inequality {
        smaller: cell(smaller),
        larger: cell(larger),
    });
    assert_eq!(expected.inequalities(), signs.collect::<Vec<_>>());
    for text in [
        "4:0,0,0,2,0U,0R,0,0,0D,0D,0U,0,0,0,0,0,",
        "4dt:0,0,0,2,0U,0,0,0,0D,0D,0U,0,0,0,0,0",
        ".,,.,,.,,2\n^,,,,,,\n.,<,.,,.,,.\n,,,,^,,\n0,,0,,0,,0\nv,,v,,,,\n,,,,,,\n",
        "# a comment\n\nsize:4\n. . . 2\n^      \n_<. . .\n    ^\n. . . .\n# another\nv v\n. . . .\n\n\n",
    ] {
        let read = puzzle(text);
        if text.starts_with("4:") {
            assert_ne!(read, expected, "the sign at row 2 is turned round");
        } else if text.starts_with("4dt") {
            assert_eq!(read.inequalities().len(), expected.inequalities().len() - 1);
        } else {
            assert_eq!(read, expected, "{text}");
        }
    }
    let large = format!(
        "size: 25\nP . {}",
        ". ".repeat(22) + ".\n" + &"\n. ".repeat(0)
    );
    let rest = ("\n".to_owned() + &[". "; 24].concat() + ".\n").repeat(24);
    let large = puzzle(&(large + &rest));
    assert_eq!(large.givens()[0], Some(25));
    assert_survives(&large, None);
    assert_survives(&expected, None);
}

#[test]
fn bad_text_is_answered_with_the_place_and_the_fix() {
    let assert_refused = |text: &str, place: &str, words: &str| {
        let error = read_any("my.futoshiki", text).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("my.futoshiki:{place}: ")),
            "{error}"
        );
        assert!(error.contains(words), "{error}");
    };
    assert_refused("", "1:1", "no puzzle here");
    assert_refused("size: 1\n.\n", "1:1", "2 to 25");
    assert_refused("size: 26\n", "1:1", "2 to 25");
    assert_refused("size: two\n", "1:1", "starts with `size: N`");
    assert_refused("size: 2\n. .\n", "3:1", "row 2 of 2 is missing");
    assert_refused("size: 2\n. .\n\n\nsize: 2", "4:1", "0 places");
    assert_refused("size: 2\n. 3\n\n. .\n", "2:3", "digit from 1 to 2");
    assert_refused("size: 2\n. \n\n. .\n", "2:2", "should have 3");
    assert_refused("size: 2\n  .\n\n. .\n", "2:1", "cannot be a cell");
    assert_refused("size: 2\n.^.\n\n. .\n", "2:2", "write `<`, `>`");
    assert_refused("size: 2\n. .\n<\n. .\n", "3:1", "write `^`");
    assert_refused("size: 2\n. .\n ^\n. .\n", "3:2", "right below a cell");
    assert_refused("size: 2\n. . .\n\n. .\n", "2:4", "should have 3");
    assert_refused("size: 2\n. .\n\n. .\nmore\n", "5:1", "no header");
    assert_refused("4:0,0,0,2,0U,", "1:3", "5 cells");
    assert_refused("2:0,0X,0,0,", "1:5", "no direction");
    assert_refused("2:0,0R,0,0,", "1:5", "no neighbour");
    assert_refused("2:0R,0L,0,0,", "1:1", "remove one of the two signs");
    assert_refused("2a:0,0,0,0,", "1:1", "Adjacent".to_lowercase().as_str());
    assert_refused(".,<,.\n,,\n.,x,.\n", "3:3", "write `<`, `>`");
    assert_refused(".,<,.\n,,\n", "3:1", "row 2 of 2 is missing");
    assert_refused(".,<,.\n,\n.,,.\n", "2:1", "should have 3");
    assert_refused(".,,.\n,,\n.,,.\n,,\n", "4:1", "4 lines");
    let json = |rest: &str| format!("{{\"puzzle\": \"futoshiki\", \"size\": 2, \"grid\": {rest}}}");
    assert_refused(&json("[\". .\"]"), "1:1", "row 2 of 2 is missing");
    let wrong = json("[\". .\", \"\", \". .\"], \"solution\": [[1, 2], [1, 2]]");
    assert_refused(&wrong, "1:1", "this is no solution");
    assert_refused(&json("7"), "1:44", "in JSON");
    let error = read_bytes("it", b"size: 2\n\xff").unwrap_err().to_string();
    assert!(
        error.starts_with("it:2:1: ") && error.contains("UTF-8"),
        "{error}"
    );
}

fn on(text: &str) -> Flowbot {
    Flowbot::runs("solve").with("-").reading(text)
}

#[test]
fn a_board_is_solved_without_a_flag_and_with_every_engine() {
    on(UNIQUE).exits(0).prints_only(SOLVED);
    for engine in Engine::ALL {
        on(UNIQUE)
            .given("--engine", engine.name())
            .given("--count", "2")
            .with("--stats")
            .exits(0)
            .prints_only(SOLVED)
            .says("exactly one solution")
            .says(&format!("{}: ", engine.name()));
    }
    let json = on(UNIQUE).given("--format", "json").exits(0);
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["puzzle"], "futoshiki");
    assert_eq!(value["solution"][0], serde_json::json!([3, 4, 1, 2]));
    let several = on("2:0,0,0,0,").given("--count", "5").exits(0);
    several.prints("1 2").says("exactly 2 solutions");
    on("2:1,1,0,0,")
        .exits(4)
        .says("no solution")
        .prints_only("");
    on("9:".to_owned().as_str()).exits(1);
    let free = format!("9:{}", "0,".repeat(81));
    on(&free)
        .given("--engine", "bt")
        .given("--max-guesses", "5")
        .exits(5)
        .says("raise --max-guesses");
}

#[test]
fn options_that_say_nothing_of_the_puzzle_are_refused() {
    on(UNIQUE).with("--touching").exits(2).says("--touching");
    on(UNIQUE).given("--format", "box").exits(2).says("json");
    on(UNIQUE).given("--engine", "fast").exits(2).says("mrv1");
    on("A.A\n")
        .given("--engine", "bt")
        .exits(2)
        .says("direction-classic, direction");
}

#[test]
fn the_log_says_of_every_empty_cell_what_fixed_it() {
    let ended = on(UNIQUE).with("--explain").exits(0).prints_only(SOLVED);
    let fixed = |row: usize, col: usize| {
        let cell = format!("row {row}, column {col} ");
        let lines = ended.err.lines().map(str::trim_start);
        let mut left = lines.filter_map(|line| line.strip_prefix(&cell)?.split_whitespace().next());
        left.any(|digits| digits.len() == 1)
    };
    for index in 1..16 {
        assert!(
            fixed(index / 4 + 1, index % 4 + 1),
            "cell {index} in {ended}"
        );
    }
    assert!(
        ended
            .err
            .contains("15 empty cells, 0 guesses, 1 solution(s)"),
        "{ended}"
    );
}

/// The boards of the data beside the project, by the name that its tables give them.
fn real_boards() -> Option<Vec<(String, Puzzle)>> {
    let folder = shared("futoshiki")?;
    let mut boards = Vec::new();
    for source in fs::read_dir(folder.join("boards")).unwrap() {
        for path in crate::common::files(&source.unwrap().path(), &["futoshiki"]) {
            let mut levels = read_bytes("it", &fs::read(&path).unwrap()).unwrap();
            assert_eq!(levels.len(), 1, "{}", path.display());
            boards.push((name(&path, &folder), levels.remove(0).puzzle));
        }
    }
    assert!(boards.len() > 800);
    Some(boards)
}

fn name(path: &Path, folder: &Path) -> String {
    let inside: PathBuf = path.strip_prefix(folder).unwrap().to_owned();
    inside.to_str().unwrap().to_owned()
}

/// The lines of a table of the data, by their first field.
fn table(file: &str) -> HashMap<String, Vec<String>> {
    let text = fs::read_to_string(shared("futoshiki").unwrap().join(file)).unwrap();
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let lines = text.lines().skip(1).map(fields);
    lines.map(|fields| (fields[0].clone(), fields)).collect()
}

#[test]
fn every_real_board_has_as_many_solutions_as_its_set_says() {
    let Some(boards) = real_boards() else { return };
    let stated = table("boards.csv");
    for (name, puzzle) in boards {
        let request = Request {
            puzzle: &puzzle,
            count: 2,
            limits: Limits::NONE,
        };
        let answer = solve(Engine::Propagation, &request);
        for solution in &answer.solutions {
            verify(&puzzle, solution).unwrap_or_else(|flaw| panic!("{name}: {flaw}"));
        }
        match stated[&name][6].as_str() {
            "0" => assert_eq!(answer.outcome, Outcome::NoSolution, "{name}"),
            "1" => assert!(answer.is_unique(&request), "{name}"),
            _ => assert_eq!(answer.solutions.len(), 2, "{name}"),
        }
        assert_survives(&puzzle, answer.solutions.into_iter().next());
    }
}

/// The same puzzle with each digit `d` as `size + 1 - d`.
fn upside_down(puzzle: &Puzzle) -> Puzzle {
    let size = puzzle.size();
    let givens = puzzle.givens().iter();
    let givens = givens.map(|given| given.map(|digit| size + 1 - digit));
    let signs = puzzle.inequalities().iter().map(|sign| Inequality {
        smaller: sign.larger,
        larger: sign.smaller,
    });
    Puzzle::new(size.into(), givens.collect(), signs.collect()).unwrap()
}

/// Another program counted for the three engines, with digits from the smallest: on boards upside down that is the same.
#[test]
fn the_published_engines_assign_as_often_as_another_program_counted() {
    let Some(boards) = real_boards() else { return };
    let counted = table("baselines.csv");
    let engines = [
        (Engine::Backtracking, 3),
        (Engine::ForwardChecking, 6),
        (Engine::FewestBySigns, 9),
    ];
    let mut compared = 0;
    for (name, puzzle) in boards {
        // Its line is that of another board: 302 assignments of `bt`, on a board that took propagation 12,712 nodes.
        if name.ends_with("sgt/9x9-extreme-3.futoshiki") {
            continue;
        }
        let Some(fields) = counted.get(&name) else {
            continue;
        };
        let puzzle = upside_down(&puzzle);
        for (engine, field) in engines {
            let Some(expected) = fields[field]
                .parse()
                .ok()
                .filter(|&count: &u64| count < 50_000)
            else {
                continue;
            };
            let request = Request {
                puzzle: &puzzle,
                count: 1,
                limits: Limits::guesses(PUBLISHED_LIMIT),
            };
            let answer = solve(engine, &request);
            let found: u64 = answer.stats.assignments;
            assert_eq!(found, expected, "{} on {name}", engine.name());
            compared += 1;
        }
    }
    assert!(compared > 1500, "{compared}");
}

#[test]
fn generated_boards_are_as_asked_for_in_every_format() {
    let run = |format: &str| {
        Flowbot::runs("generate")
            .with("futoshiki")
            .given("--size", "5")
            .given("--count", "3")
            .given("--seed", "7")
            .given("--difficulty", "medium")
            .given("--format", format)
            .exits(0)
            .out
    };
    let read = |text: &str| read_any("generated", text).unwrap();
    let boards = read(&run("board"));
    assert_eq!(boards.len(), 3);
    assert_eq!(run("board"), run("board"));
    for format in ["csv", "id", "json"] {
        let others = read(&run(format));
        let puzzles = |levels: &[Level]| {
            levels
                .iter()
                .map(|it| it.puzzle.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(puzzles(&others), puzzles(&boards), "{format}");
    }
    for level in read(&run("json")) {
        assert!(level.solution.is_some() && level.name.ends_with("medium"));
        on(&board(&level.puzzle))
            .given("--count", "2")
            .exits(0)
            .says("exactly one solution");
    }
    let bare = Flowbot::runs("generate")
        .with("futoshiki")
        .given("--signs", "0");
    bare.given("--givens", "0").exits(2).says("more givens");
    let wrong = Flowbot::runs("generate")
        .with("futoshiki")
        .given("--signs", "2");
    wrong.exits(2).says("0 to 1");
}

#[test]
fn the_engines_are_compared_on_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let (file, page) = (
        folder.path().join("a.futoshiki"),
        folder.path().join("page.html"),
    );
    fs::write(&file, format!("{UNIQUE}\nsize: 2\n1 1\n\n. .\n")).unwrap();
    let ended = Flowbot::runs("bench")
        .with("futoshiki")
        .with(folder.path())
        .given("--runs", "1")
        .given("--limit", "200")
        .given("--report", &page)
        .exits(0);
    for engine in Engine::ALL {
        let line = ended
            .out
            .lines()
            .map(str::trim_start)
            .find(|line| line.starts_with(engine.name()));
        let fields: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert_eq!(fields[1..], ["2", "1", "1", "0", "0"], "{ended}");
    }
    let html = fs::read_to_string(page).unwrap();
    // Two plots by size and one for each size of the sweep; each with a line an engine.
    assert_eq!(html.matches("<svg").count(), 8);
    assert_eq!(html.matches("<polyline").count(), 8 * Engine::ALL.len());
}
