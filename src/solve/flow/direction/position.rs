//! A position of the search: the shapes left to each node, the paths built so far, what is still to be
//! looked at, and the trail that takes changes back.

use super::effect::Effect;
use super::facts::Facts;
use super::graph::Graph;
use super::shapes::{Shapes, Table, bits};
use super::switches::{Edge, Switches};
use super::trace::{Deduction, Observer, Rule};
use crate::puzzle::flow::{Node, Puzzle};
use crate::solve::flow::{PathRule, Stats};

/// The position has no solution. A value that `?` carries up to the search; no error of anyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve::flow) struct Contradiction;

/// What every rule returns.
pub(in crate::solve::flow) type Deduced = Result<(), Contradiction>;

/// What is known of a node.
#[derive(Clone, Copy)]
struct Domain {
    /// The shapes left.
    shapes: Shapes,
    /// What other nodes have been told of it, or have told it themselves.
    told: Facts,
}

impl Domain {
    /// A node of which all is told.
    #[inline]
    fn settled<const SIDES: usize>(shapes: Shapes) -> Self {
        Self {
            shapes,
            told: Table::<SIDES>::facts(shapes),
        }
    }
}

/// A node as a member of a path: the part of a flow that its `on` sides connect.
///
/// A path is known by its label, which all its members bear: once it has met a terminal, the label of that
/// colour, and before that one of its members, whose `size` is that of the path. The members of a path
/// without a colour are a ring through `next`.
#[derive(Clone, Copy)]
struct Member {
    label: Label,
    next: u16,
    size: u16,
}

/// What a path is known by: one of its members, or, above the numbers of all nodes, its colour.
pub(super) type Label = u16;

/// One change, to be taken back.
#[derive(Clone, Copy)]
enum Change {
    /// A node had these shapes.
    Shapes { node: u16, before: Shapes },
    /// Two paths without a colour became one.
    Joined { small: Label, large: Label },
    /// A path that had no colour was given one.
    Coloured { path: Label },
    /// An edge that is on was counted.
    Counted { edge: Edge },
}

/// See the module.
pub(super) struct Position<const SIDES: usize, O> {
    pub(super) graph: Graph<SIDES>,
    /// What is forbidden of paths.
    pub(super) rule: PathRule,
    /// None where paths may not fill squares: both states of each switch do.
    pub(super) switches: Switches,
    /// By switch: how many edges of its larger state are not yet counted as on.
    left: Vec<u8>,
    pub(super) stats: Stats,
    pub(super) observer: O,
    /// How many guesses stand: only the observer is told.
    pub(super) depth: usize,
    /// By node, and one more for the absent node.
    domains: Vec<Domain>,
    members: Vec<Member>,
    trail: Vec<Change>,
    /// The nodes about which something may be known that other nodes have not been told.
    waiting: Vec<u16>,
    joins: Vec<(u16, u8)>,
}

