//! Strokes that stop only where their paths bend.

use super::*;

/// Levels in turn: of each many strokes have bends.
const MANY: [&[&str]; 8] = [FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, FIRST, SECOND];

/// Of a page that shows 60 a second.
const FRAME: Duration = Duration::from_millis(17);

/// Plays them all, with nothing known of the game. Gives what it is told by level of places where the pointer was put with
/// the button down, the strokes drawn again, and what was learned.
#[track_caller]
fn played(behaviour: Behaviour) -> (Vec<usize>, usize, LearnedSettings) {
    let desktop = one_window(1.0, &MANY, behaviour);
    let mut learned = LearnedSettings::default();
    let (mut places, mut redrawn) = (Vec::new(), 0);
    let count = || desktop.with(|world| world.dragged.len());
    let tell = &mut |event: Event<'_>| {
        if let Event::Won { report, .. } = event {
            places.push(count() - places.iter().sum::<usize>());
            redrawn += report.redrawn;
        }
    };
    let options = options(MANY.len());
    play_at(&desktop, (&ExactReader, None), &options, &mut learned, tell).unwrap();
    assert_eq!(solved(&desktop), MANY.len());
    (places, redrawn, learned)
}

#[test]
fn a_game_that_fills_in_is_drawn_on_from_corner_to_corner() {
    let behaviour = Behaviour {
        fills_in: true,
        frame: FRAME,
        ..Behaviour::default()
    };
    let (places, _, _) = played(behaviour);
    assert!(5 * places[7] <= 4 * places[1], "{places:?}");
}

/// Hardly any game of other people fills in: of 27 trials 27 were lost.
#[test]
fn a_game_that_does_not_fill_in_loses_one_stroke() {
    let (_, redrawn, learned) = played(Behaviour::default());
    assert_eq!((learned.fills_in, redrawn), (Some(false), 1));
    assert_eq!(learned.first_click, FirstClick::default(), "of a trial");
    assert!(!learned.lingers);
}
