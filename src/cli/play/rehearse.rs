//! What would be drawn, and whether a person agrees to it.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::args::{Args, Wishes, lies_inside};
use super::learned::{recall, store};
use crate::capture::open_screen;
use crate::cli::stdio::{note, tell};
use crate::pipeline::Action;
use crate::play::{self, Rehearsal};
use crate::replay::{RealClock, StopFlag};

/// How often a person who is asked something is given the chance to stop by a signal.
const BLINK: Duration = Duration::from_millis(50);

/// Says what would be drawn.
pub(super) fn rehearse(args: &Args, stop_flag: &StopFlag) -> anyhow::Result<Rehearsal> {
    let Wishes { pace, next, family } = args.wishes()?;
    let mut screen = open_screen()?;
    let clock = RealClock::default();
    let place = args.find((screen.as_mut(), &clock, stop_flag), &family)?;
    lies_inside(next.as_ref(), &place)?;
    let learned = recall(store().as_ref(), &place, pace);
    let plan = play::rehearse(
        (screen.as_mut(), &clock, stop_flag),
        &family,
        place,
        args.board_wait(),
        &learned,
    )?;
    let (place, summary) = (&plan.place, &plan.summary);
    let strokes: Vec<Vec<(i32, i32)>> = plan
        .strokes
        .iter()
        .map(|actions| actions.iter().flat_map(places).collect())
        .collect();
    if args.json {
        let line = json!({
            "target": place.to_string(), "rows": summary.rows, "cols": summary.cols,
            "colours": summary.colours, "strokes": strokes,
        });
        tell(&line.to_string());
        return Ok(plan);
    }
    tell(&format!("Would draw on {place}:"));
    for (number, stroke) in (1..).zip(&strokes) {
        let way: Vec<String> = stroke.iter().map(|(x, y)| format!("{x},{y}")).collect();
        tell(&format!("stroke {number}: {}", way.join(" ")));
    }
    Ok(plan)
}

/// The screen points that an action passes.
fn places(action: &Action) -> Vec<(i32, i32)> {
    match action {
        Action::Drag(waypoints) | Action::Pass(waypoints) => {
            waypoints.iter().map(|way| way.at.round()).collect()
        }
        Action::Click(way) => vec![way.at.round()],
        Action::Key { .. } => Vec::new(),
    }
}

/// Asks a person; no answer is no, and so is a signal.
pub(super) fn is_agreed(
    mut input: impl BufRead + Send + 'static,
    stop_flag: &StopFlag,
) -> io::Result<bool> {
    note("Draw this? Type y and press Enter.");
    let (sender, answers) = mpsc::channel();
    // Reading cannot be interrupted, so it is left behind when a signal comes first.
    thread::spawn(move || {
        let mut answer = String::new();
        let read = input.read_line(&mut answer).map(|_| answer);
        sender.send(read).ok();
    });
    while !stop_flag.is_set() {
        match answers.recv_timeout(BLINK) {
            Ok(answer) => {
                let answer = answer?.trim().to_lowercase();
                return Ok(["y", "yes"].contains(&answer.as_str()));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn only_a_yes_agrees_and_a_signal_ends_the_question() {
        let agreed = |text: &'static str| is_agreed(text.as_bytes(), &StopFlag::default()).unwrap();
        assert!(agreed("y\n") && agreed(" Yes\n"));
        assert!(!agreed("n\n") && !agreed("") && !agreed("yesterday\n"));
        // Nobody ever writes to this pipe.
        let (silent, _writer) = io::pipe().unwrap();
        let stop_flag = StopFlag::default();
        stop_flag.set();
        assert!(!is_agreed(BufReader::new(silent), &stop_flag).unwrap());
    }
}
