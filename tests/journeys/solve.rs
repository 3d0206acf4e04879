//! `flowbot solve`: from a puzzle in any format to its solution, and every way in which it can fail.

use std::fs;

use crate::common::Flowbot;
use flowbot::puzzle::flow::text::read_any;
use flowbot::render::{Style, draw_board};

const PUZZLE: &str = "A.B\n..C\nABC\n";
const SOLUTION: &str = "A┌B\n││C\nABC\n";
/// One row: solved at a glance, and by every format.
const ROW: &str = "A..A\n";

fn solve(text: &str) -> Flowbot {
    Flowbot::runs("solve").with("-").reading(text)
}

#[test]
fn a_puzzle_is_solved_in_every_format() {
    solve(PUZZLE).exits(0).prints_only(SOLUTION);
    solve(PUZZLE)
        .given("--format", "box")
        .exits(0)
        .prints_only(SOLUTION);
    solve(PUZZLE)
        .given("--format", "letters")
        .exits(0)
        .prints_only("AbB\nabC\nABC\n");
    let paths = "A: 0 3 6\nB: 2 1 4 7\nC: 5 8\n";
    solve(PUZZLE)
        .given("--format", "paths")
        .exits(0)
        .prints_only(paths);
    let json = solve(PUZZLE).given("--format", "json").exits(0);
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["solution"]["B"], serde_json::json!([2, 1, 4, 7]));
    assert_eq!(value["grid"][1], "..C");
}

/// The character that the log gives to each cell which it says was fixed, by row and column from 1.
fn fixed_cells(log: &str) -> Vec<(usize, usize, char)> {
    let lines = log.lines().map(str::trim_start);
    let cells = lines.filter_map(|line| line.strip_prefix("row ")?.split_once(", column "));
    cells
        .map(|(row, rest)| {
            let mut words = rest.split_whitespace();
            let col = words.next().unwrap().parse().unwrap();
            (
                row.parse().unwrap(),
                col,
                words.next().unwrap().parse().unwrap(),
            )
        })
        .collect()
}

#[test]
fn the_log_says_of_every_cell_what_fixed_it() {
    let text = "A.B.D\n..C.E\n.....\n.B.D.\n.ACE.\n";
    let ended = solve(text).with("--explain").exits(0);
    let drawing: Vec<Vec<char>> = ended.out.lines().map(|row| row.chars().collect()).collect();
    let mut fixed = fixed_cells(&ended.err);
    for &(row, col, way) in &fixed {
        let drawn = drawing[row - 1][col - 1];
        assert!(
            drawn == way || drawn.is_alphabetic(),
            "{row} {col}: {drawn}, not {way}"
        );
    }
    fixed.sort_unstable();
    fixed.dedup_by_key(|cell| (cell.0, cell.1));
    // The two corners without a terminal have one shape from the start.
    assert_eq!(fixed.len(), 25 - 2);
    assert!(ended.err.contains("every cell follows without a guess"));
}

#[test]
fn the_log_tells_each_guess_and_what_came_of_it() {
    let many = "A...\n....\n...A\n....\n";
    let ended = solve(many)
        .with("--explain")
        .given("--count", "9")
        .given("--touching", "--stats")
        .exits(0);
    let count = |what: &str| {
        ended
            .err
            .lines()
            .filter(|line| line.trim_start().starts_with(what))
            .count()
    };
    // The table of rules at the end has a line for guesses too.
    let guesses = (1..9)
        .map(|depth| count(&format!("guess {depth}:")))
        .sum::<usize>();
    let solutions = ended.out.split("\n\n").count();
    assert_eq!(count("solution "), solutions);
    assert!(guesses > 0);
    assert_eq!(guesses, count("the guess is taken back"));
    // Solutions that are made of an earlier one count as guesses, and end none.
    let switched = ended.err.matches("an earlier one").count();
    assert!(switched > 0);
    let counted = guesses + switched;
    assert!(
        ended.err.contains(&format!(": {counted} guesses")),
        "{}",
        ended.err
    );
    let found = count("solution ") - switched;
    assert_eq!(found + count("contradiction"), guesses + 1);
}

#[test]
fn all_text_formats_are_read() {
    for text in [
        "# one\r\nA__A\r\n",
        "4 1\nA..A\n0 0\n",
        r#"{"grid": ["A..A"]}"#,
        "4:1,0,1,1;0,1,2,3",
    ] {
        solve(text).exits(0).prints_only("A──A\n");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("row.puzzle"), ROW).unwrap();
    Flowbot::runs("solve")
        .with("row.puzzle")
        .inside(folder.path())
        .exits(0)
        .prints_only("A──A\n");
}

#[test]
fn a_board_that_box_drawing_cannot_show_gets_paths() {
    solve("shape: hex\nA..A\n")
        .exits(0)
        .prints_only("A: 0 1 2 3\n");
    solve("shape: hex\nA..A\n")
        .given("--format", "box")
        .exits(2)
        .says("use paths or json");
}

