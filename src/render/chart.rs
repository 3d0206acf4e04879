//! Charts in SVG: points by series over a logarithmic scale, with fitted lines.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 44.0;

/// Colours of series, for dark and light pages alike.
const COLOURS: [&str; 12] = [
    "#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#008b8b", "#c71585", "#808000",
    "#8b4513", "#1e90ff", "#556b2f", "#708090",
];

/// How a value grows: `factor` times e to the `exponent` x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The value at 0.
    pub factor: f64,
    /// Its exponent.
    pub exponent: f64,
}

impl Growth {
    /// The growth that fits points best, by least squares of the logarithms; `None` below three different places.
    pub fn fit(points: &[(f64, f64)]) -> Option<Self> {
        let points: Vec<(f64, f64)> = points
            .iter()
            .filter(|(_, y)| *y > 0.0)
            .map(|&(x, y)| (x, y.ln()))
            .collect();
        let mut places: Vec<f64> = points.iter().map(|&(x, _)| x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if places.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let slope = points
            .iter()
            .map(|point| (point.0 - x) * (point.1 - y))
            .sum::<f64>();
        let exponent = slope
            / points
                .iter()
                .map(|point| (point.0 - x).powi(2))
                .sum::<f64>();
        let factor = (y - exponent * x).exp();
        Some(Self { factor, exponent })
    }

    /// The value at a place.
    pub fn at(self, x: f64) -> f64 {
        self.factor * (self.exponent * x).exp()
    }
}

/// The points of one thing.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Places and values; values of 0 and less are left out.
    pub points: Vec<(f64, f64)>,
    /// What each point says under the pointer.
    pub titles: Vec<String>,
    /// Whether the growth that fits best is drawn.
    pub is_fitted: bool,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What is across.
    pub across: &'static str,
    /// What is upwards, on a logarithmic scale.
    pub upwards: &'static str,
    /// The things that are compared, each in a colour of its own.
    pub series: Vec<Series>,
}

/// Where values come to lie.
struct Scale {
    x: [f64; 2],
    /// Powers of ten.
    y: [f64; 2],
}

impl Scale {
    fn of(chart: &Chart) -> Option<Self> {
        let all = || chart.series.iter().flat_map(|series| &series.points);
        let values = || all().filter(|point| point.1 > 0.0);
        values().next()?;
        let low = |of: fn(&(f64, f64)) -> f64| values().map(of).fold(f64::INFINITY, f64::min);
        let high = |of: fn(&(f64, f64)) -> f64| values().map(of).fold(f64::NEG_INFINITY, f64::max);
        let y = [
            low(|point| point.1.log10()).floor(),
            high(|point| point.1.log10()).ceil(),
        ];
        Some(Self {
            x: [low(|point| point.0) - 2.0, high(|point| point.0) + 2.0],
            y: [y[0], y[1].max(y[0] + 1.0)],
        })
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * (WIDTH - LEFT - RIGHT)
    }

    fn upwards(&self, y: f64) -> f64 {
        let share = (y.log10() - self.y[0]) / (self.y[1] - self.y[0]);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }
}

