//! The engines by name, their parts, and what they cannot be asked.

use std::str::FromStr;

use thiserror::Error;

use super::step::ColourSet;

/// An engine that solves boards of Flow Free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// Colours as domains, a cell at random next.
    Random,
    /// Colours as domains, the first free cell next.
    FirstFree,
    /// Colours as domains, with forward checking and heuristics.
    Smart,
    /// One colour after the other, depth first.
    ColourDfs,
    /// Whole positions in the order of their number of moves.
    Dijkstra,
    /// Shapes as domains, with the rules first published.
    DirectionClassic,
    /// Shapes as domains, with all rules: the engine that flowbot plays with.
    #[default]
    Direction,
}

impl Engine {
    /// All engines, the oldest kind first.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::FirstFree,
        Self::Smart,
        Self::ColourDfs,
        Self::Dijkstra,
        Self::DirectionClassic,
        Self::Direction,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::FirstFree => "first-free",
            Self::Smart => "smart",
            Self::ColourDfs => "colour-dfs",
            Self::Dijkstra => "dijkstra",
            Self::DirectionClassic => "direction-classic",
            Self::Direction => "direction",
        }
    }

    /// The switches that it knows.
    pub fn switches(self) -> &'static [Switch] {
        match self {
            Self::Smart => &Switch::SMART,
            Self::ColourDfs => &[Switch::Disjoint, Switch::Fill],
            Self::Dijkstra => &[Switch::DeadEnds, Switch::Straight, Switch::RandomColour],
            Self::Random | Self::FirstFree | Self::DirectionClassic | Self::Direction => &[],
        }
    }

    /// The switches that are on if nothing is said.
    pub fn default_switches(self) -> Switches {
        match self {
            Self::Smart => Switches::of(&Switch::SMART),
            Self::Dijkstra => Switches::of(&[Switch::DeadEnds]),
            _ => Switches::default(),
        }
    }
}

/// A part of an engine that can be on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// `smart`: a colour is taken back at once when it leaves some free cell none.
    ForwardChecking,
    /// `smart`: the cell with the fewest colours left is next (minimum remaining values).
    FewestValues,
    /// `smart`: of these, the one with the most free neighbours.
    Degree,
    /// `smart`: the colour that leaves its neighbours most is tried first (least constraining value).
    LeastConstraining,
    /// `smart`: which colours are connected is remembered, not found out anew.
    Cache,
    /// `smart`: of the terminals, only those beside the cell are asked whether they are locked.
    Neighbours,
    /// `smart`: squares of one colour are only looked for where two neighbours have the colour.
    LazySquare,
    /// `smart`: domains are kept, and changed only where a colour touches them.
    Local,
    /// `smart`: free cells beside the cell must keep two ways in.
    WeakLock,
    /// `colour-dfs`: the later colours must have disjoint paths, though not each to its own mate.
    Disjoint,
    /// `colour-dfs`: of a colour's paths, the one that fills most is tried first.
    Fill,
    /// `dijkstra`: positions with a cell that has no way in or out are dropped.
    DeadEnds,
    /// `dijkstra`: flows whose terminals see each other in a straight line are linked by it at the start.
    Straight,
    /// `dijkstra`: the next colour is chosen at random, not the most constrained.
    RandomColour,
}

impl Switch {
    /// The switches of `smart`, in the order in which they were published.
    pub const SMART: [Self; 9] = [
        Self::ForwardChecking,
        Self::FewestValues,
        Self::Degree,
        Self::LeastConstraining,
        Self::Neighbours,
        Self::LazySquare,
        Self::Cache,
        Self::Local,
        Self::WeakLock,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::ForwardChecking => "fc",
            Self::FewestValues => "mrv",
            Self::Degree => "degree",
            Self::LeastConstraining => "lcv",
            Self::Cache => "cache",
            Self::Neighbours => "neighbours",
            Self::LazySquare => "lazy",
            Self::Local => "local",
            Self::WeakLock => "weak",
            Self::Disjoint => "disjoint",
            Self::Fill => "fill",
            Self::DeadEnds => "dead-ends",
            Self::Straight => "straight",
            Self::RandomColour => "random",
        }
    }
}

/// Switches that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches(u16);

impl Switches {
    /// These and no others.
    pub fn of(switches: &[Switch]) -> Self {
        Self(switches.iter().fold(0, |all, &one| all | 1 << one as u16))
    }

    /// Whether a switch is on.
    pub fn has(self, switch: Switch) -> bool {
        self.0 >> switch as u16 & 1 != 0
    }
}

/// How an engine is to work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What chance is made of: the cells of `random`, the colours of `dijkstra`.
    pub seed: u64,
    /// The parts that are on.
    pub switches: Switches,
    /// The most bytes that positions may take.
    pub memory: usize,
}

impl Settings {
    /// Two gigabytes, enough for the 15 million positions of a 10x10 board.
    pub const MEMORY: usize = 2 << 30;

    /// What an engine does if nothing is said.
    pub fn of(engine: Engine) -> Self {
        Self {
            seed: 0,
            switches: engine.default_switches(),
            memory: Self::MEMORY,
        }
    }
}

/// What an engine cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// No engine has this name.
    #[error("there is no engine {name:?}: choose one of {}", names(Engine::ALL.map(Engine::name)))]
    Unknown {
        /// The name.
        name: String,
    },
    /// The engine does not have this switch.
    #[error("engine {} has no switch {name:?}: {}", engine.name(), known_switches(*engine))]
    Switch {
        /// The engine.
        engine: Engine,
        /// The name.
        name: String,
    },
    /// The engine does not know this kind of board.
    #[error(
        "engine {} solves plain rectangles alone, and this board has {kind}: take --engine direction",
        engine.name()
    )]
    Kind {
        /// The engine.
        engine: Engine,
        /// What the board has.
        kind: &'static str,
    },
    /// The board has more colours than the engine can tell apart.
    #[error(
        "engine {} solves boards of at most {} colours, and this one has {colours}: take --engine direction",
        engine.name(),
        ColourSet::MOST
    )]
    TooManyColours {
        /// The engine.
        engine: Engine,
        /// Colours of the board.
        colours: usize,
    },
    /// The engine's rules hold only where no path touches itself.
    #[error("engine {} knows no paths that touch themselves: take --engine direction", engine.name())]
    Touching {
        /// The engine.
        engine: Engine,
    },
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

fn known_switches(engine: Engine) -> String {
    match engine.switches() {
        [] => "it has none".to_owned(),
        known => format!("choose from {}", names(known.iter().map(|one| one.name()))),
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        let mut all = Self::ALL.into_iter();
        let unknown = || EngineError::Unknown {
            name: name.to_owned(),
        };
        all.find(|engine| engine.name() == name).ok_or_else(unknown)
    }
}

impl Engine {
    /// The switches of these names.
    ///
    /// # Errors
    /// [`EngineError::Switch`] for the first name that is none of the engine's.
    pub fn switches_named<'a>(
        self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Switches, EngineError> {
        let mut on = Vec::new();
        for name in names {
            let mut known = self.switches().iter();
            let switch = known.find(|switch| switch.name() == name);
            on.push(*switch.ok_or_else(|| EngineError::Switch {
                engine: self,
                name: name.to_owned(),
            })?);
        }
        Ok(Switches::of(&on))
    }
}
