//! The tables, as text and as HTML.

use std::collections::BTreeMap;

use super::Row;
use super::measure::Measurement;
use super::sweep::Sweep;
use crate::cli::median::median;
use crate::solve::Outcome;
use crate::solve::futoshiki::Engine;

/// A heading, and lines of fields; the first is that of the columns.
pub(super) struct Table {
    pub title: &'static str,
    pub lines: Vec<Vec<String>>,
}

impl Table {
    /// The table in columns of equal width.
    pub fn text(&self) -> String {
        let columns = self.lines.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let lengths = self.lines.iter().map(|line| line[column].chars().count());
            lengths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = format!("{}\n", self.title);
        for line in &self.lines {
            for (field, width) in line.iter().zip(&widths) {
                text += &format!("{field:>width$}  ");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }

    /// The table in HTML. Nothing in it needs escaping but `>`.
    pub fn html(&self) -> String {
        let mut html = format!("<h2>{}</h2>\n<table>\n", self.title);
        for (index, line) in self.lines.iter().enumerate() {
            let tag = if index == 0 { "th" } else { "td" };
            let fields = line
                .iter()
                .map(|field| format!("<{tag}>{}</{tag}>", field.replace('>', "&gt;")));
            html += &format!("<tr>{}</tr>\n", fields.collect::<String>());
        }
        html + "</table>\n"
    }
}

fn line(fields: &[&dyn ToString]) -> Vec<String> {
    fields.iter().map(|field| field.to_string()).collect()
}

/// Are the answers right?
pub(super) fn answers(rows: &[Row]) -> Table {
    let heads: [&dyn ToString; 6] = [
        &"engine",
        &"boards",
        &"solved",
        &"no solution",
        &"limit",
        &"WRONG",
    ];
    let mut lines = vec![line(&heads)];
    for (index, engine) in Engine::ALL.into_iter().enumerate() {
        let count = |outcome| {
            let is_one = |row: &&Row| row.measured[index].outcome == outcome;
            rows.iter().filter(is_one).count()
        };
        let wrong = rows
            .iter()
            .flat_map(Row::wrong)
            .filter(|one| *one == engine);
        lines.push(line(&[
            &engine.name(),
            &rows.len(),
            &count(Outcome::Solved),
            &count(Outcome::NoSolution),
            &count(Outcome::Stopped),
            &wrong.count(),
        ]));
    }
    let title = "Are the answers right? Each checked by itself and against the others";
    Table { title, lines }
}

/// Rows by size, the smallest first.
pub(super) fn by_size(rows: &[Row]) -> BTreeMap<u8, Vec<&Row>> {
    let mut groups = BTreeMap::<u8, Vec<&Row>>::new();
    for row in rows {
        groups.entry(row.size).or_default().push(row);
    }
    groups
}

/// How much time and how many assignments?
pub(super) fn work(rows: &[Row]) -> Table {
    let names = Engine::ALL.map(Engine::name);
    let columns = names
        .iter()
        .flat_map(|name| [format!("{name} assign"), format!("{name} ms")]);
    let heads = ["size".to_owned(), "boards".to_owned()];
    let mut lines = vec![heads.into_iter().chain(columns).collect()];
    for (size, group) in by_size(rows) {
        let mut fields = line(&[&size, &group.len()]);
        for index in 0..Engine::ALL.len() {
            let measured = group.iter().map(|row| row.measured[index]);
            fields.extend(medians(measured));
        }
        lines.push(fields);
    }
    let title =
        "Median assignments and CPU time by size; > where half of the boards reach the limit";
    Table { title, lines }
}

/// Do assignments depend on the number of signs?
pub(super) fn signs(sweeps: &[Sweep]) -> Table {
    let names = Engine::ALL.map(|engine| engine.name().to_owned());
    let heads = ["size".to_owned(), "signs".to_owned()];
    let mut lines = vec![heads.into_iter().chain(names).collect()];
    for sweep in sweeps {
        for (count, boards) in &sweep.steps {
            let mut fields = line(&[&sweep.size, count]);
            fields.extend((0..Engine::ALL.len()).map(|index| {
                let [assignments, _] = medians(boards.iter().map(|board| board[index]));
                assignments
            }));
            lines.push(fields);
        }
    }
    let title =
        "Median assignments by number of signs: generated boards, the same givens at each number";
    Table { title, lines }
}

/// The middle one of several measurements by assignments.
pub(super) fn middle_by_assignments(
    measured: impl Iterator<Item = Measurement>,
) -> Option<Measurement> {
    let mut sorted: Vec<Measurement> = measured.collect();
    sorted.sort_by_key(|one| one.assignments);
    sorted.get(sorted.len() / 2).copied()
}

/// Median assignments, and median time.
fn medians(measured: impl Iterator<Item = Measurement>) -> [String; 2] {
    let all: Vec<Measurement> = measured.collect();
    let middle_ms = median(all.iter().map(|one| one.ms));
    let Some((middle, middle_ms)) = middle_by_assignments(all.into_iter()).zip(middle_ms) else {
        return ["-".to_owned(), "-".to_owned()];
    };
    let over = if middle.outcome == Outcome::Stopped {
        ">"
    } else {
        ""
    };
    [
        format!("{over}{}", middle.assignments),
        format!("{over}{middle_ms:.3}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_and_safe() {
        let lines = vec![line(&[&"a", &"long"]), line(&[&10, &">5"])];
        let title = "t";
        let table = Table { title, lines };
        assert_eq!(table.text(), "t\n a  long\n10    >5\n");
        assert!(table.html().contains("<td>&gt;5</td>"));
    }
}
