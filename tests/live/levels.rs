//! The practice game in a browser window: flowbot plays, and the game says what it saw.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::desktop::Desktop;
use crate::common::stage::wait_until;
use crate::common::{Flowbot, files};

#[test]
fn two_levels_of_10x10_are_solved_and_the_game_says_so() {
    let desktop = Desktop::with_game(&["--size", "10", "--count", "2", "--seed", "1"]);
    let mut play = desktop.flowbot(&[
        "play",
        "--window",
        "flowbot practice",
        "--levels",
        "2",
        "-v",
    ]);
    let output = play.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{}{told}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}: {told}", output.status);

    // The board is full a little before the page has taken the last stroke.
    desktop.game.wait_until("solved the last level", |report| {
        report.level == 2 && report.solved_ms.is_some()
    });
    assert_eq!(desktop.game.state().solved_count(), 2);
    assert!(!desktop.is_button_down());
    for report in desktop.game.state().levels.iter().flatten() {
        assert!(
            report.grid.iter().all(|row| !row.contains('.')),
            "{report:?}"
        );
        println!(
            "level {}: first press {:.0} ms after it was shown, solved after {:.0} ms, {} frames for {} cells, {} moves",
            report.level,
            report.first_press_ms.unwrap(),
            report.solved_ms.unwrap(),
            report.frames,
            report.filled,
            report.moves,
        );
    }
}

#[test]
fn the_demo_wins_without_a_display_and_leaves_pictures() {
    let folder = tempfile::tempdir().unwrap();
    Flowbot::runs("demo")
        .given("--levels", "2")
        .given("--out", folder.path())
        .exits(0)
        .prints("game says")
        .prints("2 of 2 levels solved");
    assert_eq!(files(folder.path(), &["png"]).len(), 4);
    let gif = fs::read(folder.path().join("demo.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
}

#[test]
fn the_demo_ends_all_that_it_started_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut demo = Command::new(env!("CARGO_BIN_EXE_flowbot"))
        .args(["demo", "--levels", "10", "--out"])
        .arg(folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let table = BufReader::new(demo.stdout.take().unwrap());
    let mut rows = table.lines().map(Result::unwrap);
    assert!(
        rows.any(|row| row.ends_with("  solved")),
        "no level was won"
    );
    let started = descendants(demo.id());
    assert!(
        started.len() > 3,
        "a display, a manager, a browser: {started:?}"
    );

    let told = Command::new("kill")
        .args(["-TERM", &demo.id().to_string()])
        .status();
    assert!(told.unwrap().success());
    assert_eq!(demo.wait().unwrap().code(), Some(6));
    wait_until("all that was started has ended", || {
        started
            .iter()
            .all(|process| parent_of_running(*process).is_none())
    });
}

/// The processes that a process has started, and those that they have started.
fn descendants(ancestor: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name());
    let running: Vec<(u32, u32)> = names
        .filter_map(|name| name.to_str()?.parse().ok())
        .filter_map(|process| Some((process, parent_of_running(process)?)))
        .collect();
    let mut family = vec![ancestor];
    let mut seen = 0;
    while let Some(&parent) = family.get(seen) {
        let children = running.iter().filter(|(_, of)| *of == parent);
        family.extend(children.map(|(process, _)| *process));
        seen += 1;
    }
    family.split_off(1)
}

/// The parent of a process; `None` if it has ended.
fn parent_of_running(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before may hold spaces, but no closing bracket comes after its own.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let has_ended = words.next()? == "Z";
    (!has_ended).then(|| words.next()?.parse().ok())?
}
