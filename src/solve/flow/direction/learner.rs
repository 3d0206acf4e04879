//! Learns from contradictions: what a search of many guesses cannot settle, a SAT solver of MiniSat's kind often does.
//!
//! A variable for each edge says whether it is on. Colours are numbers, a variable for each of their bits at each node, so
//! that two nodes joined by an edge are alike in all of them:
//!
//! ```text
//!   node a: colour 5 = 1 0 1      the edge is on      ⇒  each bit of a is that of b
//!   node b: colour ? = ? ? ?      the edge is off     ⇒  some bit differs (only if no path touches itself)
//! ```
//!
//! | clauses | for |
//! |---|---|
//! | a terminal has one edge, every other node two | all boards |
//! | what the search had deduced without a guess | all boards |
//! | four nodes of a ring differ in some bit, or one is empty | [`PathRule::NoSquares`] |
//! | at first: no node is empty, then one, and so on | boards where any may be |
//! | no larger state of a switch | [`PathRule::AnyPath`] |
//!
//! Loops apart from the paths satisfy all that. Each that is met is forbidden then: there are few.

use std::cell::Cell;
use std::collections::VecDeque;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::position::Position;
use super::reverse_search::Sides;
use super::shapes::{Shapes, Table, bits, sides_where};
use super::squares;
use super::trace::Observer;
use crate::pipeline::Limits;
use crate::puzzle::flow::Pair;
use crate::solve::flow::PathRule;
use crate::solve::flow::passes::must_stop;

/// Up to so many empty nodes, solutions are looked for in the order of their number: published puzzles leave at most 4.
const FEW_EMPTY: usize = 8;

/// What the learner found.
pub(super) enum Learned {
    /// A solution that was not found before.
    Solution(Sides),
    /// There is no further one.
    NoMore,
    /// A limit was reached first.
    Stopped,
}

/// The edge behind each side of a node: the neighbour, and the variable that says whether the edge is on.
type Ends<const SIDES: usize> = [Option<(u16, Lit)>; SIDES];

/// See the module.
pub(super) struct Learner<'a, const SIDES: usize> {
    solver: Solver<Budget<'a>>,
    /// By node.
    ends: Vec<Ends<SIDES>>,
    /// By node: the bits of its colour, lowest first.
    colours: Vec<Vec<Lit>>,
    /// By node, if it may stay empty: that it does.
    empty: Vec<Option<Lit>>,
    /// That at most 0, 1, 2, ... nodes are empty, for the numbers to which all solutions are not yet known: edges follow nearly as if
    /// none were.
    few_empty: VecDeque<Vec<Lit>>,
    /// The first terminals of all pairs.
    starts: Vec<u16>,
    /// All terminals.
    terminals: Vec<u16>,
}

