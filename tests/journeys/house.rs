//! Holds the map of the house true: who may import whom, and which room may name which library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, from those that know most to those that know least. A file imports only from levels
/// below its own, or from its own room.
const LEVELS: [&[&str]; 8] = [
    &["cli"],
    &["play"],
    &["read", "generate"],
    &["capture", "detect", "solve", "replay", "render", "practice"],
    &["vision"],
    &["pipeline", "profile"],
    &["puzzle"],
    &["geometry", "random"],
];

/// The rooms of `detect`, for which the same holds.
const DETECTION: [&[&str]; 5] = [
    &["flow", "futoshiki"],
    &["evidence"],
    &["grid"],
    &["weights"],
    &["page"],
];

/// The rooms of `detect/flow`, for which the same holds.
const BOARD_DETECTION: [&[&str]; 9] = [
    &["features"],
    &["hypothesis", "measure", "observe", "shapes", "topology"],
    &["certainty", "validation"],
    &["kinds", "gridless"],
    &["rectified", "scene", "terminals"],
    &["extent"],
    &["view"],
    &["sampler", "colourful", "known", "part"],
    &["detectors"],
];

/// The rooms of `play`, for which the same holds.
const PLAYING: [&[&str]; 12] = [
    &["recording"],
    &["any"],
    &["run"],
    &["session"],
    &["drawing"],
    &["next_level"],
    &["context"],
    &["event"],
    &["find", "flow", "futoshiki", "observer", "testkit"],
    &["learned"],
    &["family", "options"],
    &["error", "parking", "spent"],
];

/// Libraries that only some rooms may name.
const LIBRARIES: [(&str, &[&str]); 8] = [
    ("xcap", &["capture"]),
    ("enigo", &["replay"]),
    ("clap", &["cli"]),
    ("anyhow", &["cli"]),
    ("ratatui", &["cli"]),
    ("imageproc", &["capture", "detect", "render"]),
    ("oxhttp", &["practice"]),
    ("batsat", &["solve"]),
];

struct Source {
    path: PathBuf,
    room: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&root).unwrap();
                let first = inside.components().next().unwrap().as_os_str();
                let room = Path::new(first).file_stem().unwrap().to_str().unwrap();
                found.push(Source {
                    room: room.to_owned(),
                    text: fs::read_to_string(&path).unwrap(),
                    path,
                });
            }
        }
    }
    assert!(found.len() > 20, "the walk over src/ found almost nothing");
    found
}

fn level(levels: &[&[&str]], room: &str) -> Option<usize> {
    levels.iter().position(|rooms| rooms.contains(&room))
}

/// What is named in code right after `before`; comments do not count.
fn named_after(before: &str, text: &str) -> BTreeSet<String> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split(before).skip(1))
        .map(|rest| {
            let name = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_');
            name.collect()
        })
        .collect()
}

#[test]
fn every_module_imports_only_what_the_house_allows() {
    for Source { path, room, text } in sources() {
        let Some(own) = level(&LEVELS, &room) else {
            assert!(
                ["lib", "main"].contains(&room.as_str()),
                "{}: {room} is no room of the house",
                path.display()
            );
            continue;
        };
        for named in named_after("crate::", &text) {
            let other = level(&LEVELS, &named).unwrap_or_else(|| {
                panic!(
                    "{}: crate::{named} is no room: name one a line",
                    path.display()
                );
            });
            assert!(
                named == room || other > own,
                "{}: {room} must not import {named}",
                path.display()
            );
        }
    }
}

#[test]
fn detection_is_built_in_storeys() {
    is_built_in_storeys("detect", "detect::", &DETECTION);
    is_built_in_storeys("detect/flow", "detect::flow::", &BOARD_DETECTION);
}

#[test]
fn what_plays_is_built_in_storeys() {
    is_built_in_storeys("play", "play::", &PLAYING);
}

/// Asserts that the rooms of a folder import only those below them, so that there is no cycle between them.
fn is_built_in_storeys(folder: &str, module: &str, storeys: &[&[&str]]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(folder);
    let mut seen = BTreeSet::new();
    for Source { path, text, .. } in sources() {
        let Some(inside) = path.strip_prefix(&root).ok() else {
            continue;
        };
        let first = Path::new(inside.components().next().unwrap().as_os_str());
        let room = first.file_stem().unwrap().to_str().unwrap();
        if ["mod", "tests"].contains(&room) {
            continue;
        }
        let own = level(storeys, room).unwrap_or_else(|| panic!("{folder}/{room} has no storey"));
        seen.insert(room.to_owned());
        let mut named = named_after(module, &text);
        let depth = inside.components().count();
        if depth == 1 || depth == 2 && inside.ends_with("mod.rs") {
            named.extend(named_after("use super::", &text));
        }
        for named in named.iter().filter(|named| *named != room) {
            assert!(
                level(storeys, named).is_none_or(|other| other > own),
                "{}: {room} must not import {named}",
                path.display()
            );
        }
    }
    assert_eq!(seen.len(), storeys.concat().len(), "{seen:?}");
}

#[test]
fn only_the_rooms_at_the_edge_name_the_libraries_of_the_edge() {
    for Source { path, room, text } in sources() {
        for (library, rooms) in LIBRARIES {
            let is_named = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .any(|line| line.contains(&format!("{library}::")));
            assert!(
                !is_named || rooms.contains(&room.as_str()),
                "{}: only {rooms:?} may name {library}",
                path.display()
            );
        }
    }
}
