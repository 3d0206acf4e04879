//! Which terminals belong together. A terminal's colour is compared with those of all others, not with a palette or a
//! threshold: that tells near-equal hues on a large board apart.

use std::fmt;
use std::ops::RangeInclusive;

use crate::puzzle::flow::text::label;
use crate::vision::colour::Colour;
use crate::vision::shade::Shade;

/// The largest distance within a pair that can be one colour, in Lab: glossy dots in a compressed picture have 10, dots under
/// the uneven light of a photo 20.
pub const MOST_WITHIN: f32 = 20.0;

/// Two pairs are told apart when each distance from a terminal of one to a terminal of the other is more than `TIMES` the
/// larger distance within them, plus `MORE`.
const TIMES: f32 = 3.0;
const MORE: f32 = 2.0;

/// Fewer terminals are no board, and two only where the picture alone is sure. No board has more: levels of packs have up
/// to 32, those that programs make of 60 by 60 cells up to 140. Pairing takes the square of this, and an icon sheet has
/// thousands.
const COUNTS: RangeInclusive<usize> = 2..=400;

/// Flows are at least so many cells long in the mean, and have two terminals each: where more cells show something, some of these are
/// pipes or glyphs, or it is no board.
const LEAST_FLOW: usize = 3;

/// Terminals by their numbers, two and two, and how sure that is.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The pairs.
    pub pairs: Vec<[usize; 2]>,
    /// The largest distance within a pair: in Lab for colours, in percent of the ink for glyphs.
    pub within: f32,
    /// The largest that it may be.
    pub most_within: f32,
    /// The smallest distance between terminals of two pairs.
    pub across: f32,
    /// How much farther apart any two pairs are than they need to be, at least.
    pub margin: f32,
    /// How many times as far apart any two pairs are as they need to be, at least.
    pub times: f32,
    /// The numbers of the two pairs for which that is least; `None` where there is one pair alone.
    pub nearest: Option<[usize; 2]>,
}

impl Pairing {
    /// Whether each terminal is much nearer to its partner than to any other.
    pub fn is_clear(&self) -> bool {
        self.within < self.most_within && self.margin > 0.0
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "colours differ by at most {:.1} within a pair",
            self.within
        )?;
        // A pair alone differs from no other.
        if self.pairs.len() > 1 {
            write!(f, " and at least {:.1} across", self.across)?;
        }
        if let Some(nearest) = self.nearest.filter(|_| self.margin <= 0.0) {
            let [one, other] = nearest.map(label);
            write!(f, ", so {one} and {other} may be one colour")?;
        }
        Ok(())
    }
}

/// The pairs of nearest colours first, then partners exchanged two and two while that makes the sum of distances smaller.
/// A clear pairing is the one with the smallest sum; of others it may not be. `None` for an odd number, and for more or fewer than boards have.
pub fn pairing(colours: &[Colour]) -> Option<Pairing> {
    let shades: Vec<Shade> = colours.iter().copied().map(Shade::of).collect();
    let apart = |a: usize, b: usize| shades[a].distance(&shades[b]);
    pairing_by(shades.len(), MOST_WITHIN, apart)
}

/// Whether so many terminals are no more than a board of so many cells has.
pub fn are_few(terminals: usize, cells: usize) -> bool {
    terminals * LEAST_FLOW <= 2 * cells
}

/// Whether so many terminals can be those of a board.
pub fn make_pairs(count: usize) -> bool {
    COUNTS.contains(&count) && count.is_multiple_of(2)
}

/// The same for so many terminals that are so far apart, at most so far within a pair. `apart` is given the lower number first; no
/// distance is below zero.
pub fn pairing_by(
    count: usize,
    most_within: f32,
    apart: impl Fn(usize, usize) -> f32,
) -> Option<Pairing> {
    if !make_pairs(count) {
        return None;
    }
    let mut distances = vec![0.0; count * count];
    for a in 0..count {
        for b in a + 1..count {
            let distance = apart(a, b);
            distances[a * count + b] = distance;
            distances[b * count + a] = distance;
        }
    }
    let apart = |a: usize, b: usize| distances[a * count + b];
    let all = nearest_first(count, apart);
    let mut is_free = vec![true; count];
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for &(a, b) in &all {
        if is_free[a] && is_free[b] {
            is_free[a] = false;
            is_free[b] = false;
            pairs.push([a.min(b), a.max(b)]);
        }
    }
    improve(&mut pairs, &apart);
    pairs.sort_unstable();
    let mut partners = vec![0; count];
    for &[a, b] in &pairs {
        (partners[a], partners[b]) = (b, a);
    }
    let spread: Vec<f32> = (0..count).map(|one| apart(one, partners[one])).collect();
    let others = || all.iter().filter(|(a, b)| partners[*a] != *b);
    let needed = |a: usize, b: usize| TIMES * spread[a].max(spread[b]) + MORE;
    // `all` is sorted: the first is the smallest.
    let across = others().next().map_or(f32::MAX, |&(a, b)| apart(a, b));
    let margins = others().map(|&(a, b)| (apart(a, b) - needed(a, b), [a, b]));
    let least = margins.min_by(|one, other| one.0.total_cmp(&other.0));
    let times = others().map(|&(a, b)| apart(a, b) / needed(a, b));
    let number = |terminal: usize| pairs.iter().position(|pair| pair.contains(&terminal));
    let nearest = least.and_then(|(_, [a, b])| Some([number(a)?, number(b)?]));
    Some(Pairing {
        within: spread.iter().copied().fold(0.0, f32::max),
        most_within,
        pairs,
        across,
        margin: least.map_or(f32::MAX, |(margin, _)| margin),
        times: times.fold(f32::MAX, f32::min),
        nearest,
    })
}