impl<'a, const SIDES: usize> Learner<'a, SIDES> {
    /// A learner of all that a position without guesses knows. `guesses` were made before it.
    pub(super) fn new<O: Observer>(
        position: &Position<SIDES, O>,
        pairs: &[Pair],
        limits: &'a Limits<'a>,
        guesses: u64,
    ) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Budget::new(limits, guesses));
        let mut variable = || new_variable(&mut solver);
        let nodes = position.node_count();
        let mut ends = vec![[None; SIDES]; usize::from(nodes)];
        for node in 0..nodes {
            for side in 0..SIDES {
                let to = position.graph.linked(node, side);
                if to != position.graph.absent() && node < to {
                    let is_on = variable();
                    ends[usize::from(node)][side] = Some((to, is_on));
                    ends[usize::from(to)][Table::<SIDES>::back(side)] = Some((node, is_on));
                }
            }
        }
        let starts: Vec<u16> = pairs.iter().map(|pair| pair.terminals[0].0).collect();
        let bit_count = usize::BITS - starts.len().saturating_sub(1).leading_zeros();
        let colour = |_| (0..bit_count).map(|_| variable()).collect();
        let colours = (0..nodes).map(colour).collect();
        let mut learner = Self {
            solver,
            ends,
            colours,
            empty: vec![None; usize::from(nodes)],
            few_empty: VecDeque::new(),
            starts,
            terminals: pairs
                .iter()
                .flat_map(|pair| pair.terminals)
                .map(|node| node.0)
                .collect(),
        };
        learner.name_empty_nodes(position);
        learner.few_empty = learner.few_empty();
        for node in 0..nodes {
            learner.fix_shapes(position, node);
            learner.fix_colour(position, node);
        }
        match position.rule {
            PathRule::NoTouching => learner.forbid_touching(position),
            PathRule::NoSquares => learner.forbid_squares(position),
            PathRule::AnyPath => learner.forbid_larger_states(position),
        }
        learner
    }

    /// How many decisions were made.
    pub(super) fn guesses(&self) -> u64 {
        self.solver.num_decisions()
    }

    /// Looks for a solution that was neither found nor forbidden before.
    pub(super) fn next(&mut self) -> Learned {
        let mut loops = Loops {
            ends: &self.ends,
            starts: &self.starts,
            levels: 0,
        };
        let status = loop {
            let few_empty = self.few_empty.front().map_or(&[][..], Vec::as_slice);
            let status = (self.solver).solve_limited_th(&mut loops, few_empty);
            if status != lbool::FALSE || self.few_empty.pop_front().is_none() {
                break status;
            }
        };
        if status == lbool::FALSE {
            return Learned::NoMore;
        }
        if status != lbool::TRUE {
            return Learned::Stopped;
        }
        let is_on = |edge: Lit| self.solver.value_lit(edge) == lbool::TRUE;
        let ends = self.ends.iter();
        let sides = ends.map(|ends| sides_on(ends, is_on)).collect();
        self.forbid(&sides);
        Learned::Solution(sides)
    }

    /// Does not find this solution.
    pub(super) fn forbid(&mut self, solution: &Sides) {
        let on =
            self.ends.iter().zip(solution).flat_map(|(ends, &sides)| {
                bits(sides).filter_map(move |side| Some(!ends[side]?.1))
            });
        let clause: Vec<Lit> = on.collect();
        self.add(clause);
    }

    fn add(&mut self, mut clause: Vec<Lit>) {
        self.solver.add_clause_reuse(&mut clause);
    }

    fn edge(&self, node: u16, side: usize) -> Option<Lit> {
        Some(self.ends[usize::from(node)][side]?.1)
    }

    /// A node has one of the shapes left to it.
    fn fix_shapes<O: Observer>(&mut self, position: &Position<SIDES, O>, node: u16) {
        let shapes: Vec<u8> = position.shapes(node).masks(SIDES).collect();
        for Literals { on, off } in shortest_clauses(&shapes, position.graph.sides(node)) {
            let on = bits(on).filter_map(|side| self.edge(node, side));
            let off = bits(off).filter_map(|side| self.edge(node, side));
            let clause = on.chain(off.map(|edge| !edge)).collect();
            self.add(clause);
        }
    }

    /// A node has the colour of its path, and so has each that it is joined to.
    fn fix_colour<O: Observer>(&mut self, position: &Position<SIDES, O>, node: u16) {
        let own = self.colours[usize::from(node)].clone();
        if let Some(colour) = position.colour(node) {
            for (bit, &is_set) in own.iter().enumerate() {
                let is_one = colour >> bit & 1 == 1;
                self.add(vec![if is_one { is_set } else { !is_set }]);
            }
        }
        for (to, edge) in self.ends[usize::from(node)].into_iter().flatten() {
            let other = self.colours[usize::from(to)].clone();
            for (one, other) in own.iter().zip(other) {
                self.add(vec![!edge, !*one, other]);
            }
        }
    }

    /// For each bit of the colours of two nodes, a variable that is off where they agree.
    fn differences(&mut self, a: u16, b: u16) -> Vec<Lit> {
        let [a, b] = [a, b].map(|node| self.colours[usize::from(node)].clone());
        let pairs = a.into_iter().zip(b);
        let mut differs = |(a, b)| {
            let differs = new_variable(&mut self.solver);
            self.add(vec![!differs, a, b]);
            self.add(vec![!differs, !a, !b]);
            differs
        };
        pairs.map(&mut differs).collect()
    }

    /// Two neighbours are joined, or have two colours, or one of them is empty.
    fn forbid_touching<O: Observer>(&mut self, position: &Position<SIDES, O>) {
        for node in 0..position.node_count() {
            for (to, edge) in self.ends[usize::from(node)].into_iter().flatten() {
                if node < to {
                    let mut clause = self.differences(node, to);
                    clause.push(edge);
                    clause.extend(
                        [node, to]
                            .iter()
                            .filter_map(|node| self.empty[usize::from(*node)]),
                    );
                    self.add(clause);
                }
            }
        }
    }

    /// A variable for each node that may stay empty: then no edge of it is on, else some edge is.
    fn name_empty_nodes<O: Observer>(&mut self, position: &Position<SIDES, O>) {
        for node in 0..position.node_count() {
            if position.shapes(node) & Table::<SIDES>::EMPTY == Shapes::NONE {
                continue;
            }
            let is_empty = new_variable(&mut self.solver);
            self.empty[usize::from(node)] = Some(is_empty);
            let edges = self.ends[usize::from(node)].into_iter().flatten();
            let mut is_empty_or_passed = vec![is_empty];
            for (_, edge) in edges {
                self.add(vec![!is_empty, !edge]);
                is_empty_or_passed.push(edge);
            }
            self.add(is_empty_or_passed);
        }
    }

    /// By number up to [`FEW_EMPTY`]: that at most so many nodes stay empty; nothing if none may.
    ///
    /// On a board in two classes, as a chessboard's, paths pass through the classes in turn. So the terminals say by how many more
    /// nodes of one class than of the other are empty, and how many of each.
    fn few_empty(&mut self) -> VecDeque<Vec<Lit>> {
        let Some(classes) = self.classes() else {
            let most = self.at_most_empty(|_| true);
            return most.into_iter().flatten().map(|most| vec![most]).collect();
        };
        let balance = |of: &[i32]| of.iter().sum::<i32>();
        let ends = self
            .terminals
            .iter()
            .map(|&node| classes[usize::from(node)]);
        let more = balance(&classes) - balance(&ends.collect::<Vec<_>>()) / 2;
        let [first, second] =
            [1, -1].map(|class| self.at_most_empty(|node| classes[node] == class));
        let (Some(first), Some(second)) = (first, second) else {
            return VecDeque::new();
        };
        let least = more.unsigned_abs() as usize;
        let totals = (least..=FEW_EMPTY).step_by(2);
        let at_most = |total: usize| {
            let [many, few] = [(total + least) / 2, (total - least) / 2];
            let [in_first, in_second] = if more > 0 { [many, few] } else { [few, many] };
            vec![first[in_first], second[in_second]]
        };
        totals.map(at_most).collect()
    }

    /// By number up to [`FEW_EMPTY`]: that at most so many of some nodes stay empty; nothing if none of them may. Counts them: after each
    /// node, literal `k` of `count` is on where more than `k` of the nodes so far are empty.
    fn at_most_empty(
        &mut self,
        is_counted: impl Fn(usize) -> bool,
    ) -> Option<[Lit; FEW_EMPTY + 1]> {
        let mut count: Option<[Lit; FEW_EMPTY + 1]> = None;
        for (node, is_empty) in self.empty.clone().into_iter().enumerate() {
            let Some(is_empty) = is_empty.filter(|_| is_counted(node)) else {
                continue;
            };
            let next = [(); FEW_EMPTY + 1].map(|()| new_variable(&mut self.solver));
            self.add(vec![!is_empty, next[0]]);
            for (place, before) in count.into_iter().flatten().enumerate() {
                self.add(vec![!before, next[place]]);
                if let Some(&more) = next.get(place + 1) {
                    self.add(vec![!before, !is_empty, more]);
                }
            }
            count = Some(next);
        }
        count.map(|count| count.map(|more| !more))
    }

    /// By node 1 or -1, so that neighbours differ; `None` where that cannot be.
    fn classes(&self) -> Option<Vec<i32>> {
        let mut classes = vec![0; self.ends.len()];
        for start in 0..classes.len() {
            if classes[start] != 0 {
                continue;
            }
            classes[start] = 1;
            let mut waiting = vec![start];
            while let Some(node) = waiting.pop() {
                for (to, _) in self.ends[node].iter().flatten() {
                    let to = usize::from(*to);
                    if classes[to] == 0 {
                        classes[to] = -classes[node];
                        waiting.push(to);
                    } else if classes[to] == classes[node] {
                        return None;
                    }
                }
            }
        }
        Some(classes)
    }

    /// Some two nodes beside each other on a smallest ring have two colours, or one is empty.
    fn forbid_squares<O: Observer>(&mut self, position: &Position<SIDES, O>) {
        for node in 0..position.node_count() {
            for corner in 0..SIDES {
                let Some(ring) = squares::ring_at(&position.graph, node, corner) else {
                    continue;
                };
                if ring.iter().all(|&(member, _)| node <= member) {
                    let pairs = ring.windows(2);
                    let mut clause: Vec<Lit> = pairs
                        .flat_map(|pair| self.differences(pair[0].0, pair[1].0))
                        .collect();
                    let members = ring.iter().map(|&(member, _)| member);
                    clause.extend(members.filter_map(|member| self.empty[usize::from(member)]));
                    self.add(clause);
                }
            }
        }
    }

    /// Of the edges of a larger state one is off.
    fn forbid_larger_states<O: Observer>(&mut self, position: &Position<SIDES, O>) {
        for switch in position.switches.all() {
            let edges = switch.larger.edges().iter();
            let off = edges.filter_map(|edge| self.edge(edge.node, usize::from(edge.side)));
            let clause = off.map(|edge| !edge).collect();
            self.add(clause);
        }
    }
}

