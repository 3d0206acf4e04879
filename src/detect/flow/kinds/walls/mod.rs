//! Walls: bars on some of the inner sides, broader than the lines between cells or of another colour.
//!
//! ```text
//!   ----====----    the sides in one row are drawn as one line, so they are equally broad, wherever a picture's
//!       wall        scale makes one row's line broader than another's; a wall is a part of it that is not
//! ```

mod dashes;
mod two_kinds;

use std::collections::{BTreeMap, BTreeSet};

use self::dashes::Dashes;
use self::two_kinds::has_two_kinds;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::grid_lines::{FAINTEST, GridLines};
use crate::detect::flow::extent::lines::{Across, Line};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::ground::ground;
use crate::detect::grid::fit::GridHypothesis;
use crate::vision::colour::{Colour, contrast, median};
use crate::vision::statistics::{middle, quantile};

/// A wall is so many times as broad as the narrowest side in its row: in real pictures other sides are up to 1.3 times as
/// broad, and walls at least 2 times.
const BROADER: f32 = 1.6;

/// It is so many times as heavy as well: a thin line that lies on two pixels, or a shadow of two tiles, is broader and fainter.
/// In real pictures such lines weigh up to 0.98 times as much as the usual one, and walls at least 1.37 times.
const HEAVIER: f32 = 1.2;

/// Where walls make up a whole row, they are so many times as broad as the usual line, and by so many pixels, or stand out
/// so many times as much: a thin line between two pixels may look two pixels broader than one that fills its own.
const BROADEST: f32 = 2.6;
const PIXELS: f32 = 2.5;

/// A line of the usual colour that stands out so many times as much lies between filled cells, and what those leave free
/// around them looks like a part of it: as broad as a whole row of walls, it is one.
const BETWEEN_FILLED: f32 = 2.0;

/// A line that is askew to the pixels goes from one to the next, and is one pixel broader in between.
const ASKEW: f32 = 1.5;

/// What is fainter than this share of the usual line tells nothing of its breadth.
const FAINTER: f32 = 0.15;

/// A wall that is as narrow as a line stands out so many times as much as the faintest side in its row, summed over its
/// breadth, and has a colour that differs by so many levels of a channel. A line of one pixel that lies between two shows on
/// both, half as clearly; but so does its whole row. Beside others in the row that show another colour a wall is not fainter than
/// they are by this factor: dark rows of a screen make a line fainter.
const UNLIKE: f32 = 40.0;
const STRONGER: f32 = 1.5;

/// Lines through which a background is seen differ from each other: a wall differs so many times as much from the usual one as
/// nearly all of them do.
const MORE_UNLIKE: f32 = 3.0;
const NEARLY_ALL: f64 = 0.9;

/// Beside a step of colour so many times what the line stands out, its breadth is not known: there a line may have the
/// two colours too, each on a half of it.
const MOST_STEP: f32 = 2.0;

/// The sides between cells that show one ground tell what the usual line is, where they are so large a share of all: cells
/// of two colours in turn have few of them.
const LEAST_TELLING: f32 = 0.33;

/// A wall lies in the middle between two cells, or at most so much of its breadth off it: the edge of a bar behind the
/// board that ends near a side makes a line broader on one side only.
const OFF: f32 = 0.35;

/// Grounds are the same within so many levels of a channel. A narrow wall is known only between cells that show the usual
/// one: beside a tinted cell or a bar behind the board a line looks different too.
const SAME_GROUND: f32 = 20.0;

/// A wall along a whole row cuts the board in two. More such rows are drawn so: every third line bolder, or lines of a pixel
/// on a screen of dark rows.
const MOST_WHOLE: usize = 1;

/// So many sides of a cell are enough to know a frame around it: the picture may end at the fourth.
const FRAME: usize = 3;

