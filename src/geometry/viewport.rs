//! Pixel to screen point and back.

use super::{Pixel, PixelBox, PixelRect, ScreenPoint, ScreenRect};

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

    /// The whole pixels of a `width` x `height` picture that a part of the desktop covers;
    /// `None` when they do not overlap.
    pub fn rect_to_pixels(self, rect: ScreenRect, width: u32, height: u32) -> Option<PixelRect> {
        let near = self.to_pixel(ScreenPoint::new(rect.x, rect.y));
        let far = self.to_pixel(ScreenPoint::new(rect.x + rect.width, rect.y + rect.height));
        PixelBox::around(&[near, far]).within(width, height)
    }

    /// The part of the desktop that shows this part of the picture.
    pub fn box_to_screen(self, part: PixelBox) -> ScreenRect {
        let near = self.to_screen(Pixel::new(part.left, part.top));
        let far = self.to_screen(Pixel::new(part.right, part.bottom));
        ScreenRect::new(near.x, near.y, far.x - near.x, far.y - near.y)
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
}
