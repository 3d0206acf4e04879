//! Someone has pictures with the truth beside them and asks how well boards are read.

use std::fs;
use std::path::Path;

use crate::common::pictures::{SMALL, board, save, write};
use crate::common::{Ended, Flowbot, files};
use image::{Rgb, RgbImage};

fn check(folder: &Path) -> Flowbot {
    Flowbot::runs("check").with(folder)
}

/// The first word of the line about a picture.
fn verdict<'a>(ended: &'a Ended, name: &str) -> &'a str {
    let line = ended.out.lines().find(|line| line.contains(name));
    let line = line.unwrap_or_else(|| panic!("no line about {name} in {ended}"));
    line.split_whitespace().next().unwrap()
}

fn nothing() -> RgbImage {
    RgbImage::from_pixel(320, 240, Rgb([90, 90, 90]))
}

#[test]
fn all_is_well_when_every_picture_shows_what_stands_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    save(path, "same.png", &board(SMALL));
    write(path, "same.puzzle", SMALL);
    save(path, "deep/renamed.PNG", &board(SMALL));
    write(
        path,
        "deep/renamed.txt",
        "# other letters\n".to_owned() + &SMALL.replace('A', "x"),
    );
    save(path, "nothing.png", &nothing());
    write(path, "nothing.reason", "covered no-board\n");
    save(path, "comments.png", &nothing());
    write(path, "comments.txt", "# a board of hexagons\n");
    write(path, "broken.png", "no picture");
    write(path, "broken.reason", "broken-file");
    save(path, "either.png", &nothing());
    write(path, "either.puzzle", SMALL);
    write(path, "either.reason", "no-board");

    let ended = check(path).exits(0);
    for name in ["same", "renamed", "nothing", "comments", "broken", "either"] {
        assert_eq!(verdict(&ended, name), "ok", "{name} in {ended}");
    }
    assert_eq!(ended.out.lines().last(), Some("6 passed, 0 failed"));
    let again = check(path).exits(0);
    assert_eq!(ended.out, again.out, "the order is the same each time");
}

#[test]
fn each_way_to_fail_has_its_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    save(path, "misread.png", &board(SMALL));
    write(path, "misread.puzzle", SMALL.replace("A.B.C", "AB..C"));
    save(path, "invented.png", &board(SMALL));
    write(path, "invented.reason", "no-board");
    save(path, "missed.png", &nothing());
    write(path, "missed.puzzle", SMALL);
    save(path, "otherwise.png", &nothing());
    write(path, "otherwise.reason", "covered");
    write(path, "broken.png", "no picture");
    write(path, "broken.puzzle", SMALL);
    save(path, "badtruth.png", &board(SMALL));
    write(path, "badtruth.puzzle", "A..\nB.A\n");
    save(path, "unknown.png", &nothing());

    let ended = check(path).exits(1);
    for (name, expected) in [
        ("misread", "WRONG"),
        ("invented", "WRONG"),
        ("missed", "refused"),
        ("otherwise", "reason"),
        ("broken", "error"),
        ("badtruth", "error"),
        ("unknown", "skipped"),
    ] {
        assert_eq!(verdict(&ended, name), expected, "{name} in {ended}");
    }
    assert_eq!(ended.out.lines().last(), Some("0 passed, 6 failed"));
    ended.prints("2 WRONG, 1 skipped");

    let json = check(path).with("--json").exits(1);
    let last: serde_json::Value = serde_json::from_str(json.out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["failed"], &last["wrong"]), (&6.into(), &2.into()));
}

#[test]
fn distorted_pictures_are_counted_by_kind_and_strength() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    save(path, "board.png", &board(SMALL));
    write(path, "board.puzzle", SMALL);
    save(path, "nothing.png", &nothing());
    write(path, "nothing.reason", "no-board");

    let stressed = |seed: &str| check(path).given("--stress", "6").given("--seed", seed);
    let ended = stressed("3").exits(0);
    let last = ended.out.lines().last().unwrap();
    assert!(last.starts_with("12 distorted: ") && last.ends_with(" 0 WRONG"));
    let again = stressed("3").exits(0);
    assert_eq!(ended.out, again.out, "a seed gives the same distortions");

    let json = stressed("3").with("--json").exits(0);
    let lines: Vec<serde_json::Value> = json
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["stress"].as_array().unwrap().len(), 6);
    let stress = &lines[2]["stress"];
    let sum = |rows: &serde_json::Value| -> u64 {
        let ends = ["read", "refused", "wrong"];
        ends.iter().map(|end| rows[end].as_u64().unwrap()).sum()
    };
    assert_eq!(sum(stress), 12);
    assert_eq!(sum(&stress["not_read_undistorted"]), 6);
    let by_kind = stress["by_kind"].as_array().unwrap();
    assert_eq!(by_kind.iter().map(sum).sum::<u64>(), 6);
    assert_eq!(stress["percent_read"].as_object().unwrap().len(), 3);
}

