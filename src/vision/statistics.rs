//! The value in the middle of others, and those at other shares.

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
    let mut sorted: Vec<T> = values.into_iter().collect();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    let at = (share * sorted.len() as f64) as usize;
    sorted.get(at).copied()
}
