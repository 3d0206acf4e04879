//! The two published examples of `colour-dfs`, and the classes of boards on which the published engine failed.

use super::*;
use crate::solve::flow::PathRule;

/// A (0,0)-(3,3), B (2,1)-(1,3), C (0,3)-(1,2), as (column, row).
pub const SMALL: &str = "A...\n..B.\n.C..\nCB.A\n";

/// A (0,0)-(1,4), B (2,0)-(1,3), C (2,1)-(2,4), D (4,0)-(3,3), E (3,4)-(4,1), as (column, row).
pub const LARGE: &str = "A.B.D\n..C.E\n.....\n.B.D.\n.ACE.\n";

fn solved(text: &str, names: &[&str]) -> Answer {
    let engine = Engine::ColourDfs;
    let puzzle = puzzle(text);
    let settings = Settings {
        switches: engine.switches_named(names.iter().copied()).unwrap(),
        ..Settings::of(engine)
    };
    let request = request(&puzzle, 1, Touching::Fallback);
    let answer = engine.solve(&request, &settings, &mut Silent).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved, "{text}");
    assert_eq!(verify(&puzzle, &answer.solutions[0]), Ok(()));
    answer
}

#[test]
fn the_published_examples_are_solved_with_every_switch() {
    for switches in [&[][..], &["disjoint"], &["fill"], &["disjoint", "fill"]] {
        assert!(solved(SMALL, switches).touching());
        assert!(!solved(LARGE, switches).touching());
    }
}

/// The same board with its colours in another order costs more, and is solved all the same.
#[test]
fn the_order_of_colours_changes_the_cost_alone() {
    let forwards = solved(LARGE, &[]);
    let swapped = LARGE
        .chars()
        .map(|mark| match mark {
            'A'..='E' => char::from(b'A' + b'E' - mark as u8),
            other => other,
        })
        .collect::<String>();
    let backwards = solved(&swapped, &[]);
    assert_ne!(forwards.stats.guesses, backwards.stats.guesses);
}

/// Notes what a search has to do beyond drawing on.
#[derive(Default)]
struct Failures {
    has_just_stepped: bool,
    /// A step was taken back at once: it blocked a later colour.
    is_blocked: bool,
    latest: u16,
    /// A colour was drawn anew after the one after the next had begun.
    is_far: bool,
}

impl Observer for Failures {
    fn begun(&mut self, _: PathRule) {
        self.latest = 0;
    }

    fn stepped(&mut self, step: &Step) {
        if let Left::Line { colour, .. } = step.left {
            self.is_far |= colour.0 + 2 <= self.latest;
            self.latest = self.latest.max(colour.0);
        }
        self.has_just_stepped = true;
    }

    fn taken_back(&mut self) {
        self.is_blocked |= std::mem::take(&mut self.has_just_stepped);
    }
}

/// A step that blocks a later colour is taken back at once; colours that thrash make earlier ones take another path, as
/// far back as it needs. The published engine failed on such boards.
#[test]
fn boards_on_which_the_published_engine_failed_are_solved() {
    let [mut blocked, mut far] = [0; 2];
    for (puzzle, all) in boards_with_solutions(600) {
        let mut failures = Failures::default();
        let request = request(&puzzle, 1, Touching::Allowed);
        let settings = Settings::of(Engine::ColourDfs);
        let answer = Engine::ColourDfs
            .solve(&request, &settings, &mut failures)
            .unwrap();
        let is_solved = answer.outcome == Outcome::Solved;
        assert_eq!(is_solved, !all.is_empty());
        blocked += usize::from(is_solved && failures.is_blocked);
        far += usize::from(is_solved && failures.is_far);
    }
    assert!(blocked > 5 && far > 5, "{blocked} blocked, {far} far back");
}

/// Both ask for more than the plain search, so they never try more paths of the last colour.
#[test]
fn disjoint_ways_are_a_condition_that_drops_positions_early() {
    let mut random = Random::new(31);
    let mut saved = 0;
    for _ in 0..200 {
        let board = Board::rectangle(5, 5).unwrap();
        let pairs = random.whole(3..6);
        let puzzle = boards::scattered(&mut random, board, pairs).unwrap();
        let guesses = |names: &[&str]| {
            let engine = Engine::ColourDfs;
            let settings = Settings {
                switches: engine.switches_named(names.iter().copied()).unwrap(),
                ..Settings::of(engine)
            };
            let request = request(&puzzle, ALL, Touching::Never);
            engine
                .solve(&request, &settings, &mut Silent)
                .unwrap()
                .stats
                .guesses
        };
        let [plain, disjoint] = [guesses(&[]), guesses(&["disjoint"])];
        assert!(disjoint <= plain);
        saved += plain - disjoint;
    }
    assert!(saved > 0);
}
