//! Bad text is answered with the place of the fault and the fix; nothing panics.

use flowbot::puzzle::flow::Layout;
use flowbot::puzzle::flow::text::{
    Level, Problem, TextError, label, numberlink as write_numberlink, read_any, read_box_drawing,
    read_bytes, read_letters, read_paths, write_puzzle,
};
use flowbot::puzzle::flow::{Board, Pair, Puzzle};
use proptest::prelude::*;

fn refuse(text: &str) -> TextError {
    match read_any("my.puzzle", text) {
        Ok(levels) => panic!("{text:?} was read as {levels:?}"),
        Err(error) => error,
    }
}

/// Asserts the message: where, and some words of it.
#[track_caller]
fn assert_refused(text: &str, place: &str, words: &str) {
    let message = refuse(text).to_string();
    assert!(
        message.starts_with(&format!("my.puzzle:{place}: ")),
        "{message}"
    );
    assert!(message.contains(words), "{message}");
}

fn puzzle(text: &str) -> Puzzle {
    read_any("good", text).unwrap().pop().unwrap().puzzle
}

#[test]
fn puzzle_files() {
    assert_refused("", "1:1", "no puzzle here");
    assert_refused("\n# words only\n", "1:1", "no puzzle here");
    assert_refused("A.\nBA\n", "2:1", "'B' stands in one cell only");
    assert_refused(
        "A.A\n.BB\n..A\n",
        "3:3",
        "3 cells (row 1, column 1; row 1, column 3; row 3, column 3)",
    );
    assert_refused("A..\n...\n.A\n", "3:1", "2 cells, the first has 3");
    assert_refused("...\n...\n", "1:1", "no terminals");
    assert_refused("***\n", "1:1", "no cells");
    assert_refused("AA\nB B\n", "2:2", "' ' cannot be a cell");
    assert_refused("A\u{7}A\n", "1:2", "cannot be a cell");
    assert_refused(&".".repeat(20_000), "1:1", "too large");
    assert_refused(&"A".repeat(200_000), "1:1", "too large");
    assert_refused(&".\n".repeat(70_000), "1:1", "too large");
}

#[test]
fn headers() {
    assert_refused(
        "colour: red\nA.A\n",
        "1:1",
        "no header is called \"colour\"",
    );
    assert_refused("shape: round\nA.A\n", "1:8", "square, hex or graph");
    assert_refused(
        "warp: sideways\nA.A\n",
        "1:7",
        "none, horizontal, vertical or both",
    );
    assert_refused("walls: 0|1 2-3\nA.A\n", "1:12", "is no wall");
    assert_refused("walls: 0|1,1|2,2|3,3|4\nA...A\n", "1:8", "is no wall");
    assert_refused("walls: +0|1\nA.A\n", "1:8", "is no wall");
    assert_refused(
        "walls: 0|3\nA.A\n",
        "1:8",
        "no cell 3: the last of 1 rows by 3 columns is 2",
    );
    assert_refused("walls: 0|1 0|2\nA.A\n", "1:12", "no neighbours");
    assert_refused("shape: hex\n", "1:1", "no grid below");
    assert_refused("A.A\nwarp: both\n", "2:1", "move it above");
    assert_refused(
        "shape: hex\nwarp: both\nA.A\n",
        "3:1",
        "hexagons can have no warps",
    );
}

#[test]
fn a_row_with_a_colon_is_no_header() {
    let read = puzzle("A:.:A\n");
    let labels: Vec<char> = read.pairs().iter().map(|pair| pair.label).collect();
    assert_eq!(labels, ['A', ':']);
}

#[test]
fn line_ends_byte_order_mark_and_comments_do_not_matter() {
    let plain = puzzle("A.\nBA\n.B\n");
    let windows = "\u{feff}# a comment\r\nA. # corner\r\nBA\r\n# between\r\n_B";
    assert_eq!(puzzle(windows), plain);
    assert_eq!(puzzle("2 3\r\nA.\r\nBA\r\n.B\r\n0 0\r\n"), plain);
}

#[test]
fn an_empty_line_separates_puzzles() {
    let levels = read_any("two", "A.A\n\nwarp: both\nB.\n.B\n\n\n").unwrap();
    let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
    assert_eq!(names, ["two, level 1", "two, level 2"]);
    assert_eq!(levels[1].puzzle, puzzle("warp: both\nB.\n.B\n"));
}