/// A variable that no clause names yet, as the literal that says it is true.
fn new_variable(solver: &mut Solver<Budget>) -> Lit {
    Lit::new(solver.new_var_default(), true)
}

/// Literals of the edges at one node: the sides that are on, and those that are off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Literals {
    on: u8,
    off: u8,
}

/// The shortest clauses that, of all sets of these sides, exactly the given shapes satisfy (the prime implicates).
fn shortest_clauses(shapes: &[u8], sides: u8) -> Vec<Literals> {
    let subsets = |of: u8| (0..=u8::MAX).filter(move |set| set & !of == 0);
    let mut all: Vec<Literals> = subsets(sides)
        .flat_map(|on| subsets(sides & !on).map(move |off| Literals { on, off }))
        .filter(|clause| {
            shapes
                .iter()
                .all(|shape| shape & clause.on != 0 || !shape & clause.off != 0)
        })
        .collect();
    all.sort_by_key(|clause| clause.on.count_ones() + clause.off.count_ones());
    let mut shortest: Vec<Literals> = Vec::new();
    for clause in all {
        let is_part = |part: &Literals| part.on & !clause.on == 0 && part.off & !clause.off == 0;
        if !shortest.iter().any(is_part) {
            shortest.push(clause);
        }
    }
    shortest
}

