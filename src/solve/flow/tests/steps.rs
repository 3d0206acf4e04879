//! What engines tell is what they do: the steps alone rebuild every solution.

use super::*;
use crate::solve::flow::PathRule;

/// Keeps the scene, and looks at it whenever a solution is said to stand.
struct Rebuilding<'a> {
    puzzle: &'a Puzzle,
    scene: Scene,
    seen: Vec<Vec<Option<Left>>>,
}

impl Observer for Rebuilding<'_> {
    fn begun(&mut self, _: PathRule) {
        self.scene.begin();
    }

    fn stepped(&mut self, step: &Step) {
        self.scene.step(step);
    }

    fn taken_back(&mut self) {
        self.scene.take_back();
    }

    fn restarted(&mut self) {
        self.scene.restart();
    }

    fn solved(&mut self) {
        let nodes = self.puzzle.board().nodes();
        self.seen
            .push(nodes.map(|node| self.scene.left(node)).collect());
    }
}

/// Whether what is left to a node agrees with a solution; nothing said of a terminal agrees.
fn agrees(puzzle: &Puzzle, solution: &Solution, node: Node, left: Option<Left>) -> bool {
    let board = puzzle.board();
    let colour = solution.colours(board)[node.index()];
    let path = &solution.paths[colour.unwrap().index()];
    let place = path.iter().position(|&other| other == node).unwrap();
    let beside = [place.checked_sub(1), Some(place + 1)];
    let beside: Vec<Node> = beside
        .into_iter()
        .flatten()
        .filter_map(|at| path.get(at).copied())
        .collect();
    match left {
        None => puzzle.terminals()[node.index()].is_some() || board.edges(node).count() == 2,
        Some(Left::Colours(colours)) => colours.len() == 1 && colours.iter().next() == colour,
        Some(Left::Line { colour: own, from }) => Some(own) == colour && beside.contains(&from),
        Some(Left::Shapes(shapes)) => {
            let sides = beside
                .iter()
                .map(|&next| board.edge_between(node, next).unwrap().0);
            let mask = sides.fold(0, |all, side| all | 1 << side.0);
            shapes.masks().eq([mask])
        }
    }
}

#[test]
fn the_steps_that_stand_at_a_solution_are_the_solution() {
    for (puzzle, _) in boards_with_solutions(100) {
        for engine in Engine::ALL {
            let mut rebuilding = Rebuilding {
                puzzle: &puzzle,
                scene: Scene::new(puzzle.board().node_count()),
                seen: Vec::new(),
            };
            let request = request(&puzzle, 3, Touching::Never);
            let settings = Settings::of(engine);
            let answer = engine.solve(&request, &settings, &mut rebuilding).unwrap();
            assert_eq!(rebuilding.seen.len(), answer.solutions.len());
            for (seen, solution) in rebuilding.seen.iter().zip(&answer.solutions) {
                for (node, &left) in puzzle.board().nodes().zip(seen) {
                    let said = format!("{} {node:?} {left:?} {solution:?}", engine.name());
                    assert!(agrees(&puzzle, solution, node, left), "{said}");
                }
            }
        }
    }
}
