//! So many cells that share so many digits keep them to themselves: all naked and hidden subsets of a line at once.
//!
//! A digit stays in a cell when the line can be filled with it: when an edge of the graph of cells and digits lies in some
//! perfect matching. From one matching all such edges follow (Régin, "A filtering algorithm for constraints of difference in
//! CSPs", 1994): cell `a` can take the digit of `b` when `b` can find another one, and so on round to the digit of `a`.

use super::digits::Digits;
use super::lines::{Line, MOST};
use super::position::{Contradiction, Position};
use super::trace::{Observer, Rule};

/// In fewer open cells there is no subset that peers and hidden digits have not found.
const FEWEST: usize = 3;
/// No place of a line.
const FREE: u8 = u8::MAX;

/// Looks for subsets among the open cells of a line: the others have taken their digits from them already.
pub(super) fn subsets(
    position: &mut Position,
    line: &Line,
    observer: &mut impl Observer,
) -> Result<(), Contradiction> {
    let (mut cells, mut domains, mut open) = ([0; MOST], [0; MOST], 0);
    for &cell in line.cells() {
        let domain = position.domain(cell);
        if domain.count() > 1 {
            (cells[open], domains[open]) = (cell, domain.0);
            open += 1;
        }
    }
    if open < FEWEST {
        return Ok(());
    }
    let (cells, domains) = (&cells[..open], &domains[..open]);
    let Some(place_of) = matching(domains) else {
        return position.keep(cells[0], Digits::NONE, Rule::Subsets, observer);
    };
    let reach = closure(domains, &place_of);
    for (place, &cell) in cells.iter().enumerate() {
        let mut kept = 0;
        for digit in Digits(domains[place])
            .iter()
            .map(|digit| usize::from(digit) - 1)
        {
            let other = usize::from(place_of[digit]);
            if other == place || reach[other] & 1 << place != 0 {
                kept |= 1 << digit;
            }
        }
        position.keep(cell, Digits(kept), Rule::Subsets, observer)?;
    }
    Ok(())
}

/// By digit, from 0: the place that takes it in some filling of the line.
fn matching(domains: &[u32]) -> Option<[u8; MOST]> {
    let mut place_of = [FREE; MOST];
    for place in 0..domains.len() {
        let mut seen = 0;
        if !augment(domains, place, &mut place_of, &mut seen) {
            return None;
        }
    }
    Some(place_of)
}

/// Gives a place a digit, and others another one where that is needed.
fn augment(domains: &[u32], place: usize, place_of: &mut [u8; MOST], seen: &mut u32) -> bool {
    loop {
        let untried = domains[place] & !*seen;
        if untried == 0 {
            return false;
        }
        let digit = untried.trailing_zeros() as usize;
        *seen |= 1 << digit;
        let holder = place_of[digit];
        if holder == FREE || augment(domains, usize::from(holder), place_of, seen) {
            place_of[digit] = place as u8;
            return true;
        }
    }
}

/// By place: the places whose digits it can free, by taking one and so on. As bits.
fn closure(domains: &[u32], place_of: &[u8; MOST]) -> [u32; MOST] {
    let mut reach = [0; MOST];
    for (place, &domain) in domains.iter().enumerate() {
        let digits = Digits(domain).iter().map(|digit| usize::from(digit) - 1);
        reach[place] = digits.fold(0, |all, digit| all | 1 << place_of[digit]);
    }
    for middle in 0..domains.len() {
        for place in 0..domains.len() {
            if reach[place] & 1 << middle != 0 {
                reach[place] |= reach[middle];
            }
        }
    }
    reach
}
