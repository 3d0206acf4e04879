//! A game to play: `flowbot practice` serves a page, its levels, and what the page says.

use std::process::Command;

use serde_json::Value;

use crate::common::Flowbot;
use crate::common::game::Game;
use flowbot::practice::Report;

fn report_about(level: usize) -> Report {
    Report {
        level,
        rows: 2,
        cols: 2,
        flows: 1,
        grid: vec!["AA".to_owned(), "..".to_owned()],
        complete: 1,
        filled: 2,
        moves: 1,
        solved: false,
        pressed: true,
        shown: true,
        first_press_ms: Some(41.5),
        solved_ms: None,
        led_on_ms: None,
        frames: 3,
        pointer_moves: 2,
        strays: 0,
        presses: 1,
        late_presses: 0,
        wins: 0,
        losses: 0,
        terminals: vec![[(40.0, 60.0), (80.0, 60.0)]],
        cell: 40.0,
    }
}

#[test]
fn a_page_with_all_its_files_is_served() {
    let game = Game::start(&[
        "--size",
        "5",
        "--count",
        "1",
        "--look",
        "light",
        "--behave",
        "whole,dialog",
        "--seed",
        "4",
    ]);
    let asked = "/?look=light&behave=whole,dialog&seed=4";
    assert!(game.url.ends_with(asked), "{}", game.url);
    let (head, page) = game.ask("GET", "/?look=light", "");
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
    assert!(head.contains("text/html; charset=utf-8"), "{head}");
    let linked = page
        .split('"')
        .filter(|word| word.ends_with(".js") || word.ends_with(".css"));
    let mut scripts: Vec<String> = linked.map(str::to_owned).collect();
    assert!(!scripts.is_empty());
    let mut seen = 0;
    while let Some(file) = scripts.get(seen).cloned() {
        let (head, text) = game.ask("GET", &format!("/{file}"), "");
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{file}: {head}");
        for name in text
            .split("from \"./")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            if !scripts.iter().any(|script| script == name) {
                scripts.push(name.to_owned());
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 17, "style and sixteen scripts: {scripts:?}");
}

#[test]
fn chance_has_a_seed_and_adds_to_what_is_named() {
    for [flag, value] in [["--look", "random"], ["--behave", "whole,random"]] {
        let game = Game::start(&["--size", "5", "--count", "1", flag, value]);
        let seed = game.url.split("&seed=").nth(1).map(str::parse::<u32>);
        assert!(matches!(seed, Some(Ok(_))), "{}", game.url);
        assert!(game.url.contains(value), "{}", game.url);
    }
}

#[test]
fn the_same_seed_serves_the_same_levels() {
    let levels = || {
        let game = Game::start(&["--size", "6x5", "--count", "2", "--seed", "9"]);
        game.ask("GET", "/levels", "").1
    };
    let first = levels();
    let list: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!((&list[0]["rows"], &list[0]["cols"]), (&5.into(), &6.into()));
    assert_eq!(first, levels());
}

#[test]
fn what_the_page_reports_is_the_state() {
    let game = Game::start(&["--size", "5", "--count", "2"]);
    assert_eq!(game.state().level, None);
    let report = report_about(2);
    let body = serde_json::to_string(&report).unwrap();
    let (head, _) = game.ask("POST", "/report", &body);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let state = game.state();
    assert_eq!((state.level, state.solved_count()), (Some(2), 0));
    assert_eq!(state.levels, [None, Some(report)]);
}

/// The live tests begin when the page's picture shows what the page reports.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_shows_a_level_where_both_terminals_of_its_pairs_are_seen() {
    use crate::common::shown::shows;
    use image::{Rgb, RgbImage};

    let report = report_about(1);
    let mut picture = RgbImage::from_pixel(120, 120, Rgb([20; 3]));
    assert!(!shows(&picture, &report), "a blank page");
    let [first, second] = report.terminals[0];
    for ((x, y), colour) in [(first, [200, 30, 30]), (second, [30, 30, 200])] {
        for (right, down) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
            picture.put_pixel(x as u32 - 10 + right, y as u32 - 10 + down, Rgb(colour));
        }
        assert!(!shows(&picture, &report), "no pair of one colour");
    }
    for pixel in picture.pixels_mut().filter(|pixel| pixel.0[2] == 200) {
        *pixel = Rgb([190, 40, 30]);
    }
    assert!(shows(&picture, &report));
    let elsewhere = RgbImage::from_pixel(60, 60, Rgb([20; 3]));
    assert!(
        !shows(&elsewhere, &report),
        "terminals outside of the picture"
    );
}

