//! Plays two levels of a pretended game, without a display: `cargo run --example play_fake_game`.

use std::time::Duration;

use flowbot::geometry::ScreenRect;
use flowbot::play::testkit::{Behaviour, FakeDesktop, FakeGame, FakeWindow};
use flowbot::play::{
    Desktop, Event, FlowFamily, Game, LearnedSettings, LevelLimits, Options, find, play,
};
use flowbot::replay::StopFlag;

const LEVELS: [&[&str]; 2] = [
    &["A.B.D", "..C.E", ".....", ".B.D.", ".ACE."],
    &["D....", ".....", "..B..", "CBA.D", "A...C"],
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let window = FakeWindow {
        number: 1,
        title: "A game".to_owned(),
        program: "fake",
        rect: ScreenRect::new(120.0, 60.0, 400.0, 400.0),
        game: Some(FakeGame::new(&LEVELS, 44.0, Behaviour::default())),
        futoshiki: None,
        is_glass: false,
        is_message: false,
    };
    let desktop = FakeDesktop::new(1.0, vec![window]);
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let family = FlowFamily::default();
    let options = Options {
        levels: Some(LEVELS.len()),
        time: None,
        wait: Duration::from_secs(5),
        patience: Duration::from_secs(2),
        limits: LevelLimits::default(),
        next: None,
    };
    let tell = &mut |event: Event<'_>| {
        if let Event::Won { report, .. } = event {
            println!(
                "level {} won with {} strokes",
                report.number, report.strokes
            );
        }
    };
    let game = Game {
        family: &family,
        place: find(&mut screen, &family, None)?,
    };
    let parts = Desktop {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &desktop,
        stop_flag: &StopFlag::default(),
    };
    let learned = &mut LearnedSettings::default();
    let ending = play(parts, game, &options, learned, tell)?;
    println!("ended: {ending:?}");
    Ok(())
}