impl<const SIDES: usize, O: Observer> Position<SIDES, O> {
    /// The position before anything is deduced: every shape that borders, walls and terminals allow.
    /// All that is known of it waits to be looked at.
    pub(super) fn new(puzzle: &Puzzle, rule: PathRule, observer: O) -> Self {
        let graph = Graph::<SIDES>::new(puzzle.board(), rule);
        let switches = if rule == PathRule::AnyPath {
            Switches::new(&graph)
        } else {
            Switches::default()
        };
        let nodes = graph.absent();
        let alone = |node| Member {
            label: node,
            next: node,
            size: 1,
        };
        let mut members: Vec<Member> = (0..nodes + 1).map(alone).collect();
        for (colour, pair) in (nodes + 1..).zip(puzzle.pairs()) {
            for terminal in pair.terminals {
                members[terminal.index()].label = colour;
            }
        }
        // Room for the most that can wait or be taken back, so that the search never allocates.
        let way_count = Table::<SIDES>::PAIR_COUNT;
        let mut waiting = Vec::with_capacity(usize::from(nodes) * way_count);
        let mut domains = vec![Domain::settled::<SIDES>(Shapes::ABSENT); members.len()];
        let terminal = |node: u16| members[usize::from(node)].label > nodes;
        for (node, domain) in (0..nodes).zip(&mut domains) {
            let sides = graph.sides(node);
            domain.shapes = Table::<SIDES>::all(terminal(node), sides);
            if puzzle.may_leave_empty() && !terminal(node) {
                domain.shapes = domain.shapes | Table::<SIDES>::EMPTY;
            }
            domain.told = Facts::NONE;
            // A fact that is known from the start is that of a missing side.
            if sides != Table::<SIDES>::ALL_SIDES {
                waiting.push(node);
            }
        }
        Self {
            graph,
            rule,
            left: switches
                .all()
                .iter()
                .map(|switch| switch.larger.edges().len() as u8)
                .collect(),
            switches,
            stats: Stats::default(),
            observer,
            depth: 0,
            domains,
            members,
            trail: Vec::with_capacity(usize::from(nodes) * (way_count + 1)),
            waiting,
            joins: Vec::with_capacity(usize::from(nodes) * SIDES / 2),
        }
    }

    /// Number of nodes.
    pub(super) fn node_count(&self) -> u16 {
        self.graph.absent()
    }

    /// Whether every node has one shape left.
    pub(super) fn is_complete(&self) -> bool {
        self.domains.iter().all(|domain| domain.shapes.is_single())
    }

    /// Whether some node has no shape left.
    pub(super) fn is_stuck(&self) -> bool {
        self.domains
            .iter()
            .any(|domain| domain.shapes == Shapes::NONE)
    }

    /// The shapes left to a node.
    #[inline]
    pub(super) fn shapes(&self, node: u16) -> Shapes {
        self.domains[usize::from(node)].shapes
    }

    /// The label of the path that a node is on.
    #[inline]
    pub(super) fn label(&self, node: u16) -> Label {
        self.members[usize::from(node)].label
    }

    /// The number of the colour that a node is known to have.
    pub(super) fn colour(&self, node: u16) -> Option<u16> {
        let label = self.label(node);
        self.is_colour(label)
            .then(|| label - self.graph.absent() - 1)
    }

    /// Whether a label is a colour.
    #[inline]
    pub(super) fn is_colour(&self, label: Label) -> bool {
        label > self.graph.absent()
    }

    /// The next member of a path.
    #[inline]
    pub(super) fn next(&self, node: u16) -> u16 {
        self.members[usize::from(node)].next
    }

    /// How many members a path without a colour has.
    #[inline]
    pub(super) fn size(&self, path: Label) -> u16 {
        self.members[usize::from(path)].size
    }

    /// Leaves a node only the shapes that are also in `allowed`.
    #[inline]
    pub(super) fn keep(&mut self, node: u16, allowed: Shapes, rule: Rule) -> Deduced {
        let echo = Facts::NONE;
        self.tell(
            node,
            Effect {
                allowed,
                echo,
                rule,
            },
        )
    }

    /// Takes shapes away from a node.
    #[inline]
    pub(super) fn remove(&mut self, node: u16, shapes: Shapes, rule: Rule) -> Deduced {
        self.keep(node, shapes.inverse(), rule)
    }

    /// Leaves a node only the shapes that a fact about another node allows.
    #[inline]
    pub(super) fn tell(&mut self, node: u16, effect: Effect) -> Deduced {
        let domain = &mut self.domains[usize::from(node)];
        domain.told.add(effect.echo);
        let before = domain.shapes;
        let after = before & effect.allowed;
        if after == before {
            return Ok(());
        }
        self.observer.deduced(&Deduction {
            rule: effect.rule,
            node: Node(node),
            before,
            after,
            depth: self.depth,
        });
        if after == Shapes::NONE {
            return Err(Contradiction);
        }
        domain.shapes = after;
        self.stats.propagations += 1;
        self.stats.assignments += u64::from(after.is_single());
        self.trail.push(Change::Shapes { node, before });
        self.waiting.push(node);
        Ok(())
    }

