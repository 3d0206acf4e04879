//! Real levels and hard boards survive every text format.

use std::fs;

use flowbot::geometry::Tiling;
use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{
    self, CannotShow, Level, box_drawing, json, letters, numberlink, pack_line, paths, read_any,
    read_box_drawing, read_letters, read_paths, write_puzzle,
};

use flowbot::puzzle::flow::{Node, Puzzle, Warp, touches_itself, verify};
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
        Err(_) => assert!(!layout.is_plain() || !layout.holes.is_empty()),
    }
    let mut read = read_any("written", &json(level)).unwrap();
    let read = read.pop().unwrap();
    assert_eq!((&read.puzzle, &read.solution), (puzzle, solution));

    let Some(solution) = solution else { return };
    let expected = solution.clone().oriented(puzzle);
    let read = read_paths("written", puzzle, &paths(puzzle, solution)).unwrap();
    assert_eq!(read.oriented(puzzle), expected);

    let can_be_drawn = layout.graph.is_none()
        && layout.tiling == Tiling::Square
        && layout.bridges.is_empty()
        && layout.warp == Warp::None;
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

/// A ring of two times four cells, and a centre that joins four of them.
const WHEEL: &str = "\
shape: graph
nodes: 50,0 100,50 50,100 0,50 50,25 75,50 50,75 25,50
nodes: 50,50
edges: 0|1 1|2 2|3 0|3 4|5 5|6 6|7 4|7 0|4 1|5 2|6 3|7
edges: 4|8 5|8 6|8 7|8
A..B.A..B
";

#[test]
fn a_graph_survives_every_format_and_is_solved_as_its_edges_say() {
    let puzzle = read_puzzle(WHEEL);
    let board = puzzle.board();
    let neighbours = |node: u16| {
        let mut all: Vec<u16> = board.edges(Node(node)).map(|(_, edge)| edge.to.0).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(neighbours(0), [1, 3, 4]);
    assert_eq!(neighbours(5), [1, 4, 6, 8]);
    assert_eq!(neighbours(8), [4, 5, 6, 7]);
    assert_eq!(board.layout().kind(), Some("shapes"));
    let request = Request {
        puzzle: &puzzle,
        count: 100,
        touching: Touching::Allowed,
        limits: Limits::NONE,
    };
    let answer = solve(&request);
    assert!(!answer.solutions.is_empty());
    for solution in answer.solutions {
        verify(&puzzle, &solution).unwrap();
        let level = Level::new("wheel", puzzle.clone(), Some(solution));
        assert!(pack_line(&level).is_err());
        assert_survives(&level);
    }
}

#[test]
fn outlines_survive_every_format() {
    let graph = "shape: graph\nnodes: 1,1 3,1\nedges: 0|1\n\
                 outlines: 0,0|2,0|2,2|0,2 2,0|4,0|2,2\nAA\n";
    let puzzle = read_puzzle(graph);
    let own = puzzle.board().layout().graph.as_ref().unwrap();
    assert_eq!(own.outlines()[1], [[2, 0], [4, 0], [2, 2]]);
    assert_survives(&Level::new("two", puzzle.clone(), None));
    let apart = graph.replace("2,0|4,0|2,2", "2,0|4,0|3,3");
    let error = read_any("it", &apart).unwrap_err().to_string();
    assert!(error.starts_with("it:4:11: nodes 0 and 1"), "{error}");
}

#[test]
fn a_graph_that_is_none_is_refused_with_its_place_and_the_next_step() {
    let graph = "shape: graph\nnodes: 0,0 1,0 2,0\n";
    for (rest, place, message) in [
        ("edges: 0|1 1|3\nA.A", "3:12", "there is no node 3"),
        ("edges: 0|1 1|0\nA.A", "3:12", "joined twice"),
        ("edges: 2|2\nA.A", "3:8", "to itself"),
        ("edges: 0-1\nA.A", "3:8", "no edge"),
        ("nodes: 0,70000\nA.AA", "3:8", "no position"),
        ("edges: 0|1\nA..A", "4:1", "3 nodes"),
        ("edges: 0|1\nA*A", "4:1", "no holes"),
        ("walls: 0|1\nA.A", "4:1", "no walls"),
        (
            "outlines: 0,0|1,0|1,1\nA.A",
            "3:11",
            "1 outlines for 3 nodes",
        ),
        ("outlines: 0,0|1\nA.A", "3:15", "no position"),
    ] {
        let error = read_any("it", &format!("{graph}{rest}"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&format!("it:{place}: ")), "{error}");
        assert!(error.contains(message), "{error}");
    }
    let star = "shape: graph\nnodes: 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0\n\
                edges: 0|1 0|2 0|3 0|4 0|5 0|6 0|7\nA......A";
    let error = read_any("it", star).unwrap_err().to_string();
    assert!(
        error.starts_with("it:3:32: node 0 has more than 6 sides"),
        "{error}"
    );
    let lattice = read_any("it", "edges: 0|1\nA.A").unwrap_err().to_string();
    assert!(lattice.contains("shape: graph"), "{lattice}");
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
    for example in [
        readme,
        fenced("# Puzzle file"),
        fenced("shape: graph`"),
        fenced("# JSON"),
    ] {
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
