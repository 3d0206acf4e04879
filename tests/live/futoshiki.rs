//! Futoshiki, in the practice game and in a native game that is not ours. flowbot is not told which puzzle it is.

use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use crate::common::practised::{self, Boards};
use crate::common::stage::wait_until;
use crate::common::unequal::{TITLE, Unequal};

/// Plays a board of the native game.
#[track_caller]
fn plays(id: &str) {
    if let Some(game) = Unequal::open(id) {
        println!("{id}: {}", game.is_played());
    }
}

#[test]
fn unequal_4x4() {
    plays("4de#1");
}

#[test]
fn unequal_6x6() {
    plays("6de#42");
}

#[test]
fn unequal_9x9() {
    plays("9dx#3");
}

/// Plays boards of the practice game that behaves like this.
#[track_caller]
fn practises(size: u32, count: usize, behave: Option<&str>) {
    let seed = 1;
    practised::practises(Boards { size, count, seed }, behave);
}

#[test]
fn practice_goes_on_by_itself() {
    practises(5, 3, None);
}

#[test]
fn practice_loses_digits_and_the_first_click() {
    practises(5, 3, Some("drops,focus"));
}

#[test]
fn practice_takes_no_digit_that_breaks_a_rule() {
    practises(6, 2, Some("refuses"));
}

#[test]
fn practice_asks_before_it_goes_on() {
    practises(6, 3, Some("dialog"));
}

#[test]
fn practice_dances() {
    practises(4, 3, Some("animation"));
}

#[test]
fn practice_shows_a_pop_up() {
    practises(4, 3, Some("popup"));
}

#[test]
fn practice_takes_no_keys_but_its_pad() {
    practises(5, 3, Some("pad"));
}

#[test]
fn practice_takes_its_pad_and_loses_digits() {
    practises(6, 2, Some("pad,drops,focus,dialog"));
}

#[test]
fn practice_opens_its_pad_over_the_board() {
    practises(5, 3, Some("opens"));
}

#[test]
fn practice_counts_clicks() {
    practises(5, 3, Some("clicks"));
}

#[test]
fn practice_counts_clicks_and_loses_some() {
    practises(4, 3, Some("clicks,drops,popup"));
}

#[test]
fn practice_is_seen_in_a_mirror() {
    practises(5, 2, Some("mirror"));
}

/// A board of nine, and flowbot in the middle of it.
fn in_mid_board() -> Option<(Unequal, std::process::Child, tempfile::TempDir)> {
    let game = Unequal::open("9de#5")?;
    let state = tempfile::tempdir().unwrap();
    let mut flowbot = game.flowbot(&["play"], state.path());
    let before = game.picture();
    let child = flowbot.stdout(Stdio::null()).spawn().unwrap();
    wait_until("a digit is entered", || {
        game.shown().is_some_and(|shown| shown.picture != before)
    });
    Some((game, child, state))
}

#[test]
fn a_hand_on_the_mouse_and_a_signal_stop_it() {
    for by_signal in [false, true] {
        let Some((game, mut flowbot, _state)) = in_mid_board() else {
            return;
        };
        if by_signal {
            let signal = format!("kill -TERM {}", flowbot.id());
            let sent = std::process::Command::new("sh")
                .args(["-c", &signal])
                .status();
            assert!(sent.unwrap().success());
        } else {
            game.server.point_at(5, 5);
        }
        let ended = flowbot.wait().unwrap();
        let mut said = String::new();
        flowbot
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        assert_eq!(ended.code(), Some(6), "{said}");
        let stopped = game.picture();
        // Nothing more comes: what could is more than a digit every 100 ms.
        std::thread::sleep(Duration::from_millis(500));
        assert!(game.picture() == stopped, "it went on after it had ended");
        assert!(!game.server.is_button_down());
    }
}

#[test]
fn a_window_that_is_moved_is_followed() {
    let Some((game, mut flowbot, _state)) = in_mid_board() else {
        return;
    };
    let window = game.server.window(TITLE).unwrap();
    game.server.move_window(window, 40, 60);
    let ended = flowbot.wait().unwrap();
    let mut said = String::new();
    flowbot
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert!(ended.success(), "{said}");
    assert!(game.board().unwrap().givens().iter().all(Option::is_some));
}
