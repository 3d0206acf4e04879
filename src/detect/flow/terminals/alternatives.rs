//! The ways to see an extent's terminals and their pairs. What tells terminals from pipes is that each colour has
//! exactly two.

use std::collections::BTreeSet;

use super::explain::explain;
use super::filled::{FILLED, Squares};
use super::glyphs::GlyphsOnTerminals;
use super::ground::ground;
use super::light::{evened, on_one_ground};
use super::pairs::{Pairing, are_few, pairing, pairing_by};
use super::{Terminal, cuts};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::known::Known;
use crate::detect::flow::sampler::GridSampler;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};
use crate::vision::shade::Shade;

/// Terminals whose colours are no farther apart look the same, in Lab: light that makes two colours so alike by chance is
/// rarer than pipes that are taken for terminals.
const SAME: f32 = 1.0;

/// A terminal is no farther than this from the game's own colour, in whatever light, in Lab: what compression and shine make of
/// it.
const MOST_FROM_KNOWN: f32 = 12.0;

/// How many ways to tell terminals from pipes and glyphs are shown to the engine.
const MOST_WAYS: usize = 3;

/// The terminals and their pairs: discs and the like, or else filled cells, or else both; the likeliest way to see them first. Where it is
/// `known`, only what is as large as a terminal of the game is one, and its colours may tell the pairs.
#[tracing::instrument(name = "terminals", skip_all)]
pub fn read_terminals(
    sampler: &GridSampler,
    extent: &Extent,
    discs: &[Terminal],
    squares: &Squares,
    known: Option<&Known>,
) -> Vec<(Vec<Terminal>, Option<Pairing>)> {
    let cells: BTreeSet<(i32, i32)> = extent.cells().collect();
    let is_sized = |it: &Terminal| known.is_none_or(|known| known.is_size(it.radius));
    let discs = discs.iter().filter(|it| cells.contains(&it.cell));
    let discs: Vec<Terminal> = discs.filter(|it| is_sized(it)).copied().collect();
    let glyphs = GlyphsOnTerminals::new(sampler);
    let read = |mut terminals: Vec<Terminal>| {
        // Colours are lettered in the order in which a reader meets them.
        terminals.sort_by_key(|terminal| (terminal.cell.1, terminal.cell.0));
        let pairing = paired(sampler, &glyphs, &terminals, known);
        (terminals, pairing)
    };
    let is_read =
        |(_, pairing): &(_, Option<Pairing>)| pairing.as_ref().is_some_and(Pairing::is_clear);
    let clear_of = |terminals: &[Terminal]| -> Vec<_> {
        let mut ways = cuts(terminals);
        ways.retain(|way| are_few(way.len(), cells.len()));
        let read = ways.into_iter().map(read);
        read.filter(is_read).take(MOST_WAYS).collect()
    };
    let mut clear = clear_of(&discs);
    let mut filled = squares.filled(sampler, extent);
    filled.retain(is_sized);
    let mut beside_tiles = squares.filled_beside_tiles(sampler, extent);
    beside_tiles.retain(is_sized);
    let mut clear_filled = clear_of(&filled);
    for all in clear_of(&beside_tiles) {
        clear_filled.retain(|(some, _)| !is_part(some, &all.0));
        let is_new = clear_filled.iter().all(|(known, _)| *known != all.0);
        clear_filled.extend(is_new.then_some(all));
    }
    // Of filled cells some look like discs too.
    clear.retain(|(discs, _)| !clear_filled.iter().any(|(all, _)| is_part(discs, all)));
    if clear.is_empty() {
        clear = clear_filled;
    }
    if clear.is_empty() {
        clear = clear_of(&with_filled(&discs, filled));
        clear.retain(|(terminals, pairing)| {
            pairing.as_ref().is_some_and(|it| are_mixed(terminals, it))
        });
    }
    if clear.is_empty() {
        clear.push(read(discs));
    }
    for (terminals, pairing) in &clear {
        explain(extent, terminals, pairing.as_ref());
    }
    clear
}

