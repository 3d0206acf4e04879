//! A profile: what one look of the game is like and how fast it takes a drag. An optional hint; boards
//! are read without it.

use std::fmt::Display;
use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// The profiles that are part of the program: name and text.
const BUILT_IN: [(&str, &str); 1] = [("flow-free", include_str!("../calibration/flow-free.toml"))];

/// What a pace may be, in milliseconds a cell: after a second nobody believes that anything goes on.
pub const PACES: RangeInclusive<u64> = 1..=1000;

/// One look of the game.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What the profile is called.
    pub name: String,
    /// Milliseconds that the pointer rests in each cell, [`PACES`]. `None` where a file does not say.
    #[serde(default, deserialize_with = "pace")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pace_ms: Option<u64>,
    /// The colour behind the cells: red, green, blue, each 0 to 255. Black where a file does not say.
    #[serde(default)]
    pub background: [u8; 3],
    /// What to click for the next level, in points from the top left corner of the window, across and
    /// down. `None` where a file does not say.
    #[serde(default)]
    pub next: Option<[u32; 2]>,
    /// Sizes of what a board shows.
    pub ratios: Ratios,
    /// The colours of the flows, in the game's order.
    #[serde(deserialize_with = "colours")]
    pub colours: Vec<NamedColour>,
}

/// Sizes in shares of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Ratios {
    /// Diameter of a terminal, 0.3 to 1.
    #[serde(deserialize_with = "dot")]
    pub dot: f64,
    /// Width of a pipe, 0.1 to 0.6.
    #[serde(deserialize_with = "pipe")]
    pub pipe: f64,
    /// Width of a line between two cells, 0 to 0.2.
    #[serde(deserialize_with = "line")]
    pub line: f64,
}

impl Ratios {
    /// What `dot` may be: less cannot be seen in a small cell, more leaves it.
    pub const DOT: RangeInclusive<f64> = 0.3..=1.0;
    /// What `pipe` may be.
    pub const PIPE: RangeInclusive<f64> = 0.1..=0.6;
    /// What `line` may be.
    pub const LINE: RangeInclusive<f64> = 0.0..=0.2;
}

/// A colour and what people call it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NamedColour {
    /// What people call it.
    pub name: String,
    /// Red, green, blue, each 0 to 255.
    pub rgb: [u8; 3],
}

/// A profile that cannot be used.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// Neither built in nor a file that can be read.
    #[error(
        "there is no profile {name:?}: give the path of a TOML file, with or without its .toml, or one of: {}",
        names()
    )]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// A file that cannot be read.
    #[error("{}: cannot be read: {cause}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file that is no profile.
    #[error("{file}:{line}: {message}")]
    Invalid {
        /// The file, or the name of a profile that is built in.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong, and what it should be.
        message: String,
    },
}

/// The look of Flow Free itself.
pub static FLOW_FREE: LazyLock<Profile> = LazyLock::new(|| {
    let (name, text) = BUILT_IN[0];
    parse(name, text).expect("a test reads every profile that is built in")
});

/// The profile of that name that is built in, or else the one in that file; the file's `.toml` may be left out.
///
/// # Errors
/// [`ProfileError`] with file, line and what the value may be.
pub fn load(name: &str) -> Result<Profile, ProfileError> {
    if let Some((name, text)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
        return parse(name, text);
    }
    let mut file = PathBuf::from(name);
    let with_ending = file_of(&file);
    // A folder of the same name may hold the pictures that the profile was measured on.
    if !file.exists() || (file.is_dir() && with_ending.exists()) {
        file = with_ending;
    }
    match fs::read_to_string(&file) {
        Ok(text) => parse(&file.display().to_string(), &text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(ProfileError::Unknown {
            name: name.to_owned(),
        }),
        Err(cause) => Err(ProfileError::Unreadable { file, cause }),
    }
}

/// The file that a profile of this name is kept in: its `.toml` may be left out.
pub fn file_of(name: &Path) -> PathBuf {
    let mut file = name.to_owned();
    if name.extension().is_none_or(|ending| ending != "toml") {
        file.as_mut_os_string().push(".toml");
    }
    file
}

/// Whether [`load`] takes this name for a profile that is part of the program.
pub fn is_built_in(name: &str) -> bool {
    BUILT_IN.iter().any(|(built_in, _)| *built_in == name)
}

impl Profile {
    /// A profile of what a picture shows: neither the pace nor what leads to the next level.
    pub fn new(name: &str, ratios: Ratios, background: [u8; 3], colours: Vec<NamedColour>) -> Self {
        Self {
            name: name.to_owned(),
            pace_ms: None,
            background,
            next: None,
            ratios,
            colours,
        }
    }

    /// The text of a file for people to read and change; [`load`] gives the same profile back.
    pub fn to_toml(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let colours: String = self
            .colours
            .iter()
            .map(|NamedColour { name, rgb }| {
                format!("    {{ name = {}, rgb = {rgb:?} }},\n", quoted(name))
            })
            .collect();
        let next = self.next.map_or_else(String::new, |next| {
            format!(
                "# What to click for the next level, from the window's corner.\nnext = {next:?}\n\n"
            )
        });
        let pace = self.pace_ms.map_or_else(String::new, |pace| {
            format!("# Milliseconds that the pointer rests in each cell.\npace_ms = {pace}\n\n")
        });
        let Ratios { dot, pipe, line } = self.ratios;
        format!(
            "# What a game looks like. Measured by flowbot calibrate; change what is wrong.\n\
             name = {}\n\n\
             {pace}\
             # Behind the cells: red, green, blue.\n\
             background = {:?}\n\n\
             {next}\
             # The flows.\n\
             colours = [\n{colours}]\n\n\
             # In shares of a cell: a terminal across, a pipe, a line between two cells.\n\
             [ratios]\ndot = {dot:?}\npipe = {pipe:?}\nline = {line:?}\n",
            quoted(&self.name),
            self.background,
        )
    }

    /// How long the pointer rests in each cell, if the file says.
    pub fn pace(&self) -> Option<Duration> {
        self.pace_ms.map(Duration::from_millis)
    }
}

fn parse(file: &str, text: &str) -> Result<Profile, ProfileError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        ProfileError::Invalid {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            message: error.message().to_owned(),
        }
    })
}

