//! What a profile says about the terminals of a game: how large they are, and in which colours.

use std::ops::RangeInclusive;

use crate::profile::{Profile, Ratios};
use crate::vision::colour::Colour;
use crate::vision::shade::{LIGHTS, Shade};

/// A terminal is as large as the profile has it but for half of what it is wider than a pipe, and at least for so much, in
/// cells: blur, and sizes measured by other means.
const LEAST_SLACK: f64 = 0.1;

/// What light alone makes of a colour counts by this share of the distance: enough to choose the nearer of two.
const LIGHT: f32 = 0.1;

/// What is known of a game before a picture of it is looked at.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// What a terminal may be across, in cells.
    sizes: RangeInclusive<f64>,
    colours: Vec<Shade>,
}

impl Known {
    pub fn of(profile: &Profile) -> Self {
        let Ratios { dot, pipe, .. } = profile.ratios;
        let slack = ((dot - pipe) / 2.0).max(LEAST_SLACK);
        let shade = |rgb: [u8; 3]| Shade::of(rgb.map(f32::from));
        Self {
            sizes: dot - slack..=dot + slack,
            colours: profile.colours.iter().map(|it| shade(it.rgb)).collect(),
        }
    }

    /// Whether a terminal may have this radius, in cells.
    pub fn is_size(&self, radius: f64) -> bool {
        self.sizes.contains(&(2.0 * radius))
    }

    /// How far apart two of these colours are, by their numbers, for one who knows the game: as far as the farther of them is
    /// from one colour of the game, the one that is nearest to both, in whatever light.
    pub fn apart(&self, seen: &[Colour]) -> impl Fn(usize, usize) -> f32 {
        let from_known = |seen: &Colour| {
            let seen = Shade::of(*seen);
            let is_lit = |known: &Shade| LIGHTS.contains(&seen.light(known));
            let apart = |known: &Shade| match is_lit(known) {
                true => seen.apart_in_any_light(known, LIGHT),
                false => f32::MAX,
            };
            self.colours.iter().map(apart).collect::<Vec<f32>>()
        };
        let from_known: Vec<Vec<f32>> = seen.iter().map(from_known).collect();
        move |a, b| {
            let both = from_known[a].iter().zip(&from_known[b]);
            both.map(|(a, b)| a.max(*b)).fold(f32::MAX, f32::min)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::FLOW_FREE;

    fn known() -> Known {
        Known::of(&FLOW_FREE)
    }

    fn named(name: &str) -> Colour {
        let colour = FLOW_FREE.colours.iter().find(|it| it.name == name);
        colour.unwrap().rgb.map(f32::from)
    }

    fn dimmed(colour: Colour) -> Colour {
        colour.map(|level| 0.75 * level)
    }

    fn apart(a: Colour, b: Colour) -> f32 {
        known().apart(&[a, b])(0, 1)
    }

    #[test]
    fn a_colour_of_the_game_is_near_to_itself_in_another_light() {
        for name in ["red", "yellow", "cyan", "lime", "magenta"] {
            let colour = named(name);
            let is_near = apart(colour, dimmed(colour)) < 4.0;
            assert!(is_near, "{name}: {}", apart(colour, dimmed(colour)));
        }
    }

    #[test]
    fn colours_of_the_game_are_far_apart_but_for_those_that_light_makes_alike() {
        let far = [("red", "orange"), ("green", "teal"), ("tan", "grey")];
        for (a, b) in far {
            let far = apart(named(a), dimmed(named(b)));
            assert!(far > 25.0, "{a} and {b}: {far}");
        }
        assert!(apart(dimmed(named("blue")), named("navy")) < 4.0);
    }

    #[test]
    fn what_is_no_colour_of_the_game_is_far_from_itself() {
        let khaki = [90.0, 90.0, 20.0];
        assert!(apart(khaki, khaki) > 12.0);
    }

    #[test]
    fn a_terminal_is_larger_than_a_pipe_and_smaller_than_a_cell() {
        let is_size = |radius| known().is_size(radius);
        assert!(is_size(0.34) && is_size(0.28) && is_size(0.40));
        assert!(!is_size(0.18), "the bend of a pipe");
        assert!(!is_size(0.48), "a filled cell");
    }
}
