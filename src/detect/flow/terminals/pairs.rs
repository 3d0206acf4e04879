//! Which terminals belong together: the pairing that makes all pairs best together. Near-equal hues on a
//! large board are told apart by this, not by a threshold.

use crate::detect::flow::canvas::Colour;
use palette::{IntoColor, Lab, Srgb};

/// The largest distance within a pair, in Lab, that can be one colour: glossy dots in a compressed picture have 10.
const MOST_WITHIN: f32 = 12.0;

/// The nearest other colour is farther away than this many times the distance within a pair, and this much more.
const ACROSS: (f32, f32) = (3.0, 2.0);

/// Terminals by their numbers, two and two, and how sure that is.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The pairs.
    pub pairs: Vec<[usize; 2]>,
    /// The largest distance of colour within a pair, in Lab.
    pub within: f32,
    /// The smallest distance between terminals of two pairs, in Lab.
    pub across: f32,
}

impl Pairing {
    /// Whether each terminal is much nearer to its partner than to any other.
    pub fn is_clear(&self) -> bool {
        self.within < MOST_WITHIN && self.margin() > 0.0
    }

    /// How much the nearest other colours are farther apart than they need to be, in Lab.
    pub fn margin(&self) -> f32 {
        self.across - ACROSS.0 * self.within - ACROSS.1
    }
}

/// A colour in Lab, where distances are what eyes see.
pub fn lab(colour: Colour) -> [f32; 3] {
    let [red, green, blue] = colour.map(|value| value / 255.0);
    let lab: Lab = Srgb::new(red, green, blue).into_color();
    [lab.l, lab.a, lab.b]
}

/// How far apart two colours in Lab are.
pub fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f32>()
        .sqrt()
}

/// The pairing with the smallest sum of distances; `None` for an odd number or fewer than four.
pub fn pairing(colours: &[Colour]) -> Option<Pairing> {
    let labs: Vec<[f32; 3]> = colours.iter().map(|colour| lab(*colour)).collect();
    pairing_by(labs.len(), |a, b| distance(labs[a], labs[b]))
}

/// The same for so many terminals that are so far apart.
pub fn pairing_by(count: usize, apart: impl Fn(usize, usize) -> f32) -> Option<Pairing> {
    if count < 4 || count % 2 == 1 {
        return None;
    }
    let mut all: Vec<(f32, usize, usize)> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .map(|(a, b)| (apart(a, b), a, b))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut is_free = vec![true; count];
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for &(_, a, b) in &all {
        if is_free[a] && is_free[b] {
            is_free[a] = false;
            is_free[b] = false;
            pairs.push([a.min(b), a.max(b)]);
        }
    }
    improve(&mut pairs, &apart);
    let within = pairs.iter().map(|[a, b]| apart(*a, *b)).fold(0.0, f32::max);
    let across = all
        .iter()
        .find(|(_, a, b)| !pairs.contains(&[*a, *b]))
        .map_or(f32::MAX, |(apart, _, _)| *apart);
    pairs.sort_unstable();
    Some(Pairing {
        pairs,
        within,
        across,
    })
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
