//! Which flat regions are the cells of a board: those that hold a disc, and what thin lines part from them.

use std::collections::{BTreeMap, BTreeSet};

use super::contacts::{Contact, Surroundings};
use super::flat_regions::{FlatRegion, FlatRegions};
use crate::vision::colour::{LEAST_CONTRAST, contrast};
use crate::vision::statistics::quantile;

/// A border stands out so many times as much as a line or more; of 6 real boards lines are within 1.5 of each other, and borders are
/// 4.5 times as strong.
const BORDER: f32 = 3.0;
/// What stands out less or more than this many times a usual line is no line.
const LINE: std::ops::RangeInclusive<f32> = 0.5..=2.0;
/// The lines of the cells with terminals that this share is weaker than is a usual one: most of them are no borders.
const USUAL: f64 = 0.25;

/// A line stands out by so many times the largest step inside a region: in a gap of a fainter one two cells become one.
const CLEAR: f32 = 1.5;

/// Two cells share a side where they face each other over so many times the breadth of what parts them. At a corner of four cells
/// two face each other over 0 to 0.6 of it; real sides are 4 times as long or longer.
const SIDE: f64 = 2.5;
const CORNER: f64 = 1.25;

/// Cells that share a side have colours that differ by less than this share of what the line stands out.
const ALIKE: f32 = 0.5;

/// So many pixels of a cell's rim may face nothing.
const MOST_OPEN: f64 = 3.0;

/// What a cell surrounds besides its terminal may be as large as so many squares that are as wide as a line's gap: a longer piece of a
/// line that does not part two cells is a broken one.
const MOST_STRAY: f64 = 1.5;

/// The cells of a board and what parts them.
pub struct Cells {
    /// The numbers of their regions, lowest first.
    pub regions: Vec<u32>,
    /// By the number of a region that is a cell: that of the disc in it.
    pub discs: BTreeMap<u32, u32>,
    /// The numbers of two regions that share a side, and where.
    pub sides: Vec<(u32, u32, Contact)>,
}

/// Why there are no cells.
pub enum Refused {
    /// The picture shows no board, or not all of it: other regions of it would not either.
    NoBoard(String),
    /// Something does not settle.
    Unsettled(String),
}

impl Cells {
    /// The cells around these discs, or why there are none.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn of(
        regions: &FlatRegions,
        around: &Surroundings,
        discs: &[u32],
        flat: u8,
    ) -> Result<Self, Refused> {
        let search = Search {
            regions,
            around,
            least_peak: CLEAR * f32::from(flat),
            discs: hosts(regions, around, discs),
        };
        let usual = search
            .usual_line()
            .ok_or_else(|| Refused::Unsettled("there are no lines beside terminals".into()))?;
        let cells = search.joined(usual)?;
        let sides = search.sides(usual, &cells)?;
        for cell in &cells {
            search.check(usual, *cell, &cells)?;
        }
        let discs = search.discs.into_iter();
        Ok(Self {
            discs: discs.filter(|(host, _)| cells.contains(host)).collect(),
            regions: cells.into_iter().collect(),
            sides,
        })
    }
}

/// By region: the only disc that lies within it.
fn hosts(regions: &FlatRegions, around: &Surroundings, discs: &[u32]) -> BTreeMap<u32, u32> {
    let region = |number: u32| &regions.all[number as usize];
    let host = |disc: &u32| {
        let mut beside = around.around(*disc);
        let (host, _) = beside
            .next()
            .filter(|_| around.open[*disc as usize] == 0.0)?;
        let stands_out = contrast(region(*disc).colour, region(host).colour) >= LEAST_CONTRAST;
        let is_only = beside.next().is_none();
        (is_only && stands_out && !region(host).is_at_border).then_some((host, *disc))
    };
    let found: Vec<(u32, u32)> = discs.iter().filter_map(host).collect();
    let is_alone = |host: u32| found.iter().filter(|it| it.0 == host).count() == 1;
    found.iter().copied().filter(|it| is_alone(it.0)).collect()
}

struct Search<'a> {
    regions: &'a FlatRegions,
    around: &'a Surroundings,
    /// By region: the disc in it.
    discs: BTreeMap<u32, u32>,
    /// How much a line stands out, in levels, or more.
    least_peak: f32,
}

