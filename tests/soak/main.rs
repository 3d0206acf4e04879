//! Long runs against the practice game in a browser window, with the figures that the page measures.
//! `make soak` runs them; they take about an hour.

#![cfg(all(feature = "desktop", target_os = "linux"))]

#[path = "../common/mod.rs"]
mod common;
#[macro_use]
#[path = "../common/each_behaviour.rs"]
mod each_behaviour;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use flowbot::practice::{Report, State};
use flowbot::random::Random;

use common::desktop::Desktop;
use common::figures::Figures;
use common::numberlink::{Numberlink, python};
use common::practised::{Boards, practises};
use common::shared;
use common::unequal::Unequal;
use each_behaviour::boards;

/// Levels of a pack file that `flowbot generate` makes: so many of each side.
fn write_levels(
    file: &Path,
    sides: std::ops::RangeInclusive<u32>,
    of_each: usize,
    first_seed: u64,
) {
    let mut pack = String::new();
    for (side, seed) in sides.zip(first_seed..) {
        let made = Command::new(env!("CARGO_BIN_EXE_flowbot"))
            .args(["generate", "--format", "pack", "--size", &side.to_string()])
            .args([
                "--count",
                &of_each.to_string(),
                "--seed",
                &(1000 * seed).to_string(),
            ])
            .output()
            .expect("flowbot can be started");
        assert!(made.status.success(), "{made:?}");
        pack += &String::from_utf8(made.stdout).expect("a pack is text");
    }
    fs::write(file, pack).expect("the levels can be written");
}

/// Plays all levels of a file in one run; gives what the game says and what flowbot told.
fn plays(levels: &Path, count: usize, behaviour: Option<&str>, play: &[&str]) -> (Figures, String) {
    let file = levels.to_str().expect("a folder with an ordinary name");
    let behave = behaviour.map(|name| ["--behave", name]);
    let page = behave.as_ref().map_or(&[][..], |words| words);
    let desktop = Desktop::with_game(&[&[file], page].concat());
    let boards = boards(behaviour.unwrap_or_default(), count).to_string();
    let arguments = [&["play", "--levels", &boards, "-v"], play].concat();
    let output = desktop.flowbot(&arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr);
    let tail: Vec<&str> = said.lines().rev().take(12).collect();
    assert!(
        output.status.success(),
        "{}: {told}{tail:#?}",
        output.status
    );
    desktop.game.wait_until("solved the last level", |report| {
        report.level == count && report.solved
    });
    assert!(!desktop.is_button_down());
    (Figures::of(&desktop.game.state()), told)
}

/// Frames a cell with the button down: one at the default pace, and as much again for redrawing and a slow machine.
const MOST_FRAMES: f64 = 2.0;

/// 30 levels from 5x5 to 14x14 of a game that behaves like this.
#[track_caller]
fn thirty(behaviour: &str, play: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.txt");
    write_levels(&file, 5..=14, 3, 1);
    let (figures, told) = plays(&file, 30, Some(behaviour), play);
    println!(
        "{behaviour}: {figures}\n{}",
        told.lines().last().unwrap_or_default()
    );
    let done = (figures.solved, figures.strays, figures.late_presses);
    assert_eq!(done, (30, 0, 0));
    // The others lose strokes, or have what they show waited for.
    if behaviour == "whole" {
        assert!(figures.frames_per_cell <= MOST_FRAMES, "{figures}");
    }
}

each_behaviour!(thirty);

/// Plays so many levels of a file of real ones, spread over all of it; gives the figures. `None` without the file.
fn real(kind: &str, count: usize, behaviour: Option<&str>) -> Option<Figures> {
    let levels = shared("levels")?.join(kind).with_extension("txt");
    let text = fs::read_to_string(levels).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let some: Vec<&str> = lines
        .iter()
        .copied()
        .step_by(lines.len() / count)
        .take(count)
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.txt");
    fs::write(&file, some.join("\n")).unwrap();
    let (figures, told) = plays(&file, count, behaviour, &[]);
    println!("{told}real levels, {kind}: {figures}");
    Some(figures)
}

