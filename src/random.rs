//! Random numbers that are the same everywhere and for ever: for generated levels, for distortions of
//! pictures, for tests.

use std::ops::Range;

/// SplitMix64, as published by Steele, Lea and Flood ("Fast splittable pseudorandom number generators",
/// 2014): any seed, also 0, gives a good sequence of 64-bit numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end` - 1; `end` must be above 0. Uneven by less than `end` in 2^64.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// From `range.start` to below `range.end`, which must be more.
    pub fn whole(&mut self, range: Range<usize>) -> usize {
        range.start + self.below(range.end - range.start)
    }

    /// From `range.start` to below `range.end`.
    pub fn real(&mut self, range: Range<f64>) -> f64 {
        // As many bits as an f64 holds.
        let unit = (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        range.start + unit * (range.end - range.start)
    }

    /// True in this share of all cases, 0 to 1.
    pub fn chance(&mut self, share: f64) -> bool {
        self.real(0.0..1.0) < share
    }

    /// One of several things; there must be one.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// About normal, mean 0 and deviation 1, from -3.5 to 3.5: the sum of the four quarters of one number,
    /// each even, so that noise on millions of pixels costs little.
    pub fn normal(&mut self) -> f64 {
        // Even numbers from 0 to 1 have variance 1/12, four of them 1/3.
        const DEVIATION: f64 = 0.577_350_269_189_625_8;
        let bits = self.next_u64();
        let sum: u64 = (0..4)
            .map(|quarter| (bits >> (16 * quarter)) & 0xffff)
            .sum();
        (sum as f64 / 65_535.0 - 2.0) / DEVIATION
    }

    /// Puts things in any order, each as likely as the others.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(first, published);
    }

    #[test]
    fn every_number_below_the_end_comes_and_no_other() {
        let mut random = Random::new(0);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut random = Random::new(3);
        let all: Vec<f64> = (0..10_000).map(|_| random.normal()).collect();
        let mean = all.iter().sum::<f64>() / 1e4;
        let variance = all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 1e4;
        assert!(mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05);
    }

    #[test]
    fn shuffling_loses_nothing_and_can_put_anything_anywhere() {
        let mut random = Random::new(4);
        let mut seen = [[false; 3]; 3];
        for _ in 0..100 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            for (place, item) in items.into_iter().enumerate() {
                seen[place][item] = true;
            }
            items.sort_unstable();
            assert_eq!(items, [0, 1, 2]);
        }
        assert_eq!(seen, [[true; 3]; 3]);
    }
}
