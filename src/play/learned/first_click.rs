//! Whether a click must come before each drag: on some pages a drag selects text, and the next drag would move that text.

use serde::{Deserialize, Serialize};

/// The weight of an outcome after each later one: about the last ten strokes count.
const DECAY: f64 = 0.9;

/// Where text is selected, every drag is lost. A game that loses a stroke now and then stays below this share.
const LEAST_LOST: f64 = 0.5;

/// Strokes that a game took, and strokes that it lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Outcomes {
    taken: f64,
    lost: f64,
}

impl Outcomes {
    fn add(&mut self, is_taken: bool) {
        self.taken *= DECAY;
        self.lost *= DECAY;
        if is_taken {
            self.taken += 1.0;
        } else {
            self.lost += 1.0;
        }
    }

    fn lost_share(self) -> f64 {
        self.lost / (self.taken + self.lost).max(1.0)
    }
}

/// The outcomes of drags without a click before them, and with one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FirstClick {
    without: Outcomes,
    with: Outcomes,
}

impl FirstClick {
    /// A drag was taken or lost.
    pub(in crate::play) fn drawn(&mut self, was_clicked: bool, is_taken: bool) {
        let outcomes = if was_clicked {
            &mut self.with
        } else {
            &mut self.without
        };
        outcomes.add(is_taken);
    }

    /// Whether drags without a click are lost, and those with one are not.
    pub fn is_needed(&self) -> bool {
        let without = self.without.lost_share();
        self.with.taken > 0.0 && without >= LEAST_LOST && self.with.lost_share() < without
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_is_needed_where_drags_are_lost_without_it() {
        let mut first = FirstClick::default();
        first.drawn(false, true);
        for _ in 0..6 {
            first.drawn(false, false);
        }
        assert!(!first.is_needed(), "no click was tried");
        first.drawn(true, true);
        assert!(first.is_needed());
    }

    /// A game that hangs now and then loses a stroke, whether a click comes first or not.
    #[test]
    fn a_stroke_that_is_lost_now_and_then_needs_no_click() {
        let mut first = FirstClick::default();
        for number in 0..60 {
            first.drawn(false, number % 8 != 0);
        }
        for _ in 0..2 {
            first.drawn(false, false);
        }
        first.drawn(true, true);
        assert!(!first.is_needed());
    }
}
