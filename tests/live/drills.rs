//! Drills on a real X display: what flowbot does when something goes wrong in the middle of a drag, and
//! where its presses land. The windows are pictures, so nothing that is drawn is ever shown.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::common::pictures::{SMALL, board};
use crate::common::stage::{Stage, wait_until};
use image::{Rgb, RgbImage, imageops};

/// A level of the game's first pack; it has exactly one solution.
const BOARD: [&str; 5] = ["A.B.D", "..C.E", ".....", ".B.D.", ".ACE."];
const CELL: u32 = 60;
/// From the window's corner to the board's.
const MARGIN: u32 = 20;
const SIDE: u32 = 5 * CELL;

fn board_picture() -> RgbImage {
    let colours = [
        [255, 0, 0],
        [0, 141, 0],
        [12, 41, 254],
        [234, 224, 0],
        [251, 137, 0],
    ];
    let side = SIDE + 2 * MARGIN;
    RgbImage::from_fn(side, side, |x, y| {
        let paper = Rgb([18, 20, 26]);
        let (Some(x), Some(y)) = (x.checked_sub(MARGIN), y.checked_sub(MARGIN)) else {
            return paper;
        };
        if x > SIDE || y > SIDE {
            return paper;
        }
        if x % CELL < 2 || y % CELL < 2 || x == SIDE || y == SIDE {
            return Rgb([60, 64, 72]);
        }
        let (u, v) = (x % CELL, y % CELL);
        let from_centre = f64::from(u.abs_diff(CELL / 2)).hypot(f64::from(v.abs_diff(CELL / 2)));
        let label = BOARD[(y / CELL) as usize].as_bytes()[(x / CELL) as usize];
        match label {
            b'A'..=b'E' if from_centre < 21.0 => Rgb(colours[usize::from(label - b'A')]),
            _ => paper,
        }
    })
}

/// The cell at a place of the desktop, for a window at `corner`.
fn cell_at((x, y): (i16, i16), corner: (i16, i16)) -> Option<(usize, usize)> {
    let place = |at: i16, corner: i16| {
        let inside = u32::try_from(at - corner).ok()?.checked_sub(MARGIN)?;
        (inside < SIDE).then_some((inside / CELL) as usize)
    };
    Some((place(y, corner.1)?, place(x, corner.0)?))
}

fn is_terminal((row, col): (usize, usize)) -> bool {
    BOARD[row].as_bytes()[col] != b'.'
}

/// Drags from both ends of a flow, a click on its first cell, and one on the cell beside it.
#[track_caller]
fn are_probes(presses: &[(i16, i16)], corner: (i16, i16)) {
    let cells: Vec<_> = presses
        .iter()
        .filter_map(|at| cell_at(*at, corner))
        .collect();
    let &[first, other, clicked, beside, selected] = cells.as_slice() else {
        panic!("{presses:?} are not five presses on the board");
    };
    assert!(is_terminal(first) && is_terminal(other) && first != other);
    assert_eq!(selected, first);
    let steps = clicked.0.abs_diff(beside.0) + clicked.1.abs_diff(beside.1);
    assert_eq!((clicked, steps), (first, 1));
}

const CORNER: (i16, i16) = (200, 150);

/// A stage with one board, and flowbot in the middle of a drag over it: so slow that it is still drawing when the test
/// does what it is about, also on a busy machine.
fn in_mid_drag() -> (Stage, u32, Child) {
    let stage = Stage::open();
    let window = stage.show("Board", CORNER, &board_picture());
    let child = stage
        .flowbot(&["play", "--window", "Board", "--pace", "400"])
        .spawn()
        .unwrap();
    let mut start = None;
    wait_until("the button is down and the pointer moves", || {
        let (at, is_down) = stage.pointer();
        is_down && *start.get_or_insert(at) != at
    });
    (stage, window, child)
}

#[track_caller]
fn ends(child: Child, code: i32, words: &str) -> Output {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "it said: {said}");
    assert!(said.contains(words), "{words:?} is not in: {said}");
    output
}