/// Filled cells and the discs in other cells: some games draw one terminal of a flow as a square and the other as a circle.
/// The largest first.
fn with_filled(discs: &[Terminal], mut filled: Vec<Terminal>) -> Vec<Terminal> {
    let is_other = |disc: &&Terminal| filled.iter().all(|it| it.cell != disc.cell);
    let others: Vec<Terminal> = discs.iter().filter(is_other).copied().collect();
    filled.extend(others);
    filled
}

/// Whether each pair is of a filled cell and a disc: two filled cells among pairs of discs are no pair, but holes that a game draws grey.
fn are_mixed(terminals: &[Terminal], pairing: &Pairing) -> bool {
    let is_filled = |one: usize| terminals[one].radius >= FILLED;
    let mut pairs = pairing.pairs.iter();
    pairs.all(|&[a, b]| is_filled(a) != is_filled(b))
}

/// Whether these terminals are some of all, but not all.
fn is_part(some: &[Terminal], all: &[Terminal]) -> bool {
    let is_one = |terminal: &Terminal| all.iter().any(|other| other.cell == terminal.cell);
    some.len() < all.len() && some.iter().all(is_one)
}

/// The pairs of these terminals, as they look, or else under even light, or else as one sees them who knows the game, or
/// else by the glyphs on them too.
fn paired(
    sampler: &GridSampler,
    glyphs: &GlyphsOnTerminals,
    terminals: &[Terminal],
    known: Option<&Known>,
) -> Option<Pairing> {
    let colours =
        |terminals: &[Terminal]| -> Vec<Colour> { terminals.iter().map(|it| it.colour).collect() };
    let of = |terminals: &[Terminal]| pairing(&colours(terminals));
    let seen = of(terminals)?;
    if seen.is_clear() {
        return Some(seen);
    }
    let in_even_light = |terminals: &[Terminal], seen: &Pairing| {
        let colours = evened(terminals, seen)?;
        pairing(&colours).filter(Pairing::is_clear)
    };
    let grounds: Vec<Colour> = terminals
        .iter()
        .map(|terminal| ground(sampler, terminal.cell))
        .collect();
    // A terminal that fills its cell shows no ground.
    let mut grounded = terminals.iter().zip(&grounds);
    let are_seen = grounded.all(|(it, ground)| contrast(it.colour, *ground) >= LEAST_CONTRAST);
    let level = are_seen.then(|| on_one_ground(terminals, &grounds));
    let in_level_light = || {
        let level = level.as_ref()?;
        let seen = of(level)?;
        if seen.is_clear() {
            Some(seen)
        } else {
            in_even_light(level, &seen)
        }
    };
    let by_known_colours = |terminals: &[Terminal]| {
        let seen = colours(terminals);
        let apart = known?.apart(&seen);
        pairing_by(terminals.len(), MOST_FROM_KNOWN, apart).filter(Pairing::is_clear)
    };
    in_even_light(terminals, &seen)
        .or_else(in_level_light)
        .or_else(|| by_known_colours(terminals))
        .or_else(|| by_known_colours(level.as_ref()?))
        .filter(|found| !parts_twins(terminals, found))
        .or_else(|| {
            glyphs
                .paired_with_colours(terminals)
                .filter(Pairing::is_clear)
        })
        .or(Some(seen))
}