#[test]
fn a_board_read_wrongly_when_distorted_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    save(path, "misread.png", &board(SMALL));
    write(path, "misread.puzzle", SMALL.replace("A.B.C", "AB..C"));
    let ended = check(path).given("--stress", "4").exits(1);
    let wrong = ended.out.lines().filter(|line| line.starts_with("WRONG"));
    assert!(wrong.count() > 1, "{ended}");
    check(path).given("--seed", "4").exits(2).says("--stress");
    check(path).given("--stress", "0").exits(2);
}

/// Within it lies a smaller board with joined borders, which alone has a solution whose paths do not touch themselves.
#[test]
fn a_board_within_one_that_is_seen_whole_is_not_read_aslant_or_in_noise() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regressions");
    let folder = tempfile::tempdir().unwrap();
    for ending in ["png", "puzzle", "reason"] {
        let file = format!("half-lines-77095.{ending}");
        fs::copy(fixtures.join(&file), folder.path().join(&file)).unwrap();
    }
    for distortion in ["perspective", "noise"] {
        let distorted = check(folder.path()).given("--distort", distortion);
        let ended = distorted
            .given("--stress", "12")
            .given("--seed", "2")
            .exits(0);
        let last = ended.out.lines().last().unwrap();
        assert!(last.starts_with("12 distorted: ") && last.ends_with(" 0 WRONG"));
    }
}

#[test]
fn a_report_is_one_page_with_every_picture_those_that_need_a_look_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    save(path, "board.png", &board(SMALL));
    write(path, "board.puzzle", SMALL);
    save(path, "missed.png", &nothing());
    write(path, "missed.puzzle", SMALL);
    save(path, "unknown.png", &nothing());
    let page = path.join("made/by/check.html");
    for _ in 0..2 {
        check(path)
            .given("--report", &page)
            .given("--stress", "2")
            .exits(1)
            .says("check.html");
    }
    let html = fs::read_to_string(&page).unwrap();
    let verdicts: Vec<&str> = html
        .split("<article data-verdict=\"")
        .skip(1)
        .map(|article| article.split('"').next().unwrap())
        .collect();
    assert_eq!(verdicts, ["refused", "ok", "skipped"]);
    let of_read = html.split("data-verdict=\"ok\"").nth(1).unwrap();
    let article = of_read.split("</article>").next().unwrap();
    for caption in ["picture", "overlay", "expected", "read"] {
        assert!(article.contains(&format!("<figcaption>{caption}<")));
    }
    assert!(html.contains("4 distorted: "));
    assert_eq!(fs::read_dir(page.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_folder_with_nothing_to_check_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    check(folder.path()).exits(1).says("no pictures below");
    save(folder.path(), "unknown.png", &nothing());
    check(folder.path()).exits(1).says("nothing was checked");
    check(Path::new("no/such/folder"))
        .exits(1)
        .says("no/such/folder");
    Flowbot::runs("check").exits(2);
}

#[test]
fn the_fixtures_of_the_project_pass() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = ["screens", "rejects", "regressions"].map(|folder| fixtures.join(folder));
    let run = folders.iter().fold(Flowbot::runs("check"), Flowbot::with);
    let ended = run.with("--json").exits(0);
    let mut passed = 0;
    for line in ended.out.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["file"].is_string() {
            assert_eq!(line["verdict"], "ok", "{line}");
            passed += 1;
        }
    }
    let kept = folders.map(|folder| files(&folder, &["png", "jpg"]).len());
    assert_eq!(passed, kept.iter().sum::<usize>(), "{ended}");
}
