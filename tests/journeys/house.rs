//! Holds the map of the house true: who may import whom, and which room may name which library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, from those that know most to those that know least. A file imports only from levels
/// below its own, or from its own room.
const LEVELS: [&[&str]; 7] = [
    &["cli"],
    &["play"],
    &["read", "generate"],
    &["capture", "detect", "solve", "replay", "render", "practice"],
    &["pipeline", "profile"],
    &["puzzle"],
    &["geometry", "random"],
];

/// Libraries that only some rooms may name.
const LIBRARIES: [(&str, &[&str]); 6] = [
    ("xcap", &["capture"]),
    ("enigo", &["replay"]),
    ("clap", &["cli"]),
    ("anyhow", &["cli"]),
    ("imageproc", &["capture", "detect", "render"]),
    ("oxhttp", &["practice"]),
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

fn level(room: &str) -> Option<usize> {
    LEVELS.iter().position(|rooms| rooms.contains(&room))
}

/// The rooms named in code by `crate::room`; comments do not count.
fn rooms_named(text: &str) -> BTreeSet<String> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let name = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_');
            let name: String = name.collect();
            assert!(!name.is_empty(), "`crate::{rest}`: name one room a line");
            name
        })
        .collect()
}

#[test]
fn every_module_imports_only_what_the_house_allows() {
    for Source { path, room, text } in sources() {
        let Some(own) = level(&room) else {
            assert!(
                ["lib", "main"].contains(&room.as_str()),
                "{}: {room} is no room of the house",
                path.display()
            );
            continue;
        };
        for named in rooms_named(&text) {
            let other = level(&named).unwrap_or_else(|| {
                panic!("{}: crate::{named} is no room", path.display());
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