/// Whether terminals that look the same are in different pairs.
fn parts_twins(terminals: &[Terminal], pairing: &Pairing) -> bool {
    let shades = |pair: &[usize; 2]| pair.map(|one| Shade::of(terminals[one].colour));
    let pairs: Vec<[Shade; 2]> = pairing.pairs.iter().map(shades).collect();
    let are_twins = |a: &[Shade; 2], b: &[Shade; 2]| {
        let mut both = a.iter().flat_map(|a| b.iter().map(|b| a.distance(b)));
        both.any(|apart| apart <= SAME)
    };
    let mut parted = pairs.iter().enumerate();
    parted.any(|(number, a)| pairs[..number].iter().any(|b| are_twins(a, b)))
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::super::discs::discs;
    use super::*;
    use crate::detect::grid::fit::GridHypothesis;
    use crate::geometry::Projection;
    use crate::profile::FLOW_FREE;

    /// Shows a black picture of ten by ten cells.
    fn on_black(look: impl FnOnce(&GridSampler)) {
        let picture = RgbImage::new(100, 100);
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(5.0, 5.0, 10.0, 10.0),
            pitch: 10.0,
            cells: BTreeSet::new(),
            residual: 0.0,
        };
        look(&GridSampler {
            picture: &picture,
            grid: &grid,
        });
    }

    fn terminals(reds: [f32; 4]) -> Vec<Terminal> {
        let terminal = |(col, red): (i32, f32)| Terminal {
            cell: (col, 0),
            colour: [red, 0.0, 0.0],
            contrast: 100.0,
            radius: 0.3,
        };
        (0..).zip(reds).map(terminal).collect()
    }

    /// What is filled with a colour: a cell, or a circle in it.
    type Fills<'a> = &'a [((i32, i32), [u8; 3])];

    /// The pairs of cells in clear readings of four by four cells of forty pixels between thin lines.
    fn clear_pairs(squares: Fills, circles: Fills) -> Vec<BTreeSet<[(i32, i32); 2]>> {
        clear_pairs_beside(&[], squares, circles)
    }

    /// The same with smaller squares in other cells.
    fn clear_pairs_beside(
        tiles: Fills,
        squares: Fills,
        circles: Fills,
    ) -> Vec<BTreeSet<[(i32, i32); 2]>> {
        let picture = RgbImage::from_fn(160, 160, |x, y| {
            let cell = (x as i32 / 40, y as i32 / 40);
            let [right, down] = [x, y].map(|at| f64::from(at % 40) + 0.5 - 20.0);
            let colour_in = |found: Fills| {
                let found = found.iter().find(|(at, _)| *at == cell);
                found.map(|(_, colour)| *colour)
            };
            let square = colour_in(squares).filter(|_| right.abs().max(down.abs()) < 19.0);
            let tile = colour_in(tiles).filter(|_| right.abs().max(down.abs()) < 16.0);
            let circle = colour_in(circles).filter(|_| right.hypot(down) < 18.0);
            let is_line = right.abs().max(down.abs()) > 19.0;
            let ground = if is_line { [80; 3] } else { [0; 3] };
            image::Rgb(square.or(tile).or(circle).unwrap_or(ground))
        });
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(20.0, 20.0, 40.0, 40.0),
            pitch: 40.0,
            cells: BTreeSet::new(),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let extent = Extent::of_bounds((0, 0, 3, 3));
        let discs = discs(&sampler, &extent.cells().collect());
        let filled = Squares::of(&sampler, extent.cells());
        let read = read_terminals(&sampler, &extent, &discs, &filled, None);
        let clear = read.iter().filter_map(|(terminals, pairing)| {
            let pairing = pairing.as_ref().filter(|it| it.is_clear())?;
            let cells = |pair: &[usize; 2]| pair.map(|one| terminals[one].cell);
            Some(pairing.pairs.iter().map(cells).collect())
        });
        clear.collect()
    }

    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [0, 120, 255];

    #[test]
    fn a_flow_may_have_a_square_and_a_circle_for_terminals() {
        let squares = [((0, 0), RED), ((2, 1), BLUE)];
        let circles = [((3, 0), RED), ((1, 3), BLUE)];
        let expected = [[(0, 0), (3, 0)], [(2, 1), (1, 3)]];
        assert_eq!(clear_pairs(&squares, &circles), [expected.into()]);
    }

    /// Three cells and more of a colour are taken for ground, unless they are smaller than two others.
    #[test]
    fn tiles_in_the_colour_of_two_filled_cells_are_their_flow() {
        let squares = [((0, 0), RED), ((3, 0), RED), ((0, 1), BLUE), ((0, 3), BLUE)];
        let tiles = [((1, 0), RED), ((2, 0), RED), ((0, 2), BLUE)];
        let expected = [[(0, 0), (3, 0)], [(0, 1), (0, 3)]];
        assert_eq!(clear_pairs_beside(&tiles, &squares, &[]), [expected.into()]);
    }

    #[test]
    fn two_grey_cells_beside_a_pair_of_circles_are_no_pair() {
        let holes = [((1, 0), [128; 3]), ((1, 1), [128; 3])];
        let circles = [((0, 0), RED), ((2, 0), RED)];
        let only = [[(0, 0), (2, 0)]];
        let read = clear_pairs(&holes, &circles);
        assert!(read.iter().all(|pairs| *pairs == only.into()), "{read:?}");
    }

    #[test]
    fn known_colours_tell_the_pairs_that_uneven_light_has_moved_apart() {
        let colours = [
            [255.0, 0.0, 0.0],
            [0.0, 255.0, 255.0],
            [234.0, 224.0, 0.0],
            [0.0, 141.0, 0.0],
        ];
        // Without an order by place, so that no even fall of the light explains it.
        let lights = [1.0, 0.75, 0.72, 1.0, 0.8, 1.0, 1.0, 0.7];
        let seen = |(at, light): (usize, &f32)| Terminal {
            cell: ((at * at % 7) as i32, (at * 3 % 5) as i32),
            colour: colours[at / 2].map(|level: f32| level * light),
            contrast: 100.0,
            radius: 0.33,
        };
        let terminals: Vec<Terminal> = lights.iter().enumerate().map(seen).collect();
        on_black(|sampler| {
            let glyphs = GlyphsOnTerminals::new(sampler);
            let unknown = paired(sampler, &glyphs, &terminals, None).unwrap();
            assert!(!unknown.is_clear());
            let known = Known::of(&FLOW_FREE);
            let paired = paired(sampler, &glyphs, &terminals, Some(&known)).unwrap();
            assert!(paired.is_clear());
            assert_eq!(paired.pairs, [[0, 1], [2, 3], [4, 5], [6, 7]]);
        });
    }

    #[test]
    fn only_what_is_as_large_as_a_known_terminal_is_one() {
        let of_radius = |(number, radius): (usize, &f64)| Terminal {
            cell: (number as i32 % 4, number as i32 / 4),
            colour: FLOW_FREE.colours[number / 2].rgb.map(f32::from),
            contrast: 100.0,
            radius: *radius,
        };
        // The ends of two pipes, and two pairs of terminals.
        let radii = [0.34, 0.34, 0.33, 0.33, 0.18, 0.18, 0.17, 0.17];
        let discs: Vec<Terminal> = radii.iter().enumerate().map(of_radius).collect();
        on_black(|sampler| {
            let extent = Extent::of_bounds((0, 0, 3, 3));
            let squares = Squares::of(sampler, extent.cells());
            let counts = |known: Option<&Known>| -> Vec<usize> {
                let ways = read_terminals(sampler, &extent, &discs, &squares, known);
                ways.iter().map(|(terminals, _)| terminals.len()).collect()
            };
            assert_eq!(counts(None), [8, 6, 4]);
            assert_eq!(counts(Some(&Known::of(&FLOW_FREE))), [4]);
        });
    }

    /// Their corners are their own colours: taken for ground, these make blue and yellow one.
    #[test]
    fn terminals_that_fill_their_cells_tell_nothing_of_the_light() {
        let (red, green) = ([255, 0, 0], [0, 141, 0]);
        let shown = [red, green, green, [12, 41, 254], red, [234, 224, 0]];
        let picture = RgbImage::from_fn(60, 10, |x, _| image::Rgb(shown[x as usize / 10]));
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(5.0, 5.0, 10.0, 10.0),
            pitch: 10.0,
            cells: BTreeSet::new(),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let filled = |(col, colour): (i32, [u8; 3])| Terminal {
            cell: (col, 0),
            colour: colour.map(f32::from),
            contrast: 100.0,
            radius: 0.48,
        };
        let terminals: Vec<Terminal> = (0..).zip(shown).map(filled).collect();
        let glyphs = GlyphsOnTerminals::new(&sampler);
        let pairing = paired(&sampler, &glyphs, &terminals, None).unwrap();
        assert!(!pairing.is_clear());
    }

    /// The corners of a pipe lie on other ground than its terminals do.
    #[test]
    fn no_light_parts_terminals_that_look_the_same() {
        let pairing = Pairing {
            pairs: vec![[0, 1], [2, 3]],
            within: 0.0,
            most_within: 20.0,
            across: 9.0,
            margin: 7.0,
            times: 4.5,
            nearest: Some([0, 1]),
        };
        assert!(parts_twins(
            &terminals([200.0, 190.0, 200.0, 210.0]),
            &pairing
        ));
        assert!(!parts_twins(
            &terminals([200.0, 200.0, 150.0, 150.0]),
            &pairing
        ));
    }
}
