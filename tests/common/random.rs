//! Seeded random numbers for tests: the same on every machine and in every year.

use std::ops::Range;

/// The splitmix64 generator of Steele, Lea and Flood.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `range.start` to below `range.end`.
    pub fn real(&mut self, range: Range<f64>) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        range.start + unit * (range.end - range.start)
    }

    /// From `range.start` to below `range.end`.
    pub fn whole(&mut self, range: Range<usize>) -> usize {
        range.start + (self.next() % (range.end - range.start) as u64) as usize
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.real(0.0..1.0) < probability
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.whole(0..from.len())]
    }

    /// About normal, mean 0 and deviation 1: the sum of twelve uniform numbers.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.real(0.0..1.0)).sum::<f64>() - 6.0
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.whole(0..last + 1));
        }
    }
}
