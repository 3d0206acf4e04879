//! What is special about `dijkstra`: the number of moves, and lines that may be wrong.

use super::*;

fn solved(puzzle: &Puzzle, names: &[&str]) -> Answer {
    let engine = Engine::Dijkstra;
    let settings = Settings {
        switches: engine.switches_named(names.iter().copied()).unwrap(),
        ..Settings::of(engine)
    };
    let request = request(puzzle, 1, Touching::Allowed);
    engine.solve(&request, &settings, &mut Silent).unwrap()
}

#[test]
fn a_straight_line_that_no_solution_has_is_given_up_and_counted() {
    let mut wrong = 0;
    for (puzzle, _) in boards_with_solutions(600) {
        let [plain, straight] = [&[][..], &["straight"]].map(|names| solved(&puzzle, names));
        assert_eq!(plain.outcome, straight.outcome);
        wrong += usize::from(straight.outcome == Outcome::Solved && straight.stats.retries == 1);
        assert_eq!(plain.stats.retries, 0);
    }
    assert!(wrong > 2, "{wrong} boards had a wrong line");
}

#[test]
fn dead_ends_drop_positions_and_lose_no_solution() {
    let mut counts = [0; 2];
    for (puzzle, _) in boards_with_solutions(200) {
        let answers = [&[][..], &["dead-ends"]].map(|names| solved(&puzzle, names));
        assert_eq!(answers[0].outcome, answers[1].outcome);
        for (count, answer) in counts.iter_mut().zip(answers) {
            *count += answer.stats.nodes;
        }
    }
    assert!(2 * counts[1] < counts[0], "{counts:?}");
}

/// As published: with dead ends, one position for each of the 15 free cells.
#[test]
fn an_easy_board_needs_a_position_a_free_cell() {
    let engine = Engine::Dijkstra;
    let puzzle = puzzle(colour_dfs::LARGE);
    let request = request(&puzzle, 1, Touching::Never);
    let answer = engine
        .solve(&request, &Settings::of(engine), &mut Silent)
        .unwrap();
    assert_eq!(answer.stats.nodes, 15);
}