#[test]
fn a_graph_is_solved_drawn_and_explained_by_the_numbers_of_its_nodes() {
    let ring = "shape: graph\nnodes: 0,0 10,0 20,0 10,10 0,10\nedges: 0|1 1|2 2|3 3|4 0|4\nAB.BA\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ring.puzzle"), ring).unwrap();
    let solve = || {
        Flowbot::runs("solve")
            .with("ring.puzzle")
            .inside(folder.path())
    };
    solve()
        .given("--picture", "ring.png")
        .exits(0)
        .prints_only("A: 0 4\nB: 1 2 3\n");
    assert!(folder.path().join("ring.png").is_file());
    solve()
        .with("--explain")
        .exits(0)
        .says("row 1, column 1        4  colour");
    let star = "shape: graph\nnodes: 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0\n\
                edges: 0|1 0|2 0|3 0|4 0|5 0|6 0|7\nA......A";
    self::solve(star).exits(1).says("more than 6 sides");
}

#[test]
fn letters_end_at_26_colours() {
    let column: String = ('A'..='Z')
        .chain(['a'])
        .map(|label| format!("{label}{label}\n"))
        .collect();
    solve(&column)
        .given("--format", "letters")
        .exits(2)
        .says("27 colours: use paths");
    solve(&column)
        .given("--format", "paths")
        .exits(0)
        .prints("a: 52 53");
}

#[test]
fn several_levels_are_all_solved_under_headings() {
    let file = "A.A\n\nBB\n..\n\nCC\n";
    solve(file).exits(0).prints_only(
        "# standard input, level 1\nA─A\n\n# standard input, level 2\nBB\n└┘\n\n# standard input, level 3\nCC\n",
    );
}

#[test]
fn one_level_without_a_solution_is_told_by_the_exit_code() {
    solve("AA\n\nAB\nBA\n\nCC\n")
        .exits(4)
        .prints("CC\n")
        .says("level 2: no solution");
}

#[test]
fn a_level_is_picked() {
    let file = "A.A\n\nBB\n\nCC\n";
    solve(file)
        .given("--level", "3")
        .exits(0)
        .prints_only("CC\n");
    solve(file)
        .given("--level", "4")
        .exits(2)
        .says("holds 3 level(s)");
    solve(file).given("--level", "0").exits(2);
}

#[test]
fn a_count_says_whether_the_solution_is_the_only_one() {
    solve(ROW)
        .given("--count", "2")
        .exits(0)
        .prints_only("A──A\n")
        .says("exactly one solution");
    let two = "A..B\n....\nA..B\n";
    let ended = solve(two).given("--count", "2").with("--touching").exits(0);
    assert_eq!(ended.out.split("\n\n").count(), 2, "{ended}");
    ended.says("at least 2 solutions");
}

#[test]
fn touching_is_the_last_resort_for_files() {
    let ended = solve("AA\n..\n")
        .given("--count", "2")
        .exits(0)
        .prints_only("AA\n└┘\n");
    ended.says("counting paths that touch themselves too");
}

#[test]
fn the_rule_that_a_solution_needed_is_named() {
    let round_a_hole = solve("AA.\n.*.\n...\n").exits(0);
    round_a_hole.says("none fills a 2x2 square");
    let square = solve("AA\n..\n").exits(0);
    square.says("paths touch themselves and fill 2x2 squares");
    solve("ABA\n...\n..B\n")
        .exits(4)
        .says("no solution, not even with paths that touch themselves");
}

#[test]
fn cells_may_stay_empty_on_request() {
    solve("AB\nA.\n.B\n").exits(4);
    solve("AB\nA.\n.B\n")
        .with("--allow-empty")
        .exits(0)
        .prints_only("AB\nA│\n.B\n");
    solve("AA\n..\n")
        .with("--allow-empty")
        .exits(0)
        .prints_only("AA\n..\n");
    solve("AB\nBA\n")
        .with("--allow-empty")
        .exits(4)
        .says("cells left empty or not");
    let picture = format!("{}/fixtures/screens/light.png", env!("CARGO_MANIFEST_DIR"));
    Flowbot::runs("solve")
        .with(&picture)
        .with("--allow-empty")
        .exits(0);
}

#[test]
fn no_solution_and_limits_have_their_own_exit_codes() {
    solve("AB\nBA\n")
        .exits(4)
        .prints_only("")
        .says("no solution");
    let wide_open = [
        "A.........",
        "..........",
        "..........",
        "..........",
        ".........B",
        ".........A",
        "B.........",
    ];
    let ended = solve(&wide_open.join("\n"))
        .given("--max-guesses", "1")
        .given("--count", "100")
        .with("--touching");
    ended.exits(5).says("raise --max-guesses").keeps_calm();
}

#[test]
fn stats_are_told_on_request() {
    solve(ROW)
        .with("--stats")
        .exits(0)
        .says("0 guesses, ")
        .says(" propagations, ");
}

