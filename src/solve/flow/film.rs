//! A search as a row of views, few enough to look at.

use super::PathRule;
use super::scene::Scene;
use super::step::{Cause, Left, Observer, Step};
use crate::pipeline::{NodeView, SearchView};
use crate::puzzle::flow::{Board, Colour, Node, Puzzle, Solution};

/// When there are twice as many views, every other one is dropped.
const FEW: usize = 150;

/// Records a search of any length as fewer than 300 views, evenly over its steps.
pub struct Film<'a> {
    puzzle: &'a Puzzle,
    scene: Scene,
    views: Vec<SearchView>,
    /// A view is taken every so many events.
    every: usize,
    /// Events so far.
    events: usize,
    touched: Vec<Node>,
    undone: Vec<Node>,
}

impl<'a> Film<'a> {
    /// A film that shows the empty board first.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let mut film = Self {
            puzzle,
            scene: Scene::new(puzzle.board().node_count()),
            views: Vec::new(),
            every: 1,
            events: 0,
            touched: Vec::new(),
            undone: Vec::new(),
        };
        film.views.push(film.view(false));
        film
    }

    /// The views, the first one of the empty board.
    pub fn into_views(self) -> Vec<SearchView> {
        self.views
    }

    /// Shows a solution last. The search tells no step of a node that has one shape from the start.
    pub fn end_with(&mut self, solution: &Solution) {
        self.views.push(SearchView {
            nodes: solved_nodes(self.puzzle.board(), solution),
            is_solved: true,
            ..SearchView::default()
        });
    }

    fn event(&mut self) {
        self.events += 1;
        if self.events.is_multiple_of(self.every) {
            self.take_view(false);
        }
    }

    /// Takes a view. Where there are too many, drops every other one, but no solution unless they alone are many.
    fn take_view(&mut self, is_solved: bool) {
        let view = self.view(is_solved);
        self.views.push(view);
        if self.views.len() < 2 * FEW {
            return;
        }
        let solved = self.views.iter().filter(|view| view.is_solved).count();
        let (last, mut place) = (self.views.len(), 0);
        self.views.retain(|view| {
            place += 1;
            place % 2 == 1 || view.is_solved && (solved < FEW || place == last)
        });
        self.every *= 2;
    }

    fn view(&self, is_solved: bool) -> SearchView {
        SearchView {
            nodes: node_views(self.puzzle, &self.scene),
            guessed: self.scene.guessed().collect(),
            touched: self.touched.clone(),
            undone: self.undone.clone(),
            is_solved,
        }
    }
}

impl Observer for Film<'_> {
    fn begun(&mut self, _rule: PathRule) {
        self.scene.begin();
        self.touched.clear();
    }

    fn stepped(&mut self, step: &Step) {
        if step.cause == Cause::Guess {
            self.touched.clear();
            self.undone.clear();
        } else {
            self.touched.push(step.node);
        }
        self.scene.step(step);
        self.event();
    }

    fn taken_back(&mut self) {
        self.touched.clear();
        self.undone = self.scene.take_back();
        self.event();
    }

    fn restarted(&mut self) {
        self.touched.clear();
        self.undone = self.scene.restart();
    }

    fn solved(&mut self) {
        self.touched.clear();
        self.undone.clear();
        self.take_view(true);
    }
}

/// What a solution shows of each node.
fn solved_nodes(board: &Board, solution: &Solution) -> Vec<NodeView> {
    let mut views = vec![NodeView::default(); board.node_count()];
    for (path, colour) in solution.paths.iter().zip(0..) {
        for step in path.windows(2) {
            if let Some((side, edge)) = board.edge_between(step[0], step[1]) {
                views[step[0].index()].on |= 1 << side.0;
                views[step[1].index()].on |= 1 << edge.back.0;
            }
        }
        for node in path {
            views[node.index()].colour = Some(Colour(colour));
        }
    }
    views
}

/// What a scene shows of each node.
fn node_views(puzzle: &Puzzle, scene: &Scene) -> Vec<NodeView> {
    let board = puzzle.board();
    let terminals = puzzle.terminals();
    let mut views: Vec<NodeView> = board
        .nodes()
        .map(|node| of_left(scene.left(node), terminals[node.index()]))
        .collect();
    join_lines(board, scene, &mut views);
    join_colours(board, scene, &mut views);
    spread_colours(puzzle, &mut views);
    views
}

/// What is left to one node, its neighbours not asked.
fn of_left(left: Option<Left>, terminal: Option<Colour>) -> NodeView {
    let mut view = NodeView {
        colour: terminal,
        ..NodeView::default()
    };
    match left {
        Some(Left::Shapes(shapes)) => {
            view.on = shapes.masks().reduce(|on, mask| on & mask).unwrap_or(0);
            view.open = shapes.masks().fold(0, |open, mask| open | mask) & !view.on;
        }
        Some(Left::Colours(colours)) if colours.len() == 1 => view.colour = colours.iter().next(),
        Some(Left::Colours(colours)) => view.colours = colours.iter().collect(),
        Some(Left::Line { colour, .. }) => view.colour = Some(colour),
        None => {}
    }
    view
}

/// A line is on at both its ends.
fn join_lines(board: &Board, scene: &Scene, views: &mut [NodeView]) {
    for node in board.nodes() {
        if let Some(Left::Line { from, .. }) = scene.left(node)
            && let Some((side, edge)) = board.edge_between(node, from)
        {
            views[node.index()].on |= 1 << side.0;
            views[from.index()].on |= 1 << edge.back.0;
        }
    }
}

/// A cell that got a colour is joined to its neighbours of that colour.
fn join_colours(board: &Board, scene: &Scene, views: &mut [NodeView]) {
    for node in board.nodes() {
        if matches!(scene.left(node), Some(Left::Colours(colours)) if colours.len() == 1) {
            let colour = views[node.index()].colour;
            for (side, edge) in board.edges(node) {
                if views[edge.to.index()].colour == colour {
                    views[node.index()].on |= 1 << side.0;
                    views[edge.to.index()].on |= 1 << edge.back.0;
                }
            }
        }
    }
}

/// Colours run from the terminals along what is on.
fn spread_colours(puzzle: &Puzzle, views: &mut [NodeView]) {
    let pairs = puzzle.pairs().iter().flat_map(|pair| pair.terminals);
    let mut waiting: Vec<Node> = pairs.collect();
    while let Some(node) = waiting.pop() {
        let NodeView { on, colour, .. } = views[node.index()];
        for (side, edge) in puzzle.board().edges(node) {
            let next = &mut views[edge.to.index()];
            if on >> side.0 & 1 != 0 && next.colour.is_none() {
                next.colour = colour;
                waiting.push(edge.to);
            }
        }
    }
}
