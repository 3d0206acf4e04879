//! Whether the lines beside terminals that reach to the sides of their cells are all alike.
//!
//! ```text
//!   |    |####|    |      a line shows between the terminal's colour and the ground
//!   |    ‖####‖####‖      a terminal may have a border of its own, or leave ground free: two beside each other show both
//! ```

use crate::detect::flow::extent::lines::{Across, STRETCHES, across_stretch};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::Grounds;
use crate::vision::colour::{Colour, contrast, median, off_segment};
use crate::vision::statistics::middle;

/// Sides of one row differ by no more than this share of what they are in the middle: the thinnest walls are twice as
/// heavy as a line.
pub const SPREAD: f32 = 0.35;

/// And by so many levels of a channel more, which noise makes of a faint line.
pub const NOISE: f32 = 3.0;

/// A line stands out by so many levels of a channel: twice as many as even ground may.
const LEAST_PEAK: f32 = 20.0;

/// What stands out less than this share of where the line is clearest is noise, or a blurred edge.
const FAINTER: f32 = 0.2;

/// It has its own colour where it stands out by this share of that: one pixel of it may hold some of a disc.
const CLEAR: f32 = 0.8;

/// A terminal's colour is looked at so far from the middle of its cell, inside a border of its own; in cells.
const RIM: f64 = 0.36;

/// A side between two cells.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub across: Across,
    pub cell: (i32, i32),
}

/// Measures the lines between cells of known colours.
pub struct Flush<'a> {
    pub sampler: &'a GridSampler<'a>,
    pub grounds: &'a Grounds,
    pub terminals: &'a [Terminal],
}

/// What is neither of two cells, between them.
struct Between {
    /// In cells. A pixel that shows it by half counts half.
    breadth: f32,
    /// How clearly it stands out where it is clearest.
    peak: f32,
    /// Its colour where it is nearly so clear.
    colour: Colour,
}

/// The same beside a terminal.
struct Beside {
    /// The breadth, divided by that of the usual line between empty cells in the same row.
    times: f32,
    peak: f32,
    colour: Colour,
}

impl Flush<'_> {
    /// The terminal in a cell.
    pub fn terminal(&self, cell: (i32, i32)) -> Option<&Terminal> {
        self.terminals.iter().find(|terminal| terminal.cell == cell)
    }

    /// Whether the lines at these sides of terminals are alike. `plain` are the sides between empty cells in the same row
    /// as a side.
    pub fn are_alike(&self, sides: &[Side], plain: impl Fn(Side) -> Vec<Side>) -> bool {
        if sides.is_empty() {
            return true;
        }
        let (mut ones, mut twos, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for side in sides {
            let plain: Vec<Between> = plain(*side)
                .into_iter()
                .flat_map(|side| self.between(side))
                .flatten()
                .collect();
            let Some(usual) = middle(plain.iter().map(|line| line.breadth)) else {
                return false;
            };
            let are_two = [side.cell, side.across.next(side.cell)]
                .iter()
                .all(|cell| self.terminal(*cell).is_some());
            // What stands out less is no wall.
            let shown = self.between(*side).into_iter().flatten();
            for line in shown.filter(|line| line.peak >= LEAST_PEAK) {
                if usual == 0.0 {
                    return false;
                }
                let group = if are_two { &mut twos } else { &mut ones };
                group.push(Beside {
                    times: line.breadth / usual,
                    peak: line.peak,
                    colour: line.colour,
                });
            }
            lines.extend(plain.iter().map(|line| line.colour));
        }
        are_of_one_kind(&ones, &twos, median(&lines))
    }

    /// The ground of an empty cell; of a terminal its colour near the sides of its cell, beside what is drawn in it.
    fn shown(&self, cell: (i32, i32)) -> Colour {
        if self.terminal(cell).is_none() {
            return self.grounds.at(cell);
        }
        let patch = self.sampler.cell(cell);
        let places = STRETCHES
            .into_iter()
            .flat_map(|along| [-RIM, RIM].map(|out| [patch.at(out, along), patch.at(along, out)]));
        median(&places.flatten().flatten().collect::<Vec<_>>())
    }

    /// What lies between two cells, on both stretches of their side. `None` where the picture ends, or shows nothing.
    fn between(&self, side: Side) -> [Option<Between>; 2] {
        let pitch = self.sampler.grid.pitch;
        let patch = self.sampler.cell(side.cell);
        let cells = [side.cell, side.across.next(side.cell)];
        let [one, other] = cells.map(|cell| self.shown(cell));
        let mut ways = vec![[one, other]];
        // Beside a terminal that ends a little before the line, its cell shows its ground. A round one that reaches the side of its
        // cell has no colour of its own at that side, where it is looked at.
        for (cell, shown) in cells.into_iter().zip([one, other]) {
            let ground = self.grounds.at(cell);
            ways.push([shown, ground]);
            ways.extend(
                self.terminal(cell)
                    .map(|terminal| [terminal.colour, ground]),
            );
        }
        let apart = |level: Colour| {
            let ways = ways.iter().map(|ends| off_segment(level, *ends));
            ways.fold(f32::MAX, f32::min)
        };
        STRETCHES.map(|middle| {
            let levels = across_stretch(&patch, pitch, side.across, middle)?;
            let apart = || levels.iter().map(|level| apart(*level));
            let peak = apart().fold(0.0, f32::max);
            let shown = apart().filter(|apart| *apart >= FAINTER * peak);
            let clear = levels.iter().zip(apart());
            let clear = clear.filter(|(_, apart)| *apart >= CLEAR * peak);
            let clear: Vec<Colour> = clear.map(|(level, _)| *level).collect();
            (peak > 0.0).then(|| Between {
                breadth: shown.sum::<f32>() / peak / pitch as f32,
                peak,
                colour: median(&clear),
            })
        })
    }
}