#[test]
fn what_is_no_report_changes_nothing() {
    let game = Game::start(&["--size", "5", "--count", "1"]);
    for level in [0, 2] {
        let body = serde_json::to_string(&report_about(level)).unwrap();
        let (head, text) = game.ask("POST", "/report", &body);
        assert!(head.starts_with("HTTP/1.1 400"), "{head}");
        assert!(text.contains("no such level"), "{text}");
    }
    let (head, _) = game.ask("POST", "/report", "{\"level\": 1}");
    assert!(head.starts_with("HTTP/1.1 400"), "{head}");
    let (head, _) = game.ask("GET", "/nowhere", "");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    let (head, _) = game.ask("DELETE", "/state", "");
    assert!(head.starts_with("HTTP/1.1 405"), "{head}");
    assert_eq!(game.state().level, None);
}

#[test]
fn levels_of_a_file_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.puzzle");
    std::fs::write(&file, "A.A\nB.B\n\nC*C\n...\n").unwrap();
    let game = Game::start(&[file.to_str().unwrap()]);
    let levels: Value = serde_json::from_str(&game.ask("GET", "/levels", "").1).unwrap();
    assert_eq!(levels[0]["pairs"][1]["cells"], serde_json::json!([3, 5]));
    assert_eq!(levels[1]["holes"], serde_json::json!([1]));
}

#[test]
fn levels_of_all_kinds_are_served() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("hive.puzzle"), "shape: hex\nA.A\n...\n").unwrap();
    let pack = "W_2:3,0,1,1;0,2,4,5,3,1\n3:3,0,2,2,4,0:2:6:8;3,4,5;1,4,7\n";
    std::fs::write(folder.path().join("pack.txt"), pack).unwrap();
    let files = ["hive.puzzle", "pack.txt"].map(|name| folder.path().join(name));
    let game = Game::start(&files.each_ref().map(|file| file.to_str().unwrap()));
    let levels: Value = serde_json::from_str(&game.ask("GET", "/levels", "").1).unwrap();
    assert_eq!(levels[0]["tiling"], "hexagonal");
    assert_eq!(levels[1]["joined"]["sides"], true);
    assert_eq!(levels[2]["bridges"], serde_json::json!([4]));
}

/// What a film of a level knows at its end, by node: the sides that its path goes on by, and the colour.
fn last_view(film: &Value) -> Vec<(u64, Option<u64>)> {
    let mut nodes = vec![(0, None); film["nodes"].as_array().unwrap().len()];
    let views = film["views"].as_array().unwrap().iter();
    for change in views.flat_map(|view| view["nodes"].as_array().unwrap()) {
        let index = change[0].as_u64().unwrap() as usize;
        nodes[index] = (change[1].as_u64().unwrap(), change[3].as_u64());
    }
    nodes
}

/// Checks that the film of a level ends with paths that pass all nodes.
fn ends_solved(game: &Game, level: usize, pairs: usize) {
    let (head, text) = game.ask("GET", &format!("/film/{level}"), "");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let film: Value = serde_json::from_str(&text).unwrap();
    let nodes = last_view(&film);
    let is_known = |&(_, colour): &(u64, Option<u64>)| colour < Some(pairs as u64);
    assert!(nodes.iter().all(|node| node.1.is_some() && is_known(node)));
    for (index, (on, _)) in nodes.iter().enumerate() {
        let to = &film["nodes"][index]["to"];
        let mut sides = (0..8).filter(|side| on >> side & 1 != 0);
        assert!(sides.all(|side| to[side].is_u64()), "{film}");
    }
    let with = |sides| {
        nodes
            .iter()
            .filter(move |node| node.0.count_ones() == sides)
    };
    let counts = (with(1).count(), with(2).count());
    assert_eq!(counts, (2 * pairs, nodes.len() - 2 * pairs), "{nodes:?}");
}

