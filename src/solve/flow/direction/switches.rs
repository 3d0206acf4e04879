//! The switches of a board: pieces of path that go around a closed loop of nodes and can lie beside two edges.
//!
//! ```text
//!   a   b        a ─ b        In both states the nodes of the loop (here c and d, a loop of two) are
//!   │   │                     passed between two neighbours: between a and b, or between e and f.
//!   c ─ d   ◀──▶ c ─ d        All other paths stay, so where one state is part of a solution, the other
//!                │   │        is part of another one. Both touch: a and b, or e and f, are neighbours
//!   e ─ f        e   f        that are not consecutive.
//! ```
//!
//! The same for loops of four nodes on squares; on hexagons for loops of one, two and three:
//!
//! ```text
//!   a   b   .        a ─ b   .
//!   │   │                              The loop is c d h g. Left it is open between c and d,
//!   c   d   .   ◀──▶ c ─ d   .         right between g and h.
//!   │   │            │   │
//!   g ─ h   .        g   h   .
//!                    │   │
//!   e ─ f   .        e   f   .
//! ```
//!
//! Solutions are ordered by their edges: of two states, the one with the lowest edge that is not in both is
//! the *smaller*, and makes the solution smaller. A solution with no larger state in it is *minimal*.
//! Every solution becomes a minimal one by some switches, each of which makes it smaller, so:
//!
//! - a puzzle with a solution has a minimal one, so the search may look for minimal ones alone (`switch`);
//! - every solution is made of a minimal one by switches that make it larger (`reverse_search`).

use super::graph::Graph;
use super::shapes::Table;

/// The most edges of one state: three of a loop of four, the two that lead to it, and the one beside it.
const MOST_EDGES: usize = 6;

/// An edge of the board: a side of the lower of its two nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) node: u16,
    pub(super) side: u8,
}

impl Edge {
    /// The edge behind a side of a node.
    #[inline]
    pub(super) fn behind<const SIDES: usize>(graph: &Graph<SIDES>, node: u16, side: usize) -> Self {
        let to = graph.linked(node, side);
        let (node, side) = if node < to {
            (node, side)
        } else {
            (to, Table::<SIDES>::back(side))
        };
        Self {
            node,
            side: side as u8,
        }
    }

    /// The edges of a board are numbered by node, then by side.
    #[inline]
    fn number<const SIDES: usize>(self) -> usize {
        usize::from(self.node) * SIDES + usize::from(self.side)
    }
}

/// The edges that are on in one state of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    edges: [Edge; MOST_EDGES],
    count: u8,
}

impl State {
    fn new(edges: impl Iterator<Item = Edge>) -> Self {
        let mut state = Self {
            edges: [Edge::default(); MOST_EDGES],
            count: 0,
        };
        for edge in edges {
            state.edges[usize::from(state.count)] = edge;
            state.count += 1;
        }
        state.edges[..usize::from(state.count)].sort_unstable();
        state
    }

    /// The edges, lowest first.
    #[inline]
    pub(super) fn edges(&self) -> &[Edge] {
        &self.edges[..usize::from(self.count)]
    }
}

/// Two states of which each can take the place of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Switch {
    pub(super) larger: State,
    pub(super) smaller: State,
}

impl Switch {
    fn new(one: State, other: State) -> Self {
        // Sorted lists of the same length: the first difference is the lowest edge that is not in both.
        let (larger, smaller) = if one.edges() < other.edges() {
            (other, one)
        } else {
            (one, other)
        };
        Self { larger, smaller }
    }
}

/// All switches of a board.
#[derive(Default)]
pub(super) struct Switches {
    all: Vec<Switch>,
    /// By number of an edge: where the switches with that edge in their larger state begin in `by_edge`.
    starts: Vec<u32>,
    by_edge: Vec<u32>,
}

impl Switches {
    /// Finds all switches with loops of up to four nodes on squares, and of up to three on hexagons.
    pub(super) fn new<const SIDES: usize>(graph: &Graph<SIDES>) -> Self {
        let mut all = Vec::new();
        for node in 0..graph.absent() {
            for ring in loops_from(graph, node) {
                add_switches(graph, &ring, &mut all);
            }
        }
        let mut switches = Self {
            all,
            starts: Vec::new(),
            by_edge: Vec::new(),
        };
        switches.index::<SIDES>(usize::from(graph.absent()) * SIDES);
        switches
    }

    /// Lists the switches by the edges of their larger states.
    fn index<const SIDES: usize>(&mut self, edge_count: usize) {
        let mut counts = vec![0; edge_count + 1];
        let edges = |switch: &Switch| switch.larger;
        for state in self.all.iter().map(edges) {
            for edge in state.edges() {
                counts[edge.number::<SIDES>() + 1] += 1;
            }
        }
        for place in 1..counts.len() {
            counts[place] += counts[place - 1];
        }
        let mut next = counts.clone();
        self.by_edge = vec![0; next.last().map_or(0, |&total| total as usize)];
        for (index, state) in self.all.iter().map(edges).enumerate() {
            for edge in state.edges() {
                let place = &mut next[edge.number::<SIDES>()];
                self.by_edge[*place as usize] = index as u32;
                *place += 1;
            }
        }
        self.starts = counts;
    }

