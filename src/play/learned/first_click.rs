//! Whether a click must come before each drag: on some pages a drag selects text, and the next drag would move that text.

use serde::{Deserialize, Serialize};

/// The weight of an outcome after each later one: about the last ten strokes count.
const DECAY: f64 = 0.9;

/// Where text is selected, a drag is lost each time it is drawn again without a click: twice lately, and in this share of
/// cases. A game that loses a stroke now and then takes most of them the second time.
const FEWEST_LOST: f64 = 1.5;
const LEAST_LOST: f64 = 0.5;

/// Drags that were drawn again after they had been lost: those that the game took then, and those that it lost again.
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

/// The outcomes of drags that were drawn again, without a click before them and with one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FirstClick {
    without: Outcomes,
    with: Outcomes,
}

impl FirstClick {
    /// A drag that was drawn again was taken or lost.
    pub(in crate::play) fn drawn_again(&mut self, was_clicked: bool, is_taken: bool) {
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
        self.with.taken > 0.0
            && self.without.lost >= FEWEST_LOST
            && without >= LEAST_LOST
            && self.with.lost_share() < without
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_is_needed_where_drags_are_lost_again_without_it() {
        let mut first = FirstClick::default();
        for _ in 0..2 {
            first.drawn_again(false, false);
        }
        assert!(!first.is_needed(), "no click was tried");
        first.drawn_again(true, true);
        assert!(first.is_needed());
    }

    /// A game that hangs now and then loses a stroke twice, whether a click comes first or not.
    #[test]
    fn a_stroke_that_is_lost_twice_now_and_then_needs_no_click() {
        let mut first = FirstClick::default();
        for number in 0..30 {
            first.drawn_again(false, number % 6 != 0);
        }
        for _ in 0..2 {
            first.drawn_again(false, false);
        }
        first.drawn_again(true, true);
        assert!(!first.is_needed());
    }
}
