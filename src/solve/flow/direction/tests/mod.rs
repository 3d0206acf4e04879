//! The engine against a brute-force enumerator, against its own rules written plainly, and against
//! solutions known beforehand.

mod boards;
mod known_solution;
pub mod plain;
mod sat;

use std::collections::{BTreeMap, HashSet};

use super::position::{Deduced, Position};
use super::propagate::{begin, propagate};
use super::restart::Schedule;
use super::search::Search;
use super::shapes::{Shapes, bits};
use super::trace::{Deduction, Observer, Rule, Silent};
use super::{solve, solve_observed};
use crate::pipeline::Limits;
use crate::puzzle::flow::{Board, Node, Pair, Puzzle, Solution, Warp, touches_itself, verify};
use crate::random::Random;
use crate::solve::flow::tests::brute;
use crate::solve::flow::{Answer, Outcome, PathRule, Request, Touching};
use boards::{KINDS, Kind};
use known_solution::{KnownSolution, is_minimal};
use plain::Plain;

/// Drawing every path of a board that needs more steps than this takes too long for a test.
const MOST_STEPS: usize = 60_000;

/// The engine's answer without limits.
pub fn ask(puzzle: &Puzzle, count: usize, touching: Touching) -> Answer {
    solve(&Request {
        puzzle,
        count,
        touching,
        limits: Limits::NONE,
    })
}

/// A rectangle from text: `.` is empty, any other character is a terminal.
pub fn puzzle(text: &str) -> Puzzle {
    let cols = text.lines().next().unwrap().len();
    let board = Board::rectangle(text.lines().count() as u16, cols as u16).unwrap();
    let mut terminals = BTreeMap::<char, Vec<Node>>::new();
    for (node, label) in text.lines().flat_map(str::chars).enumerate() {
        if label != '.' {
            terminals.entry(label).or_default().push(Node(node as u16));
        }
    }
    let pairs = terminals.into_iter().map(|(label, ends)| Pair {
        label,
        terminals: [ends[0], ends[1]],
    });
    Puzzle::new(board, pairs.collect()).unwrap()
}

/// The nodes that lost shapes by this rule.
pub fn deductions_of(puzzle: &Puzzle, rule: Rule, touching: Touching) -> Vec<u16> {
    struct ByRule(Rule, Vec<u16>);
    impl Observer for ByRule {
        fn deduced(&mut self, deduction: &Deduction) {
            if deduction.rule == self.0 {
                self.1.push(deduction.node.0);
            }
        }
    }
    let mut observer = ByRule(rule, Vec::new());
    let request = Request {
        puzzle,
        count: 1,
        touching,
        limits: Limits::NONE,
    };
    solve_observed(&request, &mut observer);
    observer.1
}

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

fn oriented(puzzle: &Puzzle, solutions: Vec<Solution>) -> HashSet<Solution> {
    let count = solutions.len();
    let set: HashSet<Solution> = solutions
        .into_iter()
        .map(|solution| solution.oriented(puzzle))
        .collect();
    assert_eq!(
        set.len(),
        count,
        "two solutions are the same: {:?}",
        puzzle.board().layout()
    );
    set
}

/// How many boards had no, one and several solutions.
#[derive(Debug, Default)]
struct Tally {
    none: usize,
    one: usize,
    many: usize,
}

impl Tally {
    fn count(&mut self, solutions: usize) {
        match solutions {
            0 => self.none += 1,
            1 => self.one += 1,
            _ => self.many += 1,
        }
    }
}

