//! The options that say where on the desktop to look: `--window`, `--monitor`, `--region`.

use std::sync::Arc;

use regex::{Regex, RegexBuilder};

use crate::capture::{self, ScreenError, Target};
use crate::geometry::ScreenRect;
use crate::pipeline::{Edges, Frame};

/// Where on the desktop to look. At most one of the three is given.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "target", multiple = false)]
pub(super) struct TargetArgs {
    /// Look at the window of this title, else with this in its title, else whose title or program matches this regular expression (case
    /// does not matter)
    #[arg(long, value_name = "TITLE", value_parser = parse_pattern)]
    pub(super) window: Option<Regex>,

    /// Look at this monitor, counted from 1 as `flowbot windows` lists them
    #[arg(long, value_name = "N", value_parser = parse_monitor)]
    pub(super) monitor: Option<usize>,

    /// Look at this part of the desktop, in screen points; X and Y may be negative
    #[arg(long, value_name = "X,Y,W,H", value_parser = parse_region, allow_hyphen_values = true)]
    pub(super) region: Option<ScreenRect>,
}

impl TargetArgs {
    /// The target that was named, if one was.
    pub(super) fn target(&self) -> Option<Target> {
        let window = self.window.clone().map(Target::Window);
        let monitor = self.monitor.map(Target::Monitor);
        window.or(monitor).or(self.region.map(Target::Region))
    }
}

/// What a target shows now, and what the edges of that picture are.
pub(super) fn grab(target: &Target) -> Result<(Frame, Edges), ScreenError> {
    let mut screen = capture::open_screen()?;
    let place = capture::locate(screen.as_mut(), target)?;
    let frame = screen.grab(place.rect).map(Arc::unwrap_or_clone)?;
    let edges = frame.edges(place.window_rect());
    Ok((frame, edges))
}

fn parse_pattern(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text).case_insensitive(true).build()
}

fn parse_monitor(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "give the number of a monitor, from 1".to_owned())
}

fn parse_region(text: &str) -> Result<ScreenRect, String> {
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok().filter(|n: &f64| n.is_finite()))
        .collect();
    match numbers.as_deref() {
        Some(&[x, y, width, height]) if width >= 1.0 && height >= 1.0 => {
            Ok(ScreenRect::new(x, y, width, height))
        }
        _ => Err(
            "give four numbers X,Y,W,H: the left and top edge, and a width and height of at \
             least 1, such as 100,80,600,600"
                .to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_four_numbers_with_some_area() {
        let region = parse_region("-1920, 0,640,480").unwrap();
        assert_eq!(region, ScreenRect::new(-1920.0, 0.0, 640.0, 480.0));
        for bad in [
            "",
            "1,2,3",
            "1,2,3,4,5",
            "0,0,0,10",
            "0,0,10,-1",
            "a,b,c,d",
            "0,0,inf,1",
        ] {
            assert!(parse_region(bad).is_err(), "{bad}");
        }
    }
}
