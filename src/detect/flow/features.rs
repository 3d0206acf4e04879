//! What is computed once from a picture, and the board hypotheses that it gives.

use std::cell::OnceCell;
use std::rc::Rc;

use image::RgbImage;

use super::detectors::Detector;
use super::hypothesis::{self, Gridded, no_lines};
use super::known::Known;
use super::part::Part;
use super::sampler::GridSampler;
use super::topology::{self, Grids, Labelling};
use super::view::View;
use super::{colourful, kinds, shapes, validation};
use crate::detect::grid::compact::{CompactRegion, compact_regions};
use crate::detect::grid::fit::{GridHypothesis, REACH, REACH_OF_DOTS};
use crate::detect::grid::tiled::TiledGrid;
use crate::detect::grid::{aspect, bends, foreground, propose};
use crate::geometry::{Lattice, Pixel, Projection, Tiling};
use crate::pipeline::{BoardHypothesis, EXPLAIN, Edges, Frame, Reason, Refusal};
use crate::profile::Profile;
use crate::puzzle::flow::Puzzle;
use crate::vision::blur::blurred;
use crate::vision::local_range::LocalRange;
use crate::vision::regions::{FAINT, FLAT, Region, regions};
use crate::vision::resize::resized;
use crate::vision::shrink::{Shrunk, shrink};

/// A board is painted over with this in all channels, black, to look for others: an even area has no cells.
const PAINT: u8 = 0;

/// The smallest cells of a board, in pixels: smaller ones are a preview of a picture, which nobody plays on.
const LEAST_PITCH: f64 = 10.0;

/// The board hypotheses on one grid, or why there are none.
pub type Boards = Result<Vec<BoardHypothesis<Puzzle>>, Refusal>;

/// What is computed once from a picture: what boards are sought in.
pub struct PictureFeatures<'a> {
    original: &'a RgbImage,
    shrunk: Shrunk<'a>,
    /// What regions are found from, once it is asked for.
    local_range: OnceCell<LocalRange>,
    regions: Vec<Region>,
    /// What is found among regions with clear borders.
    clear: Rc<Proposals>,
    /// Faint regions too, and what is found among them: asked for by several detectors, and by none where the first one is enough.
    faint_regions: OnceCell<Vec<Region>>,
    faint: OnceCell<Rc<Proposals>>,
    /// All that stands out from even ground: asked for by two detectors.
    foreground: OnceCell<Vec<CompactRegion>>,
    /// Grids with smaller cells are passed over, in pixels of the original.
    least_pitch: f64,
    /// What a profile says of the game, if one is given.
    known: Option<Known>,
    /// What the edges of the picture are.
    edges: Edges,
    /// A part that is left out.
    without: Option<Part>,
}

impl<'a> PictureFeatures<'a> {
    /// Looks at the whole picture.
    pub fn of(frame: &'a Frame) -> Self {
        let shrunk = shrink(&frame.picture);
        let local_range = LocalRange::of(&shrunk.picture);
        let regions = regions(&local_range, FLAT);
        let compact_regions = compact_regions(&regions);
        let (width, height) = shrunk.picture.dimensions();
        tracing::debug!(
            target: EXPLAIN,
            "looked at as {width} x {height} pixels: {} regions of one colour, {} of them compact",
            regions.len(),
            compact_regions.len()
        );
        Self {
            original: &frame.picture,
            shrunk,
            local_range: local_range.into(),
            regions,
            clear: Proposals::of(compact_regions, REACH),
            faint_regions: OnceCell::new(),
            faint: OnceCell::new(),
            foreground: OnceCell::new(),
            least_pitch: LEAST_PITCH,
            known: None,
            edges: Edges::OfPicture,
            without: None,
        }
    }

