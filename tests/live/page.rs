//! The practice page alone: what it takes and reports of a mouse that the tests move.

use std::fs;

use image::{Rgb, RgbImage};

use crate::common::desktop::Desktop;
use flowbot::practice::Report;

/// One pair on two rows of three cells; the only path that fills them runs beside itself.
const LEVEL: &str = "A..\nA..\n";
const COLS: usize = 3;
const PATH: [usize; 6] = [0, 1, 2, 5, 4, 3];

/// A page with so many levels that behaves like this.
fn page(levels: usize, behaviour: &str) -> Desktop {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.puzzle");
    fs::write(&file, format!("{LEVEL}\n").repeat(levels)).unwrap();
    Desktop::with_game(&[file.to_str().unwrap(), "--behave", behaviour])
}

/// Where a cell is on the page. The first terminal is in the first cell.
fn place(report: &Report, cell: usize) -> (f64, f64) {
    let (x, y) = report.terminals[0][0];
    let steps = |count: usize| count as f64 * report.cell;
    (x + steps(cell % COLS), y + steps(cell / COLS))
}

/// Moves along a path, each time when the page has taken the cell before.
fn follow(desktop: &Desktop, path: &[usize]) {
    for cell in path {
        let report = desktop.game.state().current().unwrap().clone();
        desktop.point_at(place(&report, *cell));
        let is_taken = |report: &Report| {
            let row = &report.grid[cell / COLS];
            row[cell % COLS..].starts_with('A')
        };
        desktop.game.wait_until("at the next cell", is_taken);
    }
}

/// A level is won when the stroke that solves it has ended.
fn is_won(report: &Report) -> bool {
    report.solved_ms.is_some()
}

/// Draws the path in one drag.
fn draw(desktop: &Desktop) -> Report {
    let report = desktop.game.state().current().unwrap().clone();
    desktop.point_at(place(&report, PATH[0]));
    desktop.button(true);
    follow(desktop, &PATH[1..]);
    desktop.button(false);
    desktop.game.wait_until("won", is_won)
}

#[test]
fn a_path_beside_itself_solves_a_level_and_a_press_after_that_is_late() {
    let desktop = page(1, "whole,nothing");
    let report = draw(&desktop);
    let counted = (report.presses, report.late_presses, report.wins);
    assert_eq!(counted, (1, 0, 1));
    desktop.button(true);
    desktop.button(false);
    let is_late = |report: &Report| report.late_presses == 1;
    desktop.game.wait_until("pressed again", is_late);
}

#[test]
fn a_level_is_dealt_again_once() {
    let desktop = page(2, "again,nothing");
    draw(&desktop);
    desktop.next_level();
    let is_again = |report: &Report| report.level == 1 && report.shown && !report.solved;
    let report = desktop.game.wait_until("dealt again", is_again);
    assert_eq!(report.wins, 1);
    draw(&desktop);
    desktop.next_level();
    let is_next = |report: &Report| report.level == 2 && report.shown;
    desktop.game.wait_until("at the next level", is_next);
    let first = desktop.game.state().levels[0].clone().unwrap();
    assert_eq!((first.wins, first.late_presses), (2, 0));
    assert!(first.led_on_ms > first.solved_ms, "{first:?}");
}

#[test]
fn only_the_square_terminal_is_taken() {
    let desktop = page(1, "starts,nothing");
    let report = desktop.game.state().current().unwrap().clone();
    desktop.point_at(place(&report, PATH[5]));
    desktop.button(true);
    desktop.point_at(place(&report, PATH[4]));
    desktop.button(false);
    let is_released = |report: &Report| report.presses == 1 && !report.pressed;
    let report = desktop.game.wait_until("pressed in vain", is_released);
    assert_eq!((report.filled, report.moves), (0, 0));
    draw(&desktop);
}

#[test]
fn a_line_that_is_latched_follows_the_pointer_until_the_next_press() {
    let desktop = page(1, "latch,nothing");
    let report = desktop.game.state().current().unwrap().clone();
    desktop.point_at(place(&report, PATH[0]));
    desktop.button(true);
    desktop.button(false);
    follow(&desktop, &PATH[1..]);
    desktop.button(true);
    desktop.button(false);
    let report = desktop.game.wait_until("won", is_won);
    assert_eq!((report.presses, report.late_presses), (2, 0));
}

/// How far the middle of the button "show me how" is from the top of the page, and how far from its right end a click goes, in
/// pixels.
const BUTTON_DOWN: u32 = 28;
const INTO_BUTTON: u32 = 40;

/// A place on the button "show me how": at the right of the first line of the page.
fn how_button(picture: &RgbImage) -> (f64, f64) {
    let ground = picture.get_pixel(0, BUTTON_DOWN);
    let is_border = |x: &u32| picture.get_pixel(*x, BUTTON_DOWN) != ground;
    let end = (0..picture.width()).rev().find(is_border).unwrap();
    (f64::from(end - INTO_BUTTON), f64::from(BUTTON_DOWN))
}

/// The colour in the middle of each cell.
fn middles(picture: &RgbImage, report: &Report) -> [Rgb<u8>; 6] {
    [0, 1, 2, 3, 4, 5].map(|cell| {
        let (x, y) = place(report, cell);
        *picture.get_pixel(x as u32, y as u32)
    })
}

#[test]
fn the_page_shows_how_a_level_is_solved_and_leaves_the_board_as_it_was() {
    let desktop = page(1, "nothing");
    let report = desktop.game.state().current().unwrap().clone();
    desktop.point_at(place(&report, PATH[0]));
    desktop.button(true);
    follow(&desktop, &PATH[1..3]);
    desktop.button(false);
    let is_drawn = |report: &Report| !report.pressed && report.moves == 1;
    let before = desktop.game.wait_until("drawn", is_drawn);
    let look = || middles(&desktop.picture(), &report);
    let filled = [true, true, true, true, false, false];
    let are_filled = |cells: [Rgb<u8>; 6]| cells.map(|cell| cell == cells[0]);
    desktop
        .game
        .wait_until("painted", |_| are_filled(look()) == filled);

    desktop.point_at(how_button(&desktop.picture()));
    desktop.button(true);
    desktop.button(false);
    let is_hidden = |_: &Report| !are_filled(look())[2];
    desktop
        .game
        .wait_until("begun with an empty board", is_hidden);
    let is_solved = |_: &Report| are_filled(look()) == [true; 6];
    desktop.game.wait_until("solved on the page", is_solved);
    let is_back = |_: &Report| are_filled(look()) == filled;
    let after = desktop.game.wait_until("the board as it was", is_back);
    assert_eq!(after, before);
    assert_eq!(draw(&desktop).wins, 1);
}
