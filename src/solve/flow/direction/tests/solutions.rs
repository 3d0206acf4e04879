//! The engine's set of solutions on small boards: what a brute-force enumerator finds, in any order of guessing and with
//! learning.

use std::collections::HashSet;

use super::super::restart::Schedule;
use super::super::search::Search;
use super::super::trace::Observer;
use super::{Tally, any_puzzle, ask, oriented};
use crate::pipeline::Limits;
use crate::puzzle::flow::{Board, Node, Puzzle, Solution, Warp, touches_itself, verify};
use crate::random::Random;
use crate::solve::flow::tests::boards::{self, KINDS, Kind};
use crate::solve::flow::tests::brute::{self, MOST_STEPS};
use crate::solve::flow::{Outcome, PathRule, Silent, Touching};

/// Counts restarts.
#[derive(Default)]
struct Restarts(usize);

impl Observer for Restarts {
    fn restarted(&mut self) {
        self.0 += 1;
    }
}

/// All solutions, touching ones included, by a search that tries another order after a few guesses; and how
/// often it did.
fn solutions_in_many_orders<const SIDES: usize>(puzzle: &Puzzle) -> (Vec<Solution>, usize) {
    let mut restarts = Restarts::default();
    let mut search = Search::<SIDES, _>::new(puzzle, PathRule::AnyPath, &mut restarts);
    search.schedule = Schedule::lasting(2);
    let (_, solutions, _) = search.run(usize::MAX, &Limits::NONE);
    (solutions, restarts.0)
}

#[test]
fn a_search_that_restarts_loses_no_solution() {
    let mut random = Random::new(4);
    for kind in KINDS {
        let mut restarts = 0;
        for _ in 0..500 {
            let Some(puzzle) = any_puzzle(&mut random, kind, 3, 3) else {
                continue;
            };
            let Some(all) = brute::solutions(&puzzle, MOST_STEPS) else {
                continue;
            };
            let (found, times) = match puzzle.board().side_count() {
                4 => solutions_in_many_orders::<4>(&puzzle),
                _ => solutions_in_many_orders::<6>(&puzzle),
            };
            assert_eq!(oriented(&puzzle, found), oriented(&puzzle, all));
            restarts += times;
        }
        assert!(restarts > 10, "{kind:?}: only {restarts} restarts");
    }
}

/// All solutions by a rule. Probing is done after the first guess, learning begins after so many in vain.
fn solutions_by(puzzle: &Puzzle, rule: PathRule, learn_after: u64) -> (Outcome, Vec<Solution>) {
    fn run<const SIDES: usize>(
        puzzle: &Puzzle,
        rule: PathRule,
        learn_after: u64,
    ) -> (Outcome, Vec<Solution>) {
        let mut search = Search::<SIDES, _>::new(puzzle, rule, Silent);
        search.learn_after = learn_after;
        search.probe_after = 1;
        let (outcome, solutions, _) = search.run(usize::MAX, &Limits::NONE);
        (outcome, solutions)
    }
    match puzzle.board().side_count() {
        4 => run::<4>(puzzle, rule, learn_after),
        _ => run::<6>(puzzle, rule, learn_after),
    }
}

/// Whether a path fills a smallest ring: four nodes that are a ring of neighbours, on hexagons three.
fn fills_a_ring(puzzle: &Puzzle, solution: &Solution) -> bool {
    let board = puzzle.board();
    let length = if board.side_count() == 4 { 4 } else { 3 };
    solution.paths.iter().any(|path| {
        let neighbours = |node: Node| {
            let to = board.edges(node).map(|(_, edge)| edge.to);
            to.filter(|to| path.contains(to))
        };
        let mut walks: Vec<Vec<Node>> = path.iter().map(|&node| vec![node]).collect();
        for _ in 1..length {
            let longer = walks.iter().flat_map(|walk| {
                let next = neighbours(walk[walk.len() - 1]).filter(|node| !walk.contains(node));
                next.map(|node| [&walk[..], &[node]].concat())
            });
            walks = longer.collect();
        }
        let mut walks = walks.iter();
        walks.any(|walk| neighbours(walk[walk.len() - 1]).any(|node| node == walk[0]))
    })
}