fn names() -> String {
    BUILT_IN.map(|(name, _)| name).join(", ")
}

/// A value of `key` within its range. Checked while the text is read, so that the error knows its line.
fn within<'de, D, T>(from: D, key: &str, range: RangeInclusive<T>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + PartialOrd + Display,
{
    let value = T::deserialize(from)?;
    if range.contains(&value) {
        return Ok(value);
    }
    let (low, high) = (range.start(), range.end());
    Err(D::Error::custom(format!(
        "`{key}` is {value}: make it a number from {low} to {high}"
    )))
}

fn pace<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    within(from, "pace_ms", PACES).map(Some)
}

fn dot<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    within(from, "dot", Ratios::DOT)
}

fn pipe<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    within(from, "pipe", Ratios::PIPE)
}

fn line<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    within(from, "line", Ratios::LINE)
}

fn colours<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<NamedColour>, D::Error> {
    let colours = Vec::<NamedColour>::deserialize(from)?;
    let twin = colours.iter().enumerate().find_map(|(index, colour)| {
        let before = &colours[..index];
        before
            .iter()
            .find(|other| other.rgb == colour.rgb || other.name == colour.name)
            .map(|other| (&other.name, &colour.name))
    });
    match twin {
        Some((a, b)) => Err(D::Error::custom(format!(
            "the `colours` {a:?} and {b:?} are the same: give each its own name and rgb"
        ))),
        None => Ok(colours),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(text: &str) -> String {
        parse("my.toml", text).unwrap_err().to_string()
    }

    fn with(old: &str, new: &str) -> String {
        let text = BUILT_IN[0].1;
        assert!(text.contains(old));
        text.replacen(old, new, 1)
    }

    #[test]
    fn every_profile_that_is_built_in_can_be_loaded_by_its_name() {
        for (name, _) in BUILT_IN {
            assert_eq!(load(name).unwrap().name, name);
        }
        assert_eq!(FLOW_FREE.colours.len(), 16);
        assert_eq!(FLOW_FREE.pace(), Some(Duration::from_millis(18)));
    }

    #[test]
    fn a_value_out_of_range_is_named_with_its_line() {
        let message = refuse(&with("dot = 0.67", "dot = 6.7"));
        let line = BUILT_IN[0]
            .1
            .lines()
            .position(|line| line.starts_with("dot"))
            .unwrap()
            + 1;
        assert_eq!(
            message,
            format!("my.toml:{line}: `dot` is 6.7: make it a number from 0.3 to 1")
        );
        assert!(refuse(&with("pace_ms = 18", "pace_ms = 0")).contains("from 1 to 1000"));
    }

    #[test]
    fn keys_that_are_unknown_or_missing_and_twin_colours_are_named() {
        assert!(refuse(&with("pipe =", "pype =")).contains("unknown field `pype`"));
        assert!(refuse(&with("dot =", "#")).contains("missing field `dot`"));
        assert!(refuse(&with("[0, 141, 0]", "[255, 0, 0]")).contains("\"red\" and \"green\""));
        assert!(refuse(&with("[0, 141, 0]", "[0, 300, 0]")).starts_with("my.toml:"));
        assert!(refuse("name = ").starts_with("my.toml:1: "));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut profile = FLOW_FREE.clone();
        profile.name = "a \"name\"\\ with\nall".to_owned();
        profile.background = [1, 2, 3];
        profile.next = Some([380, 640]);
        profile.pace_ms = None;
        assert_eq!(parse("it", &profile.to_toml()).unwrap(), profile);
        profile.ratios.line = 0.0;
        profile.colours.clear();
        assert_eq!(parse("it", &profile.to_toml()).unwrap(), profile);
    }

    #[test]
    fn a_profile_may_be_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        fs::write(&file, with("flow-free", "mine")).unwrap();
        assert_eq!(load(file.to_str().unwrap()).unwrap().name, "mine");
        fs::copy(&file, folder.path().join("v1.2.toml")).unwrap();
        for (name, kept) in [("mine", "mine.toml"), ("v1.2", "v1.2.toml")] {
            let name = folder.path().join(name);
            assert_eq!(file_of(&name), folder.path().join(kept));
            assert_eq!(load(name.to_str().unwrap()).unwrap().name, "mine");
            fs::create_dir(&name).unwrap();
            assert_eq!(load(name.to_str().unwrap()).unwrap().name, "mine");
        }
        let missing = load("nowhere.toml").unwrap_err().to_string();
        assert!(missing.contains("\"nowhere.toml\"") && missing.contains("flow-free"));
        let folder = load(folder.path().to_str().unwrap()).unwrap_err();
        assert!(matches!(folder, ProfileError::Unreadable { .. }));
    }
}
