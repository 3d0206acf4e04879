//! The value in the middle of others, those at other shares, and the gap between two kinds.

use std::cmp::Ordering;

/// The value in the middle, when they are sorted; `None` when there are none.
pub fn middle<T: Copy + PartialOrd>(values: impl IntoIterator<Item = T>) -> Option<T> {
    quantile(values, 0.5)
}

/// The value that this share of the others comes before, when they are sorted; `None` when there are none. `share` is 0 or
/// more, and less than 1.
pub fn quantile<T: Copy + PartialOrd>(
    values: impl IntoIterator<Item = T>,
    share: f64,
) -> Option<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    let at = (share * values.len() as f64) as usize;
    if at >= values.len() {
        return None;
    }
    let order = |a: &T, b: &T| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    let (_, value, _) = values.select_nth_unstable_by(at, order);
    Some(*value)
}

/// The widest gap in the upper half of values above zero: the two beside it, of which the second is the most times the first.
/// `None` of fewer than two values.
pub fn widest_gap<T: Copy + PartialOrd + Into<f64>>(
    values: impl IntoIterator<Item = T>,
) -> Option<(T, T)> {
    let mut sorted: Vec<T> = values.into_iter().collect();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    let half = (sorted.len() / 2).min(sorted.len().saturating_sub(2));
    let ratio = |two: &[T]| two[1].into() / two[0].into();
    let gaps = sorted[half..].windows(2);
    let widest = gaps.max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
    Some((widest[0], widest[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_gap_is_sought_in_the_upper_half() {
        assert_eq!(widest_gap([3.0, 1.0, 1.1, 1.0, 0.1, 3.1]), Some((1.1, 3.0)));
        assert_eq!(widest_gap([2.0, 1.0]), Some((1.0, 2.0)));
        assert_eq!(widest_gap([1.0]), None);
        assert_eq!(widest_gap::<f64>([]), None);
    }
}
