//! What all boards together show, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::measure::{Measurement, Verdict};
use crate::puzzle::flow::text::Level;

use crate::puzzle::flow::Layout;

/// So many boards of a verdict are named in the text.
const MANY_NAMES: usize = 5;

/// All boards, and the same by kind and by size.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    #[serde(flatten)]
    all: Summary<'a>,
    names: Names<'a>,
    by_kind: BTreeMap<&'static str, Summary<'a>>,
    #[serde(skip)]
    by_size: BTreeMap<(&'static str, Size), Summary<'a>>,
}

/// Cells, then columns and rows: the order of the table.
type Size = (u16, u16, u16);

/// What a group of boards shows.
#[derive(Default, Serialize)]
struct Summary<'a> {
    boards: usize,
    /// Boards with a solution, accepted by the checker.
    solved: usize,
    /// Boards with exactly one, proven.
    unique: usize,
    wrong: usize,
    proved_unsolvable: usize,
    stopped: usize,
    guesses_median: u64,
    guesses_p99: u64,
    guesses_most: u64,
    guesses_total: u64,
    cpu_ms_total: f64,
    ms_median: f64,
    ms_p99: f64,
    ms_most: f64,
    /// The name of the board that took longest.
    slowest: &'a str,
}

/// The boards that a person may want to look at, by name.
#[derive(Serialize)]
struct Names<'a> {
    /// Those with more than one solution.
    several: Vec<&'a str>,
    proved_unsolvable: Vec<&'a str>,
    stopped: Vec<&'a str>,
    wrong: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn new(all: &[(&'a Level, &Measurement)]) -> Self {
        let of = |is_one: &dyn Fn(&Measurement) -> bool| {
            let chosen = all.iter().filter(|(_, measured)| is_one(measured));
            chosen.map(|(level, _)| level.name.as_str()).collect()
        };
        Self {
            several: of(&|one| one.solutions > 1),
            proved_unsolvable: of(&|one| one.verdict == Verdict::Unsolvable),
            stopped: of(&|one| one.verdict == Verdict::Stopped),
            wrong: of(&|one| one.verdict == Verdict::Wrong),
        }
    }

    /// A line for each verdict that occurred.
    fn lines(&self) -> String {
        let mut text = String::new();
        for (what, names) in [
            ("more than one solution", &self.several),
            ("no solution", &self.proved_unsolvable),
            ("stopped", &self.stopped),
            ("WRONG", &self.wrong),
        ] {
            let Some(shown) = names.chunks(MANY_NAMES).next() else {
                continue;
            };
            let rest = if shown.len() < names.len() {
                ", ..."
            } else {
                ""
            };
            let _ = writeln!(text, "{what} ({}): {}{rest}", names.len(), shown.join(", "));
        }
        text
    }
}

impl<'a> Summary<'a> {
    fn new(group: &[(&'a Level, &Measurement)]) -> Self {
        let count = |verdicts: &[Verdict]| {
            let is_one = |(_, measured): &&(_, &Measurement)| verdicts.contains(&measured.verdict);
            group.iter().filter(is_one).count()
        };
        let mut guesses: Vec<u64> = group.iter().map(|(_, one)| one.guesses).collect();
        guesses.sort_unstable();
        let mut ms: Vec<f64> = group.iter().map(|(_, one)| one.ms).collect();
        ms.sort_by(f64::total_cmp);
        let slowest = group.iter().max_by(|a, b| a.1.ms.total_cmp(&b.1.ms));
        Self {
            boards: group.len(),
            solved: count(&[Verdict::Unique, Verdict::Solved]),
            unique: count(&[Verdict::Unique]),
            wrong: count(&[Verdict::Wrong]),
            proved_unsolvable: count(&[Verdict::Unsolvable]),
            stopped: count(&[Verdict::Stopped]),
            guesses_median: at(&guesses, 50),
            guesses_p99: at(&guesses, 99),
            guesses_most: at(&guesses, 100),
            guesses_total: guesses.iter().sum(),
            cpu_ms_total: ms.iter().sum(),
            ms_median: at(&ms, 50),
            ms_p99: at(&ms, 99),
            ms_most: at(&ms, 100),
            slowest: slowest.map_or("", |(level, _)| &level.name),
        }
    }

    fn row(&self, kind: &str, size: &str) -> String {
        format!(
            "{kind:8} {size:>6} {:6} {:6} {:6} {:7} {:5} {:6} {:9.2} {:8.3} {:8.3} {:8.3}  {}",
            self.boards,
            self.solved,
            self.unique,
            self.guesses_median,
            self.guesses_p99,
            self.guesses_most,
            self.cpu_ms_total,
            self.ms_median,
            self.ms_p99,
            self.ms_most,
            self.slowest,
        )
    }
}

/// The smallest value that so many percent of all are not above.
fn at<T: Copy + Default>(sorted: &[T], percent: usize) -> T {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.max(1) - 1).copied().unwrap_or_default()
}

impl<'a> Report<'a> {
    pub(super) fn new(levels: &'a [Level], measured: &[Measurement]) -> Self {
        let all: Vec<(&Level, &Measurement)> = levels.iter().zip(measured).collect();
        let mut by_kind = BTreeMap::<_, Vec<_>>::new();
        let mut by_size = BTreeMap::<_, Vec<_>>::new();
        for &one in &all {
            let layout = one.0.puzzle.board().layout();
            let (kind, cells) = (kind(layout), layout.rows * layout.cols);
            by_kind.entry(kind).or_default().push(one);
            let size = (cells, layout.cols, layout.rows);
            by_size.entry((kind, size)).or_default().push(one);
        }
        Self {
            all: Summary::new(&all),
            names: Names::new(&all),
            by_kind: summaries(by_kind),
            by_size: summaries(by_size),
        }
    }

    /// Whether no answer was wrong.
    pub(super) fn is_all_right(&self) -> bool {
        self.all.wrong == 0
    }

    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers and names can be written as JSON")
    }

    pub(super) fn table(&self) -> String {
        let mut text = format!(
            "{:15} {:>6} {:>6} {:>6} {:^20} {:^36}\n",
            "", "", "", "", "guesses", "CPU ms"
        );
        text += &format!(
            "{:8} {:>6} {:>6} {:>6} {:>6} {:>7} {:>5} {:>6} {:>9} {:>8} {:>8} {:>8}  slowest\n",
            "kind",
            "size",
            "boards",
            "solved",
            "unique",
            "median",
            "99 %",
            "most",
            "total",
            "median",
            "99 %",
            "most"
        );
        for ((kind, (_, cols, rows)), summary) in &self.by_size {
            text += &summary.row(kind, &format!("{cols}x{rows}"));
            text.push('\n');
        }
        text.push('\n');
        for (kind, summary) in &self.by_kind {
            text += &summary.row(kind, "all");
            text.push('\n');
        }
        let all = &self.all;
        text += &all.row("all", "");
        let _ = writeln!(
            text,
            "\n\n{} boards: {} solved, {} of them proven unique; {} proven unsolvable, {} stopped by a limit, {} wrong",
            all.boards, all.solved, all.unique, all.proved_unsolvable, all.stopped, all.wrong
        );
        text + &self.names.lines()
    }
}

fn summaries<'a, K: Ord>(
    groups: BTreeMap<K, Vec<(&'a Level, &Measurement)>>,
) -> BTreeMap<K, Summary<'a>> {
    let summary = |(key, group): (K, Vec<_>)| (key, Summary::new(&group));
    groups.into_iter().map(summary).collect()
}

/// The first of shapes, hexes, warps, bridges, walls, holes that a board has.
fn kind(layout: &Layout) -> &'static str {
    let holes = (!layout.holes.is_empty()).then_some("holes");
    layout.kind().or(holes).unwrap_or("plain")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_few_and_of_many_values() {
        let hundred: Vec<u64> = (1..=100).collect();
        assert_eq!(
            [50, 99, 100].map(|percent| at(&hundred, percent)),
            [50, 99, 100]
        );
        assert_eq!([50, 99, 100].map(|percent| at(&[7], percent)), [7, 7, 7]);
        assert_eq!(at::<u64>(&[], 50), 0);
    }
}