#[test]
fn numberlink() {
    let plain = puzzle("A.B\n...\nA.B\n");
    assert_eq!(puzzle("3 3\nA-B\n---\nA-B\n"), plain);
    assert_eq!(puzzle("3 3\nA0B\n000\nA0B\n"), plain);
    let numbers = "3 3\n10 0 7\n0  0 0\n10 0 7\n";
    assert_eq!(puzzle(numbers), plain);
    // Where dots are blanks, 0 is a terminal; on a board without blanks it would become one.
    assert_eq!(puzzle("3 1\n0.0\n").pairs()[0].label, '0');
    assert_eq!(write_numberlink(&puzzle("0.0\n")).unwrap(), "3 1\n0.0\n");
    let message = write_numberlink(&puzzle("00\n")).unwrap_err().to_string();
    assert!(message.contains("called 0"), "{message}");
    assert_eq!(
        read_any("two", "1 2\nA\nA\n2 1\nBB\n0 0\n").unwrap().len(),
        2
    );
    assert_refused("3 2\nA.A\n", "1:1", "1 rows of 2");
    assert_refused("3 1\nA..A\n", "2:1", "4 cells, it should have 3");
    assert_refused("0 0\n", "1:1", "no puzzle here");
    assert_refused("0 5\nA\n", "1:1", "1 rows of 5");
    assert_refused("99999999999999999999 1\nAA\n", "1:21", "cannot be a cell");
}

/// In the `W H` form only `.` is empty: what puzzle files use for holes, bridges and comments is a terminal.
#[test]
fn every_other_character_of_the_numberlink_form_is_a_terminal() {
    let read = puzzle("4 3\n*_#+\n....\n*_#+\n");
    assert_eq!(read, puzzle("ABCD\n....\nABCD\n"));
    // Labels that are in use are not given a second time.
    assert_eq!(puzzle("3 3\n*A+\n...\n*A+\n"), puzzle("BAC\n...\nBAC\n"));
    assert_eq!(puzzle("2 2\n* #\n* #\n"), puzzle("AB\nAB\n"));
    assert_eq!(
        puzzle("3 1 # a size\n#.#\n\n# the end\n0 0"),
        puzzle("A.A\n")
    );
    assert_eq!(puzzle("3 1\nA_A\n"), puzzle("A.A\n"));
    assert_refused("3 1\nA.\u{7}\n", "2:3", "cannot be a cell");
    let holes = write_numberlink(&puzzle("A*A\n...\n"));
    assert!(holes.unwrap_err().to_string().contains("holes"));
}

#[test]
fn adc_files() {
    let text = "# a comment\nSIZE 3X2\nLINE_NUM 2\nLINE#1 (0,0)-(0,1)\nLINE#2 (2,1) (1,0)\n";
    assert_eq!(puzzle(text), puzzle("AB.\nA.B\n"));
    let two = read_any(
        "two",
        "SIZE 2X1\nLINE#1 (0,0)-(1,0)\nSIZE 1x2\nLINE#1 (0,0)-(0,1)\n",
    );
    let two = two.unwrap();
    assert_eq!(two[1].name, "two, level 2");
    assert_eq!(two[1].puzzle, puzzle("A\nA\n"));
    assert_refused("SIZE 3X2X2\n", "1:6", "several layers");
    assert_refused("SIZE\n", "1:1", "like 10X10");
    assert_refused("SIZE 0X2\n", "1:6", "no cells");
    assert_refused("SIZE 3X2\n", "1:1", "no terminals");
    assert_refused(
        "SIZE 3X2\nLINE#1 (0,0)-(0)\n",
        "2:1",
        "no line of the ADC form",
    );
    assert_refused("SIZE 3X2\nBLOCK#1 1X1\n", "2:1", "no line of the ADC form");
    assert_refused(
        "SIZE 3X2\nLINE#1 (0,0)-(0,2)\n",
        "2:15",
        "no column 0, row 2",
    );
    assert_refused("SIZE 3X2\nLINE#1 (0,0)-(0,a)\n", "2:17", "not a number");
    assert_refused(
        "SIZE 3X2\nLINE#1 (0,0)-(0,0)\n",
        "1:1",
        "share row 1, column 1",
    );
}

#[test]
fn pack_lines() {
    let good = "2,0,1,2;0,1;2,3";
    assert_eq!(puzzle(good), puzzle("AA\nBB\n"));
    assert_refused("2,0,1;0,1;2,3", "1:1", "here are 3 fields");
    assert_refused("2,0,1,3;0,1;2,3", "1:7", "3 flows, 2 paths");
    assert_refused("2,0,1,2;0,1;2,4", "1:15", "no cell 4");
    assert_refused(
        "2,0,1,2;0,3;2,1",
        "1:11",
        "jumps from row 1, column 1 to row 2, column 2",
    );
    assert_refused("2,0,1,2;0,1;2", "1:13", "two cells or more");
    assert_refused("2,0,1,1;0,1", "1:1", "no path fills row 2, column 1");
    assert_refused("Q_2,0,1,2;0,1;2,3", "1:1", "W_ for warps");
    assert_refused("0,0,1,2;0,1;2,3", "1:1", "no cells");
    assert_refused("0,1,2,3,5;0", "1:9", "no cells");
    assert_refused(
        &format!("{good}\n2,x,1,2;0,1;2,3"),
        "2:3",
        "\"x\" is not a number",
    );
    assert_refused("2,0,1,2,9,;0,1;2,3", "1:9", "no cell 9");
}