/// All solutions by a rule. Learning begins after so many guesses in vain.
fn solutions_by(puzzle: &Puzzle, rule: PathRule, learn_after: u64) -> (Outcome, Vec<Solution>) {
    fn run<const SIDES: usize>(
        puzzle: &Puzzle,
        rule: PathRule,
        learn_after: u64,
    ) -> (Outcome, Vec<Solution>) {
        let mut search = Search::<SIDES, _>::new(puzzle, rule, Silent);
        search.learn_after = learn_after;
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

/// Columns that are a flow each, some of them two: as many colours as asked for.
fn columns(rows: u16, cols: u16, colours: u16) -> Puzzle {
    let board = Board::rectangle(rows, cols).unwrap();
    let node = |row, col| Node(row * cols + col);
    let pairs = (0..cols).flat_map(|col| {
        if col < colours - cols {
            let (end, start) = (rows / 2 - 1, rows / 2);
            vec![
                [node(0, col), node(end, col)],
                [node(start, col), node(rows - 1, col)],
            ]
        } else {
            vec![[node(0, col), node(rows - 1, col)]]
        }
    });
    boards::puzzle(board, pairs.collect()).unwrap()
}

#[test]
fn sixty_by_sixty_cells_and_sixty_four_colours_are_nothing_special() {
    let puzzle = columns(60, 60, 64);
    assert_eq!(puzzle.pairs().len(), 64);
    let answer = ask(&puzzle, 2, Touching::Never);
    assert_eq!(answer.outcome, Outcome::Solved);
    assert_eq!(answer.solutions.len(), 1);
    assert_eq!(verify(&puzzle, &answer.solutions[0]), Ok(()));
}

/// A random puzzle on a random board.
fn any_puzzle(random: &mut Random, kind: Kind, least: u16, spread: usize) -> Option<Puzzle> {
    let side = |random: &mut Random| least + random.below(spread) as u16;
    let (rows, cols) = (side(random), side(random));
    let board = boards::board(random, kind, rows, cols);
    if random.below(3) == 0 {
        let pairs = 1 + random.below(3);
        boards::scattered(random, board, pairs)
    } else {
        let calm = random.below(2) == 0;
        boards::covered(random, board, calm)
    }
}

/// Guesses at random until a contradiction or the end, and compares what was deduced after each guess
/// with what the plain rules deduce from scratch. Returns the number of positions compared.
fn compare_positions<const SIDES: usize>(
    random: &mut Random,
    puzzle: &Puzzle,
    rule: PathRule,
) -> usize {
    let mut position = Position::<SIDES, _>::new(puzzle, rule, Silent);
    let mut plain = Plain::<SIDES>::new(puzzle, rule);
    let mut deduced: Deduced = begin(&mut position, puzzle);
    for compared in 1.. {
        assert_eq!(deduced.is_ok(), plain.deduce().is_ok(), "{puzzle:?}");
        let nodes = 0..position.node_count();
        if deduced.is_err() {
            return compared;
        }
        for node in nodes.clone() {
            assert_eq!(
                position.shapes(node),
                plain.shapes[usize::from(node)],
                "{node}: {puzzle:?}"
            );
        }
        let open: Vec<u16> = nodes
            .filter(|&node| !position.shapes(node).is_single())
            .collect();
        if open.is_empty() {
            return compared;
        }
        // A guess is taken back first, so that the trail is tested as well.
        let mark = position.mark();
        for is_for_good in [false, true] {
            let node = open[random.below(open.len())];
            let shapes: Vec<usize> = bits(position.shapes(node).bits()).collect();
            let shape = Shapes::from_bits(1 << shapes[random.below(shapes.len())]);
            deduced = position.keep(node, shape, Rule::Guess);
            deduced = deduced.and_then(|()| propagate(&mut position));
            if is_for_good {
                plain.shapes[usize::from(node)] = shape;
            } else {
                position.undo_to(mark);
            }
        }
    }
    unreachable!("every guess decides a node");
}

#[test]
fn the_rules_deduce_exactly_what_their_plain_versions_deduce() {
    let mut random = Random::new(1);
    // Of a graph only some four-cycles have corners.
    for kind in KINDS.into_iter().filter(|&kind| kind != Kind::Graphs) {
        let mut compared = 0;
        for _ in 0..600 {
            // On a warp narrower than five cells there are rings of four without corners.
            let Some(puzzle) = any_puzzle(&mut random, kind, 5, 3) else {
                continue;
            };
            for rule in PathRule::ALL {
                compared += match puzzle.board().side_count() {
                    4 => compare_positions::<4>(&mut random, &puzzle, rule),
                    _ => compare_positions::<6>(&mut random, &puzzle, rule),
                };
            }
        }
        assert!(compared > 400, "{kind:?}: only {compared} positions");
    }
}

#[test]
fn no_deduction_ever_excludes_a_known_solution() {
    let mut random = Random::new(2);
    for kind in KINDS {
        let mut checked = 0;
        for _ in 0..400 {
            let Some(puzzle) = any_puzzle(&mut random, kind, 2, 4) else {
                continue;
            };
            let all = brute::solutions(&puzzle, MOST_STEPS).unwrap_or_default();
            let minimal = all.iter().filter(|known| is_minimal(&puzzle, known));
            for known in minimal.take(5) {
                let touching = if touches_itself(&puzzle, known) {
                    Touching::Allowed
                } else {
                    Touching::Never
                };
                let request = Request {
                    puzzle: &puzzle,
                    count: usize::MAX,
                    touching,
                    limits: Limits::NONE,
                };
                let mut observer = KnownSolution::new(&puzzle, known);
                solve_observed(&request, &mut observer);
                assert!(observer.has_met_its_solution());
                checked += 1;
            }
        }
        assert!(checked > 60, "{kind:?}: only {checked} solutions");
    }
}

/// Compares with the SAT solver up to this many solutions.
const ENOUGH_SOLUTIONS: usize = 4;

/// `FLOWBOT_CASES=8000 cargo test --release sat_solver` compares a thousand boards of each kind with touching.
#[test]
fn larger_boards_have_the_solutions_that_a_sat_solver_finds() {
    let asked = std::env::var("FLOWBOT_CASES").ok();
    let rounds = asked.and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut random = Random::new(3);
    for kind in KINDS {
        let mut tally = Tally::default();
        for round in 0..rounds {
            let Some(puzzle) = any_puzzle(&mut random, kind, 5, 4) else {
                continue;
            };
            // With touching there are so many solutions that some boards are enough.
            let touching = round % 8 == 0;
            let expected = sat::solutions(&puzzle, touching, ENOUGH_SOLUTIONS);
            let allowed = if touching {
                Touching::Allowed
            } else {
                Touching::Never
            };
            let found = ask(&puzzle, ENOUGH_SOLUTIONS, allowed).solutions;
            assert_eq!(found.len(), expected.len(), "{puzzle:?}");
            if found.len() < ENOUGH_SOLUTIONS {
                assert_eq!(
                    oriented(&puzzle, found),
                    oriented(&puzzle, expected.clone())
                );
            }
            tally.count(expected.len());
        }
        let solved = tally.one + tally.many;
        assert!(
            tally.none > 10 && solved > 0,
            "{kind:?} is not tested well: {tally:?}"
        );
    }
}
