//! Pixels, screen points and cells, and the only code that turns one into another.
//!
//! ```text
//!  Cell (row, col) ──Lattice──▶ Pixel in a picture ──Viewport──▶ ScreenPoint on the desktop
//! ```
//!
//! - A [`Pixel`] is a place in one picture, in physical pixels. (0, 0) is the top left *corner* of the
//!   first pixel, so the centre of that pixel is (0.5, 0.5).
//! - A [`ScreenPoint`] is a place on the desktop in the unit that the pointer is moved in. It may be
//!   negative: a monitor can stand left of or above the main one.
//! - A [`Cell`] is a row and a column of a board, from 0, top left.

use std::fmt;

/// A row and a column of a board, both from 0, top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, from 0 at the top.
    pub row: u16,
    /// Column, from 0 at the left.
    pub col: u16,
}

impl Cell {
    /// The cell at `row` and `col`.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// The cell's number when cells are counted row by row from 0.
    pub fn index(self, cols: u16) -> usize {
        usize::from(self.row) * usize::from(cols) + usize::from(self.col)
    }

    /// The cell with number `index`; the reverse of [`Cell::index`].
    pub fn from_index(index: usize, cols: u16) -> Self {
        let cols = usize::from(cols);
        Self::new((index / cols) as u16, (index % cols) as u16)
    }
}

impl fmt::Display for Cell {
    /// As people count: from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

/// A place in a picture, in physical pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pixel {
    /// Pixels from the left edge.
    pub x: f64,
    /// Pixels from the top edge.
    pub y: f64,
}

impl Pixel {
    /// The place `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Distance in pixels.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// An upright rectangle of whole pixels in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRect {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl PixelRect {
    /// Whether the place lies inside.
    pub fn contains(self, at: Pixel) -> bool {
        at.x >= f64::from(self.x)
            && at.y >= f64::from(self.y)
            && at.x < f64::from(self.x + self.width)
            && at.y < f64::from(self.y + self.height)
    }
}

/// A place on the desktop, in the unit of the pointer. May be negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenPoint {
    /// Points from the left edge of the main monitor.
    pub x: f64,
    /// Points from the top edge of the main monitor.
    pub y: f64,
}

impl ScreenPoint {
    /// The place `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The whole point that a pointer can stand on.
    pub fn round(self) -> (i32, i32) {
        (self.x.round() as i32, self.y.round() as i32)
    }

    /// Distance in points.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// An upright rectangle on the desktop, in screen points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenRect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
}

impl ScreenRect {
    /// The rectangle with its top left corner at `x`, `y`.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// Whether the place lies inside.
    pub fn contains(self, at: ScreenPoint) -> bool {
        at.x >= self.x
            && at.y >= self.y
            && at.x < self.x + self.width
            && at.y < self.y + self.height
    }

    /// The common part of two rectangles; `None` when they do not overlap.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        (right > x && bottom > y).then(|| Self::new(x, y, right - x, bottom - y))
    }
}

/// Where a picture lies on the desktop.
///
/// `pixel = (point - origin) * scale`. The scale is physical pixels per screen point: 1 on most
/// desktops, 1.25 or 2 where the desktop is scaled and the pointer moves in logical units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The desktop place of the picture's top left corner.
    pub origin: ScreenPoint,
    /// Physical pixels per screen point, above 0.
    pub scale: f64,
}

impl Viewport {
    /// A picture whose pixels are screen points from (0, 0): a picture file, say.
    pub const IDENTITY: Self = Self {
        origin: ScreenPoint::new(0.0, 0.0),
        scale: 1.0,
    };

    /// The screen point that shows this pixel.
    pub fn to_screen(self, at: Pixel) -> ScreenPoint {
        ScreenPoint::new(
            self.origin.x + at.x / self.scale,
            self.origin.y + at.y / self.scale,
        )
    }

    /// The pixel that this screen point shows.
    pub fn to_pixel(self, at: ScreenPoint) -> Pixel {
        Pixel::new(
            (at.x - self.origin.x) * self.scale,
            (at.y - self.origin.y) * self.scale,
        )
    }

