//! The table of thresholds and weights that boards of walls, bridges, warps and hexagons are read by.
//!
//! Lengths are in cells. Strengths are in *lines*: the contrast integrated across an edge over that of an ordinary inner line
//! of the same board, which does not change with scale, blur, gain or tint. Log-odds are natural. The numbers are from a
//! prototype that was fitted to 300 drawn boards of five kinds and tried on 340 real pictures, unless said otherwise.

use std::ops::{Range, RangeInclusive};

// Flat regions.

/// Steps of a channel inside a flat region, in levels: at least the first, and so many times the picture's noise.
pub const FLATS: [(f64, f64); 2] = [(20.0, 5.0), (8.0, 3.0)];

// Grids.

/// Regions of one size differ by at most this factor.
pub const SAME_SIZE: f64 = 1.09;
/// Fewer regions are no grid.
pub const FEWEST_REGIONS: usize = 4;
/// From a region to its neighbour, in sizes of a region: empty cells up to discs.
pub const DISTANCE: Range<f64> = 0.85..1.8;
/// Distances of neighbours differ by at most this factor.
pub const SAME_LENGTH: f64 = 1.1;
/// How far a step may be from the directions of the grid, in degrees.
pub const SLANT: f64 = 13.0;
/// The least share of steps in each of the three directions of hexagons.
pub const FEWEST_OF_FAMILY: f64 = 0.12;
/// How far a region may lie from where its neighbour expects it, in steps.
pub const NEAR_PLACE: f64 = 0.2;
/// How much larger or smaller cells may be than where the grid began.
pub const STRETCH: Range<f64> = 0.75..1.33;
/// The largest median error of a grid, and the largest of an upright one that no map in perspective is sought for.
pub const MOST_OFF: f64 = 0.05;
pub const STRAIGHT: f64 = 0.012;
/// A map in perspective must have less than this share of the error of an upright one.
pub const HALVED: f64 = 0.5;
/// A region this near the middle of a cell lies on the grid.
pub const ON_GRID: f64 = 0.09;
/// A grid whose lines stand out less than this, in levels times cells, is none.
pub const LEAST_UNIT: f32 = 0.25;

// Evidence of edges.

/// Pixels of a cell in the picture that is measured: thin lines of smaller cells vanish.
pub const MEASURED_PITCH: f64 = 56.0;
/// Two stretches of a side, from its beginning and from its end: pipes pass between them. Squares, hexagons.
pub const STRETCHES: [Range<f64>; 2] = [0.10..0.30, 0.09..0.26];
/// How an edge is cut across: the flanks, and the core that is integrated.
pub const EDGE: Across = Across {
    flank: 0.08..0.12,
    core: 0.068,
};
/// The same for a rail of a bridge, which lies nearer to others.
pub const RAIL: Across = Across {
    flank: 0.065..0.09,
    core: 0.05,
};
/// Flanks that differ by more than so many levels, and more than this share of the peak, are text, an icon or a filled cell.
pub const STEP_LEVELS: f32 = 60.0;
pub const STEP_SHARE: f32 = 0.6;
/// A line or wall is seen between such flanks if so much of its contrast is to all mixtures of them.
pub const VISIBLE: f32 = 0.5;
/// Halfway between no line and a line; the least spread of strengths of one kind. In lines.
pub const HALF_LINE: f64 = 0.45;
pub const LEAST_SPREAD: f64 = 0.11;
/// Between a line (0.66 to 1.38 in one picture) and a bold one (above 2.3): the geometric middle; spread of its logarithm.
pub const BOLD: f64 = 1.75;
pub const BOLD_SPREAD: f64 = 0.09;
/// No edge says more than this, as log-odds.
pub const MOST_ODDS: f64 = 6.0;

/// Where a stretch of an edge is looked at across, to both sides of its middle, in cells.
#[derive(Clone, Debug)]
pub struct Across {
    pub flank: Range<f64>,
    pub core: f64,
}

// Evidence of cells.