/// The sides that are on, as a mask.
fn sides_on<const SIDES: usize>(ends: &Ends<SIDES>, is_on: impl Fn(Lit) -> bool) -> u8 {
    sides_where::<SIDES>(|side| ends[side].is_some_and(|(_, edge)| is_on(edge)))
}

/// Forbids loops apart from the paths.
struct Loops<'a, const SIDES: usize> {
    ends: &'a [Ends<SIDES>],
    starts: &'a [u16],
    levels: usize,
}

impl<const SIDES: usize> Loops<'_, SIDES> {
    /// Goes along the edges that are on from a node, and returns them; marks all nodes on the way.
    fn walk(&self, start: u16, is_on: &impl Fn(Lit) -> bool, is_met: &mut [bool]) -> Vec<Lit> {
        let mut edges = Vec::new();
        let mut node = start;
        loop {
            is_met[usize::from(node)] = true;
            let mut ends = self.ends[usize::from(node)].iter().flatten();
            let next = ends.find(|&&(to, edge)| is_on(edge) && !is_met[usize::from(to)]);
            let Some(&(to, edge)) = next else { break };
            edges.push(edge);
            node = to;
        }
        // The edge that closes the loop.
        let mut ends = self.ends[usize::from(node)].iter().flatten();
        edges.extend(
            ends.find(|&&(to, edge)| to == start && is_on(edge))
                .map(|end| end.1),
        );
        edges
    }
}

impl<const SIDES: usize> Theory for Loops<'_, SIDES> {
    fn final_check(&mut self, solver: &mut TheoryArg) {
        let is_on = |edge: Lit| solver.value(edge.var()) == lbool::TRUE;
        let mut is_met = vec![false; self.ends.len()];
        for &start in self.starts {
            self.walk(start, &is_on, &mut is_met);
        }
        let mut shortest: Option<Vec<Lit>> = None;
        for node in 0..self.ends.len() {
            if !is_met[node] {
                let ring = self.walk(node as u16, &is_on, &mut is_met);
                // A node that stays empty has no edges.
                if !ring.is_empty()
                    && shortest
                        .as_ref()
                        .is_none_or(|known| ring.len() < known.len())
                {
                    shortest = Some(ring);
                }
            }
        }
        if let Some(ring) = shortest {
            let clause: Vec<Lit> = ring.into_iter().map(|edge| !edge).collect();
            solver.raise_conflict(&clause, true);
        }
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        // Asked only of what was propagated by `Loops`, which is nothing.
        &[]
    }
}

/// Counts decisions, and stops the solver when a limit is reached.
struct Budget<'a> {
    limits: &'a Limits<'a>,
    guesses: Cell<u64>,
    is_over: Cell<bool>,
}

impl<'a> Budget<'a> {
    fn new(limits: &'a Limits<'a>, guesses: u64) -> Self {
        Self {
            limits,
            guesses: Cell::new(guesses),
            is_over: Cell::new(false),
        }
    }
}

impl Callbacks for Budget<'_> {
    /// Asked before each decision.
    fn stop(&self) -> bool {
        let guesses = self.guesses.get();
        self.guesses.set(guesses + 1);
        let is_over = self.is_over.get() || must_stop(self.limits, guesses);
        self.is_over.set(is_over);
        is_over
    }
}
