//! A position of the search: the ways left to each node, the paths built so far, what is still to be
//! looked at, and the trail that takes changes back.

use super::graph::Graph;
use super::trace::{Deduction, Observer, Rule};
use super::ways::{Facts, Table, Ways};
use crate::puzzle::flow::{Node, Puzzle};
use crate::solve::flow::Stats;

/// The position has no solution. A value that `?` carries up to the search; no error of anyone.
pub(super) struct Contradiction;

/// What every rule returns.
pub(super) type Deduced = Result<(), Contradiction>;

/// The colour of a path that has met no terminal.
pub(super) const NO_COLOUR: u16 = u16::MAX;

/// News about a node that its rules have not seen yet.
#[derive(Clone, Copy)]
struct Event {
    node: u16,
    news: Facts,
}

/// A node as a member of a path: the part of a flow that its `on` sides connect.
///
/// The members of a path are a ring through `next`. One of them names the path: it is the `label` of
/// all of them, and its own `size` and `colour` are those of the path.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) label: u16,
    pub(super) next: u16,
    pub(super) size: u16,
    pub(super) colour: u16,
}

/// One change, packed in a word so that the trail stays small.
///
/// ```text
///   ways:  0 | node (bits 32..48) | the ways before (bits 0..32)
///   join:  1 (bit 63) | whether the larger took the smaller's colour (bit 62)
///            | the larger's label (bits 16..32) | the smaller's label (bits 0..16)
/// ```
#[derive(Clone, Copy)]
struct Change(u64);

impl Change {
    const JOIN: u64 = 1 << 63;
    const TOOK_COLOUR: u64 = 1 << 62;
}

/// See the module.
pub(super) struct Position<const SIDES: usize, O> {
    pub(super) graph: Graph<SIDES>,
    /// Whether paths may touch themselves.
    pub(super) touching: bool,
    pub(super) stats: Stats,
    pub(super) observer: O,
    /// How many guesses stand: only the observer is told.
    pub(super) depth: usize,
    /// By node, and one more for the absent node.
    ways: Vec<Ways>,
    members: Vec<Member>,
    trail: Vec<Change>,
    events: Vec<Event>,
    joins: Vec<(u16, u16)>,
}

impl<const SIDES: usize, O: Observer> Position<SIDES, O> {
    /// The position before anything is deduced: every way that borders, walls and terminals allow.
    /// All that is known of it waits to be looked at.
    pub(super) fn new(puzzle: &Puzzle, touching: bool, observer: O) -> Self {
        let graph = Graph::new(puzzle.board());
        let nodes = puzzle.board().node_count();
        let mut members: Vec<Member> = (0..=nodes as u16)
            .map(|node| Member {
                label: node,
                next: node,
                size: 1,
                colour: NO_COLOUR,
            })
            .collect();
        for colour in puzzle.colours() {
            for terminal in puzzle.pair(colour).terminals {
                members[terminal.index()].colour = colour.0;
            }
        }
        let mut ways = Vec::with_capacity(nodes + 1);
        // Room for the most that can wait or be taken back, so that the search never allocates.
        let way_count = Table::<SIDES>::all(false, u8::MAX).count() as usize;
        let mut events = Vec::with_capacity(nodes * way_count);
        for node in 0..nodes as u16 {
            let is_terminal = members[usize::from(node)].colour != NO_COLOUR;
            let sides = graph.sides(node);
            let all = Table::<SIDES>::all(is_terminal, sides);
            let news = Table::<SIDES>::facts(all).without_off(!sides);
            if !news.is_empty() {
                events.push(Event { node, news });
            }
            ways.push(all);
        }
        ways.push(Ways::NONE);
        Self {
            graph,
            touching,
            stats: Stats::default(),
            observer,
            depth: 0,
            ways,
            members,
            trail: Vec::with_capacity(nodes * (way_count + 1)),
            events,
            joins: Vec::with_capacity(nodes * SIDES),
        }
    }

    /// Number of nodes.
    pub(super) fn node_count(&self) -> u16 {
        self.graph.absent()
    }

    /// The ways left to a node.
    #[inline]
    pub(super) fn ways(&self, node: u16) -> Ways {
        self.ways[usize::from(node)]
    }

