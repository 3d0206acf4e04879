//! `--animate` and `--watch`: a search to look at.

mod watch;

use std::path::Path;
use std::time::Duration;

use crate::cli::film::time_of_each;
use crate::cli::output::{has_ending, write_whole};
use crate::pipeline::{Rgb, SearchView};
use crate::puzzle::flow::Puzzle;
use crate::render::{Gif, Style, draw_search, search_page};

pub(super) use watch::watch;

/// How long the last view stays.
const LAST: Duration = Duration::from_secs(2);
/// The longest side of the board in a GIF, in pixels, and the largest and smallest cells.
const LONGEST: u32 = 480;
const CELLS: [u32; 2] = [8, 48];

/// Writes a search as a GIF or as a page with a slider, by the name of the file.
pub(super) fn animate(
    file: &Path,
    puzzle: &Puzzle,
    views: &[SearchView],
    colours: &[Rgb],
) -> anyhow::Result<()> {
    let board = puzzle.board();
    let side = u32::from(board.rows().max(board.cols()));
    let style = Style {
        cell: (LONGEST / side.max(1)).clamp(CELLS[0], CELLS[1]),
        colours: colours.to_vec(),
        ..Style::default()
    };
    if has_ending(file, "html") {
        let page = search_page(puzzle, views, &style, time_of_each(views.len()))?;
        return write_whole(file, page.as_bytes());
    }
    let mut gif = Gif::create(file)?;
    for (index, view) in views.iter().enumerate() {
        let is_last = index + 1 == views.len();
        let time = if is_last {
            LAST
        } else {
            time_of_each(views.len())
        };
        gif.frame(&draw_search(puzzle, view, &style), time)?;
    }
    Ok(gif.finish()?)
}