/// Whether the rings of four of a board are its squares: not so on a graph, and round a narrow warp.
fn has_squares(board: &Board) -> bool {
    let is_wide = board.layout().warp == Warp::None || board.rows().min(board.cols()) >= 5;
    is_wide && board.layout().graph.is_none()
}

/// By every rule, the engine's set of solutions is what of `all` the rule allows, with and without learning.
fn assert_same_by_every_rule(puzzle: &Puzzle, all: &HashSet<Solution>) {
    for rule in PathRule::ALL {
        let is_allowed = |solution: &&Solution| match rule {
            PathRule::NoTouching => !touches_itself(puzzle, solution),
            PathRule::NoSquares => !fills_a_ring(puzzle, solution),
            PathRule::AnyPath => true,
        };
        if rule == PathRule::NoSquares && !has_squares(puzzle.board()) {
            continue;
        }
        let allowed: HashSet<Solution> = all.iter().filter(is_allowed).cloned().collect();
        for learn_after in [1, u64::MAX] {
            let (outcome, found) = solutions_by(puzzle, rule, learn_after);
            let found = oriented(puzzle, found);
            assert_eq!(found, allowed, "{rule:?}, {learn_after}: {puzzle:?}");
            assert_eq!(outcome == Outcome::NoSolution, allowed.is_empty());
        }
    }
}

#[test]
fn the_set_of_solutions_is_right_by_every_rule_and_with_empty_cells() {
    let mut random = Random::new(6);
    for kind in KINDS {
        let mut compared = [0; 2];
        for round in 0..400 {
            let Some(mut puzzle) = any_puzzle(&mut random, kind, 2, 3) else {
                continue;
            };
            if round % 2 == 0 {
                puzzle = puzzle.with_empty_cells();
            }
            if let Some(all) = brute::solutions(&puzzle, MOST_STEPS) {
                assert_same_by_every_rule(&puzzle, &oriented(&puzzle, all));
                compared[round % 2] += 1;
            }
        }
        assert!(
            compared.iter().all(|count| *count > 50),
            "{kind:?}: {compared:?}"
        );
    }
}

/// The engine's set of solutions is the enumerator's, with and without touching.
fn assert_same_solutions(puzzle: &Puzzle, all: Vec<Solution>, tally: &mut Tally) {
    let all = oriented(puzzle, all);
    let calm: HashSet<Solution> = all
        .iter()
        .filter(|solution| !touches_itself(puzzle, solution))
        .cloned()
        .collect();
    for (touching, expected) in [(Touching::Allowed, &all), (Touching::Never, &calm)] {
        let answer = ask(puzzle, usize::MAX, touching);
        for solution in &answer.solutions {
            assert_eq!(verify(puzzle, solution), Ok(()));
        }
        let found = oriented(puzzle, answer.solutions);
        assert_eq!(&found, expected, "{touching:?}: {puzzle:?}");
        let outcome = if expected.is_empty() {
            Outcome::NoSolution
        } else {
            Outcome::Solved
        };
        assert_eq!(answer.outcome, outcome);
    }
    // Few are asked for more often than all.
    for count in [1, 2, 3] {
        let few = ask(puzzle, count, Touching::Allowed).solutions;
        assert_eq!(few.len(), all.len().min(count), "{puzzle:?}");
        assert!(oriented(puzzle, few).is_subset(&all));
    }
    let fallback = ask(puzzle, 1, Touching::Fallback);
    assert_eq!(fallback.solutions.len(), all.len().min(1));
    assert_eq!(fallback.touching(), calm.is_empty());
    if let Some(found) = fallback.solutions.first()
        && has_squares(puzzle.board())
    {
        let is_strictest = all.iter().all(|solution| fills_a_ring(puzzle, solution));
        assert_eq!(fallback.rule == PathRule::AnyPath, is_strictest);
        assert_eq!(fills_a_ring(puzzle, found), is_strictest);
    }
    tally.count(all.len());
}

