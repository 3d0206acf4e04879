//! `--engine` and what belongs to it.

use anyhow::anyhow;

use super::explain::Log;
use super::step_log::StepLog;
use crate::cli::exit::Usage;
use crate::pipeline::SearchView;
use crate::puzzle::flow::Puzzle;
use crate::solve::flow::direction::solve_observed;
use crate::solve::flow::{
    Answer, Engine, EngineError, Film, Observer, Request, Settings, Silent, Stats,
};

/// How the steps of an engine are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Not at all.
    Nothing,
    /// As a log on standard error.
    Explain,
    /// As views for an animation.
    Film,
}

/// An answer, and the views of the search if they were asked for.
pub(super) struct Looked {
    pub(super) answer: Answer,
    pub(super) views: Vec<SearchView>,
}

/// Which engine solves, and how.
#[derive(Debug, clap::Args)]
pub(super) struct EngineArgs {
    /// How to search: random, first-free, smart, colour-dfs, dijkstra, direction-classic or direction; of Futoshiki bt,
    /// bt-fc, mrv1, mrv2, mrv3 or propagation [default: direction, of Futoshiki propagation]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,

    /// What the engines random and dijkstra --with random choose by
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The parts of the engine that are on, instead of its usual ones. Of smart: fc, mrv, degree, lcv, neighbours, lazy,
    /// cache, local, weak; of colour-dfs: disjoint, fill; of dijkstra: dead-ends, straight, random
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    pub(super) with: Option<Vec<String>>,

    /// Give up when the positions of an engine take so many megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    max_mb: usize,
}

impl EngineArgs {
    /// The name of the engine, if one is given.
    pub(super) fn name(&self) -> Option<&str> {
        self.engine.as_deref()
    }

    fn engine(&self) -> Result<Engine, EngineError> {
        self.name().map_or(Ok(Engine::default()), str::parse)
    }

    fn settings(&self, engine: Engine) -> Result<Settings, EngineError> {
        let usual = Settings::of(engine);
        Ok(Settings {
            seed: self.seed,
            switches: match &self.with {
                Some(names) => {
                    let names = names.iter().map(String::as_str);
                    engine.switches_named(names.filter(|name| !name.is_empty()))?
                }
                None => usual.switches,
            },
            memory: self.max_mb.saturating_mul(1 << 20),
        })
    }

    /// Solves, and looks at the steps as far as asked.
    ///
    /// # Errors
    /// When the engine does not know such boards, or such parts.
    pub(super) fn solve(&self, request: &Request, look: Look) -> anyhow::Result<Looked> {
        let usage = |error: EngineError| anyhow!(Usage(error.to_string()));
        let engine = self.engine().map_err(usage)?;
        let settings = self.settings(engine).map_err(usage)?;
        let solve = |observer: &mut dyn Observer| {
            let answer = engine.solve(request, &settings, observer);
            answer.map_err(usage)
        };
        let mut views = Vec::new();
        let answer = match look {
            Look::Explain if engine == Engine::Direction => {
                let mut log = Log::new(request.puzzle);
                let answer = solve_observed(request, &mut log);
                log.finish(answer.outcome);
                answer
            }
            Look::Explain => solve(&mut StepLog::new(request.puzzle))?,
            Look::Film => {
                let mut film = Film::new(request.puzzle);
                let answer = solve(&mut film)?;
                if let Some(solution) = answer.solutions.last() {
                    film.end_with(solution);
                }
                views = film.into_views();
                answer
            }
            Look::Nothing => solve(&mut Silent)?,
        };
        Ok(Looked { answer, views })
    }

    /// What to say when paths that never touch themselves are no solution.
    pub(super) fn no_plain_solution(&self) -> &'static str {
        match self.engine() {
            Ok(Engine::DirectionClassic) => {
                "no solution whose paths do not touch themselves; try --engine direction"
            }
            _ => "no solution whose paths do not touch themselves; try --touching",
        }
    }
}

/// How much work it was; of ancestors also what is counted of them alone.
pub(super) fn work(puzzle: &Puzzle, stats: &Stats) -> String {
    let mut work = format!(
        "{} guesses, {} assignments, {} propagations",
        stats.guesses, stats.assignments, stats.propagations
    );
    if stats.nodes > 0 {
        work += &format!(
            ", {} positions, {} kB",
            stats.nodes,
            stats.memory.div_ceil(1000)
        );
    }
    if stats.fixed > 0 {
        let cells = puzzle.board().node_count() - 2 * puzzle.pairs().len();
        let share = 100.0 * stats.fixed as f64 / cells.max(1) as f64;
        work += &format!(", {share:.0} % of the free cells fixed before search");
    }
    if stats.retries > 0 {
        work += &format!(", {} retry without straight flows", stats.retries);
    }
    work
}
