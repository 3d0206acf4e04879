//! One question and one answer for all engines.

use super::colouring::{self, Choice};
use super::engine::{Engine, EngineError, Settings};
use super::run::{Run, Stopped};
use super::step::{ColourSet, Observer};
use super::{
    Answer, Outcome, PathRule, Request, Touching, colour_dfs, dijkstra, direction_classic, watched,
};

impl Engine {
    /// Whether it can look for paths that touch themselves.
    fn knows_touching(self) -> bool {
        self != Self::DirectionClassic
    }

    /// Solves a puzzle and tells the observer all steps.
    ///
    /// # Errors
    /// [`EngineError`] when the engine does not know such boards or such paths.
    pub fn solve(
        self,
        request: &Request,
        settings: &Settings,
        observer: &mut dyn Observer,
    ) -> Result<Answer, EngineError> {
        if self == Self::Direction {
            return Ok(watched::solve(request, observer));
        }
        self.check(request)?;
        if request.touching == Touching::Allowed {
            return Ok(self.pass(request, PathRule::AnyPath, settings, observer));
        }
        let first = self.pass(request, PathRule::NoTouching, settings, observer);
        let is_last = request.touching == Touching::Never || !self.knows_touching();
        if is_last || first.outcome != Outcome::NoSolution {
            return Ok(first);
        }
        let mut rest = *request;
        if let Some(guesses) = &mut rest.limits.guesses {
            *guesses = guesses.saturating_sub(first.stats.guesses);
        }
        let second = self.pass(&rest, PathRule::AnyPath, settings, observer);
        Ok(Answer {
            stats: first.stats + second.stats,
            ..second
        })
    }

    fn check(self, request: &Request) -> Result<(), EngineError> {
        let engine = self;
        let layout = request.puzzle.board().layout();
        let holes = (!layout.holes.is_empty()).then_some("holes");
        let empty = request.puzzle.may_leave_empty();
        let empty = empty.then_some("cells that may stay empty");
        if let Some(kind) = layout.kind().or(holes).or(empty) {
            return Err(EngineError::Kind { engine, kind });
        }
        let colours = request.puzzle.pairs().len();
        let is_colouring = matches!(self, Self::Random | Self::FirstFree | Self::Smart);
        if is_colouring && colours > ColourSet::MOST {
            return Err(EngineError::TooManyColours { engine, colours });
        }
        if request.touching == Touching::Allowed && !self.knows_touching() {
            return Err(EngineError::Touching { engine });
        }
        Ok(())
    }

    /// One pass by one rule: these engines know no squares.
    fn pass(
        self,
        request: &Request,
        rule: PathRule,
        settings: &Settings,
        observer: &mut dyn Observer,
    ) -> Answer {
        observer.begun(rule);
        let touching = rule != PathRule::NoTouching;
        let mut run = Run::new(request, settings.memory, observer);
        let puzzle = request.puzzle;
        let switches = settings.switches;
        let ended: Result<(), Stopped> = match self {
            Self::Random => {
                let choice = Choice::Random(settings.seed);
                colouring::search(puzzle, touching, (choice, switches), &mut run)
            }
            Self::FirstFree | Self::Smart => {
                let choice = Choice::FirstFree;
                colouring::search(puzzle, touching, (choice, switches), &mut run)
            }
            Self::ColourDfs => colour_dfs::search(puzzle, touching, switches, &mut run),
            Self::Dijkstra => dijkstra::search(puzzle, touching, settings, &mut run),
            Self::DirectionClassic | Self::Direction => direction_classic::search(puzzle, &mut run),
        };
        Answer {
            outcome: run.outcome(ended),
            solutions: run.solutions,
            rule,
            stats: run.stats,
        }
    }
}
