//! One question and one answer for all engines.

use super::colouring::{self, Choice};
use super::engine::{Engine, EngineError, Settings};
use super::passes::in_turn;
use super::run::{Run, Stopped};
use super::step::{ColourSet, Observer};
use super::{
    Answer, PathRule, Request, Touching, colour_dfs, dijkstra, direction_classic, watched,
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
        let (first, laxer): (_, &[_]) = match request.touching {
            Touching::Allowed => (PathRule::AnyPath, &[]),
            Touching::Fallback if self.knows_touching() => {
                (PathRule::NoTouching, &[PathRule::AnyPath])
            }
            Touching::Fallback | Touching::Never => (PathRule::NoTouching, &[]),
        };
        Ok(in_turn(request, first, laxer, |request, rule| {
            self.pass(request, rule, settings, &mut *observer)
        }))
    }

    /// Fails for a board or paths that the engine does not know.
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

    /// One pass by one rule of an engine other than `direction`: none of them knows squares.
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
                colouring::search(puzzle, touching, choice, switches, &mut run)
            }
            Self::FirstFree | Self::Smart => {
                colouring::search(puzzle, touching, Choice::FirstFree, switches, &mut run)
            }
            Self::ColourDfs => colour_dfs::search(puzzle, touching, switches, &mut run),
            Self::Dijkstra => dijkstra::search(puzzle, touching, settings, &mut run),
            Self::DirectionClassic => direction_classic::search(puzzle, &mut run),
            Self::Direction => unreachable!("it makes its own passes"),
        };
        Answer {
            outcome: run.outcome(ended),
            solutions: run.solutions,
            rule,
            stats: run.stats,
        }
    }
}
