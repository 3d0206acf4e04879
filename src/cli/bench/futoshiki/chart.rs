//! A chart of lines over a logarithmic axis, as SVG.

use std::fmt::Write;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 240.0;
/// Room for the numbers at the axes.
const MARGIN: f64 = 44.0;
/// By line: its colour, each apart from the others for most eyes.
const COLOURS: [&str; 6] = [
    "#d55e00", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#0072b2",
];

/// Lines over the same axes.
pub(super) struct Chart {
    pub title: String,
    /// What the axis below counts.
    pub below: &'static str,
    /// By line: its name, and its points from left to right; the values are above 0.
    pub lines: Vec<(&'static str, Vec<(f64, f64)>)>,
}

impl Chart {
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|(_, points)| points);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MIN, f64::max);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
        let (left, right) = (
            least(&mut points().map(|point| point.0)),
            most(&mut points().map(|point| point.0)),
        );
        let low = least(&mut points().map(|point| point.1.log10())).floor();
        let high = most(&mut points().map(|point| point.1.log10()))
            .ceil()
            .max(low + 1.0);
        let x = |at: f64| MARGIN + (at - left) / (right - left).max(1.0) * (WIDTH - 2.0 * MARGIN);
        let y = |at: f64| HEIGHT - MARGIN + (low - at) / (high - low) * (HEIGHT - 1.5 * MARGIN);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\"><title>{}</title>",
            self.title
        );
        for power in low as i32..=high as i32 {
            let at = y(f64::from(power));
            let _ = write!(
                svg,
                "<path class=\"axis\" d=\"M{MARGIN} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\">10^{power}</text>",
                WIDTH - MARGIN,
                MARGIN - 4.0,
                at + 4.0
            );
        }
        for (at, anchor) in [(left, "start"), (right, "end")] {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{at} {}</text>",
                x(at),
                HEIGHT - MARGIN + 16.0,
                self.below
            );
        }
        for ((name, points), colour) in self.lines.iter().zip(COLOURS) {
            let places = points
                .iter()
                .map(|(across, up)| format!("{:.1},{:.1}", x(*across), y(up.log10())));
            let places: Vec<String> = places.collect();
            let _ = write!(
                svg,
                "<polyline stroke=\"{colour}\" points=\"{}\"><title>{name}</title></polyline>",
                places.join(" ")
            );
        }
        svg + "</svg>"
    }

    /// The names of the lines in their colours.
    pub fn key(names: &[&str]) -> String {
        let names = names.iter().zip(COLOURS);
        let names = names.map(|(name, colour)| format!("<b style=\"color:{colour}\">{name}</b> "));
        format!("<p>{}</p>\n", names.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_values_are_drawn_higher_and_all_lie_inside() {
        let chart = Chart {
            title: "c".to_owned(),
            below: "signs",
            lines: vec![("a", vec![(0.0, 1.0), (10.0, 1000.0)])],
        };
        let svg = chart.svg();
        let points = svg
            .split("points=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let numbers = points
            .split([' ', ','])
            .map(|number| number.parse().unwrap());
        let numbers: Vec<f64> = numbers.collect();
        assert!(numbers[0] < numbers[2] && numbers[1] > numbers[3]);
        assert!(numbers.iter().all(|&number| number > 0.0 && number < WIDTH));
    }
}
