//! Finds a Flow Free board in a picture.
//!
//! ```text
//! picture ─▶ lattice ─▶ candidate ─┬─ extent     which cells, by the lines between them
//!           (per Eye)              ├─ terminals  what stands on them, in pairs
//!                                  ├─ unruled    which cells where no lines are, by frames, pegs or dots
//!                                  ├─ kinds      boards that are refused by name
//!                                  ├─ validation why a board is not settled
//!                                  └─ certainty  whether the picture alone is sure of it
//! ```
//!
//! Each of these imports only from those above it, and from what all share: `colour`, `shade`, `quantile`, `canvas`, a picture
//! asked in cells, and `known`, what a profile says. A `view` is all that is seen on one lattice. Beside the way: `observe`
//! sees what is drawn on a board that was read, `measure` what a game looks like on it, `colourful` whether there may be another.

mod candidate;
mod canvas;
mod certainty;
mod colour;
mod colourful;
mod extent;
mod kinds;
mod known;
mod lattice;
mod measure;
mod observe;
mod quantile;
mod shade;
mod terminals;
mod unruled;
mod validation;
mod view;

use std::cell::OnceCell;
use std::rc::Rc;

use image::RgbImage;
use image::imageops::{FilterType, resize};

use self::candidate::Ruled;
use self::canvas::Canvas;
use self::known::Known;
use self::lattice::blobs::{Blob, blobs};
use self::lattice::growth::{Grid, REACH, REACH_OF_DOTS};
use self::lattice::ranges::Ranges;
use self::lattice::regions::{FAINT, FLAT, Region, regions};
use self::lattice::shrink::Shrunk;
use self::view::View;
use crate::geometry::{Lattice, Pixel, Projection};
use crate::pipeline::{Candidate, EXPLAIN, Frame, Reason, Refusal};
use crate::profile::Profile;
use crate::puzzle::flow::Puzzle;

pub use measure::Measurements;
pub use observe::observe;
pub use terminals::tint::tinted;
pub use validation::Validation;

/// A board is painted over with this in all channels, black, to look for others: an even area has no cells.
const PAINT: u8 = 0;

/// The smallest cells of a board, in pixels: smaller ones are a preview of a picture, which nobody plays on.
const LEAST_PITCH: f64 = 10.0;

/// A way to look at a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// Sees cells between clear lines.
    Plain,
    /// Sees faint lines too, and noise.
    Fine,
    /// Sees dots where there are no lines.
    Dots,
    /// Sees pipes that bend where they cover the dots.
    Pipes,
    /// Sees what hangs together behind a texture: dashed lines, striped dots, the pixels of a screen in a photo.
    HalfClosed,
    /// Sees digits and letters where colours tell nothing.
    Signs,
}

impl Eye {
    /// All, the surest and quickest first.
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::Fine,
        Self::Dots,
        Self::Pipes,
        Self::HalfClosed,
        Self::Signs,
    ];

    /// What it looks for, for `--explain`.
    fn words(self) -> &'static str {
        match self {
            Self::Plain => "clear lines",
            Self::Fine => "faint lines too",
            Self::Dots => "dots without lines",
            Self::Pipes => "bends of pipes",
            Self::HalfClosed => "lines and dots behind a texture",
            Self::Signs => "digits or letters between lines",
        }
    }
}

/// A part of what is asked of a picture. `cargo bench --bench parts` leaves each out and counts what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A way to look at a picture.
    Eye(Eye),
    /// A check that a board must pass.
    Validation(Validation),
    /// Whether terminals lie off the middles of their cells.
    Drift,
    /// Whether a board has walls between cells.
    Walls,
    /// Whether a board has bridges.
    Bridges,
}

/// What one lattice may carry, or why nothing.
pub type Boards = Result<Vec<Candidate<Puzzle>>, Refusal>;

/// A picture with its compact regions found: what boards are sought in.
pub struct Sight<'a> {
    shrunk: Shrunk<'a>,
    /// What regions are found from, once it is asked for.
    ranges: OnceCell<Ranges>,
    regions: Vec<Region>,
    /// What is found among regions with clear borders.
    clear: Rc<Places>,
    /// Faint regions too, and what is found among them: asked for by several eyes, and by none where the first one is enough.
    faint_regions: OnceCell<Vec<Region>>,
    faint: OnceCell<Rc<Places>>,
    /// All that stands out from even ground: asked for by two eyes.
    islands: OnceCell<Vec<Blob>>,
    /// Lattices with smaller cells are passed over, in pixels of the original.
    least_pitch: f64,
    /// What is known of the game, if anything is.
    known: Option<Known>,
    /// A part that is left out.
    without: Option<Part>,
}