    /// The same picture with a board painted over: to look for others with cells of `least_pitch` pixels or more, also for those
    /// of games that are not known.
    pub fn around(&self, board: &Lattice, least_pitch: f64) -> Self {
        let bounds = board.bounds().scaled(1.0 / f64::from(self.shrunk.by));
        let outside = |x: f64, y: f64| !bounds.contains(Pixel::new(x, y));
        let compact_regions = self.clear.compact_regions.iter().copied();
        let compact_regions =
            compact_regions.filter(|compact_region| outside(compact_region.x, compact_region.y));
        let mut regions = self.regions.clone();
        regions.retain(|region| {
            let (x, y) = region.pixel;
            outside(f64::from(x), f64::from(y))
        });
        let mut shrunk = self.shrunk.clone();
        let (width, height) = shrunk.picture.dimensions();
        if let Some(rect) = bounds.within(width, height) {
            let columns = 3 * rect.x as usize..3 * (rect.x + rect.width) as usize;
            let rows = shrunk.picture.to_mut().chunks_exact_mut(3 * width as usize);
            for row in rows.skip(rect.y as usize).take(rect.height as usize) {
                row[columns.clone()].fill(PAINT);
            }
        }
        Self {
            original: self.original,
            shrunk,
            local_range: OnceCell::new(),
            regions,
            clear: Proposals::of(compact_regions.collect(), REACH),
            faint_regions: OnceCell::new(),
            faint: OnceCell::new(),
            foreground: OnceCell::new(),
            least_pitch,
            known: None,
            edges: self.edges,
            without: self.without,
        }
    }

    /// Whether there may be flows of a board whose cells are not passed over.
    pub fn may_show_flows(&self) -> bool {
        let least_pitch = self.least_pitch / f64::from(self.shrunk.by);
        colourful::may_be_flows(&self.shrunk.picture, &self.regions, least_pitch)
    }

    /// The same with what a profile says of the game, if one is given.
    pub fn knowing(self, profile: Option<&Profile>) -> Self {
        let known = profile.map(Known::of);
        Self { known, ..self }
    }

    /// The same with edges of this kind.
    pub fn between(self, edges: Edges) -> Self {
        Self { edges, ..self }
    }

    /// The same with a part of detection left out, if one is given.
    pub fn without(self, part: Option<Part>) -> Self {
        Self {
            without: part,
            ..self
        }
    }

