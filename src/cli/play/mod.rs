//! `flowbot play`: Solve the live game on screen.

mod args;
mod learned;
mod rehearse;
mod tell;

use std::fs;
use std::io::{self, BufReader};
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::Exit;
use super::output::ensure_may_write;
use super::record::Recorder;
use super::reproduce::PROFILE;
use super::state::state_file;
use super::stdio::{note, tell};
use crate::capture::{Place, open_screen};
use crate::play::{
    self, Desk, Ending, Event, FlowGame, LevelLimits, Options, PlayError, Rehearsal, Tape,
};
use crate::replay::{Brake, Halt, RealClock, brake_on_signals, open_pointer};
pub(super) use args::Args;
use args::{Wishes, lies_inside};
use learned::{keep, memory, recall};
use rehearse::{is_agreed, rehearse};
use tell::Teller;
pub(super) use tell::{HEADER, row};

/// How long the game may take to show the next board: longer than any animation between levels.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.record {
        ensure_may_write(file, args.force)?;
    }
    let brake = Arc::new(Brake::default());
    brake_on_signals(Arc::clone(&brake), || {
        std::process::exit(Exit::Stopped.code().into());
    })?;
    let agreed = if args.confirm {
        let plan = rehearse(&args, &brake)?;
        if !is_agreed(BufReader::new(io::stdin()), &brake)? {
            note("Nothing was drawn.");
            return Ok(Exit::Stopped);
        }
        Some(plan)
    } else {
        None
    };
    let result = if args.dry_run {
        rehearse(&args, &brake).map(drop)
    } else {
        live(&args, &brake, agreed.as_ref())
    };
    if args.json
        && let Err(error) = &result
    {
        tell(&problem(error).to_string());
    }
    result.map(|()| Exit::Done)
}

/// Plays; where a plan was agreed to, only there, and only if the first board is the one of the plan.
fn live(args: &Args, brake: &Brake, agreed: Option<&Rehearsal>) -> anyhow::Result<()> {
    let Wishes {
        pace: fixed,
        next,
        game,
    } = args.wishes()?;
    let (mut screen, mut pointer) = (open_screen()?, open_pointer()?);
    let place = match agreed {
        Some(plan) => plan.place.clone(),
        None => play::find(screen.as_mut(), &game, args.target.target().as_ref())?,
    };
    lies_inside(next.as_ref(), &place)?;
    let mut memory = memory();
    let mut habits = recall(memory.as_ref(), &place, fixed);
    let options = Options {
        levels: args.levels.0,
        time: args.time,
        patience: PATIENCE,
        limits: LevelLimits {
            drags: args.level_drags,
            time: Duration::from_secs(args.level_seconds),
        },
        next,
    };
    let recorder = args.record.as_deref().map(Recorder::start).transpose()?;
    let mut teller = Teller::new(args.json);
    let tape = Tape::default();
    let real_clock = RealClock::default();
    let (mut screen, mut pointer) = (tape.screen(screen.as_mut()), tape.pointer(pointer.as_mut()));
    let desk = Desk {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &tape.clock(&real_clock),
        brake,
    };
    let mut agreed = agreed.map(|plan| &plan.summary.key);
    let mut is_other = false;
    let played = play::play(
        desk,
        &game,
        place.clone(),
        &options,
        &mut habits,
        &mut |event| {
            if let Event::Read {
                level,
                frame,
                start,
            } = &event
            {
                is_other = agreed.take().is_some_and(|key| *key != level.summary().key);
                if is_other {
                    brake.pull();
                }
                tape.begin(start.clone(), frame, *level);
            }
            teller.hear(&event);
            if let Some(recorder) = &recorder {
                recorder.hear(&event);
            }
        },
    );
    teller.finish();
    // What was recorded and learned is kept even if the run ended early.
    let recorded = recorder.map(Recorder::finish).transpose();
    if let Some(memory) = &mut memory
        && teller.has_drawn()
    {
        keep(memory, &place, fixed, &habits);
    }
    if is_other {
        let seen = "it is not the one that you agreed to".to_owned();
        return Err(PlayError::BoardLost { seen }.into());
    }
    if let Err(error) = &played {
        keep_failure(&tape, &place, &options, &game, error);
    }
    match played? {
        Ending::AllDrawn => {}
        Ending::TimeIsUp => note("The time is up."),
        Ending::NoMore { seen } => note(&format!("No other board came: {seen}.")),
    }
    recorded?;
    Ok(())
}

/// Keeps what led to a failure, unless a person or a signal ended the run.
fn keep_failure(tape: &Tape, place: &Place, options: &Options, game: &FlowGame, error: &PlayError) {
    if matches!(error, PlayError::Halted(Halt::Signal | Halt::Person { .. })) {
        return;
    }
    let Some(folder) = state_file("last-failure") else {
        return;
    };
    let kept = tape.save(&folder, place, options, error);
    let kept = kept.and_then(|()| match &game.profile {
        Some(profile) => fs::write(folder.join(PROFILE), profile.to_toml()),
        None => Ok(()),
    });
    match kept {
        Ok(()) => note(&format!(
            "What was seen and done is in {0}: `flowbot reproduce {0}` plays it back.",
            folder.display()
        )),
        Err(cause) => tracing::warn!("{}: cannot be written: {cause}", folder.display()),
    }
}

/// The line of JSON that says why a run ended early.
fn problem(error: &anyhow::Error) -> serde_json::Value {
    match error.downcast_ref() {
        Some(PlayError::Refused(refusal)) => json!({
            "status": "refused", "reason": refusal.reason.to_string(), "message": refusal.message,
        }),
        _ => json!({ "status": "stopped", "message": format!("{error:#}") }),
    }
}
