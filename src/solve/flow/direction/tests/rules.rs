//! The rules: they deduce exactly what their plain versions deduce, and never exclude a known solution.

use super::super::position::{Deduced, Position};
use super::super::propagate::{begin, propagate};
use super::super::shapes::{Shapes, bits};
use super::super::solve_observed;
use super::super::trace::Rule;
use super::any_puzzle;
use super::known_solution::{KnownSolution, is_minimal};
use super::plain::Plain;
use crate::pipeline::Limits;
use crate::puzzle::flow::{Puzzle, touches_itself};
use crate::random::Random;
use crate::solve::flow::tests::boards::{KINDS, Kind};
use crate::solve::flow::tests::brute::{self, MOST_STEPS};
use crate::solve::flow::{PathRule, Request, Silent, Touching};

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