#[test]
fn the_solution_is_drawn_into_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solved.png");
    solve(ROW).given("--picture", &file).exits(0);
    let picture = image::open(&file).unwrap().into_rgb8();
    let (width, height) = picture.dimensions();
    assert_eq!(picture.get_pixel(width / 2, height / 2).0, [255, 0, 0]);
    solve("AA\n\nBB\n")
        .given("--picture", &file)
        .exits(2)
        .says("choose it with --level");
    let again = || solve(ROW).given("--picture", &file);
    again().exits(1).says("--force");
    again().with("--force").exits(0);
    solve(ROW)
        .given("--picture", "solved.jpg")
        .exits(2)
        .says("ends in .png or .svg");
    // A file stands where a folder would have to be.
    solve(ROW)
        .given("--picture", file.join("solved.png"))
        .exits(1)
        .says("solved.png");
}

#[test]
fn the_solution_is_drawn_as_svg() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solved.svg");
    solve(ROW).given("--picture", &file).exits(0);
    let svg = fs::read_to_string(&file).unwrap();
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(svg.matches("<circle ").count(), 2, "two terminals: {svg}");
    assert!(svg.contains("stroke=\"#ff0000\""), "a pipe: {svg}");
}

#[test]
fn bad_input_is_answered_with_the_place_and_the_fix() {
    solve("")
        .exits(1)
        .says("standard input:1:1: there is no puzzle here");
    solve("A.\n..\n")
        .exits(1)
        .says("1:1: 'A' stands in one cell only");
    solve("AA\n.A\n")
        .exits(1)
        .says("3 cells (row 1, column 1; row 1, column 2; row 2, column 2)");
    solve("AA\n.\n")
        .exits(1)
        .says("2:1: this row has 1 cells, the first has 2");
    let junk = Flowbot::runs("solve")
        .with("-")
        .reading(vec![b'A', b'\n', 0xff, 0xfe, 0]);
    junk.exits(1).says("2:1: this is not text").keeps_calm();
    Flowbot::runs("solve")
        .with("nowhere.puzzle")
        .exits(1)
        .says("nowhere.puzzle");
    Flowbot::runs("solve").exits(2);
}

#[test]
fn a_file_that_is_called_a_picture_must_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        file
    };
    let text = write("text.png", b"A..A\n");
    Flowbot::runs("solve")
        .with(text)
        .exits(1)
        .says("no PNG, JPEG, WebP, GIF or BMP picture");
    let empty = write("empty.PNG", b"");
    Flowbot::runs("solve")
        .with(empty)
        .exits(1)
        .says("the file is empty");
    let cut = write("cut.dat", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    Flowbot::runs("solve")
        .with(cut)
        .exits(1)
        .says("cut.dat")
        .keeps_calm();
}

#[test]
fn a_board_in_a_picture_is_read_solved_and_drawn_in_its_own_colours() {
    let folder = tempfile::tempdir().unwrap();
    let (file, solved) = (
        folder.path().join("board.png"),
        folder.path().join("solved.png"),
    );
    let puzzle = include_str!("../../fixtures/puzzles/one.puzzle");
    let level = read_any("board", puzzle).unwrap().pop().unwrap();
    draw_board(&level.puzzle, None, &Style::default())
        .save(&file)
        .unwrap();
    let from_text = solve(puzzle).exits(0);
    Flowbot::runs("solve")
        .with(&file)
        .given("--picture", &solved)
        .exits(0)
        .prints_only(&from_text.out);
    let red = image::Rgb([255, 0, 0]);
    assert!(
        image::open(&solved)
            .unwrap()
            .into_rgb8()
            .pixels()
            .any(|pixel| *pixel == red)
    );
}

#[test]
fn a_picture_without_a_board_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("night.png");
    image::RgbImage::new(300, 200).save(&file).unwrap();
    let ended = Flowbot::runs("solve").with(file).exits(3).prints_only("");
    ended.says("night.png: no-board");
}

#[cfg(unix)]
#[test]
fn a_signal_stops_a_long_file_of_easy_levels() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.puzzle");
    fs::write(&file, "AA\n\n".repeat(100_000)).unwrap();
    let mut solve = Command::new(env!("CARGO_BIN_EXE_flowbot"))
        .arg("solve")
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(solve.stdout.take().unwrap());
    answers.read_line(&mut String::new()).unwrap();
    // Now it waits until somebody reads on: a pipe holds a few thousand answers.
    let process = solve.id().to_string();
    let sent = Command::new("kill").args(["-INT", &process]).status();
    assert!(sent.unwrap().success());
    answers.read_to_end(&mut Vec::new()).unwrap();
    let ended = solve.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(6), "{said}");
    assert!(said.contains("stopped by a signal"), "{said}");
}

#[test]
fn a_name_stays_on_its_line() {
    let levels = r#"{"name": "a\u001b[31m\nB.B", "grid": ["A.A"]} {"grid": ["C.C"]}"#;
    let ended = solve(levels).exits(0).prints("a [31m B.B");
    assert!(!ended.out.contains('\u{1b}'), "{ended}");
}