#[test]
fn the_film_of_a_level_ends_with_its_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.puzzle");
    let [touching, bridge] = ["A..\nA..\n", "*B*\nA+A\n*B*\n"];
    let [hive, unsolvable] = ["shape: hex\nA..\nA..\n", "AB\nBA\n"];
    std::fs::write(&file, [touching, bridge, hive, unsolvable].join("\n")).unwrap();
    let game = Game::start(&[file.to_str().unwrap()]);
    for (level, pairs) in [(1, 1), (2, 2), (3, 1)] {
        ends_solved(&game, level, pairs);
    }
    for level in ["4", "5", "0", "x"] {
        let (head, _) = game.ask("GET", &format!("/film/{level}"), "");
        assert!(head.starts_with("HTTP/1.1 404"), "{level}: {head}");
    }
    assert_eq!(game.state().solved_count(), 0);
}

#[test]
fn shapes_have_films_too() {
    for kind in ["cube", "star", "ring"] {
        let game = Game::start(&["--kind", kind, "--count", "1", "--seed", "3"]);
        let levels: Value = serde_json::from_str(&game.ask("GET", "/levels", "").1).unwrap();
        ends_solved(&game, 1, levels[0]["pairs"].as_array().unwrap().len());
    }
}

#[test]
fn only_requests_for_this_machine_are_answered() {
    let game = Game::start(&["--size", "5", "--count", "1"]);
    let status = |hosts: &str| {
        let head = game.ask_host(hosts, "GET", "/levels", "").0;
        head.split(' ').nth(1).map(str::to_owned)
    };
    for host in ["localhost", "LOCALHOST:81", "127.0.0.1", "127.0.0.1:8000"] {
        let answered = status(&format!("Host: {host}\r\n"));
        assert_eq!(answered.as_deref(), Some("200"), "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "127.0.0.1:x",
    ] {
        let refused = status(&format!("Host: {host}\r\n"));
        assert_eq!(refused.as_deref(), Some("421"), "{host}");
    }
}

#[test]
fn a_report_that_is_too_long_is_refused() {
    let game = Game::start(&["--size", "5", "--count", "1"]);
    let long = format!("\"{}\"", "a".repeat(1 << 20));
    let (head, _) = game.ask("POST", "/report", &long);
    assert!(head.starts_with("HTTP/1.1 413"), "{head}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let game = Game::start(&["--size", "5", "--count", "1"]);
    let port = game.port().to_string();
    Flowbot::runs("practice")
        .given("--size", "5")
        .given("--count", "1")
        .given("--port", &port)
        .exits(1)
        .says(&format!("port {port} is taken"))
        .keeps_calm();
}

#[test]
fn a_board_that_is_too_large_to_make_is_wrong_usage() {
    Flowbot::runs("practice")
        .given("--size", "61")
        .exits(2)
        .says("61");
    Flowbot::runs("practice")
        .given("--look", "ugly")
        .exits(2)
        .says("dark");
    Flowbot::runs("practice")
        .given("--behave", "whole,badly")
        .exits(2)
        .says("badly")
        .says("dialog");
}

#[test]
fn a_level_that_the_page_cannot_draw_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let graph = "shape: graph\nnodes: 0,0 1,0\nedges: 0|1\nAA\n";
    std::fs::write(folder.path().join("graph.puzzle"), graph).unwrap();
    Flowbot::runs("practice")
        .with("graph.puzzle")
        .inside(folder.path())
        .exits(1)
        .says("graph.puzzle: the page cannot draw")
        .keeps_calm();
}

#[cfg(unix)]
#[test]
fn signals_end_it_cleanly() {
    for signal in ["-INT", "-TERM"] {
        let mut game = Game::start(&["--size", "5", "--count", "1"]);
        let process = game.process().to_string();
        let sent = Command::new("kill")
            .args([signal, &process])
            .status()
            .unwrap();
        assert!(sent.success());
        assert_eq!(game.ended().code(), Some(0), "{signal}");
    }
}
