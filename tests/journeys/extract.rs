//! Someone has screenshots and wants the puzzles that they show.

use std::fs;
use std::path::Path;

use crate::common::Flowbot;
use crate::common::pictures::{SMALL, board, huge_header, save, write};
use image::{Rgb, RgbImage};
use serde_json::Value;

fn extract() -> Flowbot {
    Flowbot::runs("extract")
}

fn lines(out: &str) -> Vec<Value> {
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A grid of so many cells a side, 11 pixels each, with two pairs of dots in its middle.
fn huge_grid(cells: u32) -> RgbImage {
    const PITCH: u32 = 11;
    let side = cells * PITCH + 1;
    let mut picture = RgbImage::from_fn(side, side, |x, y| {
        let is_line = x % PITCH == 0 || y % PITCH == 0;
        Rgb(if is_line { [90; 3] } else { [0; 3] })
    });
    let middle = cells / 2;
    let dots = [
        (0, 0, [255, 0, 0]),
        (3, 0, [255, 0, 0]),
        (0, 2, [0, 120, 255]),
        (3, 2, [0, 120, 255]),
    ];
    for (right, down, colour) in dots {
        let centre = |offset: u32| (middle + offset) * PITCH + PITCH / 2;
        for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
            let is_corner = [0, 7].contains(&x) && [0, 7].contains(&y);
            if !is_corner {
                picture.put_pixel(centre(right) + x - 3, centre(down) + y - 3, Rgb(colour));
            }
        }
    }
    picture
}

#[test]
fn a_grid_larger_than_any_board_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("huge.png");
    huge_grid(64).save(&file).unwrap();
    Flowbot::runs("extract")
        .with(&file)
        .exits(3)
        .says("no-board");
}

#[test]
fn a_picture_of_a_board_gives_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let shot = save(folder.path(), "shot.png", &board(SMALL));
    extract().with(&shot).exits(0).prints_only(SMALL);
    extract()
        .with("-")
        .reading(fs::read(&shot).unwrap())
        .exits(0)
        .prints_only(SMALL);
}

/// Some games ask for nothing but joined pairs.
#[test]
fn a_board_that_cannot_be_filled_is_read_where_cells_may_stay_empty() {
    const NOT_FILLED: &str = "A.A..\n.....\nB...B\n.....\n..C.C\n";
    let folder = tempfile::tempdir().unwrap();
    let shot = save(folder.path(), "shot.png", &board(NOT_FILLED));
    extract()
        .with(&shot)
        .exits(3)
        .says("no-solution")
        .says("give --allow-empty");
    let remark = "# only paths that leave cells empty solve it: --allow-empty\n";
    let text = format!("{remark}{NOT_FILLED}");
    extract()
        .with(&shot)
        .with("--allow-empty")
        .exits(0)
        .prints_only(&text);
    let solve = || Flowbot::runs("solve").with(&shot);
    solve().exits(3);
    solve().with("--allow-empty").exits(0);
}

#[test]
fn asked_to_say_more_it_tells_how_long_each_stage_took() {
    let folder = tempfile::tempdir().unwrap();
    let shot = save(folder.path(), "shot.png", &board(SMALL));
    let ended = extract().with(&shot).with("-v").exits(0);
    for stage in [
        "shrink",
        "regions",
        "lattices",
        "extent",
        "terminals",
        "engine",
    ] {
        let tells = |line: &str| line.contains(stage) && line.contains("time.busy=");
        assert!(ended.err.lines().any(tells), "{stage}: {}", ended.err);
    }
}

#[test]
fn json_says_what_was_read_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let shot = save(folder.path(), "shot.png", &board(SMALL));
    let ended = extract().with(&shot).with("--json").exits(0);
    let [line] = lines(&ended.out).try_into().unwrap();
    assert_eq!(line["file"], shot.to_str().unwrap());
    assert_eq!(line["status"], "read");
    assert_eq!((&line["rows"], &line["cols"]), (&5.into(), &5.into()));
    let rows: Vec<&str> = SMALL.lines().collect();
    assert_eq!(line["grid"], serde_json::json!(rows));
    assert_eq!(line["colours"]["A"], "#ff0000");
    assert_eq!(line["solutions"], 1);
    // The plain look has cells of 48 pixels from (20, 20).
    for (key, expected) in [("x0", 44.0), ("y0", 44.0), ("dx", 48.0), ("dy", 48.0)] {
        let found = line["lattice"][key].as_f64().unwrap();
        assert!((found - expected).abs() < 1.5, "{key}: {found}");
    }
    let confidence = line["confidence"].as_f64().unwrap();
    assert!(confidence > 0.0 && confidence <= 1.0);
    assert!(line["ms"].as_f64().unwrap() > 0.0);
    assert!(line.get("reason").is_none());
}