    /// The board hypotheses of a detector, grid by grid, the likeliest first; or why a grid carries none.
    pub fn boards(&self, detector: Detector) -> impl Iterator<Item = Boards> + '_ {
        let searched = self.searched(detector);
        let (words, count) = (
            detector.description(),
            searched.proposals.compact_regions.len(),
        );
        tracing::debug!(target: EXPLAIN, "looked for {words}: {count} compact regions");
        let grids = match self.without {
            Some(Part::Detector(without)) if without == detector => 0,
            _ => searched.proposals.grids.len(),
        };
        (0..grids).filter_map(move |index| self.boards_on(index, &searched, detector))
    }

    /// The board hypotheses on one proposed grid; `None` if its cells are too small.
    fn boards_on(&self, index: usize, searched: &Searched, detector: Detector) -> Option<Boards> {
        let grid = &searched.proposals.grids[index];
        let pitch = grid.pitch * f64::from(self.shrunk.by);
        if pitch < self.least_pitch {
            return None;
        }
        tracing::debug!(
            target: EXPLAIN,
            "a lattice: cells of {pitch:.1} pixels, on which {} regions lie, {:.3} cells off",
            grid.cells.len(),
            grid.residual
        );
        let view = self.view(grid, searched);
        let gridded = || {
            searched
                .proposals
                .gridded(index, &view)
                .ok_or_else(no_lines)
        };
        let with_lines = || hypothesis::with_lines(&view, gridded()?);
        let with_glyphs = || hypothesis::with_glyphs(&view, gridded()?);
        let without_lines = || hypothesis::without_lines(&view);
        let found = match detector {
            Detector::ClearLines | Detector::FaintLines => with_lines(),
            Detector::Blurred => with_lines().or_else(|why| with_glyphs().map_err(|_| why)),
            Detector::Glyphs => with_glyphs(),
            Detector::Dots => without_lines(),
            Detector::Bends => with_lines().or_else(|why| without_lines().map_err(|_| why)),
        };
        if let Err(why) = &found {
            tracing::debug!(target: EXPLAIN, "cells of {pitch:.1} pixels: {why}");
        }
        Some(found)
    }

    /// All that is known on one grid.
    fn view<'v>(&'v self, grid: &'v GridHypothesis, searched: &'v Searched) -> View<'v> {
        let sharp: &RgbImage = &self.shrunk.picture;
        let over = |picture: &'v RgbImage| GridSampler { picture, grid };
        let (blurred, faint, local_range) = match &searched.blurred {
            Some(it) => (Some(&it.picture), &it.faint_regions, &it.local_range),
            None => (None, &self.faint_regions, &self.local_range),
        };
        View {
            sampler: over(blurred.unwrap_or(sharp)),
            sharp: blurred.map(|_| over(sharp)),
            original: self.original,
            compact_regions: &searched.proposals.compact_regions,
            regions: &self.regions,
            faint,
            local_range,
            known: self.known.as_ref(),
            edges: self.edges,
            without: self.without,
            by: f64::from(self.shrunk.by),
        }
    }

    /// Where a detector looks for cells.
    fn searched(&self, detector: Detector) -> Searched {
        let proposals = match detector {
            Detector::ClearLines => Rc::clone(&self.clear),
            Detector::FaintLines | Detector::Glyphs => self.faint(),
            Detector::Dots => Proposals::of(self.foreground().to_vec(), REACH_OF_DOTS),
            Detector::Bends => {
                let bends = bends::bends(&self.shrunk.picture, self.local_range());
                let mut found = [bends, self.clear.compact_regions.clone()].concat();
                foreground::add(&mut found, self.foreground().to_vec());
                Proposals::of(found, REACH)
            }
            Detector::Blurred => {
                let picture = Blurred::of(&self.shrunk.picture);
                let regions = picture.faint_regions();
                return Searched {
                    proposals: Proposals::of(compact_regions(regions), REACH),
                    blurred: Some(picture),
                };
            }
        };
        Searched {
            proposals,
            blurred: None,
        }
    }

    /// The picture with cells that are not square made square, and the map from there to pixels of the original; `None` where
    /// they are square.
    pub fn with_square_cells(&self) -> Option<(Frame, Projection)> {
        let picture: &RgbImage = &self.shrunk.picture;
        let aspect =
            aspect::aspect(&self.regions).or_else(|| aspect::aspect(self.faint_regions()))?;
        tracing::debug!(target: EXPLAIN, "cells {aspect:.2} times as wide as high: made square");
        let (width, height) = picture.dimensions();
        let shortened = |side: u32, by: f64| ((f64::from(side) / by).round() as u32).max(1);
        let (narrow, low) = (
            shortened(width, aspect.max(1.0)),
            shortened(height, (1.0 / aspect).max(1.0)),
        );
        let square = resized(picture, [narrow, low]);
        let by = f64::from(self.shrunk.by);
        let [right, down] =
            [(width, narrow), (height, low)].map(|(from, to)| by * f64::from(from) / f64::from(to));
        let back = Projection::axis_aligned(0.0, 0.0, right, down);
        Some((Frame::from_picture(square), back))
    }

    /// Names what hides a part of the board that could not be read, if anything does.
    pub fn what_hides(&self) -> Option<Reason> {
        let picture: &RgbImage = &self.shrunk.picture;
        let hides = |proposals: &Proposals| {
            validation::occlusion::hidden(picture, &self.regions, proposals.grids.first()?)
        };
        hides(&self.clear).or_else(|| hides(&self.faint()))
    }

    fn foreground(&self) -> &[CompactRegion] {
        self.foreground.get_or_init(|| {
            let picture: &RgbImage = &self.shrunk.picture;
            foreground::foreground(picture, &self.regions, &self.clear.compact_regions)
        })
    }

    fn faint_regions(&self) -> &[Region] {
        let regions = || regions(self.local_range(), FAINT);
        self.faint_regions.get_or_init(regions)
    }

    fn local_range(&self) -> &LocalRange {
        let local_range = || LocalRange::of(&self.shrunk.picture);
        self.local_range.get_or_init(local_range)
    }

    fn faint(&self) -> Rc<Proposals> {
        let proposals = || Proposals::of(compact_regions(self.faint_regions()), REACH);
        Rc::clone(self.faint.get_or_init(proposals))
    }

    /// The possible boards of any kind on each grid, the likeliest first: what is asked where no detector reads a plain one.
    pub fn labellings(&self, asked: Grids) -> impl Iterator<Item = Vec<Labelling>> + '_ {
        /// Of the grids that bends of pipes tell, the best two.
        const MOST_OF_PIPES: usize = 2;
        let picture: &RgbImage = &self.shrunk.picture;
        let grids = topology::grids(picture, self.local_range());
        // Where pipes fill the cells, their bends tell where these lie.
        let of_pipes = || topology::square(&self.searched(Detector::Bends).proposals.grids);
        let of_pipes = std::iter::once_with(of_pipes).flatten().take(MOST_OF_PIPES);
        let has_squares = asked == Grids::All;
        let of_pipes = has_squares.then_some(of_pipes).into_iter().flatten();
        let by = f64::from(self.shrunk.by);
        let is_asked = move |grid: &TiledGrid| {
            let is_shape = has_squares || grid.tiling == Tiling::Hexagonal;
            is_shape && grid.pitch() * by >= self.least_pitch
        };
        let grids = grids.into_iter().chain(of_pipes).filter(is_asked);
        grids.map(move |grid| topology::labellings(picture, &grid, by))
    }

    /// The board whose cells lie on no lattice, or what does not settle: asked for where no other is read.
    ///
    /// # Errors
    /// What does not settle, in words.
    pub fn board_on_no_lattice(&self) -> Result<BoardHypothesis<Puzzle>, String> {
        let by = f64::from(self.shrunk.by);
        let board = shapes::board(&self.shrunk.picture, self.local_range(), by)?;
        match board.lattice.pitch() >= self.least_pitch {
            true => Ok(board),
            false => Err("its cells are too small to be played on".into()),
        }
    }

    /// Names a board of another kind where no square cells were found.
    pub fn other_kind(&self) -> Option<Refusal> {
        kinds::hexes::are_hexes(&self.clear.compact_regions).then(|| {
            Refusal::new(
                Reason::Unsupported("hexes".into()),
                "a board of hexagons is not clear enough to be read: give it as text",
            )
        })
    }
}

