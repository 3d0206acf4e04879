//! A small chart for each kind of distortion: bars from mild to strong, each bar the shares of what was
//! read, refused and read wrongly.

use std::fmt::Write;

use super::{End, Kind};

/// Bars of one chart: four for each third of the strengths.
const BARS: usize = 12;
const WIDTH: usize = 12;
const HEIGHT: usize = 60;

/// One chart.
pub(super) fn svg(kind: &Kind) -> String {
    let mut counts = [[0usize; End::ALL.len()]; BARS];
    for &(strength, end) in &kind.cases {
        let bar = ((strength * BARS as f64) as usize).min(BARS - 1);
        counts[bar][end as usize] += 1;
    }
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {} {HEIGHT}\" role=\"img\">",
        BARS * WIDTH
    );
    for (bar, counts) in counts.iter().enumerate() {
        let all: usize = counts.iter().sum();
        let mut top = HEIGHT as f64;
        for (end, &count) in End::ALL.iter().zip(counts) {
            if count == 0 {
                continue;
            }
            let height = HEIGHT as f64 * count as f64 / all as f64;
            top -= height;
            let name = end.name();
            let _ = write!(
                svg,
                "<rect class=\"{name}\" x=\"{}\" y=\"{top:.1}\" width=\"{}\" height=\"{height:.1}\">\
                 <title>{count} of {all} {name}</title></rect>",
                bar * WIDTH,
                WIDTH - 1
            );
        }
    }
    for third in 1..3 {
        let x = third * BARS * WIDTH / 3;
        let _ = write!(svg, "<path d=\"M{x} 0V{HEIGHT}\"/>");
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_divided_by_the_shares() {
        let cases = vec![
            (0.0, End::Read),
            (0.01, End::Read),
            (0.02, End::Refused),
            (1.0, End::Wrong),
        ];
        let svg = svg(&Kind {
            name: "blur",
            cases,
        });
        assert!(svg.contains("class=\"read\" x=\"0\" y=\"20.0\" width=\"11\" height=\"40.0\""));
        assert!(svg.contains("class=\"refused\" x=\"0\" y=\"0.0\" width=\"11\" height=\"20.0\""));
        assert!(svg.contains("class=\"WRONG\" x=\"132\" y=\"0.0\""));
        assert_eq!(svg.matches("<rect").count(), 3);
    }
}
