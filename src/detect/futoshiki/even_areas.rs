//! Areas of a picture that are even in colour: what boxes and buttons are made of.

use image::RgbImage;

use crate::vision::colour::step;
use crate::vision::labels::labelled;
use crate::vision::regions::Region;

/// What pixels of one area have in common. Each level makes areas of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evenness {
    /// Neighbours differ by at most so many levels.
    Step([u8; 3]),
    /// All channels have at least this level, as paper has.
    Light([u8; 3]),
}

/// On a screen, areas are looked for with each of these steps between neighbouring pixels, in levels.
pub(super) const ON_SCREEN: Evenness = Evenness::Step([4, 10, 22]);
/// On paper under even light, lines are darker than one of these levels.
pub(super) const ON_PAPER: Evenness = Evenness::Light([215, 195, 165]);

/// A pixel in a flat area is no farther from its neighbours than so many levels.
const FLAT: u8 = 22;

/// The lowest area that is found, in pixels: a digit in a box can just be read, even where the box lies aslant.
const LOWEST: u32 = 9;

/// The areas that are even to one level.
pub(super) struct EvenAreas {
    width: u32,
    /// By pixel, row by row, the label of its area.
    labels: Vec<u32>,
    /// The areas that are not too low, with their labels.
    pub all: Vec<(u32, Region)>,
}

impl EvenAreas {
    /// By level, the areas of a picture.
    pub fn of(picture: &RgbImage, evenness: Evenness) -> [Self; 3] {
        let size = picture.dimensions();
        let (pixels, _) = picture.as_chunks::<3>();
        match evenness {
            Evenness::Step(levels) => {
                let steps = Steps::of(pixels, size.0 as usize);
                levels.map(|most| {
                    Self::where_alike(size, |before, at| steps.between(before, at) <= most)
                })
            }
            Evenness::Light(levels) => {
                let darkest = |pixel: &[u8; 3]| pixel.iter().copied().fold(u8::MAX, u8::min);
                let darkest: Vec<u8> = pixels.iter().map(darkest).collect();
                levels.map(|least| {
                    Self::where_alike(size, |before, at| darkest[before].min(darkest[at]) >= least)
                })
            }
        }
    }

    /// The areas of a picture each of whose pixels is like all of its neighbours. A thin line that lies aslant goes over into its ground by
    /// small steps along it, but not across it.
    pub fn flat(picture: &RgbImage) -> Self {
        let size = picture.dimensions();
        let (pixels, _) = picture.as_chunks::<3>();
        let most = Steps::of(pixels, size.0 as usize).at_most();
        Self::where_alike(size, |before, at| most[before].max(most[at]) <= FLAT)
    }

    /// The areas whose pixels are alike; a pixel is compared with the one to the left of it and the one above it.
    fn where_alike(size: (u32, u32), alike: impl Fn(usize, usize) -> bool) -> Self {
        let (labels, all) = labelled(size, LOWEST, alike);
        let width = size.0;
        Self { width, labels, all }
    }

    /// Whether a pixel belongs to an area.
    pub fn holds(&self, label: u32, x: u32, y: u32) -> bool {
        self.labels[y as usize * self.width as usize + x as usize] == label
    }
}

/// By pixel, row by row: how far it is from the pixel before it, in the channel that differs most. What is said of the first pixel of
/// a row or column means nothing.
struct Steps {
    width: usize,
    from_left: Vec<u8>,
    from_above: Vec<u8>,
}

impl Steps {
    fn of(pixels: &[[u8; 3]], width: usize) -> Self {
        let steps = |back: usize| {
            let apart = pixels.iter().zip(&pixels[back.min(pixels.len())..]);
            let steps = apart.map(|(before, at)| step(*before, *at));
            std::iter::repeat_n(0, back).chain(steps).collect()
        };
        Self {
            width,
            from_left: steps(1),
            from_above: steps(width),
        }
    }

    /// By pixel: how far it is from its neighbours to the left and right, above and below at most.
    fn at_most(&self) -> Vec<u8> {
        let next = |at: usize, steps: &[u8]| steps.get(at).copied().unwrap_or(0);
        let at_most = |at: usize| {
            let [right, below] = [at + 1, at + self.width];
            let across = self.from_left[at].max(next(right, &self.from_left));
            let down = self.from_above[at].max(next(below, &self.from_above));
            across.max(down)
        };
        (0..self.from_left.len()).map(at_most).collect()
    }

    /// How far two neighbouring pixels are apart.
    fn between(&self, before: usize, at: usize) -> u8 {
        if at - before == self.width {
            self.from_above[at]
        } else {
            self.from_left[at]
        }
    }
}