/// Where a detector looks for cells, and the blurred picture if it looks at that.
struct Searched {
    proposals: Rc<Proposals>,
    blurred: Option<Blurred>,
}

/// The blurred picture and what is found in it.
struct Blurred {
    picture: RgbImage,
    faint_regions: OnceCell<Vec<Region>>,
    local_range: OnceCell<LocalRange>,
}

impl Blurred {
    fn of(sharp: &RgbImage) -> Self {
        Self {
            picture: blurred(sharp),
            faint_regions: OnceCell::new(),
            local_range: OnceCell::new(),
        }
    }

    fn faint_regions(&self) -> &[Region] {
        let local_range = || LocalRange::of(&self.picture);
        let faint = || regions(self.local_range.get_or_init(local_range), FAINT);
        self.faint_regions.get_or_init(faint)
    }
}

/// Compact regions, and the grids that they may lie on, the best supported first.
struct Proposals {
    compact_regions: Vec<CompactRegion>,
    grids: Vec<GridHypothesis>,
    /// Grid by grid, what the lines on it say: asked for by several detectors too.
    gridded: Vec<OnceCell<Option<Gridded>>>,
}

impl Proposals {
    fn of(compact_regions: Vec<CompactRegion>, reach: i32) -> Rc<Self> {
        let grids = propose::grids(&compact_regions, reach);
        let gridded = grids.iter().map(|_| OnceCell::new()).collect();
        Rc::new(Self {
            compact_regions,
            grids,
            gridded,
        })
    }

    /// What the lines on a grid say; `view` is that of the grid.
    fn gridded(&self, index: usize, view: &View) -> Option<&Gridded> {
        self.gridded[index]
            .get_or_init(|| Gridded::of(view))
            .as_ref()
    }
}
