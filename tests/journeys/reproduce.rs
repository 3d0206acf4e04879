//! `flowbot reproduce` plays back what a failed run has left.

use serde_json::json;

use crate::common::Flowbot;

#[test]
fn a_folder_that_is_no_failure_is_named() {
    let folder = tempfile::tempdir().unwrap();
    Flowbot::runs("reproduce")
        .with(folder.path().to_str().unwrap())
        .exits(1)
        .says("log.json")
        .says("a failed `flowbot play` has left");
    std::fs::write(folder.path().join("log.json"), "{}").unwrap();
    Flowbot::runs("reproduce")
        .with(folder.path().to_str().unwrap())
        .exits(1)
        .says("log.json")
        .keeps_calm();
}

#[test]
fn a_log_that_says_what_no_run_does_is_refused() {
    let second = json!({ "secs": 1, "nanos": 0 });
    let log = json!({
        "flowbot": "0.1.0", "ended": "covered", "target": "Board", "program": "game", "window": 1, "rect": [0, 0, 10, 10],
        "board": "", "plan": [], "levels": 1, "patience": second, "most_drags": 5, "most_time": second,
        "next": null, "start": null, "is_cut": true, "times": [second], "windows": [], "fronts": [], "lists": [],
        "looks": [{ "picture": 0, "error": null, "origin": [0, 0], "scale": 1 }], "pointer": [], "orders": [],
    });
    let spoiled = [
        ("/looks/0/picture", json!(9_999_999_999_u64), "nobody took"),
        ("/looks/0/picture", json!(u64::MAX), "nobody took"),
        ("/looks/0/scale", json!(0), "no scale"),
        ("/times/0/secs", json!(u64::MAX), "longer than"),
        ("/looks", json!([]), "no pictures"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (place, value, words) in spoiled {
        let mut log = log.clone();
        *log.pointer_mut(place).unwrap() = value;
        std::fs::write(folder.path().join("log.json"), log.to_string()).unwrap();
        let run = Flowbot::runs("reproduce").with(folder.path());
        run.exits(1).says("log.json").says(words).keeps_calm();
    }
}

#[test]
fn the_profile_of_the_run_is_read_with_its_log() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("profile.toml"), "name = ").unwrap();
    Flowbot::runs("reproduce")
        .with(folder.path())
        .exits(1)
        .says("profile.toml:1:");
}