/// All pairs of so many terminals, the nearest first.
fn nearest_first(count: usize, apart: impl Fn(usize, usize) -> f32) -> Vec<(usize, usize)> {
    // Numbers are sorted faster than pairs: of what is not below zero, the bits are in the order of the values.
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let keys = pairs.map(|(a, b)| {
        let apart = u64::from(apart(a, b).to_bits());
        apart << 32 | (a * count + b) as u64
    });
    let mut keys: Vec<u64> = keys.collect();
    keys.sort_unstable();
    let pair = |key: u64| {
        let places = key as u32 as usize;
        (places / count, places % count)
    };
    keys.into_iter().map(pair).collect()
}

/// Exchanges partners of two pairs while that makes the sum smaller.
fn improve(pairs: &mut [[usize; 2]], apart: &impl Fn(usize, usize) -> f32) {
    let mut is_better = true;
    while is_better {
        is_better = false;
        for i in 0..pairs.len() {
            for j in i + 1..pairs.len() {
                let ([a, b], [c, d]) = (pairs[i], pairs[j]);
                let now = apart(a, b) + apart(c, d);
                for (first, second) in [([a, c], [b, d]), ([a, d], [b, c])] {
                    let then = apart(first[0], first[1]) + apart(second[0], second[1]);
                    if then < now - 1e-4 {
                        let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
                        pairs[i] = sorted(first);
                        pairs[j] = sorted(second);
                        is_better = true;
                        break;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terminals on one line, two and two, so that their distances can be read off.
    fn on_a_line(places: [f32; 6]) -> Pairing {
        pairing_by(6, MOST_WITHIN, |a, b| (places[a] - places[b]).abs()).unwrap()
    }

    #[test]
    fn a_pair_in_uneven_light_need_not_be_as_alike_as_two_near_colours_far_from_it() {
        let found = on_a_line([0.0, 0.0, 6.0, 6.0, 50.0, 57.0]);
        assert_eq!(found.pairs, [[0, 1], [2, 3], [4, 5]]);
        assert_eq!((found.within, found.across), (7.0, 6.0));
        assert!(found.is_clear());
    }

    #[test]
    fn in_words_a_pair_alone_differs_from_no_other() {
        let alone = pairing_by(2, MOST_WITHIN, |_, _| 3.0).unwrap();
        assert_eq!(
            alone.to_string(),
            "colours differ by at most 3.0 within a pair"
        );
        let two = on_a_line([0.0, 0.0, 6.0, 6.0, 50.0, 57.0]).to_string();
        assert!(
            two.ends_with("within a pair and at least 6.0 across"),
            "{two}"
        );
    }

    #[test]
    fn in_words_pairs_that_are_not_told_apart_are_named() {
        let three = on_a_line([0.0, 0.0, 50.0, 50.0, 0.5, 0.5]).to_string();
        assert!(three.ends_with(", so A and C may be one colour"), "{three}");
    }

    #[test]
    fn colours_that_are_alike_within_their_pairs_may_be_nearer_to_each_other_than_others() {
        let times = |near: f32, within: f32| {
            on_a_line([0.0, within, near, near + within, 150.0, 150.0]).times
        };
        assert_eq!(times(6.0, 0.0), 3.0);
        // The nearest two are one unit nearer than the pairs, and five more are needed.
        assert_eq!(times(6.0, 1.0), 1.0);
        assert_eq!(times(21.0, 1.0), 4.0);
    }

    #[test]
    fn two_near_colours_are_told_apart_by_pairs_that_are_alike_only() {
        assert!(!on_a_line([0.0, 2.0, 8.0, 8.0, 50.0, 50.0]).is_clear());
        assert!(!on_a_line([0.0, 0.0, 6.0, 8.0, 50.0, 50.0]).is_clear());
        assert!(!on_a_line([0.0, 21.0, 90.0, 90.0, 190.0, 190.0]).is_clear());
    }
}
