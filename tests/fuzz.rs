//! Random and mutated pictures through `flowbot extract`: no panic, no hang, no more than 1 GiB of memory.
//!
//! `make fuzz` runs it. `FLOWBOT_FUZZ_CASES`, `FLOWBOT_FUZZ_SECONDS` and `FLOWBOT_FUZZ_SEED` change how many
//! pictures there are, how long it may take, and which pictures they are. Pictures that do harm are kept in
//! `target/tmp`.

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use common::mutate::{Mutant, Seeds};
use flowbot::random::Random;

/// Pictures for one run of flowbot.
const BATCH: usize = 50;
/// No picture may take longer: a hundred times what one of this size takes.
const PATIENCE: Duration = Duration::from_secs(20);
/// In kibibytes, for all that a run of flowbot maps.
const MEMORY: u64 = 1024 * 1024;

fn number(name: &str, default: u64) -> u64 {
    let asked = env::var(name).ok();
    asked.map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is {text:?}: make it a number"))
    })
}

/// What came of all pictures so far.
#[derive(Default)]
struct Sums {
    /// By status and kind of picture.
    ended: BTreeMap<(String, &'static str), usize>,
    slowest: (f64, String),
    /// The most memory of any run, in kibibytes.
    peak: u64,
}

#[test]
fn no_picture_brings_extract_down() {
    let (count, seconds) = (
        number("FLOWBOT_FUZZ_CASES", 10_000) as usize,
        number("FLOWBOT_FUZZ_SECONDS", 600),
    );
    let mut random = Random::new(number("FLOWBOT_FUZZ_SEED", 1));
    let seeds = Seeds::load();
    let start = Instant::now();
    let mut sums = Sums::default();
    let mut done = 0;
    while done < count && start.elapsed() < Duration::from_secs(seconds) {
        let folder = tempfile::tempdir().unwrap();
        let mutants: Vec<(PathBuf, &'static str)> = (done..count.min(done + BATCH))
            .map(|index| {
                let Mutant {
                    kind,
                    ending,
                    bytes,
                } = seeds.mutant(&mut random);
                let path = folder.path().join(format!("{index:06}.{ending}"));
                fs::write(&path, bytes).unwrap();
                (path, kind)
            })
            .collect();
        if let Err(what) = run(folder.path(), &mutants, &mut sums) {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{done}"));
            fs::create_dir_all(&kept).unwrap();
            for (path, _) in &mutants {
                fs::copy(path, kept.join(path.file_name().unwrap())).unwrap();
            }
            panic!("{what}; the pictures are kept in {}", kept.display());
        }
        done += mutants.len();
    }
    println!("{done} pictures in {:.0} s", start.elapsed().as_secs_f64());
    for ((status, kind), count) in &sums.ended {
        println!("{status:<8} {kind:<16} {count:>6}");
    }
    let (ms, name) = sums.slowest;
    println!(
        "slowest {ms:.0} ms ({name}), most memory {} MiB",
        sums.peak / 1024
    );
}

/// Runs extract over a folder of pictures; `Err` says what went wrong, and with which picture.
fn run(folder: &Path, mutants: &[(PathBuf, &'static str)], sums: &mut Sums) -> Result<(), String> {
    // The shell sets the limit: what goes beyond it cannot be had, and that ends flowbot.
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &MEMORY.to_string()])
        .arg(env!("CARGO_BIN_EXE_flowbot"))
        .args(["extract", "--json", "--overlay"])
        .arg(folder.join("seen"))
        .arg(folder)
        .env_remove("DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut errors = child.stderr.take().unwrap();
    let complaints = thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).map(|_| text)
    });
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        lines
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });

    let mut ended = Ok(());
    for (path, kind) in mutants {
        let name = path.display();
        let line = match receiver.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                ended = Err(format!("{name}: nothing for {PATIENCE:?}"));
                break;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                ended = Err(format!("{name}: flowbot ended before its turn or at it"));
                break;
            }
        };
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        let status = line["status"].as_str().unwrap().to_owned();
        *sums.ended.entry((status, kind)).or_default() += 1;
        let ms = line["ms"].as_f64().unwrap();
        if ms > sums.slowest.0 {
            sums.slowest = (ms, kind.to_string());
        }
        sums.peak = sums.peak.max(peak(child.id()));
    }
    // It has ended by itself, or is to end now.
    if ended.is_err() {
        let _ = child.kill();
    }
    let code = child.wait().unwrap().code();
    let complaints = complaints.join().unwrap().unwrap_or_default();
    if ended.is_ok() && !matches!(code, Some(0 | 1 | 3)) {
        ended = Err(format!("ended with {code:?}"));
    }
    if ended.is_ok() && complaints.contains("panicked") {
        ended = Err("a panic".into());
    }
    ended.map_err(|what| format!("{what}\n{complaints}"))
}

/// The most memory that a process has had, in kibibytes; 0 when it is gone or the system does not say.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