#[test]
fn a_broken_file_is_an_error_that_names_it_and_the_others_are_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let good = save(path, "good.png", &board(SMALL));
    let whole = fs::read(&good).unwrap();
    let broken = [
        (
            write(path, "text.png", "this is a text\n"),
            "no PNG, JPEG, WebP, GIF or BMP picture",
        ),
        (
            write(path, "cut.png", &whole[..whole.len() / 2]),
            "damaged or cut short",
        ),
        (write(path, "empty.png", ""), "the file is empty"),
        (write(path, "huge.png", huge_header()), "too large"),
    ];
    for (file, message) in &broken {
        extract()
            .with(file)
            .exits(1)
            .says(message)
            .says(file.to_str().unwrap())
            .keeps_calm();
        let ended = extract()
            .with(file)
            .with(&good)
            .with("--json")
            .exits(1)
            .keeps_calm();
        let [bad, read] = lines(&ended.out).try_into().unwrap();
        assert_eq!(
            (&bad["status"], &bad["reason"]),
            (&"error".into(), &"broken-file".into())
        );
        assert!(bad["message"].as_str().unwrap().contains(message));
        assert_eq!(read["status"], "read");
    }
    extract()
        .with("no/such.png")
        .exits(1)
        .says("no/such.png")
        .keeps_calm();
}

#[test]
fn a_picture_without_a_board_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let grey = RgbImage::from_pixel(640, 480, Rgb([90, 90, 90]));
    let nothing = save(folder.path(), "nothing.png", &grey);
    let menu = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rejects/level-menu.png");
    for picture in [nothing, menu] {
        extract()
            .with(&picture)
            .exits(3)
            .says("no-board")
            .says(picture.to_str().unwrap());
        let ended = extract().with(&picture).with("--json").exits(3);
        let [line] = lines(&ended.out).try_into().unwrap();
        assert_eq!(
            (&line["status"], &line["reason"]),
            (&"refused".into(), &"no-board".into())
        );
    }
}

#[test]
fn a_picture_of_one_column_or_row_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (width, height) in [(1, 3000), (3000, 1), (1, 1)] {
        let name = format!("{width}x{height}.png");
        let sliver = save(folder.path(), &name, &RgbImage::new(width, height));
        extract()
            .with(&sliver)
            .exits(3)
            .says("no-board")
            .keeps_calm();
    }
}

#[test]
fn puzzles_are_written_to_a_folder_and_never_over_others_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let shots = folder.path().join("shots");
    save(&shots, "one.png", &board(SMALL));
    save(&shots, "deeper/two.PNG", &board(SMALL));
    let out = folder.path().join("out");
    let run = || extract().with(&shots).given("--out", &out);
    run().exits(0).prints("one.puzzle").prints("two.puzzle");
    for name in ["one", "two"] {
        let written = fs::read_to_string(out.join(name).with_extension("puzzle")).unwrap();
        assert_eq!(written, SMALL);
    }

    write(&out, "one.puzzle", "mine");
    run()
        .exits(1)
        .says("one.puzzle exists already; pass --force");
    assert_eq!(fs::read_to_string(out.join("one.puzzle")).unwrap(), "mine");
    run().with("--force").exits(0);
    assert_eq!(fs::read_to_string(out.join("one.puzzle")).unwrap(), SMALL);
}

#[test]
fn two_pictures_that_would_be_written_to_one_file_are_noticed_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let one = save(folder.path(), "a/shot.png", &board(SMALL));
    let other = save(folder.path(), "b/shot.png", &board(SMALL));
    let out = folder.path().join("out");
    let both = || extract().with(&one).with(&other);
    both()
        .given("--out", &out)
        .exits(2)
        .says("a/shot.png")
        .says("b/shot.png");
    assert!(!out.exists());
    both().exits(0);
}

