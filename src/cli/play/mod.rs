//! `flowbot play`: Solve the live game on screen.

mod args;
mod learned;
mod rehearse;
mod reporter;

use std::fs;
use std::io::{self, BufReader};
use std::sync::Arc;

use serde_json::json;

use super::Exit;
use super::animation::Animation;
use super::game_rules::flags;
use super::output::ensure_may_write;
use super::reproduce::PROFILE;
use super::state::state_file;
use super::stdio::{note, tell};
use crate::capture::{Place, open_screen};
use crate::play::{
    self, AnyFamily, Desktop, Ending, Event, Game, Options, PlayError, Recorder, Rehearsal,
};
use crate::replay::{Interruption, RealClock, StopFlag, open_pointer, stop_on_signals};
pub(super) use args::Args;
use args::{Wishes, lies_inside};
use learned::{keep, recall, store};
use rehearse::{is_agreed, rehearse};
use reporter::Reporter;
pub(super) use reporter::{HEADER, row};

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.record {
        ensure_may_write(file, args.force)?;
    }
    let stop_flag = Arc::new(StopFlag::default());
    stop_on_signals(Arc::clone(&stop_flag), || {
        std::process::exit(Exit::Stopped.code().into());
    })?;
    let agreed = if args.confirm {
        let plan = rehearse(&args, &stop_flag)?;
        if !is_agreed(BufReader::new(io::stdin()), &stop_flag)? {
            note("Nothing was drawn.");
            return Ok(Exit::Stopped);
        }
        Some(plan)
    } else {
        None
    };
    let result = if args.dry_run {
        rehearse(&args, &stop_flag).map(drop)
    } else {
        live(&args, &stop_flag, agreed.as_ref())
    };
    if args.json
        && let Err(error) = &result
    {
        tell(&problem(error).to_string());
    }
    result.map(|()| Exit::Done)
}

/// Plays; where a plan was agreed to, only there, and only if the first board is the one of the plan.
fn live(args: &Args, stop_flag: &StopFlag, agreed: Option<&Rehearsal>) -> anyhow::Result<()> {
    let Wishes {
        pace: fixed,
        next,
        family,
    } = args.wishes()?;
    let (mut screen, mut pointer) = (open_screen()?, open_pointer()?);
    let real_clock = RealClock::default();
    let place = match agreed {
        Some(plan) => plan.place.clone(),
        None => args.find((screen.as_mut(), &real_clock, stop_flag), &family)?,
    };
    lies_inside(next.as_ref(), &place)?;
    let mut store = store();
    let mut learned = recall(store.as_ref(), &place, fixed);
    let options = args.options(next);
    let animation = args.record.as_deref().map(Animation::start).transpose()?;
    let mut reporter = Reporter::new(args.json);
    let recorder = Recorder::default();
    let mut screen = recorder.screen(screen.as_mut());
    let mut pointer = recorder.pointer(pointer.as_mut());
    let desktop = Desktop {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &recorder.clock(&real_clock),
        stop_flag,
    };
    let mut agreement = Agreement::to(agreed);
    let played = play::play(
        desktop,
        Game {
            family: &family,
            place: place.clone(),
        },
        &options,
        &mut learned,
        &mut |event| {
            if let Event::Read { task, frame, start } = &event {
                agreement.see(&task.summary().key, stop_flag);
                recorder.begin(start.as_ref().clone(), frame, *task);
            }
            reporter.hear(&event);
            if let Some(animation) = &animation {
                animation.hear(&event);
            }
        },
    );
    reporter.finish();
    // What was recorded and learned is kept even if the run ended early.
    let recorded = animation.map(Animation::finish).transpose();
    if let Some(store) = &mut store
        && reporter.has_won()
    {
        keep(store, &place, fixed, &learned);
    }
    agreement.kept()?;
    if let Err(error) = &played {
        keep_failure(&recorder, &place, &options, &family, error);
    }
    say_how_it_ended(played?, reporter.has_won())?;
    recorded?;
    Ok(())
}

/// A board that was agreed to, by its text, until the first one is read.
struct Agreement<'a> {
    board: Option<&'a str>,
    is_broken: bool,
}

impl<'a> Agreement<'a> {
    fn to(plan: Option<&'a Rehearsal>) -> Self {
        Self {
            board: plan.map(|plan| plan.summary.key.as_str()),
            is_broken: false,
        }
    }

    /// Stops the run where the first board is another one.
    fn see(&mut self, board: &str, stop_flag: &StopFlag) {
        self.is_broken = self.board.take().is_some_and(|agreed| agreed != board);
        if self.is_broken {
            stop_flag.set();
        }
    }

    fn kept(&self) -> Result<(), PlayError> {
        if self.is_broken {
            let seen = "it is not the one that you agreed to".to_owned();
            return Err(PlayError::BoardLost { seen });
        }
        Ok(())
    }
}

/// Says how a run ended. To run out of time before anything was won is an error.
fn say_how_it_ended(ending: Ending, has_won: bool) -> Result<(), PlayError> {
    match ending {
        Ending::AllWon => {}
        Ending::TimeIsUp if !has_won => return Err(PlayError::TimeIsUp),
        Ending::TimeIsUp => note("The time is up."),
        Ending::NoMore { seen } => note(&format!("No other board came: {seen}.")),
    }
    Ok(())
}

/// Keeps what led to a failure, unless a person or a signal ended the run.
fn keep_failure(
    recorder: &Recorder,
    place: &Place,
    options: &Options,
    AnyFamily { flow, .. }: &AnyFamily,
    error: &PlayError,
) {
    if matches!(
        error,
        PlayError::Interrupted(Interruption::Signal | Interruption::Person { .. })
    ) {
        return;
    }
    let Some(folder) = state_file("last-failure") else {
        return;
    };
    let kept = recorder.save(&folder, place, options, error);
    let kept = kept.and_then(|()| match &flow.profile {
        Some(profile) => fs::write(folder.join(PROFILE), profile.to_toml()),
        None => Ok(()),
    });
    let flags = flags(flow.rules);
    match kept {
        Ok(()) => note(&format!(
            "What was seen and done is in {0}: `flowbot reproduce {0}{flags}` plays it back.",
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
