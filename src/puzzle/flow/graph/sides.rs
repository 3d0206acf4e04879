//! Which side of a node each edge of a graph leaves by.
//!
//! On a lattice an edge that leaves a node by side `s` enters the next one by the side half a turn on, and engines rely on that.
//! A graph is given such sides too:
//!
//! 1. Every edge gets a direction, so that a node of `d` edges has at most `d / 2`, rounded up, to either side: closed trails
//!    through all edges do that, once a node is added that makes all numbers of edges even (Euler).
//! 2. Outgoing ends and incoming ends are the two parts of a bipartite graph, whose edges can be coloured with as many colours as
//!    any end has edges (Kőnig). Colour `c` is side `c` where the edge goes out, and the side half a turn on where it comes in.

/// An edge of a graph and the numbers of the sides that it joins.
pub(in crate::puzzle::flow) struct JoinedSides {
    pub from: u16,
    pub to: u16,
    pub leaves: u8,
    pub enters: u8,
}

/// These edges between so many nodes, with their sides, which are all different at each node. No node has more than twice `half`
/// edges; side `s` of one node is joined to side `s + half` of another.
pub(super) fn join_sides(nodes: usize, edges: Vec<(u16, u16)>, half: usize) -> Vec<JoinedSides> {
    let arcs = orient(nodes, edges);
    let colours = colour(&arcs, nodes, half);
    let joined = arcs.into_iter().zip(colours);
    joined
        .map(|([from, to], colour)| JoinedSides {
            from,
            to,
            leaves: colour as u8,
            enters: (colour + half) as u8,
        })
        .collect()
}

/// Gives each edge a direction.
fn orient(nodes: usize, mut edges: Vec<(u16, u16)>) -> Vec<[u16; 2]> {
    let added = nodes as u16;
    let mut ends = vec![Vec::new(); nodes + 1];
    for (index, &(a, b)) in edges.iter().enumerate() {
        ends[usize::from(a)].push(index);
        ends[usize::from(b)].push(index);
    }
    for node in 0..added {
        if ends[usize::from(node)].len() % 2 == 1 {
            ends[usize::from(node)].push(edges.len());
            ends[usize::from(added)].push(edges.len());
            edges.push((node, added));
        }
    }
    let mut is_walked = vec![false; edges.len()];
    let mut arcs = Vec::with_capacity(edges.len());
    for start in 0..=added {
        // All numbers of edges are even, so a trail ends only where it began.
        let mut node = start;
        while let Some(index) = ends[usize::from(node)].pop() {
            if !std::mem::replace(&mut is_walked[index], true) {
                let (a, b) = edges[index];
                let next = if node == a { b } else { a };
                arcs.push([node, next]);
                node = next;
            }
        }
    }
    arcs.retain(|arc| !arc.contains(&added));
    arcs
}

/// Which arc has which colour, at the outgoing ends (0) and the incoming ends (1) of each node.
type Ends = [Vec<Vec<Option<usize>>>; 2];

/// A colour below `count` for each arc, different from those of all arcs that leave where it leaves or enter where it enters.
fn colour(arcs: &[[u16; 2]], nodes: usize, count: usize) -> Vec<usize> {
    let mut ends: Ends = [0, 1].map(|_| vec![vec![None; count]; nodes]);
    let mut colours = vec![0; arcs.len()];
    for (index, arc) in arcs.iter().enumerate() {
        let [leaving, entering] = [0, 1].map(|end| free(&ends[end][usize::from(arc[end])]));
        // After the swap no arc that enters here has the colour `leaving`.
        let swapped = alternating(&ends, arcs, arc[1], [leaving, entering]);
        for &other in &swapped {
            for end in [0, 1] {
                ends[end][usize::from(arcs[other][end])][colours[other]] = None;
            }
        }
        for other in swapped {
            colours[other] = leaving + entering - colours[other];
            set(&mut ends, arcs, other, colours[other]);
        }
        colours[index] = leaving;
        set(&mut ends, arcs, index, leaving);
    }
    colours
}

fn set(ends: &mut Ends, arcs: &[[u16; 2]], arc: usize, colour: usize) {
    for end in [0, 1] {
        ends[end][usize::from(arcs[arc][end])][colour] = Some(arc);
    }
}

/// The first colour that no arc has. There is one: an end has at most as many arcs as there are colours.
fn free(arcs: &[Option<usize>]) -> usize {
    arcs.iter().position(Option::is_none).unwrap_or(0)
}

/// The arcs of the longest path from the incoming end of a node whose colours are these two in turn.
fn alternating(ends: &Ends, arcs: &[[u16; 2]], node: u16, colours: [usize; 2]) -> Vec<usize> {
    let mut path = Vec::new();
    let (mut node, mut end, mut turn) = (node, 1, 0);
    if colours[0] == colours[1] {
        return path;
    }
    while let Some(arc) = ends[end][usize::from(node)][colours[turn]] {
        path.push(arc);
        (end, turn) = (1 - end, 1 - turn);
        node = arcs[arc][end];
    }
    path
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    /// Random edges, no two between the same nodes, and at most so many at each.
    fn edges(random: &mut Random, nodes: usize, most: usize) -> BTreeSet<(u16, u16)> {
        let mut edges = BTreeSet::new();
        for _ in 0..6 * nodes {
            let (a, b) = (random.below(nodes) as u16, random.below(nodes) as u16);
            let degree = |node| {
                edges
                    .iter()
                    .filter(|&&(a, b)| a == node || b == node)
                    .count()
            };
            if a != b && degree(a).max(degree(b)) < most {
                edges.insert((a.min(b), a.max(b)));
            }
        }
        edges
    }

    #[test]
    fn every_edge_of_random_graphs_joins_opposite_sides_that_nothing_else_uses() {
        let mut random = Random::new(1);
        for (most, half) in [(3, 2), (4, 2), (5, 3), (6, 3)] {
            for nodes in 2..30 {
                let edges = edges(&mut random, nodes, most);
                let mut found = BTreeSet::new();
                let mut used = BTreeSet::new();
                for it in join_sides(nodes, edges.iter().copied().collect(), half) {
                    assert!(found.insert((it.from.min(it.to), it.from.max(it.to))));
                    assert_eq!(it.enters, it.leaves + half as u8);
                    assert!(it.leaves < half as u8);
                    assert!(used.insert((it.from, it.leaves)));
                    assert!(used.insert((it.to, it.enters)));
                }
                assert_eq!(found, edges);
            }
        }
    }
}
