//! Places sorted into bands, so that those near another are found without looking at all of them.
//!
//! ```text
//!   ---- . ------- . ----      a band holds its places from left to right:
//!   -- . ---[. a .]-- . -      of those that a range of heights crosses,
//!   ------ .[-- . ]------      the ones in a range are next to each other
//! ```

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A place: along the bands, and across them.
pub type Place = (f64, f64);

/// Places in bands of one height.
pub struct Bands {
    height: f64,
    bands: BTreeMap<i64, Vec<Place>>,
}

impl Bands {
    /// Bands of this height, best that of the ranges which will be asked for.
    pub fn of(places: impl IntoIterator<Item = Place>, height: f64) -> Self {
        let mut bands: BTreeMap<i64, Vec<Place>> = BTreeMap::new();
        for place in places {
            let number = (place.1 / height).floor() as i64;
            bands.entry(number).or_default().push(place);
        }
        for band in bands.values_mut() {
            band.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        Self { height, bands }
    }

    /// All places in a range along the bands and in one across them.
    pub fn near(
        &self,
        along: RangeInclusive<f64>,
        across: RangeInclusive<f64>,
    ) -> impl Iterator<Item = Place> {
        let number = |at: &f64| (at / self.height).floor() as i64;
        let crossed = number(across.start())..=number(across.end());
        self.bands.range(crossed).flat_map(move |(_, band)| {
            let first = band.partition_point(|place| place.0 < *along.start());
            let last = band.partition_point(|place| place.0 <= *along.end());
            let across = across.clone();
            band[first..last]
                .iter()
                .copied()
                .filter(move |place| across.contains(&place.1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_found_in_all_bands_and_nothing_else() {
        let places = (0..400).map(|at| (f64::from(at * 37 % 101), f64::from(at * 53 % 97)));
        let places: Vec<Place> = places.collect();
        for height in [3.0, 20.0, 500.0] {
            let bands = Bands::of(places.clone(), height);
            for (along, across) in [
                (10.0..=30.0, 5.0..=60.0),
                (-9.0..=0.0, 96.0..=200.0),
                (50.0..=50.0, 0.0..=97.0),
            ] {
                let mut found: Vec<Place> = bands.near(along.clone(), across.clone()).collect();
                let mut all = places.clone();
                all.retain(|place| along.contains(&place.0) && across.contains(&place.1));
                for list in [&mut found, &mut all] {
                    list.sort_by(|a, b| a.partial_cmp(b).unwrap());
                }
                assert_eq!(found, all);
            }
        }
    }
}