    /// The part of the desktop that a rectangle of the picture covers.
    pub fn rect_to_screen(self, rect: PixelRect) -> ScreenRect {
        let corner = self.to_screen(Pixel::new(f64::from(rect.x), f64::from(rect.y)));
        ScreenRect::new(
            corner.x,
            corner.y,
            f64::from(rect.width) / self.scale,
            f64::from(rect.height) / self.scale,
        )
    }

    /// The whole pixels of a `width` x `height` picture that a part of the desktop covers;
    /// `None` when they do not overlap.
    pub fn rect_to_pixels(self, rect: ScreenRect, width: u32, height: u32) -> Option<PixelRect> {
        let near = self.to_pixel(ScreenPoint::new(rect.x, rect.y));
        let far = self.to_pixel(ScreenPoint::new(rect.x + rect.width, rect.y + rect.height));
        let x = near.x.round().clamp(0.0, f64::from(width)) as u32;
        let y = near.y.round().clamp(0.0, f64::from(height)) as u32;
        let right = far.x.round().clamp(0.0, f64::from(width)) as u32;
        let bottom = far.y.round().clamp(0.0, f64::from(height)) as u32;
        (right > x && bottom > y).then(|| PixelRect {
            x,
            y,
            width: right - x,
            height: bottom - y,
        })
    }
}

/// A projective map of the plane: the 3x3 matrix by rows, applied to `(u, v, 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection(pub [f64; 9]);

impl Projection {
    /// `x = x0 + u * dx`, `y = y0 + v * dy`.
    pub const fn axis_aligned(x0: f64, y0: f64, dx: f64, dy: f64) -> Self {
        Self([dx, 0.0, x0, 0.0, dy, y0, 0.0, 0.0, 1.0])
    }

    /// The image of `(u, v)`.
    pub fn apply(&self, u: f64, v: f64) -> (f64, f64) {
        let m = &self.0;
        let w = m[6] * u + m[7] * v + m[8];
        (
            (m[0] * u + m[1] * v + m[2]) / w,
            (m[3] * u + m[4] * v + m[5]) / w,
        )
    }

    /// The reverse map; `None` for a matrix that folds the plane to a line.
    pub fn inverse(&self) -> Option<Self> {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        let det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
        if det.abs() < f64::EPSILON {
            return None;
        }
        let adjugate = [
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d,
        ];
        Some(Self(adjugate.map(|entry| entry / det)))
    }
}

/// How the columns of a lattice stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stagger {
    /// Square cells in straight rows.
    #[default]
    None,
    /// Hexagons with flat tops: odd columns stand half a cell higher.
    OddColumnsUp,
}

/// Where the cells of a board lie in a picture.
///
/// ```text
///   (col, row)   ──projection──▶   pixel of the cell's centre
///   (0, 0) is the centre of the top left cell; (-0.5, -0.5) is the board's top left corner
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    rows: u16,
    cols: u16,
    stagger: Stagger,
    projection: Projection,
}

impl Lattice {
    /// An upright lattice: centre of the first cell at (`x0`, `y0`), pitch `dx`, `dy`, in pixels.
    pub fn upright(rows: u16, cols: u16, x0: f64, y0: f64, dx: f64, dy: f64) -> Self {
        Self::projective(rows, cols, Projection::axis_aligned(x0, y0, dx, dy))
    }

    /// A lattice in perspective: `projection` maps (col, row) to the pixel of the cell's centre.
    pub fn projective(rows: u16, cols: u16, projection: Projection) -> Self {
        Self {
            rows,
            cols,
            stagger: Stagger::None,
            projection,
        }
    }

