//! A SAT solver as an oracle for boards too large to enumerate. Shares nothing with the engine.
//!
//! A variable for each edge (is it used) and for each node and colour. Loops apart from the paths
//! satisfy the clauses too: those of each model are forbidden, and the solver is asked again.

use std::collections::BTreeSet;

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

use crate::puzzle::flow::{Node, Puzzle, Solution, verify};

/// Up to `count` solutions; such as touch themselves only where that is allowed.
pub fn solutions(puzzle: &Puzzle, touching: bool, count: usize) -> Vec<Solution> {
    let mut oracle = Oracle::new(puzzle, touching);
    let mut found = Vec::new();
    while found.len() < count && oracle.solver.solve_limited(&[]) == lbool::TRUE {
        let used = oracle.used_edges();
        let (solution, loops) = oracle.follow(used.clone());
        if loops.is_empty() {
            assert_eq!(verify(puzzle, &solution), Ok(()));
            found.push(solution);
            oracle.forbid(&used);
        } else {
            oracle.forbid(&loops);
        }
    }
    found
}

struct Oracle<'a> {
    puzzle: &'a Puzzle,
    solver: BasicSolver,
    edges: Vec<(Node, Node, Lit)>,
}

impl<'a> Oracle<'a> {
    fn new(puzzle: &'a Puzzle, touching: bool) -> Self {
        let board = puzzle.board();
        let mut solver = BasicSolver::default();
        let mut variable = || Lit::new(solver.new_var_default(), true);
        let pairs: BTreeSet<(Node, Node)> = board
            .nodes()
            .flat_map(|node| board.edges(node).map(move |(_, edge)| (node, edge.to)))
            .filter(|(a, b)| a < b)
            .collect();
        let edges = pairs.into_iter().map(|(a, b)| (a, b, variable())).collect();
        let colours: Vec<Vec<Lit>> = board
            .nodes()
            .map(|_| puzzle.colours().map(|_| variable()).collect())
            .collect();
        let mut oracle = Self {
            puzzle,
            solver,
            edges,
        };
        oracle.fix_degrees();
        oracle.fix_colours(&colours, touching);
        oracle
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// A terminal uses one edge, any other node two.
    fn fix_degrees(&mut self) {
        let terminals = self.puzzle.terminals();
        for node in self.puzzle.board().nodes() {
            let own: Vec<Lit> = self
                .edges
                .iter()
                .filter(|&&(a, b, _)| a == node || b == node)
                .map(|&(_, _, used)| used)
                .collect();
            let degree = if terminals[node.index()].is_some() {
                1
            } else {
                2
            };
            // Of any degree + 1 edges one is unused; of any that leave less than degree, one is used.
            let (count, most) = (own.len() as u32, degree + 1);
            let least = (count + 1).saturating_sub(degree);
            for chosen in 0..1u32 << count {
                let picked = (0..own.len()).filter(|place| chosen >> place & 1 == 1);
                let picked: Vec<Lit> = picked.map(|place| own[place]).collect();
                if chosen.count_ones() == most {
                    let unused: Vec<Lit> = picked.iter().map(|&used| !used).collect();
                    self.add(&unused);
                }
                if chosen.count_ones() == least {
                    self.add(&picked);
                }
            }
        }
    }

    /// A node has one colour, that of its terminal; a used edge joins equal colours; without touching
    /// an edge between equal colours is used.
    fn fix_colours(&mut self, colours: &[Vec<Lit>], touching: bool) {
        let terminals = self.puzzle.terminals();
        for (own, terminal) in colours.iter().zip(terminals) {
            self.add(own);
            for (index, &one) in own.iter().enumerate() {
                for &other in &own[..index] {
                    self.add(&[!one, !other]);
                }
            }
            if let Some(colour) = terminal {
                self.add(&[own[colour.index()]]);
            }
        }
        for (a, b, used) in self.edges.clone() {
            for (&of_a, &of_b) in colours[a.index()].iter().zip(&colours[b.index()]) {
                self.add(&[!used, !of_a, of_b]);
                self.add(&[!used, of_a, !of_b]);
                if !touching {
                    self.add(&[used, !of_a, !of_b]);
                }
            }
        }
    }

    fn used_edges(&self) -> Vec<usize> {
        (0..self.edges.len())
            .filter(|&edge| self.solver.value_lit(self.edges[edge].2) == lbool::TRUE)
            .collect()
    }

    /// The paths from terminal to terminal, and the used edges that are on none of them.
    fn follow(&self, mut left: Vec<usize>) -> (Solution, Vec<usize>) {
        let mut paths = Vec::new();
        for pair in self.puzzle.pairs() {
            let mut path = vec![pair.terminals[0]];
            while path.last() != Some(&pair.terminals[1]) {
                let last = path[path.len() - 1];
                let touches =
                    |&edge: &usize| self.edges[edge].0 == last || self.edges[edge].1 == last;
                let place = left.iter().position(touches).expect("degrees are right");
                let (a, b, _) = self.edges[left.swap_remove(place)];
                path.push(if a == last { b } else { a });
            }
            paths.push(path);
        }
        (Solution { paths }, left)
    }

    /// Not all of these edges again.
    fn forbid(&mut self, edges: &[usize]) {
        let clause: Vec<Lit> = edges.iter().map(|&edge| !self.edges[edge].2).collect();
        self.add(&clause);
    }
}