/// Compares on so many random boards of one kind.
fn compare_on(kind: Kind, rounds: usize) -> Tally {
    let mut random = Random::new(kind as u64);
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let Some(puzzle) = any_puzzle(&mut random, kind, 1, 5) else {
            continue;
        };
        if let Some(all) = brute::solutions(&puzzle, MOST_STEPS) {
            assert_same_solutions(&puzzle, all, &mut tally);
        }
    }
    tally
}

#[test]
fn the_set_of_solutions_is_right_on_random_boards_of_every_kind() {
    for kind in KINDS {
        let tally = compare_on(kind, 1500);
        let fewest = tally.none.min(tally.one).min(tally.many);
        assert!(fewest >= 10, "{kind:?} is not tested well: {tally:?}");
    }
}

#[test]
fn a_board_of_squares_has_the_same_solutions_as_its_graph() {
    let mut random = Random::new(6);
    let mut tally = Tally::default();
    for _ in 0..1500 {
        let kind = [Kind::Plain, Kind::Holes, Kind::Walls][random.below(3)];
        let Some(squares) = any_puzzle(&mut random, kind, 2, 4) else {
            continue;
        };
        let graph = boards::as_graph(squares.board());
        let graph = Puzzle::new(graph, squares.pairs().to_vec()).unwrap();
        for touching in [Touching::Allowed, Touching::Never] {
            let of_squares = ask(&squares, usize::MAX, touching).solutions;
            let of_graph = ask(&graph, usize::MAX, touching).solutions;
            tally.count(of_graph.len());
            let of_squares = oriented(&squares, of_squares);
            assert_eq!(oriented(&graph, of_graph), of_squares, "{squares:?}");
        }
    }
    assert!(tally.none.min(tally.one).min(tally.many) > 100, "{tally:?}");
}

/// Every way to put pairs of terminals on the cells of a board, at most so many of them.
fn all_pairings(board: &Board, most_pairs: usize) -> Vec<Vec<[Node; 2]>> {
    fn extend(
        free: &[Node],
        pairs: &mut Vec<[Node; 2]>,
        most: usize,
        all: &mut Vec<Vec<[Node; 2]>>,
    ) {
        let Some((&first, rest)) = free.split_first() else {
            all.extend((!pairs.is_empty()).then(|| pairs.clone()));
            return;
        };
        extend(rest, pairs, most, all);
        if pairs.len() < most {
            for (place, &second) in rest.iter().enumerate() {
                let others = [&rest[..place], &rest[place + 1..]].concat();
                pairs.push([first, second]);
                extend(&others, pairs, most, all);
                pairs.pop();
            }
        }
    }
    let nodes: Vec<Node> = board.nodes().collect();
    let mut all = Vec::new();
    extend(&nodes, &mut Vec::new(), most_pairs, &mut all);
    all
}

#[test]
fn the_set_of_solutions_is_right_on_every_puzzle_of_every_rectangle_up_to_4x5() {
    let mut tally = Tally::default();
    for (rows, cols) in (1..=4).flat_map(|rows| (1..=5).map(move |cols| (rows, cols))) {
        // All of up to ten cells; of larger ones those of few colours, since there are millions.
        let most_pairs = match rows * cols {
            ..=10 => 5,
            11..=16 => 2,
            _ => 1,
        };
        let board = Board::rectangle(rows, cols).unwrap();
        for pairs in all_pairings(&board, most_pairs) {
            let puzzle = boards::puzzle(board.clone(), pairs).unwrap();
            let all = brute::solutions(&puzzle, usize::MAX).unwrap();
            assert_same_solutions(&puzzle, all, &mut tally);
        }
    }
    assert!(tally.none.min(tally.one).min(tally.many) > 100, "{tally:?}");
}