#[test]
fn real_levels() {
    if let Some(figures) = real("classic", 150, None) {
        assert_eq!(figures.solved, 150);
    }
}

/// Thirty real levels of a kind, all won in no more frames a cell than plain ones.
#[track_caller]
fn thirty_real(kind: &str, behaviour: Option<&str>) {
    if let Some(figures) = real(kind, 30, behaviour) {
        assert_eq!(figures.solved, 30);
        assert!(figures.frames_per_cell <= MOST_FRAMES, "{figures}");
    }
}

#[test]
fn real_levels_with_walls() {
    thirty_real("walls", None);
}

#[test]
fn real_levels_with_bridges() {
    thirty_real("bridges", None);
}

#[test]
fn real_levels_of_hexagons() {
    thirty_real("hexes", None);
}

#[test]
fn real_levels_with_joined_borders() {
    thirty_real("warps", None);
    thirty_real("warps", Some("sides"));
}

/// Ten levels on no lattice of the size that the game makes if none is asked for.
#[track_caller]
fn ten_shapes(kind: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.puzzle");
    let made = Command::new(env!("CARGO_BIN_EXE_flowbot"))
        .args(["generate", "--kind", kind, "--count", "10", "--seed", "1"])
        .output()
        .expect("flowbot can be started");
    assert!(made.status.success(), "{made:?}");
    fs::write(&file, made.stdout).expect("the levels can be written");
    let (figures, told) = plays(&file, 10, None, &[]);
    println!("{told}{kind}: {figures}");
    let done = (figures.solved, figures.strays, figures.late_presses);
    assert_eq!(done, (10, 0, 0));
}

#[test]
fn cubes() {
    ten_shapes("cube");
}

#[test]
fn stars() {
    ten_shapes("star");
}

#[test]
fn rings() {
    ten_shapes("ring");
}

/// What is learned of a native game in some boards is kept for the next, until it is played at its own pace.
#[test]
fn a_native_game() {
    /// The first board is drawn at the slowest pace; the last takes at most this share of its time a cell.
    const MOST: f64 = 0.5;
    let Some(python) = python() else {
        return;
    };
    let state = tempfile::tempdir().unwrap();
    let mut paces = Vec::new();
    for (seed, side) in [(1, 5), (2, 6), (3, 7), (4, 8), (5, 9), (6, 9)] {
        let told = Numberlink::open(&python, seed, side, state.path()).is_solved(state.path());
        let drawing = told["spent_ms"]["draw"].as_f64().unwrap();
        paces.push(drawing / f64::from(side * side));
    }
    println!("numberlink: {paces:.1?} ms a cell, board by board");
    assert!(paces[paces.len() - 1] <= MOST * paces[0]);
}

/// Twenty boards of a game of Futoshiki that is not ours, of all sizes and difficulties.
#[test]
fn twenty_boards_of_unequal() {
    let kinds = [
        "4de", "5de", "5dt", "5dk", "6de", "6dt", "6dk", "6dx", "7de", "7dt", "7dk", "7dx", "7dr",
        "8de", "8dk", "8dx", "8dr", "9de", "9dk", "9dx",
    ];
    for (kind, seed) in kinds.into_iter().zip(1..) {
        let id = format!("{kind}#{seed}");
        let Some(game) = Unequal::open(&id) else {
            return;
        };
        println!("unequal {id}: {}", game.is_played());
    }
}

/// Thirty boards of the practice game in all sizes, each game with behaviours of its own.
#[test]
fn thirty_boards_of_futoshiki() {
    let games = [
        (4, "drops,dialog"),
        (5, "pad"),
        (5, "clicks,popup"),
        (6, "mirror"),
        (6, "pad,drops,animation"),
        (7, "clicks,drops"),
        (7, "refuses,focus"),
        (8, "mirror,clicks"),
        (8, "pad,focus,popup"),
        (9, "animation"),
    ];
    for ((size, behave), seed) in games.into_iter().zip(100..) {
        let count = 3;
        practises(Boards { size, count, seed }, Some(behave));
    }
}

/// Memory in use by a process, in KiB; `None` of one that has ended.
fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = status.lines();
    let used = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    used.split_whitespace().next()?.parse().ok()
}

