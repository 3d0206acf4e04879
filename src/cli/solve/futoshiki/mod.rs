//! `flowbot solve` for Futoshiki.

mod log;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};

use super::show::Format;
use super::{Args, STOPPED};
use crate::cli::Exit;
use crate::cli::exit::Usage;
use crate::cli::stdio::{note, print};
use crate::pipeline::Limits;
pub(super) use crate::puzzle::futoshiki::text::Level;
use crate::puzzle::futoshiki::text::{json, solved_board};
use crate::puzzle::futoshiki::{Solution, verify};
use crate::solve::Outcome;
use crate::solve::futoshiki::propagation::solve_observed;
use crate::solve::futoshiki::{Answer, Engine, PUBLISHED_LIMIT, Request, solve};
use log::Log;

/// What solves a level.
///
/// # Errors
/// [`Usage`] for options that say nothing of Futoshiki.
pub(super) fn solver(
    args: &Args,
) -> anyhow::Result<impl Fn(&Level, &Args, &AtomicBool) -> anyhow::Result<Exit>> {
    let engine = engine(args.engine.name())?;
    let has_other_format = !matches!(args.format, None | Some(Format::Json));
    for (is_given, flag, instead) in [
        (args.touching, "--touching", "leave it out"),
        (args.allow_empty, "--allow-empty", "leave it out"),
        (args.picture.is_some(), "--picture", "leave it out"),
        (args.animate.is_some(), "--animate", "leave it out"),
        (args.watch, "--watch", "leave it out"),
        (args.engine.with.is_some(), "--with", "choose an --engine"),
        (args.max_ms.is_some(), "--max-ms", "take --max-guesses"),
        (
            has_other_format,
            "this --format",
            "take json, or leave it out",
        ),
        (
            args.explain && engine != Engine::Propagation,
            "--explain with this --engine",
            "choose propagation",
        ),
    ] {
        if is_given {
            bail!(Usage(format!("{flag} is not for Futoshiki: {instead}")));
        }
    }
    Ok(move |level: &Level, args: &Args, stop: &AtomicBool| solve_one(level, engine, args, stop))
}

/// The engine of this name.
fn engine(name: Option<&str>) -> Result<Engine, Usage> {
    let Some(name) = name else {
        return Ok(Engine::default());
    };
    let names = Engine::ALL.map(Engine::name).join(", ");
    let known = Engine::ALL.into_iter().find(|engine| engine.name() == name);
    known.ok_or_else(|| {
        Usage(format!(
            "no engine is called {name:?}: choose one of {names}"
        ))
    })
}

fn solve_one(
    level: &Level,
    engine: Engine,
    args: &Args,
    stop: &AtomicBool,
) -> anyhow::Result<Exit> {
    let Level { name, puzzle, .. } = level;
    let is_published = engine != Engine::Propagation;
    let request = Request {
        puzzle,
        count: args.count as usize,
        limits: Limits {
            guesses: args.max_guesses.or(is_published.then_some(PUBLISHED_LIMIT)),
            should_stop: &|| stop.load(Ordering::Relaxed),
        },
    };
    let started = Instant::now();
    let answer = if args.explain {
        let mut log = Log::new(puzzle);
        let answer = solve_observed(&request, &mut log);
        log.finish();
        answer
    } else {
        solve(engine, &request)
    };
    let took = started.elapsed();
    for solution in &answer.solutions {
        verify(puzzle, solution)
            .with_context(|| format!("{name}: the engine is wrong, please report this puzzle"))?;
    }
    print(&written(level, &answer.solutions, args.format))?;
    let was_signalled = stop.load(Ordering::Relaxed) && answer.outcome == Outcome::Stopped;
    if let Some(verdict) = verdict(&answer, args, was_signalled) {
        note(&format!("{name}: {verdict}"));
    }
    if args.stats {
        let (engine, stats) = (engine.name(), answer.stats);
        let ms = took.as_secs_f64() * 1e3;
        note(&format!(
            "{name}: {engine}: {} guesses, {} assignments, {} propagations, {ms:.1} ms",
            stats.guesses, stats.assignments, stats.propagations
        ));
    }
    Ok(match answer.outcome {
        Outcome::Solved => Exit::Done,
        Outcome::NoSolution => Exit::NoSolution,
        Outcome::Stopped if was_signalled => Exit::Stopped,
        Outcome::Stopped => Exit::Limit,
    })
}

/// Solutions as board files, an empty line between two, or as JSON.
fn written(level: &Level, solutions: &[Solution], format: Option<Format>) -> String {
    let written = solutions.iter().map(|solution| match format {
        Some(Format::Json) => {
            let solution = Some(solution.clone());
            json(&Level {
                solution,
                ..level.clone()
            }) + "\n"
        }
        _ => solved_board(&level.puzzle, solution),
    });
    let gap = if format == Some(Format::Json) {
        ""
    } else {
        "\n"
    };
    written.collect::<Vec<_>>().join(gap)
}

/// What is to be said of an answer; nothing of one solution where one was asked for.
fn verdict(answer: &Answer, args: &Args, was_signalled: bool) -> Option<String> {
    let (found, wanted) = (answer.solutions.len(), args.count as usize);
    match answer.outcome {
        Outcome::NoSolution => Some("no solution".to_owned()),
        Outcome::Stopped if was_signalled => Some(STOPPED.to_owned()),
        Outcome::Stopped => Some(format!(
            "stopped by the limit with {found} solution(s) found; raise --max-guesses to go on"
        )),
        Outcome::Solved if wanted == 1 => None,
        Outcome::Solved if found == 1 => Some("exactly one solution".to_owned()),
        Outcome::Solved if found < wanted => Some(format!("exactly {found} solutions")),
        Outcome::Solved => Some(format!("at least {found} solutions")),
    }
}
