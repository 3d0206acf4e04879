//! Whether a board goes on beyond its extent: a terminal stands right beside it.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::drift::{MOST_DRIFT, nearest, off};
use super::page::{Page, runs_through};
use crate::detect::flow::extent::lines::{Across, line};
use crate::detect::flow::extent::{Evidence, Extent};
use crate::detect::flow::sampler::{GridSampler, SIDES};
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::discs::discs;
use crate::detect::flow::terminals::filled::Squares;
use crate::detect::flow::view::View;
use crate::detect::grid::compact::CompactRegion;
use crate::vision::colour::contrast;

/// How much two terminals of one board differ in size at most, in shares of it.
const ALIKE: f64 = 0.1;

/// How far from a board without lines others of its terminals may lie, in cells, behind rows that are empty.
const NEAR: i32 = 3;

/// How far a lattice may have lost a terminal beyond the border, in cells: an icon of the page may lie anywhere.
const MOST_LOST: f64 = 0.3;

/// A terminal that the lattice missed seems smaller: at least this share of another's size.
const LEAST_SEEN: f64 = 0.5;

/// Where a pipe that leaves a terminal is looked for, in cells from its middle: up to the middle of the next cell.
const PIPE: [f64; 5] = [0.42, 0.5, 0.6, 0.8, 1.0];

/// Where beside a pipe the ground is looked at, in cells from its middle.
const BESIDE_PIPE: f64 = 0.3;

/// Where lines go on, a disc counts as a terminal with this share of the contrast of the board's faintest one.
const FAINT_BESIDE: f32 = 0.5;

/// The lines of a board go on around a cell beyond it where so many of its sides have a line with this share of their strength.
const LEAST_SIDES: usize = 3;
const AS_CLEAR: f32 = 0.5;

/// Whether a terminal like those of the board stands right beside it, on the same lattice, or in a larger one of these
/// extents: then the board is larger. Where lines as clear go on around it, it need not be round, for a pipe may lead to it, and
/// may be the darkest of all.
pub fn goes_on(
    view: &View,
    extent: &Extent,
    extents: &[Extent],
    terminals: &[Terminal],
    discs: &[Terminal],
) -> bool {
    let around: BTreeSet<(i32, i32)> = extent.around().collect();
    let between_lines: BTreeSet<(i32, i32)> = extents
        .iter()
        .filter(|other| other.encloses(extent))
        .flat_map(Extent::cells)
        .filter(|cell| !extent.has(*cell))
        .collect();
    let is_like = |disc: &Terminal| {
        let do_lines_go_on =
            between_lines.contains(&disc.cell) && is_lined(&view.sampler, extent, disc.cell);
        let least = if do_lines_go_on { FAINT_BESIDE } else { 1.0 };
        let of_size = |terminal: &Terminal| (disc.radius / terminal.radius - 1.0).abs() < ALIKE;
        let is_as_clear = |terminal: &Terminal| disc.contrast >= least * terminal.contrast;
        // Bars behind a board are fainter than any of its terminals; a wide button below it is no round region.
        let is_round =
            || off(&view.sampler, view.compact_regions, disc).is_some_and(|off| off <= MOST_DRIFT);
        terminals.iter().any(of_size)
            && terminals.iter().any(is_as_clear)
            && (do_lines_go_on || is_round())
    };
    let is_outside = |cell| around.contains(cell) || between_lines.contains(cell);
    let mut beside = discs.iter().filter(|terminal| is_outside(&terminal.cell));
    beside.any(is_like)
}

