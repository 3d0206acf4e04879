//! Someone wants to keep what a game looks like.

use std::fs;
use std::path::Path;

use crate::common::Flowbot;
use crate::common::pictures::{SMALL, board, puzzle, save};
use flowbot::pipeline::{Limits, Rgb};
use flowbot::profile::{self, Profile, Ratios};
use flowbot::render::{Style, draw_board};
use flowbot::solve::flow::{Request, Touching, solve};
use image::RgbImage;

fn calibrate() -> Flowbot {
    Flowbot::runs("calibrate")
}

/// The small board solved, in a look of these sizes.
fn solved(style: &Style) -> RgbImage {
    let puzzle = puzzle(SMALL);
    let answer = solve(&Request {
        puzzle: &puzzle,
        count: 1,
        touching: Touching::Never,
        limits: Limits::NONE,
    });
    draw_board(&puzzle, answer.solutions.first(), style)
}

fn profile_in(folder: &Path, name: &str) -> Profile {
    profile::load(folder.join(name).to_str().unwrap()).unwrap()
}

#[test]
fn sizes_and_colours_are_measured_as_they_were_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let ratios = Ratios {
        dot: 0.72,
        pipe: 0.3,
        line: 0.05,
    };
    let style = Style {
        cell: 90,
        colours: vec![Rgb([200, 30, 40]), Rgb([20, 150, 60])],
        background: Rgb([12, 14, 30]),
        ratios,
        ..Style::default()
    };
    let shot = save(path, "shot.png", &solved(&style));
    calibrate()
        .with(&shot)
        .given("--save", path.join("mine"))
        .exits(0)
        .says("mine.toml");
    let found = profile_in(path, "mine.toml");
    assert_eq!(found.name, "mine");
    for (what, found, drawn) in [
        ("dot", found.ratios.dot, ratios.dot),
        ("pipe", found.ratios.pipe, ratios.pipe),
        ("line", found.ratios.line, ratios.line),
    ] {
        assert!((found - drawn).abs() < 0.03, "{what}: {found} for {drawn}");
    }
    let near = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 6);
    assert_eq!(found.colours.len(), 5);
    assert!(near(found.colours[0].rgb, [200, 30, 40]));
    let names: Vec<&str> = found.colours.iter().map(|it| it.name.as_str()).collect();
    assert!(
        names.contains(&"green") && names.contains(&"orange"),
        "{names:?}"
    );
}

/// A dialog over the middle of a picture, with a button that says something.
fn with_dialog(mut picture: RgbImage) -> RgbImage {
    let mut fill = |left: u32, top: u32, right: u32, bottom: u32, grey: u8| {
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            picture.put_pixel(x, y, image::Rgb([grey; 3]));
        }
    };
    fill(100, 150, 350, 300, 235);
    fill(150, 220, 270, 260, 90);
    for letter in 0..6 {
        fill(170 + 14 * letter, 232, 176 + 14 * letter, 248, 250);
    }
    picture
}

#[test]
fn the_only_button_that_appears_after_the_board_leads_to_the_next_level() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let style = Style {
        cell: 90,
        ..Style::default()
    };
    let picture = solved(&style);
    let before = save(path, "1.png", &picture);
    let after = save(path, "2.png", &with_dialog(picture));
    calibrate()
        .with(&before)
        .with(&after)
        .exits(0)
        .prints("next = [210, 240]");
    // Nothing has appeared, or there is nothing that it could have appeared after.
    let same = calibrate().with(&before).with(&before).exits(0);
    assert!(!same.out.contains("next ="), "{}", same.out);
    let reversed = calibrate().with(&after).with(&before).exits(0);
    assert!(!reversed.out.contains("next ="), "{}", reversed.out);
}

#[test]
fn a_profile_is_printed_or_kept_for_play_and_never_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let shot = save(path, "shot.png", &board(SMALL));
    calibrate()
        .with(&shot)
        .exits(0)
        .prints("background = [0, 0, 0]")
        .says("no pipe is drawn");
    let json = calibrate().with(&shot).with("--json").exits(0);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert!((json["ratios"]["dot"].as_f64().unwrap() - 0.68).abs() < 0.03);

    let save_it = || calibrate().with(&shot).given("--save", "mine").inside(path);
    save_it().exits(0);
    let first = fs::read_to_string(path.join("mine.toml")).unwrap();
    fs::write(
        path.join("mine.toml"),
        first.replace("background", "pace_ms = 5000\nbackground"),
    )
    .unwrap();
    save_it().exits(1).says("--force");
    let built_in = calibrate().with(&shot).given("--save", "flow-free");
    built_in.inside(path).exits(1).says("is built in");
    // What a person has changed is what play takes.
    Flowbot::runs("play")
        .given("--profile", "mine")
        .inside(path)
        .exits(1)
        .says("`pace_ms` is 5000");
    save_it().with("--force").exits(0);
    assert_eq!(fs::read_to_string(path.join("mine.toml")).unwrap(), first);
}

#[test]
fn without_a_board_there_is_nothing_to_measure() {
    let folder = tempfile::tempdir().unwrap();
    let grey = RgbImage::from_pixel(320, 240, image::Rgb([90, 90, 90]));
    let nothing = save(folder.path(), "nothing.png", &grey);
    calibrate().with(&nothing).exits(3).says("no-board");
    calibrate().exits(2).says("PICTURE");
    calibrate().with("no/such.png").exits(1).says("no/such.png");
    calibrate().with(&nothing).with("--force").exits(2);
}