fn kill(signal: &str, process: u32) {
    let mut kill = Command::new("kill");
    let sent = kill.args([signal, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// A signal in mid-drag: the button comes up, and the exit code says that it was stopped.
fn signal(name: &str) {
    let (stage, _, child) = in_mid_drag();
    kill(name, child.id());
    ends(child, 6, "signal");
    assert!(!stage.pointer().1, "the button is down");
}

#[test]
fn ctrl_c_in_mid_drag() {
    signal("-INT");
}

#[test]
fn sigterm_in_mid_drag() {
    signal("-TERM");
}

#[test]
fn sighup_in_mid_drag() {
    signal("-HUP");
}

#[test]
fn a_signal_while_the_display_hangs() {
    let (stage, _, child) = in_mid_drag();
    kill("-STOP", stage.server());
    kill("-TERM", child.id());
    // Longer than the hand is given to let go by itself.
    std::thread::sleep(Duration::from_millis(700));
    kill("-CONT", stage.server());
    ends(child, 6, "");
    assert!(!stage.pointer().1, "the button is down");
}

/// Nobody has to wait for a display that does not answer: the second signal ends flowbot while it hangs.
#[test]
fn a_second_signal_while_the_display_hangs() {
    let (stage, _, mut child) = in_mid_drag();
    kill("-STOP", stage.server());
    // Of two kinds: two of one kind may come as one.
    kill("-TERM", child.id());
    kill("-INT", child.id());
    wait_until("flowbot has ended", || child.try_wait().unwrap().is_some());
    kill("-CONT", stage.server());
    ends(child, 6, "the mouse button may still be down");
}

/// A hand moves a pointer more than once: a single move may come between a look at the pointer and the step of the drag
/// that follows it, which takes it back. The next one is seen. With the button up nothing may take the pointer back.
#[test]
fn a_person_moves_the_pointer_in_mid_drag() {
    const HAND: (i16, i16) = (900, 700);
    let (stage, _, mut child) = in_mid_drag();
    let mut moves = 0;
    wait_until("flowbot has ended", || {
        let (at, is_down) = stage.pointer();
        if is_down && at != HAND {
            stage.nudge(HAND.0, HAND.1);
            moves += 1;
        }
        child.try_wait().unwrap().is_some()
    });
    ends(child, 6, "moved the mouse");
    assert_eq!(stage.pointer(), (HAND, false));
    assert!(
        moves <= 2,
        "the hand moved {moves} times before it was seen"
    );
}

#[test]
fn the_window_is_closed_in_mid_drag() {
    let (stage, window, child) = in_mid_drag();
    stage.close(window);
    ends(child, 1, "\"Board\" was closed");
    assert!(!stage.pointer().1, "the button is down");
}

#[test]
fn the_window_is_covered_in_mid_drag() {
    let (stage, _, child) = in_mid_drag();
    stage.show("Cover", CORNER, &RgbImage::new(SIDE, SIDE));
    ends(child, 6, "covered");
    assert!(!stage.pointer().1, "the button is down");
}

#[test]
fn the_display_is_lost_in_mid_drag() {
    let (stage, _, child) = in_mid_drag();
    kill("-KILL", stage.server());
    let output = ends(child, 1, "cannot");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn a_picture_of_a_board_gets_five_probes_and_no_more() {
    let stage = Stage::open();
    stage.show("Board", CORNER, &board_picture());
    let child = stage.flowbot(&["play"]).spawn().unwrap();
    ends(child, 7, "does not show it");
    are_probes(&stage.presses(), CORNER);
    assert!(!stage.pointer().1, "the button is down");
}

/// What is planned for a board at the far corner of a desktop scaled to `dpi / 96`, outside of what the
/// monitor would measure if its size were divided by the scale; and where presses land there.
fn scaled(dpi: u32) {
    let stage = Stage::open();
    stage.set_dpi(dpi);
    let corner = (1240, 545);
    stage.show("Board", corner, &board_picture());
    let cell = |(x, y): (i64, i64)| cell_at((x as i16, y as i16), corner);
    for target in [
        ["--window", "Board"],
        ["--monitor", "1"],
        ["--region", "1200,500,400,400"],
    ] {
        let arguments = [&["play", "--dry-run", "--json"], target.as_slice()].concat();
        let output = ends(stage.flowbot(&arguments).spawn().unwrap(), 0, "");
        let plan: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let strokes: Vec<Vec<(i64, i64)>> =
            serde_json::from_value(plan["strokes"].clone()).unwrap();
        let passed: BTreeSet<_> = strokes
            .iter()
            .flatten()
            .filter_map(|at| cell(*at))
            .collect();
        assert_eq!(passed.len(), 25, "{target:?}: {strokes:?}");
        for stroke in &strokes {
            let ends = [stroke[0], stroke[stroke.len() - 1]].map(cell);
            let joined = ends.iter().all(|end| end.is_some_and(is_terminal));
            assert!(joined, "{target:?}: {stroke:?}");
        }
    }
    let child = stage.flowbot(&["play", "--pace", "5"]).spawn().unwrap();
    ends(child, 7, "does not show it");
    are_probes(&stage.presses(), corner);
}

#[test]
fn presses_land_on_cells_at_scale_1() {
    scaled(96);
}

#[test]
fn presses_land_on_cells_at_scale_1_25() {
    scaled(120);
}

#[test]
fn presses_land_on_cells_at_scale_2() {
    scaled(192);
}

/// Runs flowbot where it must refuse: the pointer stays where it is, and nothing is pressed.
fn refuses(stage: &Stage, arguments: &[&str], code: i32, words: &str) {
    let before = stage.pointer();
    ends(stage.flowbot(arguments).spawn().unwrap(), code, words);
    assert_eq!(stage.pointer(), before);
    assert!(stage.presses().is_empty());
}

#[test]
fn two_windows_with_boards_are_refused() {
    let stage = Stage::open();
    stage.show("First", (20, 20), &board_picture());
    stage.show("Second", (800, 100), &board_picture());
    refuses(&stage, &["play"], 3, "\"Second\"");
    refuses(&stage, &["play", "--window", "First|Second"], 1, "several");
    refuses(&stage, &["play", "--window", "first", "--dry-run"], 0, "");
}

/// Its place is over the game, and pictures of that place show the game's board.
#[test]
fn a_window_of_another_workspace_neither_shows_a_board_nor_hides_one() {
    let stage = Stage::open();
    stage.show("Board", CORNER, &board_picture());
    let other = stage.show("Elsewhere", CORNER, &board_picture());
    stage.send_away(other);
    let play = stage.flowbot(&["play", "--dry-run"]).spawn().unwrap();
    let plan = ends(play, 0, "").stdout;
    let plan = String::from_utf8_lossy(&plan);
    assert!(
        plan.contains("\"Board\"") && !plan.contains("Elsewhere"),
        "{plan}"
    );
}

#[test]
fn two_boards_in_one_window_are_refused() {
    let one = board_picture();
    let (width, height) = one.dimensions();
    let both = RgbImage::from_fn(2 * width, height, |x, y| *one.get_pixel(x % width, y));
    let stage = Stage::open();
    stage.show("Two", CORNER, &both);
    refuses(&stage, &["play", "--window", "Two"], 3, "ambiguous");
}

#[test]
fn a_dialog_over_the_board_before_the_first_drag_is_refused() {
    let mut picture = board_picture();
    for (x, y) in (60..260).flat_map(|x| (110..240).map(move |y| (x, y))) {
        let is_button = (110..210).contains(&x) && (180..215).contains(&y);
        let colour = if is_button { [40, 140, 70] } else { [230; 3] };
        picture.put_pixel(x, y, Rgb(colour));
    }
    let stage = Stage::open();
    stage.show("Asks", CORNER, &picture);
    refuses(&stage, &["play", "--window", "Asks"], 3, "covered");
}

#[test]
fn nothing_is_drawn_when_the_plan_is_not_agreed_to() {
    let stage = Stage::open();
    stage.show("Board", CORNER, &board_picture());
    refuses(&stage, &["play", "--confirm"], 6, "Nothing was drawn");
}

/// Another board has come over the one of the plan before the answer: nobody agreed to that.
#[test]
fn a_board_that_was_not_agreed_to_is_left_alone() {
    let stage = Stage::open();
    stage.show("Board", CORNER, &board_picture());
    let mut play = stage.flowbot(&["play", "--confirm"]);
    let mut child = play.stdin(Stdio::piped()).spawn().unwrap();
    let mut plan = BufReader::new(child.stdout.take().unwrap());
    let mut last_stroke = String::new();
    while !last_stroke.starts_with("stroke 5") {
        last_stroke.clear();
        assert!(plan.read_line(&mut last_stroke).unwrap() > 0);
    }
    stage.show("Other", CORNER, &imageops::rotate90(&board_picture()));
    child.stdin.take().unwrap().write_all(b"y\n").unwrap();
    ends(child, 6, "not the one that you agreed to");
    assert!(stage.presses().is_empty());
}

#[test]
fn an_unknown_window_lists_what_there_is() {
    let stage = Stage::open();
    stage.show("Board", CORNER, &board_picture());
    let arguments = ["play", "--window", "Solitaire"];
    refuses(&stage, &arguments, 1, "\"Board\" of Stage");
    refuses(&stage, &["play", "--monitor", "2"], 1, "1: screen");
    refuses(&stage, &["play", "--region", "3000,0,9,9"], 1, "outside");
}

#[test]
fn a_place_to_click_outside_of_the_window_is_said_before_anything_is_pressed() {
    let stage = Stage::open();
    stage.show("Board", CORNER, &board_picture());
    for more in [&[][..], &["--dry-run"], &["--levels", "3"]] {
        let arguments = [&["play", "--next", "20,340"], more].concat();
        refuses(&stage, &arguments, 2, "20,340");
    }
}

#[test]
fn a_desktop_without_a_board_is_refused() {
    let stage = Stage::open();
    stage.show("Nothing", CORNER, &RgbImage::new(300, 300));
    refuses(&stage, &["play"], 3, "no window shows a board");
    refuses(&stage, &["play", "--window", "Nothing"], 3, "no-board");
}

#[test]
fn no_display_and_wayland_are_said() {
    let said = |variables: &[(&str, &str)], words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flowbot"));
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"] {
            command.env_remove(name);
        }
        let child = command
            .arg("play")
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn();
        ends(child.unwrap(), 1, words);
    };
    said(&[], "DISPLAY is not set");
    said(&[("XDG_SESSION_TYPE", "wayland")], "Wayland");
    said(
        &[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")],
        "X11",
    );
}

#[test]
fn a_board_on_the_screen_is_read_from_a_window_a_region_or_a_whole_monitor() {
    let stage = Stage::open();
    stage.show(
        "Notes",
        (900, 300),
        &RgbImage::from_pixel(300, 200, Rgb([240; 3])),
    );
    stage.show("Flow practice", (200, 100), &board(SMALL));
    let run = |arguments: &[&str]| {
        let output = stage
            .flowbot(&[&["extract"], arguments].concat())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let read = (Some(0), SMALL.to_owned(), String::new());
    assert_eq!(run(&["--window", "^flow"]), read);
    assert_eq!(run(&["--region", "190,90,320,320"]), read);
    assert_eq!(run(&["--monitor", "1"]), read);

    let (code, out, said) = run(&["--window", "chess"]);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{said}");
    assert!(
        said.contains("chess") && said.contains("Flow practice"),
        "{said}"
    );
    let (code, _, said) = run(&["--window", "Notes"]);
    assert_eq!(code, Some(3), "{said}");
}