#[test]
fn an_overlay_shows_what_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let picture = board(SMALL);
    let shot = save(folder.path(), "shot.png", &picture);
    let seen = folder.path().join("seen");
    extract().with(shot).given("--overlay", &seen).exits(0);
    let overlay = image::open(seen.join("shot.png")).unwrap().into_rgb8();
    assert_eq!(overlay.dimensions(), picture.dimensions());
    assert_ne!(overlay, picture);
}

#[test]
fn what_was_tried_and_what_speaks_for_it_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let shot = save(folder.path(), "shot.png", &board(SMALL));
    let ended = extract().with(&shot).with("--explain").exits(0);
    let ended = ended.prints_only(SMALL);
    for said in [
        "a lattice: cells of 48",
        "5 rows and 5 columns, 0 holes, 10 terminals",
        "#ff0000 at row 1, column 1, 0.64 cells wide, and #ff0000 at row 5, column 2: 0.0 apart",
        "confidence",
        "exactly one solution",
    ] {
        assert!(ended.err.contains(said), "{said} in {ended}");
    }
    let json = extract().with(&shot).with("--explain").with("--json");
    let [line] = lines(&json.exits(0).out).try_into().unwrap();
    let explanation = line["explanation"].as_array().unwrap();
    let mut said = explanation.iter().map(|line| line.as_str().unwrap());
    assert!(said.any(|line| line.ends_with("exactly one solution")));

    let grey = RgbImage::from_pixel(320, 240, Rgb([90, 90, 90]));
    let nothing = save(folder.path(), "nothing.png", &grey);
    extract()
        .with(nothing)
        .with("--explain")
        .exits(3)
        .says("regions of one colour");
}

#[test]
fn a_saved_fixture_passes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let grey = RgbImage::from_pixel(320, 240, Rgb([90, 90, 90]));
    let nothing = save(folder.path(), "nothing.png", &grey);
    let shot = save(folder.path(), "shot.png", &board(SMALL));
    let saved = folder.path().join("saved");
    extract()
        .with(nothing)
        .with(shot)
        .given("--save-fixture", &saved)
        .exits(3);
    assert_eq!(
        fs::read_to_string(saved.join("nothing.reason")).unwrap(),
        "no-board\n"
    );
    Flowbot::runs("check")
        .with(&saved)
        .exits(0)
        .prints("2 passed, 0 failed");
}

#[test]
fn what_a_person_says_of_a_picture_is_not_replaced_unasked_and_never_contradicted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let shot = save(path, "shot.png", &board(SMALL));
    let saved = path.join("saved");
    fs::create_dir(&saved).unwrap();
    write(&saved, "shot.reason", "covered\n");
    let save_it = || extract().with(&shot).given("--save-fixture", &saved);
    save_it().exits(1).says("shot.reason exists already");
    assert!(!saved.join("shot.png").exists());
    save_it().with("--force").exits(0);
    assert!(!saved.join("shot.reason").exists());
    assert_eq!(
        fs::read_to_string(saved.join("shot.puzzle")).unwrap(),
        SMALL
    );
}

#[test]
fn arguments_that_make_no_sense_are_usage_errors() {
    extract().exits(2).says("PICTURE");
    extract()
        .with("a.png")
        .given("--monitor", "1")
        .exits(2)
        .says("cannot be used with");
    extract()
        .given("--window", "a")
        .given("--monitor", "1")
        .exits(2);
    extract().given("--window", "(").exits(2).says("regex");
    extract().given("--monitor", "0").exits(2).says("from 1");
    extract()
        .given("--region", "1,2,3")
        .exits(2)
        .says("X,Y,W,H");
    let empty = tempfile::tempdir().unwrap();
    extract()
        .with(empty.path())
        .exits(1)
        .says("no pictures below");
}

#[test]
fn without_a_display_a_live_target_is_an_error_that_says_so() {
    let expected = if cfg!(feature = "desktop") {
        "no display"
    } else {
        "no desktop support"
    };
    extract()
        .given("--monitor", "1")
        .exits(1)
        .says(expected)
        .keeps_calm();
}

#[test]
fn an_overlay_and_a_fixture_of_one_name_are_not_written_to_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "shot.png", &board(SMALL));
    Flowbot::runs("extract")
        .inside(folder.path())
        .with("shot.png")
        .given("--overlay", "seen")
        .given("--save-fixture", "seen")
        .exits(2)
        .says("a folder of its own");
    assert!(!folder.path().join("seen").exists());
}
