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

/// An upright rectangle between places in a picture. It may reach beyond the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelBox {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Bottom edge.
    pub bottom: f64,
}

impl From<PixelRect> for PixelBox {
    fn from(rect: PixelRect) -> Self {
        Self {
            left: rect.x.into(),
            top: rect.y.into(),
            right: (rect.x + rect.width).into(),
            bottom: (rect.y + rect.height).into(),
        }
    }
}

impl PixelBox {
    /// The smallest one around these places.
    pub fn around(places: &[Pixel]) -> Self {
        let nowhere = Self {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        places.iter().fold(nowhere, |all, place| Self {
            left: all.left.min(place.x),
            top: all.top.min(place.y),
            right: all.right.max(place.x),
            bottom: all.bottom.max(place.y),
        })
    }

    /// Width in pixels.
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// Height in pixels.
    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// Its middle.
    pub fn centre(self) -> Pixel {
        let middle = |from: f64, to: f64| (from + to) / 2.0;
        Pixel::new(middle(self.left, self.right), middle(self.top, self.bottom))
    }

    /// Whether the place lies inside.
    pub fn contains(self, at: Pixel) -> bool {
        at.x >= self.left && at.y >= self.top && at.x < self.right && at.y < self.bottom
    }

    /// The same with so many more pixels on each side.
    pub fn grown(self, margin: f64) -> Self {
        Self {
            left: self.left - margin,
            top: self.top - margin,
            right: self.right + margin,
            bottom: self.bottom + margin,
        }
    }

    /// The same in a picture that is so many times as large.
    pub fn scaled(self, by: f64) -> Self {
        Self {
            left: self.left * by,
            top: self.top * by,
            right: self.right * by,
            bottom: self.bottom * by,
        }
    }

    /// The whole pixels of a `width` x `height` picture inside; `None` where there are none.
    pub fn within(self, width: u32, height: u32) -> Option<PixelRect> {
        let whole = |at: f64, most: u32| at.round().clamp(0.0, f64::from(most)) as u32;
        let (x, right) = (whole(self.left, width), whole(self.right, width));
        let (y, bottom) = (whole(self.top, height), whole(self.bottom, height));
        (right > x && bottom > y).then(|| PixelRect {
            x,
            y,
            width: right - x,
            height: bottom - y,
        })
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

    /// Whether all of it lies in a picture of this width and height.
    pub fn lies_in(self, (width, height): (u32, u32)) -> bool {
        self.x + self.width <= width && self.y + self.height <= height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_cut_to_the_whole_pixels_of_its_picture() {
        let places = [(12.0, 7.6), (-3.0, 4.2), (2.5, 20.0)].map(|(x, y)| Pixel::new(x, y));
        let found = PixelBox::around(&places);
        assert_eq!((found.width(), found.height()), (15.0, 20.0 - 4.2));
        assert!(found.contains(Pixel::new(-3.0, 4.2)) && !found.contains(Pixel::new(12.0, 7.6)));
        let expected = |x, y, width, height| PixelRect {
            x,
            y,
            width,
            height,
        };
        assert_eq!(found.within(10, 30), Some(expected(0, 4, 10, 16)));
        assert_eq!(found.scaled(0.5).within(10, 30), Some(expected(0, 2, 6, 8)));
        assert_eq!(
            found.grown(1.0).within(30, 30),
            Some(expected(0, 3, 13, 18))
        );
        assert_eq!(found.within(10, 4), None);
    }
}
