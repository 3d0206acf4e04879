//! The median of what was measured.

/// The value in the middle, or half way between the two in the middle of an even number; `None` where there are none.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some((sorted[last / 2] + sorted[last.div_ceil(2)]) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_even_number_it_lies_between_the_two_in_the_middle() {
        assert_eq!(median([]), None);
        assert_eq!(median([3.0, 9.0, 1.0]), Some(3.0));
        assert_eq!(median([2.6, 0.4]), Some(1.5));
    }
}
