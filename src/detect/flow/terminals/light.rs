//! Uneven light: on a photo of a screen one side is often brighter than the other, so that the two terminals of one
//! pair differ in brightness, the more the farther apart they are; and a lamp's glare lies over a part of the board.
//!
//! Glare shows in the ground of the cells too: dark ground tells how much light was added, light ground which share of
//! it arrived. What is left is taken to fall off evenly, by one factor a column and one a row. The two that make all pairs most
//! alike are the answer of a least squares fit: with more pairs than unknowns, colours that are really two do not
//! become one.

use super::Terminal;
use super::pairs::Pairing;
use crate::vision::colour::{Colour, median};

/// The fewest pairs that settle the two unknowns.
const FEWEST_PAIRS: usize = 4;

/// The light at one end of a board is no more than so many times that at the other.
const MOST: f32 = 2.0;

/// The least determinant of the equations: it is a whole number, and 0 where all pairs run in one direction, so that they
/// tell nothing of the light across it.
const LEAST_DETERMINANT: f32 = 1.0;

/// The brightness of black, in levels of a channel: its share has no meaning.
const DARK: f32 = 12.0;

/// Ground darker than this, in levels of a channel, shows what light was added to it, lighter ground what was lost.
const LIGHT_GROUND: f32 = 128.0;

/// What a screen makes of a level: light grows with this power of it.
const GAMMA: f32 = 2.2;

/// The terminals as they would look if the ground of all their cells did, given what it does, terminal by terminal.
pub fn on_one_ground(terminals: &[Terminal], grounds: &[Colour]) -> Vec<Terminal> {
    let usual = median(grounds);
    let on_it = |(terminal, ground): (&Terminal, &Colour)| Terminal {
        colour: [0, 1, 2].map(|channel| {
            let [seen, here, usual] =
                [terminal.colour, *ground, usual].map(|colour| light(colour[channel]));
            level(if usual > light(LIGHT_GROUND) {
                seen * usual / here.max(light(DARK))
            } else {
                seen + usual - here
            })
        }),
        ..*terminal
    };
    terminals.iter().zip(grounds).map(on_it).collect()
}

/// The light of a level of a channel, from 0 to 1.
fn light(level: f32) -> f32 {
    (level / 255.0).powf(GAMMA)
}

/// The level that shows as much light.
fn level(light: f32) -> f32 {
    255.0 * light.clamp(0.0, 1.0).powf(1.0 / GAMMA)
}

/// The colours of the terminals as they would be under the same light everywhere; `None` when there are too few pairs,
/// or when they say nothing sensible about the light.
pub fn evened(terminals: &[Terminal], pairing: &Pairing) -> Option<Vec<Colour>> {
    if pairing.pairs.len() < FEWEST_PAIRS {
        return None;
    }
    let place = |terminal: &Terminal| (terminal.cell.0 as f32, terminal.cell.1 as f32);
    let brightness =
        |terminal: &Terminal| (terminal.colour.iter().sum::<f32>() / 3.0).max(DARK).ln();
    // Normal equations of: difference in logarithm = per column * columns + per row * rows.
    let mut sums = [0.0; 5];
    for [a, b] in &pairing.pairs {
        let (a, b) = (&terminals[*a], &terminals[*b]);
        let (cols, rows) = (place(b).0 - place(a).0, place(b).1 - place(a).1);
        let brighter = brightness(b) - brightness(a);
        let terms = [
            cols * cols,
            cols * rows,
            rows * rows,
            cols * brighter,
            rows * brighter,
        ];
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum += term;
        }
    }
    let [cc, cr, rr, cb, rb] = sums;
    let determinant = cc * rr - cr * cr;
    if determinant < LEAST_DETERMINANT {
        return None;
    }
    let per_col = (cb * rr - rb * cr) / determinant;
    let per_row = (rb * cc - cb * cr) / determinant;
    let light = |terminal: &Terminal| per_col * place(terminal).0 + per_row * place(terminal).1;
    let lights: Vec<f32> = terminals.iter().map(light).collect();
    let darkest = lights.iter().copied().fold(f32::MAX, f32::min);
    let brightest = lights.iter().copied().fold(f32::MIN, f32::max);
    let middle = (darkest + brightest) / 2.0;
    (brightest - darkest <= MOST.ln()).then(|| {
        let evened = |(terminal, light): (&Terminal, &f32)| {
            terminal
                .colour
                .map(|channel| (channel * (middle - light).exp()).min(255.0))
        };
        terminals.iter().zip(&lights).map(evened).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::pairs::pairing;
    use super::*;

    /// Terminals in pairs, under light that falls off by a tenth a column.
    fn photo(colours: &[Colour]) -> Vec<Terminal> {
        let places = [
            (0, 0),
            (6, 1),
            (1, 4),
            (5, 5),
            (2, 2),
            (6, 6),
            (0, 3),
            (4, 0),
        ];
        let of_pair = |(index, colour): (usize, &Colour)| {
            [2 * index, 2 * index + 1].map(|at| Terminal {
                cell: places[at],
                colour: colour.map(|channel| channel * 0.9_f32.powi(places[at].0)),
                contrast: 100.0,
                radius: 0.35,
            })
        };
        colours.iter().enumerate().flat_map(of_pair).collect()
    }

    #[test]
    fn the_pairs_of_a_photo_are_alike_under_even_light() {
        let colours = [
            [230.0, 20.0, 20.0],
            [20.0, 160.0, 30.0],
            [30.0, 40.0, 220.0],
            [220.0, 200.0, 20.0],
        ];
        let terminals = photo(&colours);
        let seen: Vec<Colour> = terminals.iter().map(|it| it.colour).collect();
        let before = pairing(&seen).unwrap();
        assert!(before.within > 12.0);
        let after = pairing(&evened(&terminals, &before).unwrap()).unwrap();
        assert_eq!(after.pairs, before.pairs);
        assert!(after.within < 1.0, "still {} apart", after.within);
    }

    #[test]
    fn a_lamp_on_the_screen_shows_in_the_ground_and_is_taken_away() {
        let colours = [[230.0, 20.0, 20.0], [30.0, 40.0, 220.0]];
        for (ground, glare) in [(0.0, 0.06), (255.0, -0.4)] {
            let seen = |colour: Colour, lit: bool| {
                let share = if lit { glare } else { 0.0 };
                colour.map(|channel| {
                    level(match ground > LIGHT_GROUND {
                        true => light(channel) * (1.0 + share),
                        false => light(channel) + share,
                    })
                })
            };
            let lit = [true, false, false, true];
            let terminals: Vec<Terminal> = (0..4)
                .map(|at| Terminal {
                    cell: (at as i32, 0),
                    colour: seen(colours[at / 2], lit[at]),
                    contrast: 100.0,
                    radius: 0.35,
                })
                .collect();
            let grounds = lit.map(|lit| seen([ground; 3], lit));
            let of = |terminals: &[Terminal]| {
                let colours: Vec<Colour> = terminals.iter().map(|it| it.colour).collect();
                pairing(&colours).unwrap().within
            };
            assert!(of(&terminals) > 12.0);
            assert!(
                of(&on_one_ground(&terminals, &grounds)) < 1.0,
                "on {ground}"
            );
        }
    }

    #[test]
    fn too_few_pairs_say_nothing_about_the_light() {
        let terminals = photo(&[
            [230.0, 20.0, 20.0],
            [20.0, 160.0, 30.0],
            [30.0, 40.0, 220.0],
        ]);
        let seen: Vec<Colour> = terminals.iter().map(|it| it.colour).collect();
        assert!(evened(&terminals, &pairing(&seen).unwrap()).is_none());
    }
}