impl Chart {
    /// The chart; empty if there is no point.
    pub fn to_svg(&self) -> String {
        let Some(scale) = Scale::of(self) else {
            return String::new();
        };
        let mut svg =
            format!("<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
        self.axes(&mut svg, &scale);
        for (index, series) in self.series.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let _ = write!(svg, "<g fill=\"{colour}\" stroke=\"{colour}\">");
            let key = TOP + 8.0 + 26.0 * index as f64;
            let mut name = series.name.clone();
            if let Some(growth) = series
                .is_fitted
                .then(|| Growth::fit(&series.points))
                .flatten()
            {
                fitted_line(&mut svg, &scale, (growth, &series.points));
                let _ = write!(
                    name,
                    "<tspan x=\"{}\" dy=\"11\" class=\"fit\">{}</tspan>",
                    WIDTH - RIGHT + 26.0,
                    growth_text(growth)
                );
            }
            points(&mut svg, &scale, series);
            let x = WIDTH - RIGHT + 16.0;
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{key}\" r=\"4\"/><text stroke=\"none\" x=\"{}\" y=\"{}\">{name}</text></g>",
                x + 10.0,
                key + 4.0
            );
        }
        svg + "</svg>"
    }

    fn axes(&self, svg: &mut String, scale: &Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for power in scale.y[0] as i32..=scale.y[1] as i32 {
            let y = scale.upwards(10f64.powi(power));
            let text = power_text(power);
            let _ = write!(
                svg,
                "<path class=\"line\" d=\"M{LEFT} {y:.1}H{right}\"/><text text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{text}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        let step = [5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|&step| (scale.x[1] - scale.x[0]) / f64::from(step) <= 12.0)
            .unwrap_or(5000);
        let first = (scale.x[0] / f64::from(step)).ceil() as i32;
        for x in (first..)
            .map(|index| index * step)
            .take_while(|&x| f64::from(x) <= scale.x[1])
        {
            let _ = write!(
                svg,
                "<text text-anchor=\"middle\" x=\"{:.1}\" y=\"{}\">{x}</text>",
                scale.across(f64::from(x)),
                bottom + 16.0
            );
        }
        let _ = write!(
            svg,
            "<text text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>\
             <text text-anchor=\"middle\" transform=\"translate(14 {})rotate(-90)\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 8.0,
            self.across,
            HEIGHT / 2.0,
            self.upwards
        );
    }
}

/// Growth in the form of books: `3.5 e^0.099n`.
pub fn growth_text(growth: Growth) -> String {
    format!("{:.3} e^{:.3}n", growth.factor, growth.exponent)
}

fn power_text(power: i32) -> String {
    match power {
        -3..=4 => format!("{}", 10f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

fn points(svg: &mut String, scale: &Scale, series: &Series) {
    for (index, &(x, y)) in series.points.iter().enumerate() {
        if y > 0.0 {
            let title = series.titles.get(index).map_or("", String::as_str);
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{title}</title></circle>",
                scale.across(x),
                scale.upwards(y)
            );
        }
    }
}

/// The line from the first to the last of the points that were fitted.
fn fitted_line(svg: &mut String, scale: &Scale, (growth, points): (Growth, &[(f64, f64)])) {
    let places = || points.iter().map(|&(x, _)| x);
    let ends = [
        places().fold(f64::INFINITY, f64::min),
        places().fold(0.0, f64::max),
    ];
    let [from, to] =
        ends.map(|x| format!("{:.1} {:.1}", scale.across(x), scale.upwards(growth.at(x))));
    let _ = write!(svg, "<path class=\"fit\" d=\"M{from}L{to}\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growth_is_found_again() {
        let growth = Growth {
            factor: 3.494,
            exponent: 0.099,
        };
        let points: Vec<(f64, f64)> = [15.0, 24.0, 39.0].map(|x| (x, growth.at(x))).to_vec();
        let found = Growth::fit(&points).unwrap();
        assert!((found.factor - growth.factor).abs() < 1e-9);
        assert!((found.exponent - growth.exponent).abs() < 1e-12);
        assert_eq!(growth_text(found), "3.494 e^0.099n");
        assert_eq!(Growth::fit(&points[..2]), None);
    }

    #[test]
    fn points_lie_higher_the_larger_they_are() {
        let chart = Chart {
            across: "free cells",
            upwards: "ms",
            series: vec![Series {
                name: "smart".to_owned(),
                points: vec![(10.0, 1.0), (20.0, 100.0), (30.0, 0.0)],
                titles: vec!["one".to_owned()],
                is_fitted: false,
            }],
        };
        let svg = chart.to_svg();
        let heights: Vec<f64> = svg
            .split("cy=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(heights.len(), 3, "two points and the key");
        assert!(heights[0] > heights[1]);
        assert!(svg.contains("<title>one</title>") && svg.contains(">100</text>"));
        let empty = Chart {
            series: vec![],
            ..chart
        };
        assert_eq!(empty.to_svg(), "");
    }
}
