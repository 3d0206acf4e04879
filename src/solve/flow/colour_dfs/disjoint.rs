//! Whether as many disjoint ways lead from first to second terminals as there are colours to draw, by Ford and
//! Fulkerson's method. Each way may end at any second terminal, so this is necessary, not sufficient.

use std::collections::VecDeque;

use crate::puzzle::flow::{Board, Colour, Node, Pair};

/// The flow through a cell: the cells before and after it on its way.
#[derive(Clone, Copy, Default)]
struct Through {
    before: Option<Node>,
    after: Option<Node>,
}

/// A cell as it is entered, or as it is left: a way passes from the first to the second once.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Port {
    node: Node,
    is_exit: bool,
}

impl Port {
    fn entry(node: Node) -> Self {
        Self {
            node,
            is_exit: false,
        }
    }

    fn exit(node: Node) -> Self {
        Self {
            node,
            is_exit: true,
        }
    }

    fn index(self) -> usize {
        2 * self.node.index() + usize::from(self.is_exit)
    }
}

/// Whether the free cells have room for a way for each pair, no two over one cell.
pub(super) fn have_disjoint_ways(
    board: &Board,
    colours: &[Option<Colour>],
    pairs: &[Pair],
) -> bool {
    let ends: Vec<Node> = pairs.iter().map(|pair| pair.terminals[1]).collect();
    let is_open: Vec<bool> = board
        .nodes()
        .map(|node| colours[node.index()].is_none() || ends.contains(&node))
        .collect();
    let mut flow = vec![Through::default(); colours.len()];
    pairs.iter().all(|pair| {
        let found = augmenting(board, &is_open, &flow, pair.terminals[0], &ends);
        found.is_some_and(|ports| {
            augment(&mut flow, &ports);
            true
        })
    })
}

/// A way from `start` to an unused end that the flow leaves open, steps back along it included.
fn augmenting(
    board: &Board,
    is_open: &[bool],
    flow: &[Through],
    start: Node,
    ends: &[Node],
) -> Option<Vec<Port>> {
    let first = Port::exit(start);
    let mut parents: Vec<Option<Port>> = vec![None; 2 * flow.len()];
    let mut waiting = VecDeque::from([first]);
    while let Some(port) = waiting.pop_front() {
        let through = flow[port.node.index()];
        if !port.is_exit && ends.contains(&port.node) && through.before.is_none() {
            return Some(way_to(port, &parents));
        }
        let mut nexts = Vec::new();
        if port.is_exit {
            let others = board.edges(port.node).map(|(_, edge)| edge.to);
            nexts.extend(
                others
                    .filter(|to| is_open[to.index()] && through.after != Some(*to))
                    .map(Port::entry),
            );
            if through.before.is_some() && port.node != start {
                nexts.push(Port::entry(port.node));
            }
        } else {
            match through.before {
                Some(before) => nexts.push(Port::exit(before)),
                None if ends.contains(&port.node) => {}
                None => nexts.push(Port::exit(port.node)),
            }
        }
        for next in nexts {
            if next != first && parents[next.index()].is_none() {
                parents[next.index()] = Some(port);
                waiting.push_back(next);
            }
        }
    }
    None
}

/// The ports from the start to `last`.
fn way_to(last: Port, parents: &[Option<Port>]) -> Vec<Port> {
    let mut way = vec![last];
    while let Some(port) = parents[way[way.len() - 1].index()] {
        way.push(port);
    }
    way.reverse();
    way
}

/// Adds a way to the flow; where it steps back, what was there is cancelled.
fn augment(flow: &mut [Through], ports: &[Port]) {
    // What is cancelled first, so that it does not take away what is new.
    for step in ports.windows(2) {
        let [from, to] = [step[0], step[1]];
        if from.node != to.node && !from.is_exit {
            flow[from.node.index()].before = None;
            flow[to.node.index()].after = None;
        }
    }
    for step in ports.windows(2) {
        let [from, to] = [step[0], step[1]];
        if from.node != to.node && from.is_exit {
            flow[from.node.index()].after = Some(to.node);
            flow[to.node.index()].before = Some(from.node);
        }
    }
}
