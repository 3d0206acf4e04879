//! A report on many pictures: one page of HTML that needs no other file.
//!
//! ```text
//!   title, counts            [all 119] [ok 117] [refused 2] [WRONG 0]
//!   distortions: a plot and a table by kind and strength
//!   ok  phone/7x7.png    ┌ picture ┐ ┌ overlay ┐ ┌ expected ┐ ┌ read ┐
//! ```

mod diagram;
pub(super) mod embed;
mod page;
mod plot;

use image::{RgbImage, imageops};

use super::overlay;
use crate::geometry::PixelRect;
use crate::pipeline::Reading;
use crate::puzzle::flow::Puzzle;

pub use diagram::Diagram;

/// The longest side of an embedded picture, in pixels: enough to recognise a screen, and a hundred
/// pictures stay below ten megabytes.
const LONGEST: u32 = 400;

/// What is shown around the board in an overlay, in cells.
const MARGIN: f64 = 0.7;

/// Everything on the page.
#[derive(Debug)]
pub struct Report {
    /// The heading.
    pub title: String,
    /// Lines below it.
    pub summary: Vec<String>,
    /// One for each picture, in the order of the page.
    pub entries: Vec<Entry>,
    /// What became of distorted pictures, if there were any.
    pub stress: Option<Stress>,
}

/// One picture.
#[derive(Debug, Default)]
pub struct Entry {
    /// Its file.
    pub name: String,
    /// The word that the page can be filtered by.
    pub verdict: &'static str,
    /// What there is to say about it.
    pub remark: String,
    /// Smaller print: one line each.
    pub notes: Vec<String>,
    /// The picture, and what was read drawn over the part with the board.
    pub pictures: Vec<Figure>,
    /// The boards expected and read.
    pub boards: Vec<Figure>,
}

/// Something to look at.
#[derive(Debug)]
pub struct Figure {
    caption: &'static str,
    /// HTML.
    content: String,
}

impl Figure {
    /// A picture, made smaller when it is large.
    pub fn picture(caption: &'static str, picture: &RgbImage) -> Self {
        let small = embed::shrunk(picture, LONGEST);
        Self {
            caption,
            content: embed::tag(&small, caption),
        }
    }

    /// What was read, drawn over the part of the picture that shows the board.
    pub fn overlay(picture: &RgbImage, reading: &Reading<Puzzle>) -> Self {
        let lattice = &reading.board.lattice;
        let (width, height) = picture.dimensions();
        let shown = lattice.bounds().grown(MARGIN * lattice.pitch());
        let shown = shown.within(width, height).unwrap_or(PixelRect {
            x: 0,
            y: 0,
            width,
            height,
        });
        let part = imageops::crop_imm(picture, shown.x, shown.y, shown.width, shown.height);
        let part = embed::shrunk(&part.to_image(), LONGEST);
        let zoom = f64::from(part.width()) / f64::from(shown.width);
        let mut reading = reading.clone();
        reading.board.lattice = lattice.in_crop(f64::from(shown.x), f64::from(shown.y), zoom);
        Self {
            caption: "overlay",
            content: embed::tag(&overlay(&part, &reading), "overlay"),
        }
    }

    /// A board.
    pub fn board(caption: &'static str, board: &Diagram) -> Self {
        Self {
            caption,
            content: board.to_svg(),
        }
    }
}

/// What became of the distorted pictures.
#[derive(Debug)]
pub struct Stress {
    /// One line: all counts.
    pub closing_line: String,
    /// By kind of distortion.
    pub kinds: Vec<Kind>,
    /// What the columns of the table are called, and the share read in each, in percent; `None` where nothing was tried.
    pub columns: Vec<(&'static str, Option<f64>)>,
}

/// What became of one kind of distortion.
#[derive(Debug)]
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// Strength, 0 to 1, and how it ended, of each distorted picture.
    pub cases: Vec<(f64, End)>,
}

/// How the reading of a distorted picture ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As the board that it shows.
    Read,
    /// Not read.
    Refused,
    /// As another board, or at another place.
    Wrong,
}

impl End {
    /// All ends, the best first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Refused, Self::Wrong];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Refused => "refused",
            Self::Wrong => "WRONG",
        }
    }
}

impl Report {
    /// The page.
    pub fn to_html(&self) -> String {
        page::html(self)
    }
}

/// Text that is safe in HTML, also in quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A share for people: `66.7 %`, or `-` of nothing.
pub fn percent_text(percent: Option<f64>) -> String {
    percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::pipeline::{BoardHypothesis, Rgb};
    use crate::puzzle::flow::text;

    fn report() -> Report {
        let puzzle = text::read_any("test", "A.B\nA.B\n")
            .unwrap()
            .remove(0)
            .puzzle;
        let picture = RgbImage::new(900, 600);
        let diagram = Diagram::of(&puzzle, &[Rgb([200, 0, 0])]);
        let reading = Reading {
            board: BoardHypothesis {
                colours: vec![Rgb([200, 0, 0]); 2],
                drawn: vec![None; 6],
                ..BoardHypothesis::sure(puzzle, Lattice::upright(2, 3, [850.0, 10.0], [40.0, 40.0]))
            },
            solutions: 1,
            touching: false,
        };
        Report {
            title: "a <title>".into(),
            summary: vec!["1 read".into()],
            entries: vec![Entry {
                name: "a&b.png".into(),
                verdict: "ok",
                pictures: vec![
                    Figure::picture("picture", &picture),
                    Figure::overlay(&picture, &reading),
                ],
                boards: vec![Figure::board("read", &diagram)],
                ..Entry::default()
            }],
            stress: Some(Stress {
                closing_line: "2 distorted".into(),
                kinds: vec![Kind {
                    name: "blur",
                    cases: vec![(0.1, End::Read), (0.9, End::Wrong)],
                }],
                columns: vec![("mild", Some(100.0)), ("strong", None)],
            }),
        }
    }

    #[test]
    fn the_page_is_whole_and_needs_no_other_file() {
        let html = report().to_html();
        assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
        for outside in ["http:", "https:", "src=\"/", "<link", "@import"] {
            // The name space of SVG is no address that anything is loaded from; inline SVG needs none.
            assert!(!html.contains(outside), "{outside}");
        }
        assert_eq!(html.matches("data:image/jpeg;base64,").count(), 2);
        assert!(html.matches("<svg").count() >= 2);
    }

    #[test]
    fn text_cannot_break_out() {
        let html = report().to_html();
        assert!(html.contains("a &lt;title&gt;") && html.contains("a&amp;b.png"));
    }

    #[test]
    fn pictures_are_made_small() {
        let html = report().to_html();
        assert!(
            html.contains("width=\"400\" height=\"266\""),
            "the picture of 900 x 600"
        );
        assert!(html.len() < 60_000, "{}", html.len());
    }
}
