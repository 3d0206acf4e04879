//! Projective maps of the plane.

/// A projective map of the plane: the 3x3 matrix by rows, applied to `(u, v, 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection(pub [f64; 9]);

/// Where a map carries a place to, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Correspondence {
    /// The place, as the map is given it.
    pub from: (f64, f64),
    /// Where it was seen.
    pub to: (f64, f64),
    /// Whether each of the two numbers of `to` is known; what is not may be a guess.
    pub is_known: [bool; 2],
}

/// The unknowns of a projective map: its matrix is given but for a factor.
const UNKNOWNS: usize = 8;

type Matrix = nalgebra::SMatrix<f64, UNKNOWNS, UNKNOWNS>;
type Vector = nalgebra::SVector<f64, UNKNOWNS>;

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

    /// The map with the least squares of the errors for all that was seen, where the whole plane is about as near; `None`
    /// for fewer than eight known numbers, or places that lie on a line.
    ///
    /// The direct linear transform with normalized places (Hartley, In Defence of the 8-point Algorithm, 1997).
    pub fn fit(seen: &[Correspondence]) -> Option<Self> {
        let from = normal(seen.iter().map(|it| it.from))?;
        let to = normal(seen.iter().map(|it| it.to))?;
        let (mut matrix, mut right) = (Matrix::zeros(), Vector::zeros());
        for one in seen {
            let (u, v) = from.apply(one.from.0, one.from.1);
            let (x, y) = to.apply(one.to.0, one.to.1);
            let rows = [
                ([u, v, 1.0, 0.0, 0.0, 0.0, -u * x, -v * x], x),
                ([0.0, 0.0, 0.0, u, v, 1.0, -u * y, -v * y], y),
            ];
            let known = rows.into_iter().zip(one.is_known);
            for ((row, value), _) in known.filter(|(_, is_known)| *is_known) {
                let row = Vector::from(row);
                matrix += row * row.transpose();
                right += row * value;
            }
        }
        let [a, b, c, d, e, f, g, h] = solve(matrix, &right)?.into();
        let normalized = Self([a, b, c, d, e, f, g, h, 1.0]);
        Some(to.inverse()?.after(&normalized).after(&from))
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

/// Moves places to mean 0 and scales them to mean distance 1.
fn normal(places: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Projection> {
    let count = places.clone().count() as f64;
    let sum = |all: (f64, f64), it: (f64, f64)| (all.0 + it.0, all.1 + it.1);
    let (x, y) = places.clone().fold((0.0, 0.0), sum);
    let (x, y) = (x / count, y / count);
    let far = places.map(|it| (it.0 - x).hypot(it.1 - y));
    let scale = count / far.sum::<f64>();
    scale
        .is_finite()
        .then(|| Projection::axis_aligned(-x * scale, -y * scale, scale, scale))
}

/// A pivot below this comes of places on a line, or of too few of them.
const LEAST_PIVOT: f64 = 1e-9;

/// The solution of `matrix * x = right`; `None` where there is none, or more than one.
fn solve(matrix: Matrix, right: &Vector) -> Option<Vector> {
    let lu = matrix.lu();
    let is_regular = lu.u().diagonal().iter().all(|it| it.abs() >= LEAST_PIVOT);
    is_regular.then(|| lu.solve(right)).flatten()
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

    const TILTED: Projection = Projection([90.0, 4.0, 60.0, -3.0, 85.0, 70.0, 0.004, 0.002, 1.0]);

    fn assert_near(a: (f64, f64), b: (f64, f64)) {
        assert!((a.0 - b.0).hypot(a.1 - b.1) < 1e-6, "{a:?} and {b:?}");
    }

    fn seen(u: f64, v: f64, (x, y): (f64, f64)) -> Correspondence {
        Correspondence {
            from: (u, v),
            to: (x, y),
            is_known: [true; 2],
        }
    }

    #[test]
    fn a_map_is_found_from_what_it_does_to_places() {
        let places = [(0.0, 0.0), (5.0, 1.0), (2.0, 7.0), (6.0, 6.0), (3.0, 3.0)];
        let all: Vec<Correspondence> = places
            .into_iter()
            .map(|(u, v)| seen(u, v, TILTED.apply(u, v)))
            .collect();
        let found = Projection::fit(&all).unwrap();
        assert_near(found.apply(9.0, -2.0), TILTED.apply(9.0, -2.0));
    }

    #[test]
    fn a_map_is_found_from_places_of_which_one_number_is_known() {
        let places = (0..4).flat_map(|u| (0..4).map(move |v| (f64::from(u), f64::from(v))));
        let half = places.map(|(u, v)| {
            let (x, y) = TILTED.apply(u, v);
            let is_known = [(u + v) % 2.0 == 0.0, (u + v) % 2.0 != 0.0];
            let guess = |known: bool, at: f64| if known { at } else { at + 7.0 };
            let to = (guess(is_known[0], x), guess(is_known[1], y));
            Correspondence {
                is_known,
                ..seen(u, v, to)
            }
        });
        let found = Projection::fit(&half.collect::<Vec<_>>()).unwrap();
        assert_near(found.apply(9.0, -2.0), TILTED.apply(9.0, -2.0));
    }

    #[test]
    fn places_on_a_line_give_no_map() {
        let line: Vec<Correspondence> = (0..9)
            .map(f64::from)
            .map(|u| seen(u, u, (2.0 * u, u)))
            .collect();
        assert!(Projection::fit(&line).is_none());
        assert!(Projection::fit(&[]).is_none());
    }
}
