//! Places and rectangles in a picture, in physical pixels.

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
    /// Its middle.
    pub fn centre(self) -> Pixel {
        let middle = |start: u32, size: u32| f64::from(start) + f64::from(size) / 2.0;
        Pixel::new(middle(self.x, self.width), middle(self.y, self.height))
    }

    /// Whether the place lies inside.
    pub fn contains(self, at: Pixel) -> bool {
        at.x >= f64::from(self.x)
            && at.y >= f64::from(self.y)
            && at.x < f64::from(self.x + self.width)
            && at.y < f64::from(self.y + self.height)
    }
}
