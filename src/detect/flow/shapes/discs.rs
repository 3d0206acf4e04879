//! Terminals: ellipses of one size, each within one other region.

use std::f64::consts::PI;

use image::RgbImage;

use super::flat_regions::{FlatRegion, FlatRegions};
use super::outlined::surrounded;
use crate::detect::weights::TERMINALS;

/// An ellipse has 4π times the area of its spread, whatever its shear; a rhomb 12 times, a ring much less. Flat parts of a
/// drawn ellipse are within this of it.
const ELLIPSE: std::ops::RangeInclusive<f64> = 0.975..=1.02;

/// The least area of a terminal, in pixels: below it an ellipse cannot be told from a letter.
const LEAST_AREA: f64 = 60.0;

/// Terminals of one board have areas that differ by at most this factor: a photo shows nearer ones larger.
const SAME_AREA: f64 = 1.5;

/// The numbers of the regions that are ellipses of one size: of the size that most of them have. Where too few are flat, those that are
/// ellipses by their outline are made regions.
pub fn discs(regions: &mut FlatRegions, picture: &RgbImage) -> Vec<u32> {
    let all = 0..regions.all.len() as u32;
    let flat: Vec<u32> = all
        .filter(|number| is_disc(&regions.all[*number as usize]))
        .collect();
    let flat = of_one_size(flat, |number| regions.all[*number as usize].area);
    if flat.len() >= *TERMINALS.start() {
        return flat;
    }
    let outlined = surrounded(regions).into_iter();
    let outlined = outlined.filter(|pixels| regions.has_inside(pixels));
    let outlined = outlined.map(|pixels| (regions.region_of(picture, &pixels), pixels));
    let outlined: Vec<(FlatRegion, Vec<usize>)> =
        outlined.filter(|(region, _)| is_disc(region)).collect();
    let outlined = of_one_size(outlined, |(region, _)| region.area);
    let areas: Vec<Vec<usize>> = outlined.into_iter().map(|(_, pixels)| pixels).collect();
    if areas.len() < *TERMINALS.start() {
        return flat;
    }
    regions.join(picture, &areas)
}

/// Those that have about one area: the area that most of them have.
fn of_one_size<T>(mut all: Vec<T>, area: impl Fn(&T) -> f64) -> Vec<T> {
    all.sort_by(|a, b| area(a).total_cmp(&area(b)));
    let alike = |least: usize| {
        let most = SAME_AREA * area(&all[least]);
        let count = all[least..]
            .iter()
            .take_while(|it| area(it) <= most)
            .count();
        least..least + count
    };
    let largest = (0..all.len()).map(alike).max_by_key(|alike| alike.len());
    all.drain(largest.unwrap_or_default()).collect()
}

fn is_disc(region: &FlatRegion) -> bool {
    let of_ellipse = 4.0 * PI * region.spread;
    !region.is_at_border
        && region.area >= LEAST_AREA
        && ELLIPSE.contains(&(region.area / of_ellipse))
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::vision::local_range::LocalRange;

    const CELL: u32 = 60;
    const RADIUS: f64 = 18.0;

    /// Two by two cells with lines around them, in each a disc whose left and right halves have these colours.
    fn picture(halves: [[u8; 3]; 2]) -> RgbImage {
        RgbImage::from_fn(2 * CELL + 40, 2 * CELL + 40, |x, y| {
            let [x, y] = [x, y].map(|at| at.wrapping_sub(20));
            let [right, down] = [x, y].map(|at| f64::from(at % CELL) + 0.5 - f64::from(CELL) / 2.0);
            let is_on_board = x < 2 * CELL && y < 2 * CELL;
            let is_line = x % CELL < 2 || y % CELL < 2;
            Rgb(match right.hypot(down) < RADIUS {
                _ if !is_on_board => [200; 3],
                true => halves[usize::from(right > 0.0)],
                false if is_line => [90; 3],
                false => [250; 3],
            })
        })
    }

    #[test]
    fn a_disc_of_two_colours_is_one_by_its_outline() {
        const MOST_INSIDE: u8 = 22;
        let (red, dark_red) = ([220, 20, 20], [120, 0, 0]);
        for halves in [[red; 2], [red, dark_red]] {
            let picture = picture(halves);
            let local_range = LocalRange::of(&picture);
            let mut regions = FlatRegions::of(&picture, &local_range, MOST_INSIDE);
            let found = discs(&mut regions, &picture);
            assert_eq!(found.len(), 4, "{halves:?}");
            for disc in found {
                let region = &regions.all[disc as usize];
                let radius = (region.area / PI).sqrt();
                assert!((RADIUS - 4.0..=RADIUS).contains(&radius), "{radius}");
                assert_eq!(region.rect.width, region.rect.height);
                assert!(regions.innermost(disc).depth > RADIUS / 2.0);
            }
        }
    }
}
