//! What to look at: a window by its title or program, a monitor by its number, or a region.

use std::fmt;

use regex::Regex;

use super::{MonitorInfo, Screen, ScreenError, WindowId, WindowInfo};
use crate::geometry::ScreenRect;

/// What a user asked to look at.
#[derive(Clone, Debug)]
pub enum Target {
    /// The only window whose title is the pattern itself, letter by letter; else, that has it in its title; else, whose title or
    /// program it matches.
    Window(Regex),
    /// A monitor, counted from 1.
    Monitor(usize),
    /// A part of the desktop.
    Region(ScreenRect),
}

/// A target that was found on the desktop.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What to call it, for a person.
    pub name: String,
    /// The program it belongs to; empty if it is no window.
    pub program: String,
    /// The part of the desktop that it covers.
    pub rect: ScreenRect,
    /// The window, if it is one.
    pub window: Option<WindowId>,
}

impl Place {
    /// Where the window lies, if it is one.
    pub fn window_rect(&self) -> Option<ScreenRect> {
        self.window.map(|_| self.rect)
    }
}

/// Finds a target.
///
/// # Errors
/// [`ScreenError::UnknownWindow`], [`ScreenError::SeveralWindows`], [`ScreenError::Minimised`],
/// [`ScreenError::UnknownMonitor`] or [`ScreenError::Outside`], each with what there is instead.
pub fn locate(screen: &mut dyn Screen, target: &Target) -> Result<Place, ScreenError> {
    match target {
        Target::Window(pattern) => window(&screen.windows()?, pattern),
        Target::Monitor(number) => monitor(&screen.monitors()?, *number),
        Target::Region(rect) => region(&screen.monitors()?, *rect),
    }
}

fn window(windows: &[WindowInfo], pattern: &Regex) -> Result<Place, ScreenError> {
    let matching = matching(windows, pattern);
    match matching.as_slice() {
        [] => Err(ScreenError::UnknownWindow {
            pattern: pattern.to_string(),
            windows: windows.iter().map(WindowInfo::to_string).collect(),
        }),
        [only] if only.is_minimised => Err(ScreenError::Minimised(Place::from(*only).name)),
        [only] => Ok(Place::from(*only)),
        several => Err(ScreenError::SeveralWindows {
            pattern: pattern.to_string(),
            windows: several.iter().map(|window| window.to_string()).collect(),
        }),
    }
}

/// The windows that a pattern names. Titles have brackets, bars and dots in them, and one may be a part of another: a title
/// that is written out is meant as it is.
fn matching<'a>(windows: &'a [WindowInfo], pattern: &Regex) -> Vec<&'a WindowInfo> {
    let text = pattern.as_str().to_lowercase();
    let is_title = |window: &WindowInfo| window.title.to_lowercase() == text;
    let is_in_title = |window: &WindowInfo| window.title.to_lowercase().contains(&text);
    let is_matched =
        |window: &WindowInfo| pattern.is_match(&window.title) || pattern.is_match(&window.program);
    let ways: [&dyn Fn(&WindowInfo) -> bool; 3] = [&is_title, &is_in_title, &is_matched];
    let mut found = ways.into_iter().map(|is_meant| {
        let meant = windows.iter().filter(|window| is_meant(window));
        meant.collect::<Vec<_>>()
    });
    found.find(|meant| !meant.is_empty()).unwrap_or_default()
}

fn monitor(monitors: &[MonitorInfo], number: usize) -> Result<Place, ScreenError> {
    let found = number.checked_sub(1).and_then(|index| monitors.get(index));
    let monitor = found.ok_or_else(|| ScreenError::UnknownMonitor {
        number,
        monitors: (1..)
            .zip(monitors)
            .map(|(n, monitor)| format!("{n}: {monitor}"))
            .collect(),
    })?;
    Ok(Place {
        name: format!("monitor {number} ({})", monitor.name),
        program: String::new(),
        rect: monitor.rect,
        window: None,
    })
}

