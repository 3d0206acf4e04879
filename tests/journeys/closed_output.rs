//! Whoever reads the output has seen enough, as `| head` does: the run ends without a word. Where only the messages are no
//! longer read, it goes on.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use image::RgbImage;

use crate::common::pictures::{SMALL, board, save};

#[track_caller]
fn ends_quietly(arguments: &[&str], folder: &Path) {
    let mut run = Command::new(env!("CARGO_BIN_EXE_flowbot"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(run.stdout.take());
    let ended = run.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(
        (ended.status.code(), said.as_str()),
        (Some(0), ""),
        "{arguments:?}"
    );
}

#[test]
fn a_closed_output_ends_the_run_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("many.puzzle"), "AA\n\n".repeat(20_000)).unwrap();
    save(path, "shot.png", &board(SMALL));
    fs::write(path.join("shot.puzzle"), SMALL).unwrap();
    ends_quietly(&["solve", "many.puzzle"], path);
    ends_quietly(&["extract", "shot.png"], path);
    ends_quietly(&["check", "shot.png"], path);
    ends_quietly(&["bench", "many.puzzle", "--json"], path);
    ends_quietly(&["generate", "--size", "5", "--count", "200"], path);
}

#[test]
fn closed_messages_stop_nothing() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "a.png", &RgbImage::new(200, 200));
    save(folder.path(), "b.png", &board(SMALL));
    let (reader, messages) = std::io::pipe().unwrap();
    drop(reader);
    let ended = Command::new(env!("CARGO_BIN_EXE_flowbot"))
        .args(["extract", ".", "--out", "read"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(messages)
        .status()
        .unwrap();
    assert_eq!(ended.code(), Some(3));
    assert!(folder.path().join("read/b.puzzle").exists());
}
