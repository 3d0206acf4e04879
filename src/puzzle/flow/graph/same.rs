//! Which node of one graph is which of another that lies in another place, at another size, with its nodes in another order.

use super::NodeGraph;

impl NodeGraph {
    /// By node of this graph: the same node of the other one. `None` where they are not the same graph: nodes lie in other places of
    /// their outline, or other nodes are joined.
    pub(in crate::puzzle::flow) fn same_nodes(&self, other: &Self) -> Option<Vec<u16>> {
        let (own, others) = (self.within_outline(), other.within_outline());
        let nearest = |at: &[f64; 2]| {
            let away = |it: &[f64; 2]| (it[0] - at[0]).hypot(it[1] - at[1]);
            let nearest = others.iter().map(away).enumerate();
            let nearest = nearest.min_by(|a, b| a.1.total_cmp(&b.1));
            nearest.map(|(node, _)| node as u16)
        };
        let same: Vec<u16> = own.iter().map(nearest).collect::<Option<_>>()?;
        let mut met = same.clone();
        met.sort_unstable();
        met.dedup();
        let edge = |(a, b): (u16, u16)| {
            let [a, b] = [a, b].map(|node| same[usize::from(node)]);
            (a.min(b), a.max(b))
        };
        let is_same = met.len() == others.len()
            && own.len() == others.len()
            && self.edges.len() == other.edges.len()
            && self
                .edges()
                .map(edge)
                .all(|edge| other.edges.contains(&edge));
        is_same.then_some(same)
    }

    /// By node: its place, from 0 at the left and top of all to 1 at the right and bottom.
    fn within_outline(&self) -> Vec<[f64; 2]> {
        let axis = |axis: usize| {
            let all = || self.positions.iter().map(move |at| f64::from(at[axis]));
            let least = all().fold(f64::INFINITY, f64::min);
            let most = all().fold(0.0, f64::max);
            (least, (most - least).max(1.0))
        };
        let axes = [axis(0), axis(1)];
        let within =
            |at: &[u16; 2]| [0, 1].map(|axis| (f64::from(at[axis]) - axes[axis].0) / axes[axis].1);
        self.positions.iter().map(within).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(positions: &[[u16; 2]], edges: &[(usize, usize)]) -> NodeGraph {
        let mut graph = NodeGraph::new(positions.to_vec()).unwrap();
        for &(a, b) in edges {
            graph.join(a, b).unwrap();
        }
        graph
    }

    #[test]
    fn a_graph_is_known_again_elsewhere_larger_and_in_another_order() {
        let one = graph(&[[0, 0], [10, 0], [20, 10]], &[(0, 1), (1, 2)]);
        let other = graph(&[[141, 120], [101, 100], [120, 101]], &[(0, 2), (1, 2)]);
        assert_eq!(one.same_nodes(&other), Some(vec![1, 2, 0]));
        let joined_otherwise = graph(&[[141, 120], [101, 100], [120, 101]], &[(0, 1), (1, 2)]);
        assert_eq!(one.same_nodes(&joined_otherwise), None);
        let with_more = graph(&[[0, 0], [10, 0], [20, 10], [0, 10]], &[(0, 1), (1, 2)]);
        assert_eq!(one.same_nodes(&with_more), None);
        assert_eq!(with_more.same_nodes(&one), None);
    }
}
