//! A possible board on a grid: which cells it has and what they are.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::region::{Extent, Region};
use super::seams::without_shadows;
use crate::detect::evidence::EvidenceMap;
use crate::detect::weights::{
    DISC_SPREAD, FEWEST_CELLS, LEAST_ENERGY, MOST_OTHERS, MOST_RIVALS, OTHER_ENERGY, RIVAL_ENERGY,
};
use crate::vision::statistics::middle;

/// The most of a full row's cells that a ragged row at the rim has.
const RAGGED: f64 = 0.5;

/// The fewest discs whose sizes are compared.
const FEWEST_SIZES: usize = 4;

/// Labels of the cells of a grid.
#[derive(Clone)]
pub struct Labelling {
    pub(super) map: Rc<EvidenceMap>,
    pub(super) region: Rc<Region>,
    pub(super) cells: BTreeSet<usize>,
    pub(super) terminals: Vec<usize>,
    pub(super) bridges: BTreeSet<usize>,
    /// Pixels of the original for a pixel that was looked at.
    pub(super) by: f64,
}

impl Labelling {
    /// The labelling of a region.
    pub(super) fn new(map: &Rc<EvidenceMap>, region: Region, by: f64) -> Self {
        let cells = region.cells.clone();
        let unlabelled = Self {
            map: Rc::clone(map),
            region: Rc::new(region),
            cells: BTreeSet::new(),
            terminals: Vec::new(),
            bridges: BTreeSet::new(),
            by,
        };
        unlabelled.of(cells)
    }

    /// The same with other cells.
    fn of(&self, cells: BTreeSet<usize>) -> Self {
        let disc = |cell: usize| self.map.contents[cell].disc;
        let is_bridge =
            |cell: &usize| disc(*cell).is_none() && self.map.contents[*cell].bridge > 0.0;
        let mut terminals: Vec<usize> = cells.iter().copied().collect();
        terminals.retain(|cell| disc(*cell).is_some());
        // What is much smaller or larger than the other discs is something else.
        let radii = terminals
            .iter()
            .filter_map(|cell| Some(disc(*cell)?.radius));
        if let Some(usual) = middle(radii).filter(|_| terminals.len() >= FEWEST_SIZES) {
            let is_usual = |cell: usize| {
                disc(cell).is_some_and(|it| DISC_SPREAD.contains(&(it.radius / usual)))
            };
            terminals.retain(|cell| is_usual(*cell));
        }
        Self {
            bridges: cells.iter().copied().filter(is_bridge).collect(),
            terminals,
            cells,
            ..self.clone()
        }
    }

    /// The same without the shadows of a warp, if it may have any.
    pub fn without_shadows(&self) -> Option<Self> {
        let cells = without_shadows(&self.map, &self.cells)?;
        (cells.len() >= FEWEST_CELLS).then(|| self.of(cells))
    }

    /// Whether no other labelling is much likelier. Along the rim of a warp lie shadows, which look like more of the board.
    pub fn is_stable(&self, is_warp: bool) -> bool {
        let region = &self.region;
        region.margin > LEAST_ENERGY && (is_warp || region.run_margin > LEAST_ENERGY)
    }

    /// Those that differ in one cell of the rim, and cost little more.
    pub fn rivals(&self) -> Vec<Self> {
        let rivals = self.rim_within(RIVAL_ENERGY).take(MOST_RIVALS);
        rivals.map(|cell| self.with_flipped(&[cell])).collect()
    }

    /// Those that may be meant where this one is no board: one or all doubtful cells of the rim the other way, where that
    /// straightens the outline, or without the ragged rows at the rim.
    pub fn others(&self) -> Vec<Self> {
        let is_straighter = |cell: &usize| self.is_straighter_without(*cell);
        let single = self.rim_within(OTHER_ENERGY).take(MOST_OTHERS);
        let mut others: Vec<Self> = single
            .filter(is_straighter)
            .map(|cell| self.with_flipped(&[cell]))
            .collect();
        let has_no_disc = |cell: &usize| self.map.contents[*cell].disc.is_none();
        let all = self.uncertain_within(OTHER_ENERGY).filter(has_no_disc);
        let all: Vec<usize> = all.filter(is_straighter).collect();
        others.extend([self.with_flipped(&all), self.of(self.without_ragged())]);
        others.retain(|other| other.cells != self.cells && other.cells.len() >= FEWEST_CELLS);
        others
    }

    fn with_flipped(&self, flipped: &[usize]) -> Self {
        let flipped: BTreeSet<usize> = flipped.iter().copied().collect();
        self.of(self.cells.symmetric_difference(&flipped).copied().collect())
    }

    fn uncertain_within(&self, most: f64) -> impl Iterator<Item = usize> + '_ {
        let uncertain = self.region.uncertain.iter();
        uncertain.take_while(move |it| it.0 < most).map(|it| it.1)
    }

    /// Doubtful cells of the rim but for terminals of the board.
    fn rim_within(&self, most: f64) -> impl Iterator<Item = usize> + '_ {
        self.uncertain_within(most).filter(|cell| {
            let mut beside = self.map.around[*cell].iter();
            let is_rim = beside.any(|it| it.cell.is_none_or(|it| !self.cells.contains(&it)));
            let is_terminal = self.map.contents[*cell].disc.is_some();
            !self.cells.contains(cell) || is_rim && !is_terminal
        })
    }

    /// Whether the outline is straighter when a cell is the other.
    fn is_straighter_without(&self, cell: usize) -> bool {
        let beside = self.map.around[cell].iter().filter_map(|it| it.cell);
        let count = beside.filter(|it| self.cells.contains(it)).count();
        let half = self.map.grid.tiling.sides() / 2;
        if self.cells.contains(&cell) {
            count < half
        } else {
            count > half
        }
    }

    /// The cells without outermost rows and columns that have few cells and no disc.
    fn without_ragged(&self) -> BTreeSet<usize> {
        let mut kept = self.cells.clone();
        for is_row in [true, false] {
            let mut lines: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
            for &number in &kept {
                let cell = self.map.cells[number];
                let line = if is_row { cell.row } else { cell.col };
                lines.entry(line).or_default().push(number);
            }
            let full = lines.values().map(Vec::len).max().unwrap_or(0) as f64;
            let rims = [lines.values().next(), lines.values().next_back()];
            for rim in rims.into_iter().flatten() {
                let has_disc = rim.iter().any(|it| self.map.contents[*it].disc.is_some());
                if rim.len() as f64 <= RAGGED * full && !has_disc {
                    kept.retain(|cell| !rim.contains(cell));
                }
            }
        }
        kept
    }

    /// The rows and columns of the board; `None` without cells.
    pub(super) fn extent(&self) -> Option<Extent> {
        Extent::of(&self.map, self.cells.iter().copied())
    }
}