/// How long a level stands untouched until it counts as refused: longer than any reading takes, and so short
/// that flowbot is still waiting for a board that it can play.
const UNTOUCHED: Duration = Duration::from_secs(8);

/// Games that take strokes in one way each, and change in all else from level to level.
#[test]
fn two_hundred_levels_with_random_looks_and_behaviours() {
    const LEVELS: usize = 25;
    let games = [
        "whole", "erases", "first", "clicks", "taps", "corners", "starts", "latch",
    ];
    for (game, seed) in games.into_iter().zip(1..) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("levels.txt");
        write_levels(&file, 5..=9, LEVELS / 5, 7 * seed);
        let run = random_levels(&[file], LEVELS, game, seed);
        assert!(run.refused.len() <= LEVELS / 20);
        run.assert_memory_stays();
    }
}

/// Kinds of levels that are packed, and of those that are made.
const PACKED: [&str; 6] = ["classic", "walls", "bridges", "warps", "hexes", "holes"];
const MADE: [&str; 3] = ["cube", "star", "ring"];

/// A level of each kind in turn, each in a file of its own: real ones by chance, and made ones. `None` without the real ones.
fn mixed_levels(folder: &Path, count: usize, random: &mut Random) -> Option<Vec<PathBuf>> {
    let packs = shared("levels")?;
    let kinds: Vec<&str> = PACKED.into_iter().chain(MADE).collect();
    let level = |number: usize, random: &mut Random| {
        let kind = kinds[number % kinds.len()];
        let file = folder.join(format!("{number}-{kind}.txt"));
        let text = if MADE.contains(&kind) {
            made_level(kind, random.below(1000))
        } else {
            let pack = fs::read_to_string(packs.join(kind).with_extension("txt")).unwrap();
            let lines: Vec<&str> = pack.lines().filter(|line| !line.is_empty()).collect();
            (*random.pick(&lines)).to_owned()
        };
        fs::write(&file, text).expect("the level can be written");
        file
    };
    Some((0..count).map(|number| level(number, random)).collect())
}

/// A level that `flowbot generate` makes.
fn made_level(kind: &str, seed: usize) -> String {
    let made = Command::new(env!("CARGO_BIN_EXE_flowbot"))
        .args(["generate", "--kind", kind, "--seed", &seed.to_string()])
        .output()
        .expect("flowbot can be started");
    assert!(made.status.success(), "{made:?}");
    String::from_utf8(made.stdout).expect("a level is text")
}

/// All kinds of boards in all looks and behaviours, mixed: what is not won is refused untouched, with a reason.
#[test]
fn a_hundred_levels_of_all_kinds_with_random_looks_and_behaviours() {
    const LEVELS: usize = 25;
    const MOST_REFUSED: usize = LEVELS / 2;
    for (game, seed) in ["whole", "erases", "sides", "clicks"].into_iter().zip(1..) {
        let folder = tempfile::tempdir().unwrap();
        let mut random = Random::new(seed);
        let Some(files) = mixed_levels(folder.path(), LEVELS, &mut random) else {
            return;
        };
        let run = random_levels(&files, LEVELS, game, seed);
        for number in &run.refused {
            println!("refused: {}", files[number - 1].display());
        }
        assert!(run.refused.len() <= MOST_REFUSED);
    }
}

/// What a run over levels of all sorts came to.
#[derive(Default)]
struct MixedRun {
    /// The numbers of the levels that flowbot left untouched, from 1.
    refused: Vec<usize>,
    /// How many levels flowbot told as won.
    won: usize,
    /// Memory in use after each of them, in KiB, where flowbot had not ended.
    used: Vec<u64>,
    /// What flowbot wrote.
    said: String,
}

impl MixedRun {
    /// Pictures are kept while a level lasts: what stays is the least of some levels.
    fn assert_memory_stays(&self) {
        let used = &self.used;
        let least = |levels: &[u64]| levels.iter().copied().min().unwrap();
        let (before, after) = (least(&used[10..20]), least(&used[used.len() - 10..]));
        assert!(
            after as f64 <= before as f64 * 1.2,
            "{before} KiB grew to {after}"
        );
    }
}