/// Whether the lines around a cell beyond an extent are as clear as those of the extent: what lies on a page has fainter edges.
fn is_lined(sampler: &GridSampler, extent: &Extent, cell: (i32, i32)) -> bool {
    let Evidence::Lines { level, .. } = extent.evidence else {
        return true;
    };
    let (left, above) = ((cell.0 - 1, cell.1), (cell.0, cell.1 - 1));
    let sides = [
        (left, Across::Right),
        (cell, Across::Right),
        (above, Across::Down),
        (cell, Across::Down),
    ];
    let is_clear = |side: &((i32, i32), Across)| {
        line(sampler, side.0, side.1).is_some_and(|line| line.strength >= AS_CLEAR * level)
    };
    sides.iter().filter(|side| is_clear(side)).count() >= LEAST_SIDES
}

/// All that may be terminals on the lattice in an area and near it.
pub fn all_near(sampler: &GridSampler, area: &Extent) -> Vec<Terminal> {
    let wider = area.grown(NEAR);
    let mut found = discs(sampler, &wider.cells().collect());
    found.extend(Squares::of(sampler, wider.cells()).filled(sampler, &wider));
    found
}

/// Whether any of these, as large as a terminal, stands right beside an extent without lines, whatever its shape, or round
/// or with a pipe near it: then that is a part of a board, framed by the edges of its tinted cells, or one side of a gap.
pub fn is_a_part(view: &View, extent: &Extent, terminals: &[Terminal], near: &[Terminal]) -> bool {
    let own: BTreeSet<(i32, i32)> = extent.cells().collect();
    let around: BTreeSet<(i32, i32)> = extent.around().collect();
    let reach: BTreeSet<(i32, i32)> = extent.grown(NEAR).cells().collect();
    let outside = |cell: &(i32, i32)| reach.contains(cell) && !own.contains(cell);
    let mut beside = near.iter().filter(|it| outside(&it.cell));
    let page = Page::around(view, terminals);
    let is_of_page =
        |compact_region: &CompactRegion| page.as_ref().is_some_and(|page| page.has(compact_region));
    let is_on_lattice = beside.any(|it| {
        let mut like = terminals.iter();
        let region = LazyCell::new(|| nearest(&view.sampler, view.compact_regions, it));
        let is_round = || region.is_some_and(|(_, off)| off <= MOST_DRIFT);
        let has_pipe = || has_pipe(&view.sampler, it);
        let is_near = around.contains(&it.cell);
        let is_alike = |own: &Terminal| (it.radius / own.radius - 1.0).abs() < ALIKE;
        let is_lost =
            |own: &Terminal| it.radius >= LEAST_SEEN * own.radius && is_near && has_pipe();
        (like.any(is_alike) && (is_near || is_round() || has_pipe())
            || terminals.iter().any(is_lost))
            && !runs_through(&view.sampler, it)
            && !region.is_some_and(|(compact_region, _)| is_of_page(compact_region))
    });
    is_on_lattice || is_off_lattice(view, terminals, outside, is_of_page)
}

/// Whether the colour of a terminal goes on to the middle of the cell on one side of it, and there alone: a pipe.
fn has_pipe(sampler: &GridSampler, terminal: &Terminal) -> bool {
    let patch = sampler.cell(terminal.cell);
    let is_like = |right: f64, down: f64| {
        let there = patch.at(right, down);
        there.is_some_and(|it| contrast(it, terminal.colour) < terminal.contrast / 2.0)
    };
    let goes_on = |to: &(f64, f64)| {
        let mut along = PIPE.into_iter();
        let mut sideways = [-BESIDE_PIPE, BESIDE_PIPE].into_iter();
        along.all(|reach| is_like(reach * to.0, reach * to.1))
            && !sideways.any(|by| is_like(0.5 * to.0 + by * to.1, 0.5 * to.1 + by * to.0))
    };
    SIDES.iter().filter(|side| goes_on(side)).count() == 1
}