    /// All switches, in the order of the board.
    pub(super) fn all(&self) -> &[Switch] {
        &self.all
    }

    /// The numbers of the switches that an edge is in the larger state of.
    #[inline]
    pub(super) fn with<const SIDES: usize>(&self, edge: Edge) -> &[u32] {
        let number = edge.number::<SIDES>();
        &self.by_edge[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The larger state of a switch.
    #[inline]
    pub(super) fn larger(&self, switch: u32) -> &State {
        &self.all[switch as usize].larger
    }
}

/// A closed loop of nodes: each node with the side that leads to the next. One node alone has no such side.
type Loop = Vec<(u16, Option<usize>)>;

/// The loops of which this node is the lowest.
fn loops_from<const SIDES: usize>(graph: &Graph<SIDES>, node: u16) -> Vec<Loop> {
    let neighbours = graph.neighbours(node);
    let is_higher = |to: &u16| *to != graph.absent() && *to > node;
    let mut loops = Vec::new();
    if SIDES == 6 {
        loops.push(vec![(node, None)]);
    }
    for (side, to) in neighbours.into_iter().enumerate() {
        if is_higher(&to) {
            loops.push(vec![
                (node, Some(side)),
                (to, Some(Table::<SIDES>::back(side))),
            ]);
        }
    }
    for side in 0..SIDES {
        let turned = (side + 1) % SIDES;
        let (first, last) = (neighbours[side], neighbours[turned]);
        if !is_higher(&first) || !is_higher(&last) || first == last {
            continue;
        }
        if SIDES == 6 {
            let across = (side + 2) % SIDES;
            if graph.linked(first, across) == last {
                let home = Table::<SIDES>::back(turned);
                loops.push(vec![
                    (node, Some(side)),
                    (first, Some(across)),
                    (last, Some(home)),
                ]);
            }
        } else {
            let far = graph.linked(first, turned);
            if is_higher(&far) && far == graph.linked(last, side) {
                loops.push(vec![
                    (node, Some(side)),
                    (first, Some(turned)),
                    (far, Some(Table::<SIDES>::back(side))),
                    (last, Some(Table::<SIDES>::back(turned))),
                ]);
            }
        }
    }
    loops
}

/// Two neighbours outside of a loop between which a path can go around it.
struct Entry {
    /// The two neighbours.
    outer: [u16; 2],
    /// The edge between them: on while the loop is passed elsewhere.
    shut: Edge,
    /// The edges that are on while the loop is passed from here: those of the loop, and two that lead to it.
    open: Vec<Edge>,
}

/// Adds a switch for every two entries of a loop that share no node.
fn add_switches<const SIDES: usize>(graph: &Graph<SIDES>, ring: &Loop, all: &mut Vec<Switch>) {
    let entries = entries(graph, ring);
    for (index, one) in entries.iter().enumerate() {
        for other in &entries[..index] {
            if one.outer.iter().any(|node| other.outer.contains(node)) {
                continue;
            }
            let state = |from: &Entry, beside: &Entry| {
                State::new(from.open.iter().copied().chain([beside.shut]))
            };
            all.push(Switch::new(state(one, other), state(other, one)));
        }
    }
}

/// All entries of a loop.
fn entries<const SIDES: usize>(graph: &Graph<SIDES>, ring: &Loop) -> Vec<Entry> {
    let is_inside = |node: u16| ring.iter().any(|&(member, _)| member == node);
    let mut entries = Vec::new();
    // The two sides of a loop of two are the same edge.
    let side_count = if ring.len() == 2 { 1 } else { ring.len() };
    for (index, &(node, along)) in ring.iter().enumerate().take(side_count) {
        let (end, _) = ring[(index + 1) % ring.len()];
        // The one edge of a loop of two is always on; a longer loop is open between the two nodes.
        let is_kept = |other: usize| (other == index) == (ring.len() == 2);
        let kept = ring.iter().enumerate().filter(|&(other, _)| is_kept(other));
        let kept: Vec<Edge> = kept
            .filter_map(|(_, &(from, side))| Some(Edge::behind(graph, from, side?)))
            .collect();
        for out in 0..SIDES {
            // From a single node, two neighbouring sides lead out; from a side of a longer loop, two that
            // are parallel.
            let (out_of_end, across) = match along {
                Some(along) => (out, along),
                None => ((out + 1) % SIDES, (out + 2) % SIDES),
            };
            let outer = [graph.linked(node, out), graph.linked(end, out_of_end)];
            let is_usable = |node: u16| node != graph.absent() && !is_inside(node);
            if !outer.into_iter().all(is_usable) || graph.linked(outer[0], across) != outer[1] {
                continue;
            }
            let arms = [
                Edge::behind(graph, node, out),
                Edge::behind(graph, end, out_of_end),
            ];
            entries.push(Entry {
                outer,
                shut: Edge::behind(graph, outer[0], across),
                open: kept.iter().copied().chain(arms).collect(),
            });
        }
    }
    entries
}