#[test]
fn json() {
    let good = r#"{"grid": ["AA", "BB"]}"#;
    assert_eq!(puzzle(good), puzzle("AA\nBB\n"));
    assert_eq!(
        read_any("list", &format!("[{good}, {good}]"))
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        read_any("lines", &format!("{good}\n{good}\n"))
            .unwrap()
            .len(),
        2
    );
    assert_refused(r#"{"grid": [], "walls": [[0, 1]]}"#, "1:1", "no cells");
    let third = format!("[{good},\n{good},\n  {{\"grid\": [\"AAA\"]}}]");
    assert_refused(&third, "3:3", "3 cells");
    assert_refused(
        r#"{"grid": ["AA"], "wals": []}"#,
        "1:23",
        "unknown field `wals`",
    );
    assert_refused("{\n\"grid\": [\"AA\"", "2:13", "EOF");
    assert_refused(
        &format!("{good}\n\n{{\"grid\": [\"AB\"]}}"),
        "3:1",
        "'A' stands in one",
    );
    assert_refused(r#"{"grid": [""], "shape": "hex"}"#, "1:1", "no cells");
    assert_refused(r#"{"grid": [], "shape": "hex"}"#, "1:1", "no cells");
    assert_refused(r#"{"grid": ["AA"], "rows": 2}"#, "1:1", "1 rows of 2");
    let unsolved = r#"{"grid": ["A.", "A."], "solution": {"A": [0, 2]}}"#;
    assert_refused(unsolved, "1:1", "no path fills row 1, column 2");
}

#[test]
fn solutions() {
    let puzzle = puzzle("A..B\nA..B\n");
    let message = |error: TextError| error.to_string();
    let read = |text: &str| read_box_drawing("box", &puzzle, text).map_err(message);
    assert!(read("A┐┌B\nA┘└B\n").is_ok());
    assert!(read("A─┐B\nA─┘B\n").is_ok());
    assert!(
        read("A─┐B\nA┐┘B\n")
            .unwrap_err()
            .starts_with("box:2:3: the flow of 'A'")
    );
    assert!(read("A─┐B\n").unwrap_err().contains("1 rows of 2"));
    assert!(
        read("A─┐B\nB─┘A\n")
            .unwrap_err()
            .starts_with("box:2:1: 'B' does not belong")
    );
    let touching = read_letters("letters", &puzzle, "AabB\nAabB\n").map_err(message);
    assert!(
        touching
            .unwrap_err()
            .starts_with("letters:1:1: the flow of 'A'")
    );
    let straight = self::puzzle("A..A\nB..B\n");
    let read = |text: &str| read_letters("letters", &straight, text).map_err(message);
    assert!(read("AaaA\nBbbB\n").is_ok());
    assert!(read("AaaA\nBabB\n").is_err());
    assert!(
        read("AaaA\nBb.B\n")
            .unwrap_err()
            .starts_with("letters:2:3: '.' does not")
    );
    let read = |text: &str| read_paths("paths", &puzzle, text).map_err(message);
    assert!(read("B: 3 2 6 7\nA: 4 5 1 0\n").is_ok());
    assert!(read("A: 0 1 5 4\n").unwrap_err().contains("\"B\""));
    assert!(
        read("A: 0 1 5 4\nB: 3 7\n")
            .unwrap_err()
            .contains("no path fills")
    );
    assert!(
        read("A: 0 1 5 4\nB: 3 1\n")
            .unwrap_err()
            .starts_with("paths:2:6: the path jumps")
    );
}

#[test]
fn bytes_that_are_no_text_are_placed_too() {
    let error = read_bytes("my.puzzle", b"A.A\n.\xff.\n").unwrap_err();
    assert_eq!(
        (error.line, error.column, error.problem),
        (2, 2, Problem::NotText)
    );
}

#[test]
fn a_board_of_sixty_by_sixty_with_hundreds_of_colours_survives() {
    let board = Board::new(Layout::rectangle(60, 60)).unwrap();
    let nodes: Vec<_> = board.nodes().collect();
    let pairs = nodes.chunks(4).enumerate().map(|(index, nodes)| Pair {
        label: label(index),
        terminals: [nodes[0], nodes[3]],
    });
    let large = Puzzle::new(board.clone(), pairs.collect()).unwrap();
    assert_eq!(large.pairs().len(), 900);
    assert_eq!(puzzle(&write_puzzle(&large)), large);
}

/// Says what was read or what is wrong: a message can panic too.
fn answer(read: Result<Vec<Level>, TextError>) {
    if let Err(error) = read {
        assert!(error.to_string().starts_with("any:"), "{error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[\\PC\n ]{0,80}") {
        answer(read_any("any", &text));
    }

    #[test]
    fn nothing_that_nearly_is_a_format_makes_the_reader_panic(
        text in "(W_|X_|shape: hex\n|warp: both\n|walls: |SIZE 4X4\nLINE#1 |4 2\n)?[()#0-9,;:|_+*.AB\n \\[\\]{}\"]{0,60}"
    ) {
        answer(read_any("any", &text));
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        answer(read_bytes("any", &bytes));
    }
}
