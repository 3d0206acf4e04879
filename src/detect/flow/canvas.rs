//! A picture asked in cells: `(u, v)` are columns and rows, whole numbers in the middles of cells.

use image::RgbImage;

use super::pitch::Grid;

/// A colour with room for sums: red, green, blue, 0 to 255.
pub(super) type Colour = [f32; 3];

/// A picture and the grid over it.
#[derive(Clone, Copy)]
pub(super) struct Canvas<'a> {
    /// The pixels.
    pub picture: &'a RgbImage,
    /// Where the cells lie.
    pub grid: Grid,
}

impl Canvas<'_> {
    /// The colour at a place; the nearest pixel's, if it lies in the picture.
    pub fn at(&self, u: f64, v: f64) -> Option<Colour> {
        let x = (self.grid.x + u * self.grid.pitch).floor();
        let y = (self.grid.y + v * self.grid.pitch).floor();
        let (width, height) = self.picture.dimensions();
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
        is_inside.then(|| self.picture.get_pixel(x as u32, y as u32).0.map(f32::from))
    }

    /// The columns and rows whose cells lie in the picture but for `outside` of a cell: first and last column, first
    /// and last row.
    pub fn range(&self, outside: f64) -> (i32, i32, i32, i32) {
        let Grid { x, y, pitch, .. } = self.grid;
        let (width, height) = self.picture.dimensions();
        let first = |origin: f64| ((0.5 - outside) - origin / pitch).ceil() as i32;
        let last = |origin: f64, size: u32| {
            ((f64::from(size) - origin) / pitch - 0.5 + outside).floor() as i32
        };
        (first(x), last(x, width), first(y), last(y, height))
    }
}

/// The median of each channel.
pub(super) fn median(colours: &[Colour]) -> Colour {
    let mut values: Vec<f32> = Vec::with_capacity(colours.len());
    [0, 1, 2].map(|channel| {
        values.clear();
        values.extend(colours.iter().map(|colour| colour[channel]));
        let middle = values.len() / 2;
        match values.is_empty() {
            true => 0.0,
            false => *values.select_nth_unstable_by(middle, f32::total_cmp).1,
        }
    })
}

/// The largest difference of a channel.
pub(super) fn contrast(a: Colour, b: Colour) -> f32 {
    (0..3)
        .map(|channel| (a[channel] - b[channel]).abs())
        .fold(0.0, f32::max)
}