impl<'a> Sight<'a> {
    /// Looks at the whole picture.
    pub fn of(frame: &'a Frame) -> Self {
        let shrunk = lattice::shrink::shrink(&frame.picture);
        let ranges = Ranges::of(&shrunk.picture);
        let regions = regions(&ranges, FLAT);
        let blobs = blobs(&regions);
        let (width, height) = shrunk.picture.dimensions();
        tracing::debug!(
            target: EXPLAIN,
            "looked at as {width} x {height} pixels: {} regions of one colour, {} of them compact",
            regions.len(),
            blobs.len()
        );
        Self {
            shrunk,
            ranges: ranges.into(),
            regions,
            clear: Places::of(blobs, REACH),
            faint_regions: OnceCell::new(),
            faint: OnceCell::new(),
            islands: OnceCell::new(),
            least_pitch: LEAST_PITCH,
            known: None,
            without: None,
        }
    }

    /// The same picture with a board painted over: to look for others with cells of `least_pitch` pixels or more, also for those
    /// of games that are not known.
    pub fn around(&self, board: &Lattice, least_pitch: f64) -> Self {
        let bounds = board.bounds().scaled(1.0 / f64::from(self.shrunk.by));
        let outside = |x: f64, y: f64| !bounds.contains(Pixel::new(x, y));
        let blobs = self.clear.blobs.iter().copied();
        let blobs = blobs.filter(|blob| outside(blob.x, blob.y));
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
            shrunk,
            ranges: OnceCell::new(),
            regions,
            clear: Places::of(blobs.collect(), REACH),
            faint_regions: OnceCell::new(),
            faint: OnceCell::new(),
            islands: OnceCell::new(),
            least_pitch,
            known: None,
            without: self.without,
        }
    }

    /// Whether there may be flows of a board whose cells are not passed over.
    pub fn may_show_flows(&self) -> bool {
        let least_pitch = self.least_pitch / f64::from(self.shrunk.by);
        colourful::may_be_flows(&self.shrunk.picture, &self.regions, least_pitch)
    }

    /// The same for one who knows what the game looks like, if it is said.
    pub fn knowing(self, profile: Option<&Profile>) -> Self {
        let known = profile.map(Known::of);
        Self { known, ..self }
    }

    /// The same for one who does not ask a part, if it is said.
    pub fn without(self, part: Option<Part>) -> Self {
        Self {
            without: part,
            ..self
        }
    }

    /// The boards that the picture may show to this eye, lattice by lattice, the likeliest first; or why a lattice
    /// carries none.
    pub fn boards(&self, eye: Eye) -> impl Iterator<Item = Boards> + '_ {
        let is_asked = self.without != Some(Part::Eye(eye));
        let sharp: &RgbImage = &self.shrunk.picture;
        let blurred = (eye == Eye::HalfClosed).then(|| lattice::blur::blurred(sharp));
        let (faint_in_blurred, ranges_of_blurred) = (OnceCell::new(), OnceCell::new());
        let places = match &blurred {
            Some(blurred) => {
                let ranges = ranges_of_blurred.get_or_init(|| Ranges::of(blurred));
                let regions = faint_in_blurred.get_or_init(|| regions(ranges, FAINT));
                Places::of(blobs(regions), REACH)
            }
            None => self.places(eye),
        };
        let (words, count) = (eye.words(), places.blobs.len());
        tracing::debug!(target: EXPLAIN, "looked for {words}: {count} compact regions");
        let grids = if is_asked { places.grids.len() } else { 0 };
        (0..grids).filter_map(move |index| {
            let grid = &places.grids[index];
            let pitch = grid.pitch * f64::from(self.shrunk.by);
            if pitch < self.least_pitch {
                return None;
            }
            tracing::debug!(
                target: EXPLAIN,
                "a lattice: cells of {pitch:.1} pixels, on which {} regions lie, {:.3} cells off",
                grid.cells.len(),
                grid.off
            );
            let (faint, ranges) = match &blurred {
                Some(_) => (&faint_in_blurred, &ranges_of_blurred),
                None => (&self.faint_regions, &self.ranges),
            };
            let view = View {
                canvas: Canvas {
                    picture: blurred.as_ref().unwrap_or(sharp),
                    grid,
                },
                sharp: blurred.as_ref().map(|_| Canvas {
                    picture: sharp,
                    grid,
                }),
                blobs: &places.blobs,
                regions: &self.regions,
                faint,
                ranges,
                known: self.known.as_ref(),
                without: self.without,
                by: f64::from(self.shrunk.by),
            };
            let ruled = || places.ruled(index, &view);
            let found = match eye {
                Eye::Plain | Eye::Fine | Eye::HalfClosed => candidate::with_lines(&view, ruled()),
                Eye::Signs => candidate::with_signs(&view, ruled()),
                Eye::Dots => candidate::without_lines(&view),
                Eye::Pipes => candidate::with_lines(&view, ruled())
                    .or_else(|why| candidate::without_lines(&view).map_err(|_| why)),
            };
            if let Err(why) = &found {
                tracing::debug!(target: EXPLAIN, "cells of {pitch:.1} pixels: {why}");
            }
            Some(found)
        })
    }

    /// What this eye sees in the sharp picture.
    fn places(&self, eye: Eye) -> Rc<Places> {
        match eye {
            Eye::Plain => Rc::clone(&self.clear),
            Eye::Fine | Eye::Signs | Eye::HalfClosed => self.faint(),
            Eye::Dots => Places::of(self.islands().to_vec(), REACH_OF_DOTS),
            Eye::Pipes => {
                let bends = lattice::bends::bends(&self.shrunk.picture, self.ranges());
                let mut found = [bends, self.clear.blobs.clone()].concat();
                lattice::islands::add(&mut found, self.islands().to_vec());
                Places::of(found, REACH)
            }
        }
    }

    /// The picture with cells that are not square made square, and the map from there to pixels of the original; `None` where
    /// they are square.
    pub fn squeezed(&self) -> Option<(Frame, Projection)> {
        let picture: &RgbImage = &self.shrunk.picture;
        let aspect = lattice::squeeze::aspect(&self.regions)
            .or_else(|| lattice::squeeze::aspect(self.faint_regions()))?;
        tracing::debug!(target: EXPLAIN, "cells {aspect:.2} times as wide as high: looked at squeezed until they are square");
        let (width, height) = picture.dimensions();
        let squeeze = |side: u32, by: f64| ((f64::from(side) / by).round() as u32).max(1);
        let (narrow, low) = (
            squeeze(width, aspect.max(1.0)),
            squeeze(height, (1.0 / aspect).max(1.0)),
        );
        let squeezed = resize(picture, narrow, low, FilterType::Triangle);
        let by = f64::from(self.shrunk.by);
        let [right, down] =
            [(width, narrow), (height, low)].map(|(from, to)| by * f64::from(from) / f64::from(to));
        let back = Projection::axis_aligned(0.0, 0.0, right, down);
        Some((Frame::from_picture(squeezed), back))
    }

    /// Names what hides a part of the board that could not be read, if anything does.
    pub fn what_hides(&self) -> Option<Reason> {
        let picture: &RgbImage = &self.shrunk.picture;
        let hides = |places: &Places| {
            validation::hidden::hidden(picture, &self.regions, places.grids.first()?)
        };
        hides(&self.clear).or_else(|| hides(&self.faint()))
    }

    fn islands(&self) -> &[Blob] {
        self.islands.get_or_init(|| {
            let picture: &RgbImage = &self.shrunk.picture;
            lattice::islands::islands(picture, &self.regions, &self.clear.blobs)
        })
    }

    fn faint_regions(&self) -> &[Region] {
        let regions = || regions(self.ranges(), FAINT);
        self.faint_regions.get_or_init(regions)
    }

    fn ranges(&self) -> &Ranges {
        let ranges = || Ranges::of(&self.shrunk.picture);
        self.ranges.get_or_init(ranges)
    }

    fn faint(&self) -> Rc<Places> {
        let places = || Places::of(blobs(self.faint_regions()), REACH);
        Rc::clone(self.faint.get_or_init(places))
    }

    /// Names a board of another kind where no square cells were found.
    pub fn other_kind(&self) -> Option<Refusal> {
        kinds::hexes::are_hexes(&self.clear.blobs).then(|| {
            Refusal::new(
                Reason::Unsupported("hexes".into()),
                "a board of hexagons cannot be read from a picture yet: give it as text",
            )
        })
    }
}

/// Compact regions, and the lattices that they may lie on, the best supported first.
struct Places {
    blobs: Vec<Blob>,
    grids: Vec<Grid>,
    /// Lattice by lattice, what the lines on it say: asked for by several eyes too.
    ruled: Vec<OnceCell<Option<Ruled>>>,
}

impl Places {
    fn of(blobs: Vec<Blob>, reach: i32) -> Rc<Self> {
        let grids = lattice::pitch::grids(&blobs, reach);
        let ruled = grids.iter().map(|_| OnceCell::new()).collect();
        Rc::new(Self {
            blobs,
            grids,
            ruled,
        })
    }

    /// What the lines on a lattice say; `view` is that of the lattice.
    fn ruled(&self, index: usize, view: &View) -> Option<&Ruled> {
        self.ruled[index].get_or_init(|| Ruled::of(view)).as_ref()
    }
}