/// Whether any of an extent's inner sides has a wall.
pub fn has_walls(sampler: &GridSampler, grid_lines: &GridLines, extent: &Extent) -> bool {
    let grid = sampler.grid;
    let cells: BTreeSet<(i32, i32)> = extent.cells().collect();
    let mut rows = Rows::new();
    for (across, cell, line) in grid_lines.inner(&cells) {
        let at = match across {
            Across::Right => cell.0,
            Across::Down => cell.1,
        };
        let between = [cell, across.next(cell)];
        let side = line.map(|line| Side { between, line });
        rows.entry((across, at)).or_default().extend(side);
    }
    let all = rows.values().flatten().map(|side| side.line);
    let Some(usual) = Usual::of(all.collect()) else {
        return false;
    };
    let tells = |side: &Side| {
        let mut grounds = side.between.iter().map(|cell| ground(sampler, *cell));
        !grounds.any(|ground| usual.is_like_ground(&side.line, ground))
    };
    rows.retain(|_, row| {
        row.retain(tells);
        !row.is_empty()
    });
    let is_framed = |cell: &(i32, i32)| usual.is_frame(&grid_lines.lines_around(*cell));
    let dashes = match grid_lines.are_dashed {
        true => Dashes::of(sampler, &rows, &usual),
        false => None,
    };
    let in_row = |across: Across, row: &Vec<Side>| {
        let lines = row.iter().map(|side| side.line);
        let lines: Vec<Line> = lines.filter(|line| usual.is_clear(line)).collect();
        let limits = usual.limits(&lines, grid);
        let is_wall = |side: &&Side| {
            let line = &side.line;
            let stands_out = || match &dashes {
                Some(dashes) => dashes.is_wall(across, side),
                None => usual.is_unlike(line, &limits),
            };
            let is_clear_wall =
                usual.is_clear(line) && (usual.is_broad(line, &limits) || stands_out());
            let is_reversed = dashes.is_none() && usual.is_reversed(line);
            (is_clear_wall || is_reversed) && !side.between.iter().any(is_framed)
        };
        let walls = row.iter().filter(is_wall).count();
        // Where most sides of a row have walls, the others are unlike them.
        let is_whole = walls == row.len() && are_of_one_colour(&lines);
        (walls, is_whole)
    };
    let found = rows.iter().map(|((across, _), row)| in_row(*across, row));
    let found: Vec<(usize, bool)> = found.collect();
    let are_drawn_so = found.iter().filter(|(_, is_whole)| *is_whole).count() > MOST_WHOLE;
    let mut real = found
        .iter()
        .filter(|(_, is_whole)| !(are_drawn_so && *is_whole));
    // At an angle one line lies on one pixel here and on two there.
    real.any(|(walls, _)| *walls > 0) || !grid.is_askew() && has_two_kinds(&rows, &usual)
}

/// The sides of a board, row by row.
type Rows = BTreeMap<(Across, i32), Vec<Side>>;

/// A side and the two cells that it separates.
struct Side {
    between: [(i32, i32); 2],
    line: Line,
}

/// From where on a line of one row is a wall.
struct Limits {
    /// In cells, where it is heavy as well.
    broad: f32,
    heavy: f32,
    /// In cells, whatever the others in its row are.
    broadest: f32,
    /// The weight of a narrow wall, whose colour is not that of the usual line.
    strong: f32,
    /// Where rows are parallel to those of the pixels, the colour of the usual line in this one, and the weight of a wall that
    /// has another.
    in_row: Option<(Colour, f32)>,
}

/// What most lines of a board are like.
struct Usual {
    rise: f32,
    breadth: f32,
    weight: f32,
    off: f32,
    colour: Colour,
    /// From where on a colour is another one.
    unlike: f32,
    /// What the cells beside them show.
    ground: Colour,
}

impl Usual {
    /// `None` without lines, and where most sides have none that stands out: nothing is to be compared with it.
    fn of(lines: Vec<Line>) -> Option<Self> {
        let is_even = |line: &Line| line.step_height() <= SAME_GROUND;
        let even = lines.iter().filter(|line| is_even(line)).count() as f32;
        let is_telling = |line: &&Line| is_even(line) || even < LEAST_TELLING * lines.len() as f32;
        let rise = middle(lines.iter().filter(is_telling).map(|line| line.rise));
        let mut usual = Self {
            rise: rise.filter(|rise| rise.abs() >= FAINTEST)?,
            breadth: 0.0,
            weight: 0.0,
            off: 0.0,
            colour: [0.0; 3],
            unlike: UNLIKE,
            ground: [0.0; 3],
        };
        // Terminals that fill their cells may have borders of a colour of their own.
        let telling = lines.iter().filter(is_telling);
        let colours: Vec<Colour> = telling
            .filter(|it| usual.is_clear(it))
            .map(|it| it.colour)
            .collect();
        usual.colour = median(&colours);
        let clear: Vec<Line> = lines.into_iter().filter(|it| usual.is_clear(it)).collect();
        usual.breadth = middle(clear.iter().map(|line| line.breadth))?;
        usual.weight = middle(clear.iter().map(|line| line.weight))?;
        usual.off = middle(clear.iter().map(|line| line.off))?;
        let grounds: Vec<Colour> = clear.iter().flat_map(|line| line.beside).collect();
        usual.ground = median(&grounds);
        let own = clear.iter().filter(|line| usual.is_on_usual_ground(line));
        let own = own.map(|line| contrast(line.colour, usual.colour));
        let spread = quantile(own.filter(|it| *it < UNLIKE), NEARLY_ALL);
        usual.unlike = UNLIKE.max(MORE_UNLIKE * spread.unwrap_or_default());
        Some(usual)
    }

