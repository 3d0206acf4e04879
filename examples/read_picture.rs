//! Reads the board in a picture file: `cargo run --example read_picture -- SHOT.png`.

use std::path::PathBuf;

use flowbot::capture::load_picture;
use flowbot::puzzle::flow::text;
use flowbot::read::{self, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args_os().nth(1);
    let file = file.map_or_else(|| PathBuf::from("fixtures/screens/dark.png"), PathBuf::from);
    let frame = load_picture(&file)?;
    match read::flow(&frame, &ReadOptions::default()) {
        Ok(reading) => println!("{}", text::rows(&reading.board.puzzle).join("\n")),
        Err(refusal) => println!("nothing is read: {refusal}"),
    }
    Ok(())
}
