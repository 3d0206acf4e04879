//! What was lost at which pace, and the loss rate of each that follows from it.
//!
//! Slower is taken to be at most as lossy as faster: loss rates are pooled until they fall from fast to slow (isotonic
//! regression, pool adjacent violators: Barlow et al., 1972).

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One cell in each frame of a 60 Hz page: faster, and browsers merge moves, so that games which mark
/// only the cells that they are told of lose some.
pub const DEFAULT_PACE: Duration = Duration::from_millis(18);

/// The paces that are tried, in milliseconds a move, a factor of about 1.4 to 1.8 apart. Native games took 1 ms; a page
/// without a graphics card that blurs what lies behind its board took no less than 220 ms.
pub(super) const PACES_MS: [f64; 14] = [
    1.0, 1.8, 3.2, 5.6, 10.0, 18.0, 26.0, 38.0, 54.0, 78.0, 112.0, 160.0, 224.0, 320.0,
];

/// What is believed before anything was tried: so many strokes lost, in so many moves. Browsers lose below one frame a
/// move; from there on hardly any game does.
const UNTRIED_FAST: Tally = Tally {
    lost: 0.15,
    moves: 2.0,
};
const UNTRIED: Tally = Tally {
    lost: 0.01,
    moves: 12.0,
};

/// What is remembered of earlier levels, after each level: a machine that was busy is not busy for ever.
const MEMORY: f64 = 0.98;

/// Strokes lost and moves made at one pace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Tally {
    lost: f64,
    moves: f64,
}

impl Tally {
    fn rate(self) -> f64 {
        self.lost / self.moves
    }

    fn plus(self, other: Self) -> Self {
        Self {
            lost: self.lost + other.lost,
            moves: self.moves + other.moves,
        }
    }
}

/// Strokes lost and moves made, by pace of [`PACES_MS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<Tally>", into = "Vec<Tally>")]
pub(super) struct Losses([Tally; PACES_MS.len()]);

/// Earlier versions knew fewer slow paces.
impl From<Vec<Tally>> for Losses {
    fn from(saved: Vec<Tally>) -> Self {
        let mut losses = Self::default();
        for (tally, saved) in losses.0.iter_mut().zip(saved) {
            *tally = saved;
        }
        losses
    }
}

impl From<Losses> for Vec<Tally> {
    fn from(losses: Losses) -> Self {
        losses.0.to_vec()
    }
}

impl Losses {
    /// Whether it can have been counted.
    pub(super) fn is_credible(&self) -> bool {
        let is_count = |count: f64| count.is_finite() && count >= 0.0;
        let is_credible = |tally: &Tally| is_count(tally.lost) && is_count(tally.moves);
        self.0.iter().all(is_credible)
    }

    /// Whether no stroke was drawn at the pace of this number.
    pub(super) fn is_untried(&self, index: usize) -> bool {
        self.0[index] == Tally::default()
    }

    /// So many moves were made at a pace, with so many strokes lost.
    pub(super) fn add(&mut self, pace: Duration, moves: f64, lost: f64) {
        let tally = &mut self.0[index_of(pace)];
        *tally = tally.plus(Tally { lost, moves });
    }

    /// A level is drawn: what was before it counts less.
    pub(super) fn level_drawn(&mut self) {
        for tally in &mut self.0 {
            tally.lost *= MEMORY;
            tally.moves *= MEMORY;
        }
    }

    /// Strokes lost in a move at the pace of this number, by what was seen at that pace alone.
    pub(super) fn rate_at(&self, index: usize) -> f64 {
        self.0[index].plus(believed(index)).rate()
    }

    /// By pace: strokes lost in a move, falling from fast to slow.
    pub(super) fn rates(&self) -> [f64; PACES_MS.len()] {
        let mut pools: Vec<(Tally, usize)> = Vec::with_capacity(PACES_MS.len());
        for (index, tally) in self.0.iter().enumerate() {
            let mut pool = (tally.plus(believed(index)), 1);
            while let Some(faster) = pools.pop_if(|faster| faster.0.rate() < pool.0.rate()) {
                pool = (pool.0.plus(faster.0), pool.1 + faster.1);
            }
            pools.push(pool);
        }
        let mut rates = [0.0; PACES_MS.len()];
        let each = pools
            .iter()
            .flat_map(|(tally, count)| std::iter::repeat_n(tally.rate(), *count));
        for (rate, value) in rates.iter_mut().zip(each) {
            *rate = value;
        }
        rates
    }
}

/// What is believed of the pace of this number before it was tried.
fn believed(index: usize) -> Tally {
    if at(index) < DEFAULT_PACE {
        UNTRIED_FAST
    } else {
        UNTRIED
    }
}

/// The pace of this number.
pub(super) fn at(index: usize) -> Duration {
    Duration::from_secs_f64(PACES_MS[index] / 1000.0)
}

/// The number of the pace that is nearest to this one, by ratio.
pub(super) fn index_of(pace: Duration) -> usize {
    let wanted = (pace.as_secs_f64() * 1000.0).max(PACES_MS[0]);
    let off = |index: &usize| (PACES_MS[*index] / wanted).ln().abs();
    let all = 0..PACES_MS.len();
    all.min_by(|a, b| off(a).total_cmp(&off(b)))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_earlier_version_saved_with_fewer_paces_is_kept() {
        let saved = r#"[{"lost":1.0,"moves":4.0},{"lost":0.0,"moves":9.0}]"#;
        let losses: Losses = serde_json::from_str(saved).unwrap();
        let mut expected = Losses::default();
        expected.add(at(0), 4.0, 1.0);
        expected.add(at(1), 9.0, 0.0);
        assert_eq!(losses, expected);
        let again = serde_json::to_string(&losses).unwrap();
        assert_eq!(serde_json::from_str::<Losses>(&again).unwrap(), losses);
    }

    #[test]
    fn a_slower_pace_is_at_most_as_lossy_as_a_faster_one() {
        let mut losses = Losses::default();
        losses.add(at(5), 80.0, 0.0);
        losses.add(at(8), 20.0, 4.0);
        let rates = losses.rates();
        assert!(rates.is_sorted_by(|fast, slow| fast >= slow), "{rates:?}");
        assert_eq!(rates[5], rates[8]);
        assert!(losses.rate_at(5) < losses.rate_at(8));
    }
}
