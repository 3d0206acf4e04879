//! Projective maps of the plane.

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
