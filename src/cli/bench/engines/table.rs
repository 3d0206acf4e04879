//! The contest as text: a row for each board, a column for each contestant.

use super::measure::Result;
use super::{Board, Contest};

/// Wide enough for `12,903,209  158,000 ms`.
const WIDTH: usize = 21;

/// Count and mean time, or the word for how it ended.
pub(super) fn text(contest: &Contest) -> String {
    let mut text = format!("{:24} {:>6} {:>5}", "board", "size", "free");
    for contestant in &contest.contestants {
        text += &format!(" {:>WIDTH$}", contestant.name);
    }
    text.push('\n');
    for (board, results) in contest.boards.iter().zip(&contest.results) {
        let Board { level, free, .. } = board;
        text += &format!("{:24} {:>6} {free:>5}", level.name, board.size());
        for (result, contestant) in results.iter().zip(&contest.contestants) {
            let cell = if result.is_settled() {
                cell(result, result.count(contestant.engine))
            } else {
                result.end.word().to_owned()
            };
            text += &format!(" {cell:>WIDTH$}");
        }
        text.push('\n');
    }
    text + "count (positions of dijkstra, assignments of the others) and mean CPU time; fewer is better\n"
}

fn cell(result: &Result, count: u64) -> String {
    format!("{} {:>9}", grouped(count), milliseconds(result.mean_ms))
}

/// Digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time with about three digits.
pub(super) fn milliseconds(ms: f64) -> String {
    match ms {
        ..1.0 => format!("{ms:.3} ms"),
        1.0..100.0 => format!("{ms:.1} ms"),
        100.0..10_000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.0} s", ms / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(
            [0, 999, 1_000, 12_903_209].map(grouped),
            ["0", "999", "1,000", "12,903,209"]
        );
        let times = [0.0123, 7.25, 1_234.0, 18_960_000.0].map(milliseconds);
        assert_eq!(times, ["0.012 ms", "7.2 ms", "1234 ms", "18960 s"]);
    }
}