impl Search<'_> {
    fn region(&self, number: u32) -> &FlatRegion {
        &self.regions.all[number as usize]
    }

    fn is_disc(&self, number: u32) -> bool {
        self.discs.values().any(|disc| *disc == number)
    }

    /// What a region shares a stretch as long as a side with, but for its disc.
    fn beside(&self, one: u32) -> impl Iterator<Item = (u32, &Contact)> {
        let long = |it: &(u32, &Contact)| it.1.length > CORNER * it.1.gap;
        let all = self.around.around(one).filter(long);
        all.filter(|(other, _)| !self.is_disc(*other))
    }

    /// The strength of a usual line.
    fn usual_line(&self) -> Option<f32> {
        let hosts = self.discs.keys().copied();
        let all = hosts.flat_map(|host| self.beside(host));
        let inside = all.filter(|(other, it)| !self.region(*other).is_at_border && it.peak > 0.0);
        let usual = quantile(inside.map(|(_, contact)| contact.strength), USUAL);
        usual.filter(|strength| *strength > 0.0)
    }

    /// All regions that lines alone part from those with discs.
    fn joined(&self, usual: f32) -> Result<BTreeSet<u32>, Refused> {
        let mut largest = BTreeSet::new();
        let mut left: BTreeSet<u32> = self.discs.keys().copied().collect();
        let mut count = 0;
        while let Some(start) = left.pop_first() {
            let mut found = BTreeSet::from([start]);
            let mut rim = vec![start];
            while let Some(cell) = rim.pop() {
                let lines = self.beside(cell).filter(|it| is_line(it.1, usual));
                for (next, _) in lines {
                    if self.region(next).is_at_border {
                        let words = "its cells go on to the border of the picture";
                        return Err(Refused::NoBoard(words.into()));
                    }
                    if found.insert(next) {
                        rim.push(next);
                    }
                }
            }
            let of_found = left.iter().filter(|host| found.contains(host)).count() + 1;
            left.retain(|host| !found.contains(host));
            if of_found > 1 && count > 1 {
                let words = "terminals lie on two boards";
                return Err(Refused::NoBoard(words.into()));
            }
            if of_found > count {
                (largest, count) = (found, of_found);
            }
        }
        Ok(largest)
    }

    /// The sides that cells share.
    fn sides(
        &self,
        usual: f32,
        cells: &BTreeSet<u32>,
    ) -> Result<Vec<(u32, u32, Contact)>, Refused> {
        let contacts = self.around.contacts.iter();
        let inner = contacts.filter(|((a, b), _)| cells.contains(a) && cells.contains(b));
        let long = inner.filter(|(_, it)| it.length > CORNER * it.gap);
        long.map(|(&(a, b), contact)| {
            if contact.length <= SIDE * contact.gap {
                return Err(self.says(a, "meets another cell in a corner or at a side"));
            }
            if !is_line(contact, usual) || contact.peak < self.least_peak {
                return Err(self.says(
                    a,
                    "is parted from another cell by something else than a usual line",
                ));
            }
            let [one, other] = [a, b].map(|it| self.region(it).colour);
            if contrast(one, other) > ALIKE * contact.peak {
                return Err(self.says(a, "has another colour than the next one"));
            }
            Ok((a, b, contact.clone()))
        })
        .collect()
    }

    /// That a cell is closed, and all around and within it is known.
    fn check(&self, usual: f32, cell: u32, cells: &BTreeSet<u32>) -> Result<(), Refused> {
        let outside = self
            .beside(cell)
            .filter(|(other, _)| !cells.contains(other));
        for (_, contact) in outside {
            if contact.strength < BORDER * usual {
                return Err(self.says(
                    cell,
                    "has something beside it that is neither cell nor border",
                ));
            }
        }
        if self.around.open[cell as usize] > MOST_OPEN {
            return Err(self.says(cell, "is open"));
        }
        let gaps = self.beside(cell).filter(|(other, _)| cells.contains(other));
        let gap = gaps.map(|(_, contact)| contact.gap).fold(0.0, f64::max);
        let strays = self.around.strays[cell as usize] as f64;
        if strays > MOST_STRAY * gap * gap {
            return Err(self.says(cell, "holds something else than a terminal"));
        }
        Ok(())
    }

    fn says(&self, cell: u32, what: &str) -> Refused {
        let at = self.regions.innermost(cell).at;
        Refused::Unsettled(format!("the cell at {:.0}, {:.0} {what}", at.x, at.y))
    }
}

fn is_line(contact: &Contact, usual: f32) -> bool {
    LINE.contains(&(contact.strength / usual))
}
