//! What users do with flowbot, one file for each journey, in one program because that builds fastest. None
//! needs a display.

#[path = "../common/mod.rs"]
mod common;

mod bad_text;
mod bench;
mod calibrate;
mod check;
mod closed_output;
mod controls;
mod cycles;
mod engine;
mod engines;
mod extract;
mod formats;
mod futoshiki;
mod futoshiki_pictures;
mod generate;
mod hints;
mod house;
mod kinds;
mod looks;
mod obstacles;
mod play;
mod practice;
mod profile;
mod puzzles;
mod reproduce;
mod shapes;
mod solve;
mod touching;
mod twins;