fn region(monitors: &[MonitorInfo], rect: ScreenRect) -> Result<Place, ScreenError> {
    let is_seen = |monitor: &MonitorInfo| monitor.rect.intersection(rect).is_some();
    if !monitors.iter().any(is_seen) {
        return Err(ScreenError::Outside(rect));
    }
    Ok(Place {
        name: "the region".to_owned(),
        program: String::new(),
        rect,
        window: None,
    })
}

impl From<&WindowInfo> for Place {
    fn from(window: &WindowInfo) -> Self {
        Self {
            name: format!("the window {:?}", window.title),
            program: window.program.clone(),
            rect: window.rect,
            window: Some(window.id),
        }
    }
}

impl fmt::Display for WindowInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = if self.is_minimised { ", minimised" } else { "" };
        write!(
            f,
            "{:?} of {}, {}{note}",
            self.title,
            self.program,
            describe(self.rect)
        )
    }
}

impl fmt::Display for MonitorInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, describe(self.rect))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, describe(self.rect))
    }
}

fn describe(rect: ScreenRect) -> String {
    format!("{}x{} at {},{}", rect.width, rect.height, rect.x, rect.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows() -> Vec<WindowInfo> {
        let window = |id, title: &str, program: &str, is_minimised| WindowInfo {
            id: WindowId(id),
            title: title.to_owned(),
            program: program.to_owned(),
            process: None,
            rect: ScreenRect::new(f64::from(id), 20.0, 300.0, 200.0),
            is_minimised,
        };
        vec![
            window(1, "Flow practice", "Chromium", false),
            window(2, "Letters", "Editor", false),
            window(3, "Notes", "Editor", true),
        ]
    }

    fn find(pattern: &str) -> Result<Place, ScreenError> {
        window(&windows(), &Regex::new(pattern).unwrap())
    }

    #[test]
    fn a_window_is_found_by_title_or_program() {
        for pattern in ["^Flow", "(?i)chromium"] {
            assert_eq!(find(pattern).unwrap().window, Some(WindowId(1)));
        }
    }

    #[test]
    fn a_title_that_is_written_out_is_meant_as_it_is() {
        let titles = ["Flow", "Flow || Puzzle (2.0)", "Menu of Flow"];
        let windows = titles.map(|title| WindowInfo {
            title: title.to_owned(),
            program: "Flow".to_owned(),
            ..windows()[0].clone()
        });
        for title in titles {
            let pattern = Regex::new(title).unwrap();
            let found = window(&windows, &pattern).unwrap();
            assert!(found.name.contains(&format!("{title:?}")), "{title}");
        }
        let part = window(&windows, &Regex::new("w || p").unwrap()).unwrap();
        assert!(part.name.contains("Puzzle"), "a part of a title");
    }

    #[test]
    fn an_unknown_window_lists_what_there_is() {
        let message = find("Solitaire").unwrap_err().to_string();
        assert!(message.contains("Solitaire") && message.contains("\"Flow practice\" of Chromium"));
        let none = window(&[], &Regex::new("x").unwrap()).unwrap_err();
        assert!(none.to_string().ends_with("none"));
    }

    #[test]
    fn several_windows_are_listed_without_the_others() {
        let message = find("Editor").unwrap_err().to_string();
        assert!(message.contains("Letters") && message.contains("Notes"));
        assert!(!message.contains("Flow practice"));
    }

    #[test]
    fn a_minimised_window_is_refused() {
        assert!(matches!(find("Notes"), Err(ScreenError::Minimised(_))));
    }

    #[test]
    fn monitors_are_counted_from_one() {
        let monitors = [-1280.0, 0.0].map(|x| MonitorInfo {
            name: format!("at {x}"),
            rect: ScreenRect::new(x, 0.0, 1280.0, 720.0),
        });
        assert_eq!(monitor(&monitors, 1).unwrap().rect.x, -1280.0);
        for number in [0, 3] {
            let message = monitor(&monitors, number).unwrap_err().to_string();
            assert!(message.contains("2: at 0"), "{message}");
        }
        assert!(region(&monitors, ScreenRect::new(-5.0, 0.0, 10.0, 10.0)).is_ok());
        let outside = region(&monitors, ScreenRect::new(0.0, 900.0, 10.0, 10.0));
        assert!(matches!(outside, Err(ScreenError::Outside(_))));
    }
}
