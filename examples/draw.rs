//! Draws a puzzle file as the game shows it: `cargo run --example draw -- LEVEL.puzzle PICTURE.png [CELL]`, cells of 64 pixels
//! if not given.

use std::error::Error;
use std::fs;

use flowbot::puzzle::flow::text;
use flowbot::render::{Style, draw_board, png};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(level), Some(picture)) = (arguments.next(), arguments.next()) else {
        return Err("give a puzzle file and the name of a picture".into());
    };
    let mut style = Style::default();
    if let Some(cell) = arguments.next() {
        style.cell = cell.parse()?;
    }
    let levels = text::read_any(&level, &fs::read_to_string(&level)?)?;
    let first = levels.first().ok_or("the file holds no level")?;
    fs::write(picture, png(&draw_board(&first.puzzle, None, &style))?)?;
    Ok(())
}
