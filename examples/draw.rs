//! Draws a puzzle file as the game shows it: `cargo run --example draw -- [LEVEL.puzzle] [PICTURE.png] [CELL]`. Without arguments
//! a warp, with cells of 64 pixels, as `target/warp.png`.

use std::error::Error;
use std::fs;

use flowbot::puzzle::flow::text;
use flowbot::render::{Style, draw_board, png};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let level = arguments
        .next()
        .unwrap_or_else(|| "fixtures/puzzles/warp.puzzle".into());
    let picture = arguments.next().unwrap_or_else(|| "target/warp.png".into());
    let mut style = Style::default();
    if let Some(cell) = arguments.next() {
        style.cell = cell.parse()?;
    }
    let levels = text::read_any(&level, &fs::read_to_string(&level)?)?;
    let first = levels.first().ok_or("the file holds no level")?;
    fs::write(picture, png(&draw_board(&first.puzzle, None, &style))?)?;
    Ok(())
}