    /// The same lattice with its columns staggered.
    pub fn with_stagger(mut self, stagger: Stagger) -> Self {
        self.stagger = stagger;
        self
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u16 {
        self.cols
    }

    /// The map from (col, row) to pixels.
    pub fn projection(&self) -> Projection {
        self.projection
    }

    /// The pixel at the centre of a cell.
    pub fn centre(&self, cell: Cell) -> Pixel {
        self.at(cell, 0.0, 0.0)
    }

    /// The pixel `right` and `down` cells away from the centre of a cell; ±0.5 are its sides.
    pub fn at(&self, cell: Cell, right: f64, down: f64) -> Pixel {
        let lift = match self.stagger {
            Stagger::OddColumnsUp if cell.col % 2 == 1 => 0.5,
            _ => 0.0,
        };
        let (x, y) = self.projection.apply(
            f64::from(cell.col) + right,
            f64::from(cell.row) + down - lift,
        );
        Pixel::new(x, y)
    }

    /// The cell that this pixel lies in; `None` outside the board.
    pub fn cell_at(&self, at: Pixel) -> Option<Cell> {
        self.place_of(at).map(|(cell, _, _)| cell)
    }

    /// The cell that this pixel lies in, and how far right of and below its centre, in cells: the
    /// reverse of [`Lattice::at`]. `None` outside the board.
    pub fn place_of(&self, at: Pixel) -> Option<(Cell, f64, f64)> {
        let (u, v) = self.projection.inverse()?.apply(at.x, at.y);
        let col = u.round();
        let lift = match self.stagger {
            Stagger::OddColumnsUp if col.rem_euclid(2.0) == 1.0 => 0.5,
            _ => 0.0,
        };
        let row = (v + lift).round();
        let inside =
            row >= 0.0 && col >= 0.0 && row < f64::from(self.rows) && col < f64::from(self.cols);
        let cell = Cell::new(row as u16, col as u16);
        inside.then_some((cell, u - col, v + lift - row))
    }

    /// Mean distance in pixels between the centres of neighbouring cells, at the board's middle.
    pub fn pitch(&self) -> f64 {
        let (u, v) = (
            f64::from(self.cols.max(1) - 1) / 2.0,
            f64::from(self.rows.max(1) - 1) / 2.0,
        );
        let step = |du: f64, dv: f64| {
            let (ax, ay) = self.projection.apply(u - du / 2.0, v - dv / 2.0);
            let (bx, by) = self.projection.apply(u + du / 2.0, v + dv / 2.0);
            (bx - ax).hypot(by - ay)
        };
        (step(1.0, 0.0) + step(0.0, 1.0)) / 2.0
    }

    /// The four outer corners: top left, top right, bottom right, bottom left.
    pub fn corners(&self) -> [Pixel; 4] {
        let right = f64::from(self.cols) - 0.5;
        let bottom = f64::from(self.rows) - 0.5;
        let top = match self.stagger {
            Stagger::None => -0.5,
            Stagger::OddColumnsUp => -1.0,
        };
        [(-0.5, top), (right, top), (right, bottom), (-0.5, bottom)].map(|(u, v)| {
            let (x, y) = self.projection.apply(u, v);
            Pixel::new(x, y)
        })
    }

    /// The part of the desktop that the board covers, seen through `viewport`.
    pub fn bounds(&self, viewport: Viewport) -> ScreenRect {
        let corners = self.corners().map(|corner| viewport.to_screen(corner));
        let fold = |pick: fn(f64, f64) -> f64, of: fn(&ScreenPoint) -> f64| {
            corners
                .iter()
                .map(of)
                .reduce(pick)
                .expect("four corners are not none")
        };
        let (left, right) = (fold(f64::min, |p| p.x), fold(f64::max, |p| p.x));
        let (top, bottom) = (fold(f64::min, |p| p.y), fold(f64::max, |p| p.y));
        ScreenRect::new(left, top, right - left, bottom - top)
    }

    /// The same cells in a picture whose pixel (0, 0) is this picture's (`x`, `y`) and which is
    /// `zoom` times as large: after a crop and a resize.
    pub fn in_crop(&self, x: f64, y: f64, zoom: f64) -> Self {
        let m = self.projection.0;
        let shifted =
            |row: usize, by: f64| [0, 1, 2].map(|k| zoom * (m[3 * row + k] - by * m[6 + k]));
        let [a, b, c] = shifted(0, x);
        let [d, e, f] = shifted(1, y);
        Self {
            projection: Projection([a, b, c, d, e, f, m[6], m[7], m[8]]),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALES: [f64; 3] = [1.0, 1.25, 2.0];
    /// The main monitor, one left of and above it, and one far right.
    const ORIGINS: [(f64, f64); 3] = [(0.0, 0.0), (-1920.0, -200.0), (3840.0, 120.0)];

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn a_pixel_comes_back_through_every_viewport() {
        for scale in SCALES {
            for (x, y) in ORIGINS {
                let viewport = Viewport {
                    origin: ScreenPoint::new(x, y),
                    scale,
                };
                let point = viewport.to_screen(Pixel::new(333.0, 77.5));
                assert!(near(point.x, x + 333.0 / scale));
                let back = viewport.to_pixel(point);
                assert!(near(back.x, 333.0) && near(back.y, 77.5));
            }
        }
    }

    #[test]
    fn a_board_at_scale_two_left_of_the_main_monitor_has_negative_bounds() {
        let lattice = Lattice::upright(5, 4, 150.0, 250.0, 100.0, 100.0);
        let viewport = Viewport {
            origin: ScreenPoint::new(-1920.0, 0.0),
            scale: 2.0,
        };
        let bounds = lattice.bounds(viewport);
        assert_eq!(bounds, ScreenRect::new(-1870.0, 100.0, 200.0, 250.0));
    }

    #[test]
    fn a_window_half_off_the_screen_keeps_only_the_visible_pixels() {
        let monitor = Viewport {
            origin: ScreenPoint::new(0.0, 0.0),
            scale: 1.25,
        };
        let window = ScreenRect::new(-100.0, 40.0, 200.0, 80.0);
        let seen = monitor.rect_to_pixels(window, 1000, 1000);
        let expected = PixelRect {
            x: 0,
            y: 50,
            width: 125,
            height: 100,
        };
        assert_eq!(seen, Some(expected));
        let gone = ScreenRect::new(-300.0, 40.0, 200.0, 80.0);
        assert_eq!(monitor.rect_to_pixels(gone, 1000, 1000), None);
    }

    #[test]
    fn every_cell_is_found_again_at_its_centre_and_near_its_corners() {
        let tilted = Projection([90.0, 4.0, 60.0, -3.0, 85.0, 70.0, 0.004, 0.002, 1.0]);
        let lattices = [
            Lattice::upright(7, 5, 30.0, 40.0, 20.0, 24.0),
            Lattice::projective(7, 5, tilted),
            Lattice::upright(7, 5, 30.0, 40.0, 20.0, 24.0).with_stagger(Stagger::OddColumnsUp),
        ];
        for lattice in lattices {
            for index in 0..35 {
                let cell = Cell::from_index(index, 5);
                assert_eq!(cell.index(5), index);
                for (right, down) in [(0.0, 0.0), (0.45, -0.45), (-0.45, 0.45)] {
                    let at = lattice.at(cell, right, down);
                    assert_eq!(lattice.cell_at(at), Some(cell));
                }
            }
        }
    }

    #[test]
    fn outside_the_board_is_no_cell() {
        let lattice = Lattice::upright(3, 3, 10.0, 10.0, 10.0, 10.0);
        assert_eq!(lattice.cell_at(Pixel::new(4.9, 10.0)), None);
        assert_eq!(lattice.cell_at(Pixel::new(35.1, 10.0)), None);
    }

    #[test]
    fn a_crop_and_a_zoom_move_the_lattice_with_the_picture() {
        let tilted = Projection([90.0, 4.0, 60.0, -3.0, 85.0, 70.0, 0.004, 0.002, 1.0]);
        let lattice = Lattice::projective(4, 4, tilted);
        let cropped = lattice.in_crop(20.0, 30.0, 0.5);
        let cell = Cell::new(2, 3);
        let (before, after) = (lattice.centre(cell), cropped.centre(cell));
        assert!(near(after.x, (before.x - 20.0) * 0.5));
        assert!(near(after.y, (before.y - 30.0) * 0.5));
    }

    #[test]
    fn overlaps_of_rectangles() {
        let a = ScreenRect::new(0.0, 0.0, 10.0, 10.0);
        let b = ScreenRect::new(5.0, -5.0, 10.0, 10.0);
        assert_eq!(a.intersection(b), Some(ScreenRect::new(5.0, 0.0, 5.0, 5.0)));
        assert_eq!(a.intersection(ScreenRect::new(10.0, 0.0, 5.0, 5.0)), None);
    }
}
