//! What puzzle to make, and which cannot be made.

use thiserror::Error;

use super::shapes;

/// The shortest side of a board that can be asked for: below it hardly any puzzle exists.
pub const SHORTEST_SIDE: u16 = 3;
/// The longest side of a board that can be asked for.
pub const LONGEST_SIDE: u16 = 60;
/// The points that a star can have: with fewer it is a cube or a square, with more its cells are too slim for terminals.
pub const POINTS: std::ops::RangeInclusive<u16> = 5..=8;
/// The most cells of a board on no lattice.
const MOST_CELLS: usize = 3600;
/// Real levels have no flow shorter than this.
pub(super) const SHORTEST_FLOW: usize = 3;

/// What to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Rows, from [`SHORTEST_SIDE`] to [`LONGEST_SIDE`]. Of a cube and a star: cells along a side of each rhomb. Of a ring: rings.
    pub rows: u16,
    /// Columns, from [`SHORTEST_SIDE`] to [`LONGEST_SIDE`]. Of a cube: as many as rows. Of a star: its points, one of [`POINTS`]. Of a
    /// ring: sectors.
    pub cols: u16,
    /// How many flows; `None` for a number like those of real levels of this size.
    pub flows: Option<usize>,
    /// What the board has that a plain one has not.
    pub kind: BoardKind,
    /// How hard it is; `None` for whatever comes first.
    pub difficulty: Option<Difficulty>,
    /// Where the random numbers start.
    pub seed: u64,
}

/// How hard a puzzle is, by the guesses that prove its solution the only one without touching. Of the real levels, six in
/// ten are easy and one in ten is hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Every cell follows from the rules.
    Easy,
    /// One or two guesses.
    Medium,
    /// More.
    Hard,
}

impl Difficulty {
    /// The difficulty of a puzzle that takes so many guesses.
    pub fn of(guesses: u64) -> Self {
        match guesses {
            0 => Self::Easy,
            1..=2 => Self::Medium,
            _ => Self::Hard,
        }
    }
}

/// The kinds of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardKind {
    /// A rectangle of squares.
    #[default]
    Plain,
    /// Walls between some cells.
    Walls,
    /// Cells that are crossed twice.
    Bridges,
    /// Places without a cell.
    Holes,
    /// Borders that are joined to the opposite ones.
    Warps,
    /// A rectangle of hexagons.
    Hexes,
    /// Three faces of a cube.
    Cube,
    /// A star of rhombs, that each are cut into cells.
    Star,
    /// Rings around an empty middle, that are cut into sectors.
    Ring,
}

/// Why nothing was made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// A side that is too short or too long.
    #[error(
        "a board of {rows} by {cols} cannot be made: each side must be {SHORTEST_SIDE} to {LONGEST_SIDE} cells"
    )]
    Size {
        /// Rows asked for.
        rows: u16,
        /// Columns asked for.
        cols: u16,
    },
    /// A cube whose faces are no squares.
    #[error("the faces of a cube are squares: ask for {rows} by {rows} or {cols} by {cols}")]
    NoCube {
        /// Rows asked for.
        rows: u16,
        /// Columns asked for.
        cols: u16,
    },
    /// A star with too few or too many points.
    #[error(
        "a star of {0} points cannot be made: its columns are its points, from {least} to {most}",
        least = POINTS.start(), most = POINTS.end()
    )]
    Points(u16),
    /// More cells than a board on no lattice has.
    #[error("{0} cells are too many: a cube, star or ring has at most {MOST_CELLS}")]
    Cells(usize),
    /// A number of flows that does not fit on the board.
    #[error("{flows} flows do not fit on {cells} cells: ask for 1 to {most}")]
    Flows {
        /// Flows asked for.
        flows: usize,
        /// Cells of the board.
        cells: usize,
        /// The most that fit.
        most: usize,
    },
    /// No way was found to cover the board with so few or so many paths.
    #[error("no cover of the board with {flows} flows was found: ask for another number of flows")]
    NoCover {
        /// Flows asked for.
        flows: usize,
    },
    /// A limit was reached first.
    #[error(
        "no puzzle with exactly one solution was found in {tries} tries: allow more time, or ask for a smaller board or more flows"
    )]
    Stopped {
        /// Covers tried.
        tries: u64,
    },
}

pub(super) fn check(recipe: &Recipe) -> Result<(), GenerateError> {
    let &Recipe { rows, cols, .. } = recipe;
    let allowed = SHORTEST_SIDE..=LONGEST_SIDE;
    let wrong_size = GenerateError::Size { rows, cols };
    if !allowed.contains(&rows) || !allowed.contains(&cols) {
        return Err(wrong_size);
    }
    match recipe.kind {
        BoardKind::Cube if rows != cols => return Err(GenerateError::NoCube { rows, cols }),
        BoardKind::Star if !POINTS.contains(&cols) => return Err(GenerateError::Points(cols)),
        _ => {}
    }
    let on_no_lattice = shapes::cell_count(recipe);
    if let Some(cells) = on_no_lattice.filter(|&cells| cells > MOST_CELLS) {
        return Err(GenerateError::Cells(cells));
    }
    let cells = on_no_lattice.unwrap_or(usize::from(rows) * usize::from(cols));
    let most = cells / SHORTEST_FLOW;
    match recipe.flows {
        Some(flows) if !(1..=most).contains(&flows) => {
            Err(GenerateError::Flows { flows, cells, most })
        }
        _ => Ok(()),
    }
}
