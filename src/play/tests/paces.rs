//! How fast a game takes strokes.

use super::*;

#[test]
fn lost_cells_are_seen_and_redrawn_slower() {
    let behaviour = Behaviour {
        frame: Duration::from_millis(25),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    let run = run(&desktop, &options(2));
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert!(run.reports[0].redrawn > 0);
    assert_eq!(run.told_redrawn, run.reports[0].redrawn);
    assert!(run.reports[0].pace > behaviour.frame);
    // A faster pace is tried.
    assert!(run.reports[1].redrawn <= 1, "the pace was not remembered");
}

/// A page that shows a dozen frames a second.
#[test]
fn a_very_slow_page_is_drawn_on_very_slowly() {
    let behaviour = Behaviour {
        frame: Duration::from_millis(75),
        ..Behaviour::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND], behaviour);
    // A faster pace is tried.
    assert!(reports[1].redrawn <= 1, "the pace was not remembered");
}

#[test]
fn strokes_that_slowness_loses_are_drawn_faster() {
    let behaviour = Behaviour {
        longest_drag: Duration::from_millis(170),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut learned = known();
    for _ in 0..9 {
        let now = learned.pace.now();
        learned.pace.lost(now, 0);
    }
    run_game(&desktop, &ExactReader, &options(1), &mut learned)
        .result
        .unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// Too short for any pace at which no move is lost.
#[test]
fn strokes_that_are_cut_short_each_time_are_drawn_in_pieces() {
    let behaviour = Behaviour {
        longest_drag: Duration::from_millis(150),
        frame: Duration::from_millis(15),
        ..Behaviour::default()
    };
    is_played(&[LONG], behaviour);
}

/// Of the longest flow a piece of three moves comes through each time, and no other pace helps.
#[test]
fn a_stroke_in_many_pieces_is_gone_on_with_to_its_end() {
    let behaviour = Behaviour {
        longest_drag: Duration::from_millis(65),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[LONG], behaviour);
    let mut learned = LearnedSettings {
        pace: Pace::fixed(Duration::from_millis(20)),
        ..LearnedSettings::default()
    };
    let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn a_fixed_pace_is_kept() {
    let behaviour = Behaviour {
        frame: Duration::from_millis(25),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut learned = LearnedSettings {
        pace: Pace::fixed(Duration::from_millis(10)),
        ..LearnedSettings::default()
    };
    let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
    assert!(matches!(
        run.result,
        Err(PlayError::NotShown { tries: 4, .. })
    ));
    let start = desktop.with(|world| world.presses.clone());
    assert_ne!(start[0], start[1], "the other terminal was not tried");
}

/// Of one that nothing is known of, the first stroke is to lose no cell.
#[test]
fn a_game_that_is_remembered_takes_its_first_stroke_at_its_own_pace_too() {
    let draw = |mut learned: LearnedSettings| {
        let desktop = one_window(1.0, &[FIRST], Behaviour::default());
        let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
        run.result.unwrap();
        run.reports[0].draw
    };
    let remembered = LearnedSettings {
        latency: Duration::from_millis(20),
        ..LearnedSettings::default()
    };
    assert!(draw(remembered) < draw(LearnedSettings::default()));
}

/// The paces of the strokes of one level.
fn paces_of(desktop: &FakeDesktop, learned: &mut LearnedSettings) -> Vec<Duration> {
    let mut paces = Vec::new();
    let tell = &mut |event: Event<'_>| {
        if let Event::Stroke { pace, .. } = event {
            paces.push(pace);
        }
    };
    let reader = (&ExactReader as &dyn Family, None);
    play_at(desktop, reader, &options(1), learned, tell).unwrap();
    paces
}

/// Nothing is known yet of the level: what its first stroke is lost for is to be no trial.
#[test]
fn no_faster_pace_is_tried_with_the_first_stroke_of_a_level() {
    let mut learned = LearnedSettings {
        latency: Duration::from_millis(20),
        ..known()
    };
    while !learned.pace.is_trial() {
        learned.pace.seen(DEFAULT_PACE, 10);
    }
    let settled = learned.pace.best_known();
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let paces = paces_of(&desktop, &mut learned);
    assert_eq!(paces[0], settled);
    assert!(paces[1..].iter().any(|pace| *pace < settled), "{paces:?}");
}

/// It was fast once: its first stroke is lost whole, and the next is not lost at the same pace again.
#[test]
fn a_first_stroke_that_is_lost_at_a_fast_pace_slows_the_next_one_down() {
    let behaviour = Behaviour {
        frame: Duration::from_millis(75),
        ..Behaviour::default()
    };
    let mut learned = LearnedSettings {
        latency: Duration::from_millis(20),
        ..known()
    };
    let fast = Duration::from_millis(10);
    while learned.pace.now() > fast {
        learned.pace.seen(fast, 1);
    }
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let paces = paces_of(&desktop, &mut learned);
    assert_eq!(solved(&desktop), 1);
    let fastest = paces[0];
    let as_fast = paces.iter().filter(|&&pace| pace <= fastest).count();
    assert_eq!(as_fast, 1, "{paces:?}");
}
