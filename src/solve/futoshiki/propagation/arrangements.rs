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

/// The longest line that is looked at: there are 2^size sets.
const LONGEST: usize = 12;

/// Room for the sets of places of a line.
pub(super) struct Arrangements {
    /// By number of digits set: the sets that can be reached.
    layers: Vec<Vec<u32>>,
    /// By set: whether it is reached in this layer, or whether a way to the end goes on from it.
    marks: Vec<bool>,
}

impl Arrangements {
    pub fn new(size: usize) -> Self {
        let sets = if size <= LONGEST { 1 << size } else { 0 };
        Self {
            layers: vec![Vec::new(); size + 1],
            marks: vec![false; sets],
        }
    }

    /// Looks at a line with at least one sign that may not hold yet; without one, subsets say as much.
    pub fn look(
        &mut self,
        position: &mut Position,
        line: &Line,
        observer: &mut impl Observer,
    ) -> Result<(), Contradiction> {
        if self.marks.is_empty() || !has_open_sign(position, line) {
            return Ok(());
        }
        let places = places_by_digit(position, line);
        self.reach(line, &places);
        let kept = self.on_ways(line, &places);
        for (&cell, kept) in line.cells.iter().zip(kept) {
            position.keep(cell, Digits(kept), Rule::Arrangements, observer)?;
        }
        Ok(())
    }

    /// Finds the sets that the first digits can fill.
    fn reach(&mut self, line: &Line, places: &[u32; LONGEST]) {
        self.layers.iter_mut().for_each(Vec::clear);
        self.layers[0].push(0);
        for digit in 0..line.cells.len() {
            let (done, rest) = self.layers.split_at_mut(digit + 1);
            let next = &mut rest[0];
            for &set in &done[digit] {
                for place in bits(places[digit] & !set) {
                    let filled = set | 1 << place;
                    let is_allowed = line.smaller[place] & !set == 0;
                    if is_allowed && !std::mem::replace(&mut self.marks[filled as usize], true) {
                        next.push(filled);
                    }
                }
            }
            for &set in &*next {
                self.marks[set as usize] = false;
            }
        }
    }

    /// By place: the digits on ways to the full set, as bits.
    fn on_ways(&mut self, line: &Line, places: &[u32; LONGEST]) -> [u32; LONGEST] {
        let size = line.cells.len();
        let mut kept = [0; LONGEST];
        for &full in &self.layers[size] {
            self.marks[full as usize] = true;
        }
        for digit in (0..size).rev() {
            for &set in &self.layers[digit] {
                for place in bits(places[digit] & !set) {
                    let filled = set | 1 << place;
                    if line.smaller[place] & !set == 0 && self.marks[filled as usize] {
                        self.marks[set as usize] = true;
                        kept[place] |= 1 << digit;
                    }
                }
            }
        }
        for set in self.layers.iter().flatten() {
            self.marks[*set as usize] = false;
        }
        kept
    }
}

/// Whether some digits of two neighbours with a sign between would break it.
fn has_open_sign(position: &Position, line: &Line) -> bool {
    let domain = |place: usize| position.domain(line.cells[place]);
    let mut places = line.smaller.iter().enumerate();
    places.any(|(larger, &smaller)| {
        let least = domain(larger).smallest();
        bits(smaller).any(|smaller| domain(smaller).largest() >= least)
    })
}

/// By digit, from 0: the places where it can stand, as bits.
fn places_by_digit(position: &Position, line: &Line) -> [u32; LONGEST] {
    let mut places = [0; LONGEST];
    for (place, &cell) in line.cells.iter().enumerate() {
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