    /// Whether a line tells how broad it is.
    fn is_clear(&self, line: &Line) -> bool {
        line.rise / self.rise >= FAINTER && knows_breadth(line)
    }

    fn limits(&self, row: &[Line], grid: &GridHypothesis) -> Limits {
        let pixel = 1.0 / grid.pitch as f32;
        let breadth = least(row.iter().map(|line| line.breadth)).max(self.breadth);
        let blur = if grid.is_askew() { ASKEW * pixel } else { 0.0 };
        let broadest = (BROADEST * self.breadth).max(self.breadth + PIXELS * pixel);
        let on_ground = || row.iter().filter(|line| self.is_on_usual_ground(line));
        let weights = || on_ground().map(|line| self.weight(line));
        let colours: Vec<Colour> = on_ground().map(|line| line.colour).collect();
        let weight = least(row.iter().map(|line| self.weight(line)));
        Limits {
            broad: (BROADER * breadth).max(breadth + blur).min(broadest),
            heavy: HEAVIER * weight.min(1.0),
            broadest,
            strong: (STRONGER * least(weights()).max(1.0)).min(BROADEST),
            in_row: middle(weights())
                .filter(|_| !grid.is_askew())
                .map(|weight| (median(&colours), weight / STRONGER)),
        }
    }

    fn is_broad(&self, line: &Line, limits: &Limits) -> bool {
        let is_broad = line.breadth >= limits.broad && self.weight(line) >= limits.heavy;
        let is_free = self.is_between_filled(line);
        let is_broad = is_broad && !is_free || line.breadth >= limits.broadest;
        is_broad
            && !(is_free && line.step_height() > SAME_GROUND)
            && (line.off - self.off).abs() <= OFF * line.breadth
    }

    fn is_between_filled(&self, line: &Line) -> bool {
        line.rise / self.rise >= BETWEEN_FILLED && !self.has_own_colour(line)
    }

    fn has_own_colour(&self, line: &Line) -> bool {
        contrast(line.colour, self.colour) >= self.unlike
    }

    /// How many times as heavy as the usual line one is.
    fn weight(&self, line: &Line) -> f32 {
        line.weight / self.weight
    }

    /// Of faint lines a ground tells less that differs by more than they stand out.
    fn is_on_usual_ground(&self, line: &Line) -> bool {
        let most = SAME_GROUND.min(MOST_STEP * self.rise.abs());
        let mut beside = line.beside.iter();
        beside.all(|ground| contrast(*ground, self.ground) <= most)
    }

    /// Whether a line has the colour of what a cell shows around a disc, other than most cells: there nothing tells where the line
    /// ends. The cell of a disc that is as wide shows what lies between all cells.
    fn is_like_ground(&self, line: &Line, ground: Colour) -> bool {
        contrast(line.colour, ground) <= SAME_GROUND && contrast(ground, self.ground) > SAME_GROUND
    }

    /// Whether a line stands out among the others as a narrow wall does.
    fn is_unlike(&self, line: &Line, limits: &Limits) -> bool {
        let weight = self.weight(line);
        let is_unlike_row =
            |(colour, least)| weight >= least && contrast(line.colour, colour) >= self.unlike;
        let is_unlike = weight >= limits.strong && self.has_own_colour(line)
            || limits.in_row.is_some_and(is_unlike_row);
        is_unlike && self.is_on_usual_ground(line)
    }

    /// Whether a line stands out as much as the usual one, but the other way: a dark wall among light lines.
    fn is_reversed(&self, line: &Line) -> bool {
        line.rise / self.rise <= -1.0
            && self.weight(line) >= 1.0
            && self.is_on_usual_ground(line)
            && (line.off - self.off).abs() <= OFF * line.breadth
    }

    /// Whether the lines around a cell are a frame that a game draws around the cell that was chosen, or around each terminal that
    /// fills its cell: behind walls on all sides nothing could be reached. Between two filled cells the line may not be known.
    fn is_frame(&self, around: &[Option<Line>; 4]) -> bool {
        let known = || around.iter().flatten();
        let is_part =
            |line: &Line| (line.rise / self.rise).abs() >= FAINTER && self.has_own_colour(line);
        known().filter(|line| is_part(line)).count() >= FRAME
            && known().all(|line| is_part(line) || !knows_breadth(line))
    }
}

/// Whether a line stands out enough between the two cells beside it to tell how broad it is.
fn knows_breadth(line: &Line) -> bool {
    line.step_height() <= MOST_STEP * line.rise.abs()
}

fn are_of_one_colour(lines: &[Line]) -> bool {
    let colours: Vec<Colour> = lines.iter().map(|line| line.colour).collect();
    let usual = median(&colours);
    colours.iter().all(|it| contrast(*it, usual) < UNLIKE)
}

fn least(values: impl Iterator<Item = f32>) -> f32 {
    values.fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests;
