//! Projective maps of the plane.

/// A projective map of the plane: the 3x3 matrix by rows, applied to `(u, v, 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection(pub [f64; 9]);

impl Projection {
    /// Leaves everything at its place.
    pub const IDENTITY: Self = Self::axis_aligned(0.0, 0.0, 1.0, 1.0);

    /// `x = x0 + u * dx`, `y = y0 + v * dy`.
    pub const fn axis_aligned(x0: f64, y0: f64, dx: f64, dy: f64) -> Self {
        Self([dx, 0.0, x0, 0.0, dy, y0, 0.0, 0.0, 1.0])
    }

    /// A flat thing of this size, seen at these angles by a camera above its `middle`: turned about the
    /// upright and about the level axis, in degrees. The camera is one and a half sizes away, as a phone
    /// in a hand is from a screen.
    pub fn tilt(middle: (f64, f64), size: f64, degrees: [f64; 2]) -> Self {
        const CAMERA: f64 = 1.5;
        let [g, h] = degrees.map(|angle| angle.to_radians().sin() / CAMERA / size);
        let [narrow, low] = degrees.map(|angle| angle.to_radians().cos());
        let (mx, my) = middle;
        // x = mx + narrow (u - mx) / w, with w = 1 + g (u - mx) + h (v - my)
        let w0 = 1.0 - g * mx - h * my;
        Self([
            narrow + mx * g,
            mx * h,
            mx * (w0 - narrow),
            my * g,
            low + my * h,
            my * (w0 - low),
            g,
            h,
            w0,
        ])
    }

    /// First `first`, then this.
    pub fn after(&self, first: &Self) -> Self {
        let entry = |index: usize| {
            let (row, col) = (index / 3, index % 3);
            (0..3)
                .map(|k| self.0[3 * row + k] * first.0[3 * k + col])
                .sum()
        };
        Self(std::array::from_fn(entry))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilt_keeps_the_middle_and_shows_the_near_side_larger() {
        let tilt = Projection::tilt((50.0, 40.0), 100.0, [10.0, 0.0]);
        let (x, y) = tilt.apply(50.0, 40.0);
        assert!((x - 50.0).abs() < 1e-9 && (y - 40.0).abs() < 1e-9);
        let height = |u: f64| tilt.apply(u, 80.0).1 - tilt.apply(u, 0.0).1;
        assert!(height(0.0) > 80.0 && height(100.0) < 80.0);
    }

    #[test]
    fn maps_one_after_the_other_are_one_map() {
        let tilt = Projection::tilt((5.0, 4.0), 10.0, [3.0, -7.0]);
        let cells = Projection::axis_aligned(2.0, 3.0, 20.0, 25.0);
        let (u, v) = cells.apply(4.0, 5.0);
        let (one, other) = (tilt.apply(u, v), tilt.after(&cells).apply(4.0, 5.0));
        assert!((one.0 - other.0).abs() < 1e-9 && (one.1 - other.1).abs() < 1e-9);
    }
}