/// Radii of the rings around the middle of a cell: the first, the step, how many.
pub const RINGS: (f64, f64, usize) = (0.06, 0.04, 11);
/// Samples of a ring.
pub const RING_SAMPLES: usize = 32;
/// A ring is of one colour when this share of it is within the tolerance: so many levels, and so much of its contrast.
pub const RING_SHARE: f32 = 0.8;
pub const RING_TOLERANCE: (f32, f32) = (22.0, 0.22);
/// A disc stands out by so many levels, and by this share of the median disc.
pub const DISC_CONTRAST: (f32, f32) = (14.0, 0.25);
/// The largest ring of a disc: at least this (a loose end of a pipe has 0.24), at most that.
pub const DISC_RADIUS: Range<f64> = 0.255..0.43;
/// Discs of one board have radii in this range, over the median.
pub const DISC_SPREAD: Range<f64> = 0.7..1.45;
/// Rails of a bridge: how far from the middle, where along it, and their strength halfway and its spread, in lines.
pub const RAIL_OFF: f64 = 0.192;
pub const RAIL_ALONG: Range<f64> = 0.24..0.46;
pub const HALF_RAIL: f64 = 0.6;
pub const RAIL_SPREAD: f64 = 0.12;

// The board: the labelling of least energy.

/// Cost of a bold edge inside the board: walls are rare.
pub const WALL_COST: f64 = 0.35;
/// Weight of an edge between two cells of the page, against one between two of the board.
pub const PAGE_WEIGHT: f64 = 0.7;
/// Cost of a border by what is drawn there, where boards have an outer line and where they have none.
pub const OUTLINED: Border = Border {
    bold: 0.15,
    line: 0.6,
    nothing: 4.0,
};
pub const OPEN: Border = Border {
    bold: 1.2,
    line: 1.2,
    nothing: 0.45,
};
/// Cost of a border that is not seen.
pub const UNSEEN_BORDER: f64 = 0.3;
/// Costs of an edge with text beside it: inside the board, and on the page.
pub const TEXT_INSIDE: f64 = 1.7;
pub const TEXT_OUTSIDE: f64 = 0.1;
/// Cost of a cell of the board, of a terminal, and of a cell that is not whole in the picture.
pub const CELL_COST: f64 = 0.5;
pub const TERMINAL_COST: f64 = -4.0;
pub const PARTIAL_COST: f64 = 9.0;
/// A rim without the other kind of border is asked too if its gain is this share of the better one's.
pub const OTHER_RIM: f64 = 0.8;

/// What borders of a board cost.
#[derive(Clone, Copy, Debug)]
pub struct Border {
    pub bold: f64,
    pub line: f64,
    pub nothing: f64,
}

// Warps.

/// A line that goes on outside the board is at least this strong, in lines; and the spread of that.
pub const GOES_ON: f64 = 0.38;
pub const GOES_ON_SPREAD: f64 = 0.09;
/// A line less likely than this, as log-odds, is not drawn.
pub const NOT_DRAWN: f64 = -1.0;

// When a labelling is believed.

/// Log-odds that the weakest wall or warp must have.
pub const LEAST_MARGIN: f64 = 0.3;
/// A board whose best rival is better by more than this is no board.
pub const LEAST_ENERGY: f64 = -2.0;
/// Another labelling that costs less than this must not be a board as well, and how many are asked.
pub const RIVAL_ENERGY: f64 = 1.5;
pub const MOST_RIVALS: usize = 8;
/// Where the likeliest labelling is no board, those that cost less than this are asked, at most so many.
pub const OTHER_ENERGY: f64 = 2.5;
pub const MOST_OTHERS: usize = 20;
/// The lightest wall is this many times as heavy as the heaviest line between two cells of the board.
pub const WALL_OVER_LINE: f64 = 1.4;
/// Lines are of two kinds where a line is this many times as heavy as the next lighter one: at most 1.09 on real boards of one
/// kind, at least 1.24 between lines and blurred walls.
pub const GAP: f64 = 1.15;
/// What a cell holds stands out by so many levels, and by this share of the median disc; and the colour of a pipe is within
/// so much of a terminal's, in a and b of Lab.
pub const CONTENT: (f32, f32) = (25.0, 0.3);
pub const PIPE_COLOUR: f32 = 16.0;
/// The fewest cells of a board, and how many terminals it has: the most colours of a level pack are 52.
pub const FEWEST_CELLS: usize = 9;
pub const TERMINALS: RangeInclusive<usize> = 4..=104;