    /// A node about which something is known that other nodes have not been told, and what that is.
    #[inline]
    pub(super) fn next_news(&mut self) -> Option<(u16, Facts)> {
        let node = self.waiting.pop()?;
        Some((node, self.news_of(node)))
    }

    /// What is known of a node that other nodes have not been told. They count as told from now on.
    #[inline]
    pub(super) fn news_of(&mut self, node: u16) -> Facts {
        let domain = &mut self.domains[usize::from(node)];
        let facts = Table::<SIDES>::facts(domain.shapes);
        let news = facts.without(domain.told);
        domain.told = facts;
        news
    }

    /// All nodes about which something may be known that other nodes have not been told.
    pub(super) fn take_waiting(&mut self) -> Vec<u16> {
        self.waiting.drain(..).collect()
    }

    /// Where it is news that a side is on, the paths that it connects are to be joined. Both its ends
    /// know, but only one of them has the news.
    #[inline]
    pub(super) fn await_joins(&mut self, node: u16, news: Facts) {
        for side in bits(news.on::<SIDES>()) {
            self.joins.push((node, side as u8));
        }
    }

    /// The next side to join paths by: a node at one end of it, and its side.
    #[inline]
    pub(super) fn next_join(&mut self) -> Option<(u16, usize)> {
        let (node, side) = self.joins.pop()?;
        Some((node, usize::from(side)))
    }

    /// Makes one path of two without a colour, named by the label of the larger.
    #[inline]
    pub(super) fn join(&mut self, small: Label, large: Label) {
        self.trail.push(Change::Joined { small, large });
        self.relabel(small, large);
        self.swap_next(small, large);
        self.members[usize::from(large)].size += self.size(small);
    }

    /// Notes that the members of a path are about to be given a colour, each by [`Self::set_colour`].
    #[inline]
    pub(super) fn begin_colouring(&mut self, path: Label) {
        self.trail.push(Change::Coloured { path });
    }

    /// Gives a member of a path a colour.
    #[inline]
    pub(super) fn set_colour(&mut self, node: u16, colour: Label) {
        self.members[usize::from(node)].label = colour;
    }

    /// Gives a label to every member of the ring that `start` is on.
    #[inline]
    fn relabel(&mut self, start: u16, label: Label) {
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
        let next_of_a = self.next(a);
        self.members[usize::from(a)].next = self.next(b);
        self.members[usize::from(b)].next = next_of_a;
    }

    /// Counts an edge that is on in the larger states that it is part of.
    #[inline]
    pub(super) fn count_on(&mut self, edge: Edge) {
        self.trail.push(Change::Counted { edge });
        for &switch in self.switches.with::<SIDES>(edge) {
            self.left[switch as usize] -= 1;
        }
    }

    /// How many edges of the larger state of a switch are not yet counted as on.
    #[inline]
    pub(super) fn left_of(&self, switch: u32) -> u8 {
        self.left[switch as usize]
    }

    /// The length of the trail: a place to come back to, if nothing waits to be looked at.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back every change since `mark`, and forgets what was still to be looked at.
    pub(super) fn undo_to(&mut self, mark: usize) {
        self.waiting.clear();
        self.joins.clear();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Shapes { node, before }) => {
                    // At the mark, all was told.
                    self.domains[usize::from(node)] = Domain::settled::<SIDES>(before);
                }
                Some(Change::Joined { small, large }) => {
                    self.members[usize::from(large)].size -= self.size(small);
                    self.swap_next(small, large);
                    self.relabel(small, small);
                }
                Some(Change::Coloured { path }) => self.relabel(path, path),
                Some(Change::Counted { edge }) => {
                    for &switch in self.switches.with::<SIDES>(edge) {
                        self.left[switch as usize] += 1;
                    }
                }
                None => return,
            }
        }
    }
}
