//! Cells that a game fills with a tint: its colour laid thinly over what the cell showed when it was empty.
//!
//! ```text
//!   empty ----- tint ---------- colour     what a tinted cell shows lies on the way from the one to the other
//! ```

use crate::pipeline::Rgb;
use crate::vision::colour::Colour;

/// The thinnest tint, as a share of the colour: thinner ones are the shadow of something else.
const THINNEST: f32 = 0.2;

/// How far off the way a tint may lie, as a share of the change from the empty cell, where it may be of any thickness: what lies
/// over cells is grey, and at least twice as far off the ways to all but the darkest colours.
const OFF_SHARE: f32 = 0.2;

/// How far off the way a tint may lie, in steps of 0 to 255 summed over the three channels: rounding, and a little
/// shade over the cell.
const OFF: f32 = 30.0;

/// Where a colour lies near the way from one to another: how far along it, as a share of it, and how far off it, by
/// channel.
fn on_way(from: Colour, to: Colour, seen: Colour) -> (f32, Colour) {
    let apart = |a: Colour, b: Colour| [0, 1, 2].map(|channel| b[channel] - a[channel]);
    let product = |a: Colour, b: Colour| (0..3).map(|channel| a[channel] * b[channel]).sum::<f32>();
    let (change, way) = (apart(from, seen), apart(from, to));
    // The squares of whole steps: where there is no way at all, nothing lies along it.
    let share = product(change, way) / product(way, way).max(1.0);
    let reached = share.min(1.0);
    let off = [0, 1, 2].map(|channel| change[channel] - reached * way[channel]);
    (share, off)
}

/// Which of the colours a cell that showed `empty` and shows `now` is tinted with: the one for which `now` lies nearest to
/// the way from `empty` to it.
pub fn tinted(empty: Rgb, now: Rgb, colours: &[Rgb]) -> Option<usize> {
    let [empty, now] = [empty, now].map(|colour| colour.0.map(f32::from));
    let off = |colour: &Rgb| {
        let (share, off) = on_way(empty, colour.0.map(f32::from), now);
        let off: f32 = off.iter().map(|channel| channel.abs()).sum();
        (share >= THINNEST && off <= OFF).then_some(off)
    };
    let offs = colours.iter().enumerate();
    let offs = offs.filter_map(|(index, colour)| Some((index, off(colour)?)));
    let nearest = offs.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(index, _)| index)
}

/// Whether a place that showed `empty` shows a tint of a colour now, be it as thin as a shadow.
pub fn is_tint_of(empty: Rgb, now: Rgb, colour: Rgb) -> bool {
    let [empty, now, colour] = [empty, now, colour].map(|one| one.0.map(f32::from));
    let (share, off) = on_way(empty, colour, now);
    let sum = |by_channel: Colour| by_channel.iter().map(|one| one.abs()).sum::<f32>();
    let change = [0, 1, 2].map(|channel| now[channel] - empty[channel]);
    share > 0.0 && sum(off) <= OFF_SHARE * sum(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOURS: [Rgb; 4] = [
        Rgb([239, 68, 68]),
        Rgb([59, 130, 246]),
        Rgb([34, 197, 94]),
        Rgb([234, 179, 8]),
    ];

    /// A colour laid over another, so much of it.
    fn over(empty: Rgb, colour: Rgb, share: f64) -> Rgb {
        let channel = |at: usize| {
            let (empty, colour) = (f64::from(empty.0[at]), f64::from(colour.0[at]));
            (empty + share * (colour - empty)).round() as u8
        };
        Rgb([0, 1, 2].map(channel))
    }

    #[test]
    fn a_tint_is_seen_on_light_and_on_dark() {
        for empty in [Rgb([238, 241, 246]), Rgb([38, 41, 51])] {
            for (index, colour) in COLOURS.into_iter().enumerate() {
                for share in [0.3, 0.47, 0.8, 1.0] {
                    let now = over(empty, colour, share);
                    assert_eq!(
                        tinted(empty, now, &COLOURS),
                        Some(index),
                        "{share} on {empty:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_cell_that_is_empty_darker_or_covered_is_not_tinted() {
        let empty = Rgb([238, 241, 246]);
        let dimmed = over(empty, Rgb([0, 0, 0]), 0.5);
        for now in [empty, Rgb([230, 236, 244]), dimmed, Rgb([255, 255, 255])] {
            assert_eq!(tinted(empty, now, &COLOURS), None, "{now:?}");
        }
    }

    #[test]
    fn the_thinnest_tint_is_told_from_what_lies_over_the_cell() {
        for empty in [Rgb([238, 241, 246]), Rgb([38, 41, 51])] {
            for colour in COLOURS {
                for share in [0.1, 0.15, 0.5, 1.0] {
                    let now = over(empty, colour, share);
                    assert!(is_tint_of(empty, now, colour), "{share} on {empty:?}");
                }
                for veil in [Rgb([0; 3]), Rgb([255; 3])] {
                    let now = over(empty, veil, 0.12);
                    assert!(!is_tint_of(empty, now, colour), "{veil:?} on {empty:?}");
                }
            }
        }
    }
}