/// Plays all levels. A level that flowbot refuses is passed over by hand, and flowbot is started again where it has ended by that.
/// Anything else that stops it, or keeps it from going on, is a fault.
fn random_levels(files: &[PathBuf], count: usize, game: &str, seed: u64) -> MixedRun {
    let (behave, seed) = (format!("{game},random"), seed.to_string());
    let page = ["--look", "random", "--behave", &behave, "--seed", &seed];
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let desktop = Desktop::with_game(&[&files, page.as_slice()].concat());
    let mut run = MixedRun::default();
    one_run(&desktop, count, &mut run);
    while goes_on(&desktop, count) {
        one_run(&desktop, count, &mut run);
    }
    let state = desktop.game.state();
    let figures = Figures::of(&state);
    run.refused = untouched(&state);
    let MixedRun {
        refused,
        used,
        said,
        ..
    } = &run;
    let why = said.lines().filter(|line| line.contains("not played"));
    println!(
        "{}\nrandom, {game}: {figures}, refused {refused:?}, memory {used:?} KiB",
        why.collect::<Vec<_>>().join("\n")
    );
    let is_odd = |one: &&Report| !one.solved && one.first_press_ms.is_some() || one.strays > 0;
    let odd: Vec<&Report> = state.levels.iter().flatten().filter(is_odd).collect();
    // What flowbot calls won is what the game calls solved.
    assert_eq!(
        (run.won, figures.solved + refused.len(), figures.strays),
        (figures.solved, count, 0),
        "{odd:#?}, {said}"
    );
    run
}

/// Whether levels are left to play. A level at which flowbot has ended without a stroke on it is passed over.
fn goes_on(desktop: &Desktop, count: usize) -> bool {
    let state = desktop.game.state();
    let now = state.current().unwrap();
    if now.solved || now.level == count {
        return false;
    }
    assert_eq!(now.first_press_ms, None, "left in the middle: {now:?}");
    pass(desktop, now.level);
    true
}

/// Goes on from a level that is not won.
fn pass(desktop: &Desktop, level: usize) {
    desktop.next_level();
    let is_next = |report: &Report| report.level != level;
    desktop.game.wait_until("at the next level", is_next);
}

/// The numbers of the levels that nothing was drawn on.
fn untouched(state: &State) -> Vec<usize> {
    let shown = state.levels.iter().flatten();
    let untouched = shown.filter(|one| !one.solved && one.first_press_ms.is_none());
    untouched.map(|one| one.level).collect()
}

/// Plays from the level that is shown until flowbot ends.
fn one_run(desktop: &Desktop, count: usize, run: &mut MixedRun) {
    let said = desktop.state().join("said.txt");
    let all_runs = fs::File::options().create(true).append(true).open(&said);
    let mut play = desktop
        .flowbot(&["play", "--levels", &count.to_string(), "--json", "-v"])
        .stderr(all_runs.unwrap())
        .spawn()
        .unwrap();
    let lines = BufReader::new(play.stdout.take().unwrap()).lines();
    let process = play.id();
    let won = std::thread::spawn(move || -> Vec<Option<u64>> {
        let told = lines.map_while(Result::ok);
        let won = told.filter(|line| line.contains("\"won\""));
        won.map(|_| memory(process)).collect()
    });
    pass_over(desktop, &mut play, count);
    let won = won.join().unwrap();
    run.won += won.len();
    run.used.extend(won.into_iter().flatten());
    run.said = fs::read_to_string(said).unwrap();
}

/// Takes the page to its next level wherever flowbot leaves one untouched, until flowbot ends or the last level is left.
fn pass_over(desktop: &Desktop, play: &mut Child, count: usize) {
    let mut untouched = (0, Instant::now());
    while play.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(100));
        let state = desktop.game.state();
        let now = state.current().unwrap();
        let is_waiting = now.shown && !now.solved && now.first_press_ms.is_none();
        if !is_waiting || untouched.0 != now.level {
            untouched = (now.level, Instant::now());
        } else if untouched.1.elapsed() > UNTOUCHED && now.level < count {
            pass(desktop, now.level);
        }
    }
}