/// Whether a region as large as a terminal lies in one of these cells, off the middle: at an angle the lattice does not
/// follow the board to its border.
fn is_off_lattice(
    view: &View,
    terminals: &[Terminal],
    is_near: impl Fn(&(i32, i32)) -> bool,
    is_of_page: impl Fn(&CompactRegion) -> bool,
) -> bool {
    let grid = view.sampler.grid;
    let of_size = |compact_region: &CompactRegion| {
        let share = |it: &Terminal| compact_region.size / (2.0 * it.radius * grid.pitch);
        let mut shares = terminals.iter().map(share);
        shares.any(|share| (share - 1.0).abs() < ALIKE)
    };
    view.compact_regions.iter().any(|compact_region| {
        grid.place(compact_region.x, compact_region.y)
            .is_some_and(|(cell, (right, down))| {
                let off = right.abs().max(down.abs());
                off < MOST_LOST
                    && is_near(&cell)
                    && of_size(compact_region)
                    && !is_of_page(compact_region)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::scene::{RED, TERMINALS, Thing, disc, pipe, plain_board, seen};

    /// Whether the board of four by four cells goes on, with these things beside it and these extents known.
    fn is_larger(things: &[Thing], extents: &[Extent]) -> bool {
        seen(things, |view| {
            let own = discs(&view.sampler, &TERMINALS.into_iter().collect());
            let all = discs(&view.sampler, &plain_board(6).cells().collect());
            goes_on(view, &plain_board(4), extents, &own, &all)
        })
    }

    #[test]
    fn a_terminal_right_beside_a_board_makes_it_a_part() {
        assert!(is_larger(&[disc(4.0, 1.0, RED)], &[]));
        assert!(!is_larger(&[], &[plain_board(6)]));
    }

    #[test]
    fn a_terminal_farther_off_does_so_where_it_lies_between_the_same_lines() {
        let farther = [disc(5.0, 1.0, RED)];
        assert!(is_larger(&farther, &[plain_board(4), plain_board(6)]));
        assert!(!is_larger(&farther, &[plain_board(4), plain_board(5)]));
    }

    /// The page has no lines at all; those of the board are known to be clear.
    #[test]
    fn a_faint_disc_farther_off_does_so_only_between_lines_as_clear_as_the_board_s() {
        let goes_on_from = |evidence: Evidence| {
            let board = Extent {
                evidence,
                ..plain_board(4)
            };
            seen(&[disc(5.0, 1.0, [110, 15, 15])], |view| {
                let own = discs(&view.sampler, &TERMINALS.into_iter().collect());
                let all = discs(&view.sampler, &plain_board(6).cells().collect());
                goes_on(view, &board, &[plain_board(6)], &own, &all)
            })
        };
        assert!(goes_on_from(Evidence::Nothing));
        assert!(!goes_on_from(Evidence::Lines {
            level: 90.0,
            share: 1.0,
            going_on: 0.0,
        }));
    }

    #[test]
    fn a_larger_disc_beside_a_board_is_none_of_its_terminals() {
        let larger = Thing {
            reach: 0.45,
            ..disc(4.0, 1.0, RED)
        };
        assert!(!is_larger(&[larger], &[]));
    }

    #[test]
    fn a_pipe_leaves_a_terminal_on_one_side_and_is_thin() {
        let has_pipe_with = |things: &[Thing]| {
            let mut all = vec![disc(5.0, 2.0, RED)];
            all.extend_from_slice(things);
            seen(&all, |view| {
                let dots = discs(&view.sampler, &[(5, 2)].into());
                has_pipe(&view.sampler, &dots[0])
            })
        };
        let to_the_right = pipe((5.0, 2.0), (6.0, 2.0), RED);
        let to_the_left = pipe((4.0, 2.0), (5.0, 2.0), RED);
        let wide = Thing {
            reach: 0.35,
            ..to_the_right
        };
        assert!(has_pipe_with(&[to_the_right]));
        assert!(has_pipe_with(&[to_the_left]));
        assert!(!has_pipe_with(&[]));
        assert!(!has_pipe_with(&[to_the_right, to_the_left]));
        assert!(!has_pipe_with(&[wide]));
    }
}
