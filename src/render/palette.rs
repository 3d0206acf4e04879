//! Colours for flows: those of the game first, then as many more as are asked for.

use palette::{IntoColor, Oklab, Srgb};

use crate::pipeline::Rgb;
use crate::profile::FLOW_FREE;

/// Levels of each channel from which further colours are chosen: 4096 colours in all, nine times as
/// many as any real level has flows.
const LEVELS: u8 = 16;

/// The darkest lightness (Oklab, 0 to 1) of a further colour: below it a disc is lost on black.
const DARKEST: f32 = 0.35;

/// `count` colours, each of the further ones as far from all before it as can be.
///
/// Distances are taken in Oklab (Björn Ottosson, 2020), where equal distances look about equal.
/// Beyond some 3500 the colours repeat.
pub fn palette(count: usize) -> Vec<Rgb> {
    let game: Vec<Rgb> = FLOW_FREE
        .colours
        .iter()
        .map(|colour| Rgb(colour.rgb))
        .collect();
    let mut chosen: Vec<Rgb> = game.iter().copied().take(count).collect();
    let mut rest: Vec<(Rgb, Oklab, f32)> = Vec::new();
    if chosen.len() < count {
        rest = candidates().collect();
        for (_, lab, nearest) in &mut rest {
            let distances = game.iter().map(|&colour| distance(*lab, oklab(colour)));
            *nearest = distances.fold(f32::INFINITY, f32::min);
        }
    }
    while chosen.len() < count {
        let farthest = rest
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.2.total_cmp(&b.1.2));
        let Some((index, _)) = farthest else { break };
        let (colour, lab, _) = rest.swap_remove(index);
        for (_, other, nearest) in &mut rest {
            *nearest = nearest.min(distance(*other, lab));
        }
        chosen.push(colour);
    }
    let distinct = chosen.len();
    for index in distinct..count {
        chosen.push(chosen[index % distinct]);
    }
    chosen
}

fn candidates() -> impl Iterator<Item = (Rgb, Oklab, f32)> {
    let level = |index: u8| index * (u8::MAX / (LEVELS - 1));
    let channels = move || (0..LEVELS).map(level);
    channels()
        .flat_map(move |r| channels().flat_map(move |g| channels().map(move |b| Rgb([r, g, b]))))
        .map(|colour| (colour, oklab(colour), f32::INFINITY))
        .filter(|(_, lab, _)| lab.l >= DARKEST)
}

fn oklab(Rgb([r, g, b]): Rgb) -> Oklab {
    Srgb::new(r, g, b).into_format::<f32>().into_color()
}

fn distance(a: Oklab, b: Oklab) -> f32 {
    (a.l - b.l).hypot((a.a - b.a).hypot(a.b - b.b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_palette_is_the_games_own() {
        assert_eq!(palette(1), [Rgb([255, 0, 0])]);
        assert!(palette(0).is_empty());
        assert_eq!(palette(16).last(), Some(&Rgb([255, 124, 236])));
    }

    #[test]
    fn sixty_four_colours_are_clearly_different() {
        let colours = palette(64);
        for (index, &a) in colours.iter().enumerate() {
            for &b in &colours[..index] {
                assert!(distance(oklab(a), oklab(b)) > 0.06, "{a} {b}");
            }
        }
    }

    #[test]
    fn there_is_no_end_to_the_colours() {
        assert_eq!(palette(8000).len(), 8000);
    }
}
