//! Pairs of numbers: how much one goes with the other, and the line through them.

/// The line through pairs of numbers that is nearest to the second ones, by least squares: its slope, and where it begins. It is
/// level where all first ones are equal, and at 0 without pairs.
pub fn line(pairs: &[(f64, f64)]) -> (f64, f64) {
    let [both, first, _] = sums(pairs);
    let slope = if first < f64::EPSILON {
        0.0
    } else {
        both / first
    };
    let (one, other) = means(pairs);
    (slope, other - slope * one)
}

/// Sums over pairs, from their means: of both multiplied, of the first and of the second squared.
pub fn sums(pairs: &[(f64, f64)]) -> [f64; 3] {
    let (one, other) = means(pairs);
    let mut sums = [0.0; 3];
    for (a, b) in pairs {
        let (a, b) = (a - one, b - other);
        for (sum, term) in sums.iter_mut().zip([a * b, a * a, b * b]) {
            *sum += term;
        }
    }
    sums
}

fn means(pairs: &[(f64, f64)]) -> (f64, f64) {
    let count = (pairs.len() as f64).max(1.0);
    let sum = pairs
        .iter()
        .fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    (sum.0 / count, sum.1 / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_through_places_on_one_is_that() {
        let (slope, start) = line(&[(0.0, 5.0), (1.0, 7.0), (3.0, 11.0)]);
        assert!((slope - 2.0).abs() < 1e-9 && (start - 5.0).abs() < 1e-9);
        assert_eq!(line(&[(2.0, 1.0), (2.0, 3.0)]), (0.0, 2.0));
        assert_eq!(line(&[]), (0.0, 0.0));
    }
}
