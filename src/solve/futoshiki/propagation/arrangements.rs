//! A digit stays where the whole line can be filled with it, signs included.
//!
//! Digits are set in ascending order: the first `k` fill some set of `k` places, and the next may go to a place that allows it
//! and whose smaller neighbours are filled. So a filling is a way from the empty set to the full one, and a digit stays in a
//! place if it lies on such a way.
//!
//! ```text
//!   . < .       {} ─1─▶ {left} ─2─▶ {left, right}
//! ```

use super::digits::Digits;
use super::lines::Line;
use super::position::{Contradiction, Position};
use super::trace::{Observer, Rule};

/// The longest line that is looked at: there are 2^size sets of places.
const LONGEST: usize = 12;

/// A bitmap has a bit for each set of places, and a word for all sets of the first so many.
const IN_WORD: usize = 6;
/// By place: the sets of a word that hold it. Bit `p` of the number of a set tells whether it holds place `p`.
const HOLDING: [u64; IN_WORD] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];
/// Words of a bitmap of the sets of the longest line.
const MOST_WORDS: usize = 1 << (LONGEST - IN_WORD);

/// Room for the sets of places of a line.
pub(super) struct Arrangements {
    size: usize,
    /// Words of a bitmap of all sets.
    words: usize,
    /// By number of digits set, a bitmap: the sets that they can fill.
    filled: Vec<u64>,
}

impl Arrangements {
    pub fn new(size: usize) -> Self {
        let words = 1 << size.min(LONGEST).saturating_sub(IN_WORD);
        Self {
            size,
            words,
            filled: vec![0; (size + 1) * words],
        }
    }

    /// Looks at a line with at least one sign that may not hold yet; without one, subsets say as much.
    pub fn look(
        &mut self,
        position: &mut Position,
        line: &Line,
        observer: &mut impl Observer,
    ) -> Result<(), Contradiction> {
        if self.size > LONGEST || !has_open_sign(position, line) {
            return Ok(());
        }
        let places = places_by_digit(position, line);
        self.fill(line, &places);
        let kept = self.on_ways(line, &places);
        for (&cell, kept) in line.cells().iter().zip(kept) {
            position.keep(cell, Digits(kept), Rule::Arrangements, observer)?;
        }
        Ok(())
    }

    /// Finds the sets that the first digits can fill.
    fn fill(&mut self, line: &Line, places: &[u32; LONGEST]) {
        self.filled.fill(0);
        self.filled[0] = 1;
        for digit in 0..self.size {
            let (done, rest) = self.filled.split_at_mut((digit + 1) * self.words);
            let done = &done[digit * self.words..];
            for place in bits(places[digit]) {
                let step = Step::to(line, place);
                for (word, &sets) in done.iter().enumerate() {
                    let (to, sets) = step.take(word, sets);
                    // Where no set is left, there may be no such word.
                    if sets != 0 {
                        rest[to] |= sets;
                    }
                }
            }
        }
    }

    /// By place: the digits on ways to the full set, as bits.
    fn on_ways(&self, line: &Line, places: &[u32; LONGEST]) -> [u32; LONGEST] {
        let mut kept = [0; LONGEST];
        // The sets that a way to the end goes on from.
        let mut rooms = [[0; MOST_WORDS]; 2];
        let [mut open, mut before] = rooms.each_mut();
        let all = &self.filled[self.size * self.words..];
        open[..self.words].copy_from_slice(all);
        for digit in (0..self.size).rev() {
            let filled = &self.filled[digit * self.words..(digit + 1) * self.words];
            before[..self.words].fill(0);
            for place in bits(places[digit]) {
                let step = Step::to(line, place);
                for (word, &sets) in filled.iter().enumerate() {
                    let (to, sets) = step.take(word, sets);
                    if sets != 0 && sets & open[to] != 0 {
                        before[word] |= step.back(sets & open[to]);
                        kept[place] |= 1 << digit;
                    }
                }
            }
            std::mem::swap(&mut open, &mut before);
        }
        kept
    }
}

/// From sets of places to the same with one place more.
struct Step {
    /// The sets of a word that may take the place, as far as the places in a word tell.
    low: u64,
    /// The bits of a word's number that tell the same of the other places, and what they must be.
    high: [usize; 2],
    /// How far a set moves, in bits and in words.
    by: (usize, usize),
}

impl Step {
    fn to(line: &Line, place: usize) -> Self {
        let mut step = match place.checked_sub(IN_WORD) {
            None => Self {
                low: !HOLDING[place],
                high: [0, 0],
                by: (1 << place, 0),
            },
            Some(high) => Self {
                low: u64::MAX,
                high: [1 << high, 0],
                by: (0, 1 << high),
            },
        };
        for smaller in bits(line.smaller()[place]) {
            match smaller.checked_sub(IN_WORD) {
                None => step.low &= HOLDING[smaller],
                Some(high) => step.high = step.high.map(|bits| bits | 1 << high),
            }
        }
        step
    }

    /// The word and the sets in it that the sets of a word become; none of those that hold the place or lack a smaller one.
    fn take(&self, word: usize, sets: u64) -> (usize, u64) {
        let [told, wanted] = self.high;
        let sets = if word & told == wanted {
            sets & self.low
        } else {
            0
        };
        (word + self.by.1, sets << self.by.0)
    }

    /// The sets that these were, in their word.
    fn back(&self, sets: u64) -> u64 {
        sets >> self.by.0
    }
}

/// Whether some digits of two neighbours with a sign between would break it.
fn has_open_sign(position: &Position, line: &Line) -> bool {
    let domain = |place: usize| position.domain(line.cells()[place]);
    let mut places = line.smaller().iter().enumerate();
    places.any(|(larger, &smaller)| {
        let least = domain(larger).smallest();
        bits(smaller).any(|smaller| domain(smaller).largest() >= least)
    })
}

/// By digit, from 0: the places where it can stand, as bits.
fn places_by_digit(position: &Position, line: &Line) -> [u32; LONGEST] {
    let mut places = [0; LONGEST];
    for (place, &cell) in line.cells().iter().enumerate() {
        for digit in position.domain(cell).iter() {
            places[usize::from(digit) - 1] |= 1 << place;
        }
    }
    places
}

/// The numbers of the bits of a set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}