    /// A node as a member of its path.
    #[inline]
    pub(super) fn member(&self, node: u16) -> Member {
        self.members[usize::from(node)]
    }

    /// The colour of the path that a node is on.
    #[inline]
    pub(super) fn colour(&self, node: u16) -> u16 {
        self.member(self.member(node).label).colour
    }

    /// Leaves a node only the ways that are also in `keep`.
    #[inline]
    pub(super) fn keep(&mut self, node: u16, keep: Ways, rule: Rule) -> Deduced {
        let before = self.ways(node);
        let after = before & keep;
        if after == before {
            return Ok(());
        }
        self.observer.deduced(&Deduction {
            rule,
            node: Node(node),
            before,
            after,
            depth: self.depth,
        });
        if after == Ways::NONE {
            return Err(Contradiction);
        }
        self.stats.propagations += 1;
        self.stats.assignments += u64::from(after.is_single());
        self.trail
            .push(Change(u64::from(node) << 32 | u64::from(before.bits())));
        self.ways[usize::from(node)] = after;
        let news = Table::<SIDES>::facts(after) ^ Table::<SIDES>::facts(before);
        if !news.is_empty() {
            self.events.push(Event { node, news });
        }
        Ok(())
    }

    /// Takes ways away from a node.
    #[inline]
    pub(super) fn remove(&mut self, node: u16, ways: Ways, rule: Rule) -> Deduced {
        self.keep(node, ways.inverse(), rule)
    }

    /// The next news to look at.
    #[inline]
    pub(super) fn next_event(&mut self) -> Option<(u16, Facts)> {
        self.events.pop().map(|event| (event.node, event.news))
    }

    /// Two neighbours whose shared side is on: their paths are to be joined.
    #[inline]
    pub(super) fn await_join(&mut self, a: u16, b: u16) {
        self.joins.push((a, b));
    }

    /// The next two neighbours to join.
    #[inline]
    pub(super) fn next_join(&mut self) -> Option<(u16, u16)> {
        self.joins.pop()
    }

    /// Makes one path of two, named by the label of the larger.
    #[inline]
    pub(super) fn join(&mut self, small: u16, large: u16) {
        let Member { size, colour, .. } = self.member(small);
        self.relabel(small, large);
        self.swap_next(small, large);
        let path = &mut self.members[usize::from(large)];
        path.size += size;
        let mut change = Change::JOIN | u64::from(large) << 16 | u64::from(small);
        if path.colour == NO_COLOUR && colour != NO_COLOUR {
            path.colour = colour;
            change |= Change::TOOK_COLOUR;
        }
        self.trail.push(Change(change));
    }

    fn split(&mut self, change: Change) {
        let (small, large) = (change.0 as u16, (change.0 >> 16) as u16);
        self.swap_next(small, large);
        self.relabel(small, small);
        let size = self.member(small).size;
        let path = &mut self.members[usize::from(large)];
        path.size -= size;
        if change.0 & Change::TOOK_COLOUR != 0 {
            path.colour = NO_COLOUR;
        }
    }

    /// Gives a label to every member of the ring that `start` is on.
    #[inline]
    fn relabel(&mut self, start: u16, label: u16) {
        let mut node = start;
        loop {
            let member = &mut self.members[usize::from(node)];
            member.label = label;
            node = member.next;
            if node == start {
                return;
            }
        }
    }

    /// Makes one ring of two, or two of one.
    #[inline]
    fn swap_next(&mut self, a: u16, b: u16) {
        let next_of_a = self.member(a).next;
        self.members[usize::from(a)].next = self.member(b).next;
        self.members[usize::from(b)].next = next_of_a;
    }

    /// The length of the trail: a place to come back to.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back every change since `mark`, and forgets what was still to be looked at.
    pub(super) fn undo_to(&mut self, mark: usize) {
        self.events.clear();
        self.joins.clear();
        while self.trail.len() > mark {
            let Some(change) = self.trail.pop() else {
                return;
            };
            if change.0 & Change::JOIN != 0 {
                self.split(change);
            } else {
                self.ways[usize::from((change.0 >> 32) as u16)] = Ways::from_bits(change.0 as u32);
            }
        }
    }
}
