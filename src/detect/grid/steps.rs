//! From regions to their neighbours on a grid of hexagons: how far, and in which directions.

use super::clusters::Compact;
use crate::detect::weights::{DISTANCE, FEWEST_OF_FAMILY, SAME_LENGTH, SLANT};
use crate::vision::statistics::middle;

/// The most distances of regions of one size that are tried.
const MOST_LENGTHS: usize = 2;

/// The most distances of which the directions are looked at.
const MOST_TRIED: usize = 4;

/// Directions of neighbours differ by so many degrees; the first stands upright or half of that off it.
const BETWEEN: f64 = 60.0;
const FIRST: f64 = 30.0;

/// The commonest distances of neighbours that lie in the three directions of hexagons, and how far these are turned, in
/// radians.
pub fn steps(cluster: &[Compact]) -> Vec<(f64, f64)> {
    let Some(size) = middle(cluster.iter().map(|it| it.size)) else {
        return Vec::new();
    };
    let between = DISTANCE.start * size..DISTANCE.end * size;
    let mut all: Vec<(f64, f64)> = Vec::new();
    for (index, a) in cluster.iter().enumerate() {
        for b in &cluster[index + 1..] {
            let (x, y) = (b.at.x - a.at.x, b.at.y - a.at.y);
            let length = (x * x + y * y).sqrt();
            if between.contains(&length) {
                all.push((length, y.atan2(x).to_degrees()));
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found: Vec<(f64, f64)> = Vec::new();
    for (start, count) in commonest(&all) {
        let alike = &all[start..start + count];
        if let Some(turn) = turn(alike) {
            found.push((alike[count / 2].0, turn));
        }
        if found.len() == MOST_LENGTHS {
            break;
        }
    }
    found
}

/// The commonest lengths of steps sorted by length, as ranges: their first step and how many there are.
fn commonest(sorted: &[(f64, f64)]) -> Vec<(usize, usize)> {
    let mut end = 0;
    let mut ranges: Vec<(usize, usize)> = (0..sorted.len())
        .map(|start| {
            let most = SAME_LENGTH * sorted[start].0;
            while end < sorted.len() && sorted[end].0 <= most {
                end += 1;
            }
            (start, end - start)
        })
        .collect();
    ranges.sort_by_key(|it| std::cmp::Reverse(it.1));
    let mut kept: Vec<(usize, usize)> = Vec::new();
    for (start, count) in ranges {
        let is_other = |known: &(usize, usize)| {
            let (a, b) = (sorted[known.0].0, sorted[start].0);
            a > SAME_LENGTH * b || b > SAME_LENGTH * a
        };
        if kept.iter().all(is_other) {
            kept.push((start, count));
        }
        if kept.len() == MOST_TRIED {
            break;
        }
    }
    kept
}

/// How far steps are turned from the three directions of hexagons, in radians; `None` where they lie in others.
fn turn(steps: &[(f64, f64)]) -> Option<f64> {
    let mut families = [0usize; 3];
    let mut turns: Vec<f64> = Vec::new();
    for (_, degrees) in steps {
        let family = ((degrees - FIRST) / BETWEEN).round();
        let off = degrees - FIRST - family * BETWEEN;
        if off.abs() < SLANT {
            families[(family as i32).rem_euclid(3) as usize] += 1;
            turns.push(off);
        }
    }
    let fewest = FEWEST_OF_FAMILY * turns.len() as f64;
    let is_hexagonal = families.iter().all(|it| *it as f64 >= fewest && *it > 0);
    let turn = middle(turns.iter().copied())?;
    is_hexagonal.then(|| turn.to_radians())
}
