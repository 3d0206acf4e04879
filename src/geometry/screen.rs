//! Places and rectangles on the desktop, in the unit of the pointer.

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

    /// Its middle.
    pub fn centre(self) -> ScreenPoint {
        ScreenPoint::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The same, so much larger on each side.
    pub fn grown(self, margin: f64) -> Self {
        Self::new(
            self.x - margin,
            self.y - margin,
            self.width + 2.0 * margin,
            self.height + 2.0 * margin,
        )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_of_rectangles() {
        let a = ScreenRect::new(0.0, 0.0, 10.0, 10.0);
        let b = ScreenRect::new(5.0, -5.0, 10.0, 10.0);
        assert_eq!(a.intersection(b), Some(ScreenRect::new(5.0, 0.0, 5.0, 5.0)));
        assert_eq!(a.intersection(ScreenRect::new(10.0, 0.0, 5.0, 5.0)), None);
    }
}
