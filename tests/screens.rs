//! Reads every real picture beside the project and compares with what it shows. Data are tests only:
//! without them the test says so and passes. `FLOWBOT_ONLY=photo cargo test --test screens -- --nocapture` reads only
//! those with `photo` in their path.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use flowbot::capture::load_picture;
use flowbot::geometry::Cell;
use flowbot::puzzle::flow::Puzzle;
use flowbot::read::{self, ReadOptions};

/// How many of the 111 rectangular boards must be read; raised as reading gets better. One picture shows its
/// puzzle twice, so nobody can say which board is meant.
const FEWEST_READ: usize = 110;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/screens")
}

fn pictures() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
            if path.is_dir() {
                folders.push(path);
            } else if ["png", "jpg", "jpeg"]
                .iter()
                .any(|known| extension == *known)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The grid with colours renamed to `A`.. in order of first appearance.
fn canonical(rows: &[String]) -> Vec<String> {
    let mut names = BTreeMap::new();
    let rename = |c: char| match c {
        '.' | '*' => c,
        _ => {
            let next = char::from(b'A' + names.len() as u8);
            *names.entry(c).or_insert(next)
        }
    };
    let all: String = rows.join("\n");
    let mut rename = rename;
    let renamed: String = all
        .chars()
        .map(|c| if c == '\n' { c } else { rename(c) })
        .collect();
    renamed.lines().map(str::to_owned).collect()
}

fn grid(puzzle: &Puzzle) -> Vec<String> {
    let board = puzzle.board();
    let terminals = puzzle.terminals();
    (0..board.rows())
        .map(|row| {
            (0..board.cols())
                .map(|col| match board.nodes_at(Cell::new(row, col)).next() {
                    None => '*',
                    Some(node) => match terminals[node.index()] {
                        None => '.',
                        Some(colour) => char::from(b'A' + colour.index() as u8),
                    },
                })
                .collect()
        })
        .collect()
}

fn truth(picture: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(picture.with_extension("txt")).ok()?;
    let rows: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with("# ") && !line.trim().is_empty() && *line != "#")
        .map(str::to_owned)
        .collect();
    (!rows.is_empty()).then(|| canonical(&rows))
}

#[test]
fn real_pictures_are_read_rightly_or_refused() {
    if !folder().is_dir() {
        println!("SKIPPED: no pictures at {}", folder().display());
        return;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut times = Vec::new();
    for picture in pictures() {
        let name = picture
            .strip_prefix(folder())
            .unwrap()
            .display()
            .to_string();
        if std::env::var("FLOWBOT_ONLY").is_ok_and(|only| !name.contains(&only)) {
            continue;
        }
        let expected = truth(&picture);
        let reasons = fs::read_to_string(picture.with_extension("reason")).ok();
        let frame = load_picture(&picture).unwrap();
        let start = Instant::now();
        let outcome = read::flow(&frame, &ReadOptions::default());
        let took = start.elapsed().as_secs_f64() * 1e3;
        times.push(took);
        let (verdict, said) = match (&outcome, &expected) {
            (Ok(reading), Some(rows)) if canonical(&grid(&reading.board.puzzle)) == *rows => {
                ("read", String::new())
            }
            (Ok(reading), _) => (
                "WRONG",
                format!("\n{}", grid(&reading.board.puzzle).join("\n")),
            ),
            (Err(refusal), Some(rows)) if reasons.is_none() => {
                let doubtful = refusal.doubtful_grid.clone().unwrap_or_default();
                let shown = canonical(&doubtful).join("\n");
                let sizes = format!("{} by {} cells", rows.len(), rows[0].len());
                (
                    "missed",
                    format!("{refusal}\n{shown}\nwhere there are {sizes}"),
                )
            }
            (Err(refusal), _) => {
                let word = refusal.reason.to_string();
                let is_right = match &reasons {
                    Some(words) => words.split_whitespace().any(|right| right == word),
                    None => word.starts_with("unsupported:"),
                };
                let verdict = if is_right {
                    "refused"
                } else {
                    "refused for another reason"
                };
                (verdict, refusal.to_string())
            }
        };
        *counts.entry(verdict).or_default() += 1;
        println!("{verdict:8} {took:6.1} ms  {name}  {said}");
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{counts:?}; median {:.1} ms, worst {:.1} ms",
        times[times.len() / 2],
        times[times.len() - 1]
    );
    assert_eq!(counts.get("WRONG"), None, "a board was read wrongly");
    if std::env::var("FLOWBOT_ONLY").is_err() {
        assert!(
            counts.get("read").is_some_and(|read| *read >= FEWEST_READ),
            "{counts:?}"
        );
    }
}
