//! Areas of a picture that are even in colour: what boxes and buttons are made of.

use image::{Rgb, RgbImage};

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
        let index = |(x, y): (u32, u32)| y as usize * size.0 as usize + x as usize;
        match evenness {
            Evenness::Step(levels) => {
                let steps = Steps::of(picture);
                let step = |before: (u32, u32), at: (u32, u32)| {
                    let is_in_row = before.1 == at.1;
                    steps.before(is_in_row)[index(at)]
                };
                levels.map(|most| Self::where_alike(size, |before, at| step(before, at) <= most))
            }
            Evenness::Light(levels) => {
                let darkest = |pixel: &Rgb<u8>| pixel.0.into_iter().fold(u8::MAX, u8::min);
                let darkest: Vec<u8> = picture.pixels().map(darkest).collect();
                let darker =
                    |a: (u32, u32), b: (u32, u32)| darkest[index(a)].min(darkest[index(b)]);
                levels.map(|least| Self::where_alike(size, |a, b| darker(a, b) >= least))
            }
        }
    }

    /// The areas whose pixels are alike; a pixel is compared with the one to the left of it and the one above it.
    fn where_alike(size: (u32, u32), alike: impl Fn((u32, u32), (u32, u32)) -> bool) -> Self {
        let (labels, all) = labelled(size, LOWEST, alike);
        let width = size.0;
        Self { width, labels, all }
    }

    /// Whether a pixel belongs to an area.
    pub fn holds(&self, label: u32, x: u32, y: u32) -> bool {
        self.labels[y as usize * self.width as usize + x as usize] == label
    }
}

/// By pixel, row by row: how far it is from the pixel before it, in the channel that differs most; 0 at the border.
struct Steps {
    from_left: Vec<u8>,
    from_above: Vec<u8>,
}

impl Steps {
    fn before(&self, is_in_row: bool) -> &[u8] {
        if is_in_row {
            &self.from_left
        } else {
            &self.from_above
        }
    }

    fn of(picture: &RgbImage) -> Self {
        let pixels: Vec<[u8; 3]> = picture.pixels().map(|pixel| pixel.0).collect();
        let width = picture.width() as usize;
        // With itself the first of a row or column is compared.
        let apart = |back: usize, at: usize| step(pixels[at], pixels[at - back]);
        let all = || 0..pixels.len();
        Self {
            from_left: all()
                .map(|at| apart(usize::from(at % width > 0), at))
                .collect(),
            from_above: all()
                .map(|at| apart(if at >= width { width } else { 0 }, at))
                .collect(),
        }
    }
}