/// Whether no line between a terminal and an empty cell, or between two terminals, is broader than the others or of another
/// colour. `plain` is the colour of the lines between empty cells: where no terminal shows a line beside an empty cell, those
/// between two are like these.
fn are_of_one_kind(ones: &[Beside], twos: &[Beside], plain: Colour) -> bool {
    let of = |lines: &[Beside], value: fn(&Beside) -> f32| middle(lines.iter().map(value));
    let known = if ones.is_empty() { twos } else { ones };
    let Some(peak) = of(known, |line| line.peak) else {
        return true;
    };
    let times = of(ones, |line| line.times).unwrap_or(1.0);
    let colours: Vec<Colour> = ones.iter().map(|line| line.colour).collect();
    let colour = if ones.is_empty() {
        plain
    } else {
        median(&colours)
    };
    let most_apart = SPREAD * peak + NOISE;
    let one = (1.0 + SPREAD) * times;
    let has_own_border = contrast(colour, plain) > most_apart || times > 1.0 + SPREAD;
    // Where terminals share the line of the grid, so do two of them.
    let two = if has_own_border { 2.0 * times } else { one };
    let is_alike = |line: &Beside| contrast(line.colour, colour) <= most_apart;
    let are_no_walls =
        |lines: &[Beside], most: f32| lines.iter().all(|it| it.times <= most && is_alike(it));
    are_no_walls(ones, one) && are_no_walls(twos, two)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Colour = [0.0; 3];

    fn beside(times: f32) -> Beside {
        Beside {
            times,
            peak: 200.0,
            colour: BLACK,
        }
    }

    #[test]
    fn two_borders_are_seen_only_where_terminals_have_their_own() {
        let ones = || [beside(1.0), beside(1.1), beside(1.2)];
        let grey = [128.0; 3];
        assert!(are_of_one_kind(&ones(), &[beside(1.8)], grey));
        assert!(!are_of_one_kind(&ones(), &[beside(1.8)], BLACK));
        assert!(are_of_one_kind(&ones(), &[beside(1.1)], BLACK));
    }

    #[test]
    fn two_terminals_share_the_line_of_empty_cells_where_no_other_is_known() {
        assert!(are_of_one_kind(&[], &[beside(1.1)], BLACK));
        assert!(!are_of_one_kind(&[], &[beside(2.0)], BLACK));
        assert!(!are_of_one_kind(&[], &[beside(1.0)], [128.0; 3]));
    }

    #[test]
    fn terminals_that_leave_some_ground_free_leave_twice_as_much_between_two() {
        let ones = [beside(3.0), beside(3.2)];
        assert!(are_of_one_kind(&ones, &[beside(5.5)], BLACK));
        assert!(!are_of_one_kind(&ones, &[beside(7.0)], BLACK));
    }

    #[test]
    fn a_line_that_is_narrower_than_the_others_is_no_wall() {
        assert!(are_of_one_kind(
            &[beside(1.0), beside(1.1), beside(0.4)],
            &[],
            BLACK
        ));
        assert!(are_of_one_kind(&[], &[], BLACK), "none is seen");
    }

    #[test]
    fn a_wall_beside_a_terminal_is_seen() {
        let with_wall = [beside(1.0), beside(1.1), beside(2.0)];
        assert!(!are_of_one_kind(&with_wall, &[], BLACK));
    }

    #[test]
    fn a_mixture_of_both_cells_is_no_line() {
        let [red, grey] = [[255.0, 0.0, 0.0], [211.0; 3]];
        let mixture = [233.0, 105.5, 105.5];
        assert!(off_segment(mixture, [red, grey]) < 1.0);
        assert!(off_segment(BLACK, [red, grey]) > 150.0);
    }
}
