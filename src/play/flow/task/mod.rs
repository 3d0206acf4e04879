//! A board with its solution, and what a picture shows of it.

use image::RgbImage;

use super::cell_colours::CellColours;
use super::colours::{CHANGE, are_exchanged};
use super::empty_cell::{EmptyCell, ground, when_empty};
use super::exits::{StepExits, are_interrupted, exits};
use super::links::{Link, Side, are_one_piece, lined, links, reached, sides};
use super::stroke::stroke;
use super::terminal_look::TerminalLook;
use super::terminals;
use crate::detect::flow::{observe, tinted};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{BoardHypothesis, Move, Rgb};
use crate::play::family::{MoveView, Observation, Summary, Task, TraceStyle};
use crate::puzzle::flow::{Board, Node, Puzzle, Solution};
use crate::vision::colour::difference;

/// How far from the middle of a bridge what crosses it is seen beside its rails, in cells.
const BESIDE_BRIDGE: f64 = 0.42;

/// Two flows have one colour when the three channels together differ by no more than this: the noise of a screen.
const ALIKE: u32 = 10;

/// What darker shades of a colour are mixed with.
const BLACK: Rgb = Rgb([0; 3]);

#[derive(Clone)]
pub(super) struct FlowTask {
    summary: Summary,
    lattice: Lattice,
    colours: Vec<Rgb>,
    /// Where the terminals are, and of which colour.
    terminals: Vec<(Cell, usize)>,
    moves: Vec<Move>,
    /// By move.
    traits: Vec<MoveTraits>,
    /// By move: how much of their boxes the marks at its two ends fill.
    end_fillings: Vec<[f64; 2]>,
    /// Whether all terminals showed their colours around the middles of their cells when the board was read.
    shows_around_middles: bool,
    /// By cell number: what it shows when it is empty, unless a terminal or a pipe was seen in it.
    empty: Vec<Option<EmptyCell>>,
    /// By terminal.
    terminal_looks: Vec<TerminalLook>,
}

/// What is known of a move besides its cells.
#[derive(Clone)]
struct MoveTraits {
    colour: usize,
    /// The cells that show its colour when it is drawn: a bridge may show the other pipe.
    shows: Vec<Cell>,
    /// The numbers of the cells that are bridges, and whether it crosses them from left to right.
    bridges: Vec<(usize, bool)>,
    /// By step: what the side between its two cells showed when the board was read. A terminal shows its colour before
    /// it is reached, so that a stroke which stops one cell short of it differs only there.
    sides: Vec<Option<Side>>,
    /// By step: what its two cells showed then where the stroke leaves them.
    exits: Vec<StepExits>,
}

impl MoveTraits {
    fn is_bridge(&self, number: usize) -> bool {
        self.bridges.iter().any(|&(bridge, _)| bridge == number)
    }
}

impl FlowTask {
    pub(super) fn new(
        board: BoardHypothesis<Puzzle>,
        solution: &Solution,
        picture: &RgbImage,
        summary: Summary,
    ) -> Self {
        let graph = board.puzzle.board();
        let mut moves = Vec::new();
        let mut traits = Vec::new();
        for (colour, path) in solution.paths.iter().enumerate() {
            let one = stroke(graph, path);
            let shows = path.iter().filter(|&&node| !graph.is_bridge(node));
            let bridges = path.iter().enumerate();
            let bridges = bridges.filter(|&(_, &node)| graph.is_bridge(node));
            traits.push(MoveTraits {
                colour,
                shows: shows.map(|&node| graph.cell(node)).collect(),
                bridges: bridges
                    .map(|(number, &node)| (number, is_way_across(graph, node)))
                    .collect(),
                sides: sides(picture, &board.lattice, &one),
                exits: exits(picture, &board.lattice, &one),
            });
            moves.push(one);
        }
        let mut task = Self {
            terminals: terminals(&board.puzzle),
            summary,
            lattice: board.lattice,
            colours: board.colours,
            moves,
            traits,
            end_fillings: Vec::new(),
            shows_around_middles: false,
            empty: Vec::new(),
            terminal_looks: Vec::new(),
        };
        let terminals = task.terminals.iter();
        task.terminal_looks = terminals
            .map(|&(cell, colour)| TerminalLook::of(task.cell_colours(picture), cell, colour))
            .collect();
        let empty = |(number, drawn): (usize, &Option<usize>)| {
            let cell = Cell::from_index(number, task.lattice.cols());
            let is_empty = drawn.is_none() && task.cell_colours(picture).rings(cell).is_none();
            is_empty
                .then(|| EmptyCell::of(picture, &task.lattice, cell))
                .flatten()
        };
        let shown = board.drawn.iter().enumerate().map(empty).collect();
        task.empty = when_empty(shown, task.lattice.cols(), &task.colours);
        let fillings = task.moves.iter().zip(&task.traits).map(|(one, traits)| {
            let cells = one.cells();
            let ends = [cells[0], cells[cells.len() - 1]];
            ends.map(|cell| task.cell_colours(picture).filling(cell, traits.colour))
        });
        task.end_fillings = fillings.collect();
        task.shows_around_middles = task.terminals.iter().all(|&(cell, colour)| {
            let shown = ground(picture, &task.lattice, cell);
            shown.is_some_and(|shown| difference(shown, task.colours[colour]) <= CHANGE)
        });
        task
    }
}

impl Task for FlowTask {
    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn end_fillings(&self, index: usize) -> [f64; 2] {
        self.end_fillings[index]
    }

    fn observe(&self, picture: &RgbImage, style: TraceStyle) -> Observation {
        let seen = self.colours_seen(picture);
        let index = |cell: Cell| cell.index(self.lattice.cols());
        let terminals = self.terminals.iter();
        let mut shown = terminals.map(|&(cell, colour)| self.shows(seen[index(cell)], colour));
        let moves = self.moves.iter().zip(&self.traits);
        let moves = moves.map(|(one, traits)| self.view(picture, style, &seen, (one, traits)));
        let mut moves: Vec<MoveView> = moves.collect();
        if style == TraceStyle::Pipes && self.are_cells_alone_marked(picture, &moves) {
            let views = self.moves.iter().zip(&mut moves);
            for (_, view) in views.filter(|(one, view)| one.cells().len() == 2 && !view.is_done()) {
                let are_shown = view.shown.iter().all(|is_shown| *is_shown);
                *view = MoveView::new(are_shown, false, false, view.shown.clone());
            }
        }
        Observation {
            is_there: shown.all(|is_shown| is_shown),
            is_relit: self.is_relit(picture),
            moves,
        }
    }

    fn in_other_light(&self, picture: &RgbImage) -> Option<Box<dyn Task>> {
        let colours = self.other_colours(picture)?;
        if are_exchanged(&self.colours, &colours) {
            return None;
        }
        let mut task = Self {
            colours,
            ..self.clone()
        };
        // What the sides showed, and what empty cells show, is not known in this light.
        for traits in &mut task.traits {
            traits.sides.fill(None);
            traits.exits.fill([None; 2]);
        }
        task.empty.fill(None);
        Some(Box::new(task))
    }

    fn has_exchanged_colours(&self, picture: &RgbImage) -> bool {
        let colours = self.other_colours(picture);
        colours.is_some_and(|colours| are_exchanged(&self.colours, &colours))
    }

    fn moved_to(&self, lattice: &Lattice) -> Option<Box<dyn Task>> {
        Some(Box::new(Self {
            lattice: lattice.clone(),
            ..self.clone()
        }))
    }
}

impl FlowTask {
    fn cell_colours<'a>(&'a self, picture: &'a RgbImage) -> CellColours<'a> {
        CellColours {
            picture,
            lattice: &self.lattice,
            colours: &self.colours,
        }
    }

    /// By colour: what its two terminals show, if most of them show another colour than when the board was read; `None` where a pair is
    /// not seen in one colour, or two in the same.
    fn other_colours(&self, picture: &RgbImage) -> Option<Vec<Rgb>> {
        let mut colours: Vec<Option<Rgb>> = vec![None; self.colours.len()];
        for &(cell, colour) in &self.terminals {
            let now = ground(picture, &self.lattice, cell)?;
            match colours[colour] {
                Some(other) if difference(other, now) > CHANGE => return None,
                _ => colours[colour] = Some(now),
            }
        }
        let colours: Vec<Rgb> = colours.into_iter().collect::<Option<_>>()?;
        let pairs = (0..colours.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut pairs = pairs.map(|(a, b)| difference(colours[a], colours[b]));
        if colours.len() < 2 || pairs.any(|distance| distance <= CHANGE) {
            return None;
        }
        // A layer over all of the board changes most of them; a box hides a few terminals.
        let both = colours.iter().zip(&self.colours);
        let changed = both.filter(|(now, before)| difference(**now, **before) > CHANGE);
        (2 * changed.count() >= colours.len()).then_some(colours)
    }

    /// By cell number: the colour of a flow that a picture shows there.
    fn colours_seen(&self, picture: &RgbImage) -> Vec<Option<usize>> {
        let cells = self.cell_colours(picture);
        let mut seen = observe(picture, &self.lattice, &self.colours);
        for (number, shown) in seen.iter_mut().enumerate() {
            let cell = Cell::from_index(number, self.lattice.cols());
            *shown = shown
                .or_else(|| cells.rings(cell))
                .or_else(|| cells.fills(cell))
                .or_else(|| {
                    tinted(
                        self.empty[number]?.around,
                        ground(picture, &self.lattice, cell)?,
                        &self.colours,
                    )
                });
        }
        for (&(cell, colour), look) in self.terminals.iter().zip(&self.terminal_looks) {
            let shown = &mut seen[cell.index(self.lattice.cols())];
            let is_faded = || self.is_faded(picture, (cell, colour), look.ground);
            let is_marked = || look.is_seen_beside_marks(cells, cell, colour);
            if shown.is_none() && is_faded() || *shown != Some(colour) && is_marked() {
                *shown = Some(colour);
            }
        }
        for (cell, colour) in self.selected(picture, &seen) {
            seen[cell.index(self.lattice.cols())] = Some(colour);
        }
        seen
    }

    /// The terminals that are not seen, if all of them are of one flow and have become darker: some games show so which flow is
    /// selected. Where those of other flows are not seen either, a layer lies over the board.
    fn selected(&self, picture: &RgbImage, seen: &[Option<usize>]) -> Vec<(Cell, usize)> {
        let is_unseen = |&&(cell, colour): &&(Cell, usize)| {
            !self.shows(seen[cell.index(self.lattice.cols())], colour)
        };
        let unseen = self.terminals.iter().filter(is_unseen);
        let unseen: Vec<(Cell, usize)> = unseen.copied().collect();
        let is_selected = |&(cell, colour): &(Cell, usize)| {
            let now = ground(picture, &self.lattice, cell);
            let own = [self.colours[colour]];
            colour == unseen[0].1 && now.is_some_and(|now| tinted(BLACK, now, &own).is_some())
        };
        let are_selected = unseen.len() < self.terminals.len() && unseen.iter().all(is_selected);
        if are_selected { unseen } else { Vec::new() }
    }

    /// Whether a terminal shows a tint of its colour over the ground of its cell.
    fn is_faded(
        &self,
        picture: &RgbImage,
        (cell, colour): (Cell, usize),
        before: Option<Rgb>,
    ) -> bool {
        let both = before.zip(ground(picture, &self.lattice, cell));
        let own = [self.colours[colour]];
        both.is_some_and(|(before, now)| tinted(before, now, &own).is_some())
    }

    /// Whether what is seen in a cell is a flow's colour, or one that is the same to the eye: glyphs may tell two flows of
    /// one colour apart.
    fn shows(&self, seen: Option<usize>, colour: usize) -> bool {
        let is_same = |seen: usize| difference(self.colours[seen], self.colours[colour]) <= ALIKE;
        seen.is_some_and(|seen| seen == colour || is_same(seen))
    }

    /// What a picture shows of one move, given the colours that its cells show.
    fn view(
        &self,
        picture: &RgbImage,
        style: TraceStyle,
        seen: &[Option<usize>],
        (one, traits): (&Move, &MoveTraits),
    ) -> MoveView {
        let cells = one.cells();
        let index = |cell: Cell| cell.index(self.lattice.cols());
        let shows = |cell: Cell| self.shows(seen[index(cell)], traits.colour);
        let links = links(picture, &self.lattice, one, &traits.sides);
        let own = self.colours[traits.colour];
        // Where cells are filled to their corners, or only marked, what lies between them tells nothing.
        let is_sure = style != TraceStyle::Marks && !self.cell_colours(picture).is_full(cells);
        let (is_done, shown): (bool, Vec<bool>) = match style {
            TraceStyle::Pipes => {
                let mut shown: Vec<bool> = cells.iter().map(|&cell| shows(cell)).collect();
                for &(number, is_across) in &traits.bridges {
                    let way = (cells[number], is_across);
                    // Where cells are filled, a bridge may show nothing of what crosses it, or only the flow that crosses it last.
                    let tells_nothing = || {
                        let is_clear =
                            || self.is_covered(picture, cells[number], own) != Some(true);
                        !is_sure && (self.shows_crossing(seen, cells[number]) || is_clear())
                    };
                    let is_seen_on_both_sides = || {
                        let is_bridge = |number: &usize| traits.is_bridge(*number);
                        let beyond = (number + 1..cells.len()).find(|number| !is_bridge(number));
                        shown[number - 1] && beyond.is_some_and(|number| shown[number])
                    };
                    shown[number] = self.is_crossed(picture, way, traits.colour)
                        || tells_nothing() && is_seen_on_both_sides();
                }
                let now = || exits(picture, &self.lattice, one);
                let is_joined =
                    || are_one_piece(&links, own) && !are_interrupted(&now(), &traits.exits, own);
                let is_done = shown.iter().all(|is_shown| *is_shown) && (!is_sure || is_joined());
                (is_done, shown)
            }
            TraceStyle::Lines => {
                let lined = lined(&links);
                (lined.iter().all(|is_lined| *is_lined), reached(&lined))
            }
            TraceStyle::Marks => {
                let is_shown =
                    |&cell: &Cell| self.is_terminal(cell) || self.is_marked(picture, cell);
                let shown: Vec<bool> = cells.iter().map(is_shown).collect();
                (shown.iter().all(|is_shown| *is_shown), shown)
            }
        };
        // Of cells that do not show the flow: whether something lies over them.
        let is_covered = |(&cell, is_shown): (&Cell, &bool)| match is_shown {
            true => None,
            false => self.is_covered(picture, cell, own),
        };
        let covered: Vec<Option<bool>> = cells.iter().zip(&shown).map(is_covered).collect();
        let hidden = (0..cells.len()).filter(|&at| !shown[at] && traits.shows.contains(&cells[at]));
        let mut hidden = hidden.peekable();
        let is_occluded = hidden.peek().is_some()
            && hidden.all(|at| seen[index(cells[at])].is_none() && covered[at] == Some(true));
        let empty = covered.iter().map(|it| *it == Some(false)).collect();
        MoveView::new(is_done, is_sure, is_occluded, shown).with_empty(empty)
    }

    /// Whether a flow that is drawn fills its cells, or marks each of them and nothing between them. Between two terminals it may show
    /// nothing then.
    fn are_cells_alone_marked(&self, picture: &RgbImage, views: &[MoveView]) -> bool {
        let mut moves = self.moves.iter().zip(&self.traits).zip(views);
        moves.any(|((one, traits), view)| {
            let has_gaps = || {
                let links = links(picture, &self.lattice, one, &traits.sides);
                links.iter().all(Link::is_unchanged)
            };
            one.cells().len() > 2 && view.is_done() && (!view.is_sure || has_gaps())
        })
    }

    /// Whether a bridge shows a colour on both sides of its middle, across or up and down.
    fn is_crossed(
        &self,
        picture: &RgbImage,
        (cell, is_across): (Cell, bool),
        colour: usize,
    ) -> bool {
        [-BESIDE_BRIDGE, BESIDE_BRIDGE].into_iter().all(|off| {
            let (right, down) = if is_across { (off, 0.0) } else { (0.0, off) };
            let seen = self.cell_colours(picture).colour_at(cell, right, down);
            self.shows(seen, colour)
        })
    }

    /// Whether a bridge is seen in the colour of a flow that crosses it.
    fn shows_crossing(&self, seen: &[Option<usize>], bridge: Cell) -> bool {
        let shown = seen[bridge.index(self.lattice.cols())];
        let mut moves = self.moves.iter().zip(&self.traits);
        moves.any(|(one, traits)| {
            let mut bridges = traits
                .bridges
                .iter()
                .map(|&(number, _)| one.cells()[number]);
            self.shows(shown, traits.colour) && bridges.any(|cell| cell == bridge)
        })
    }

    /// Whether all terminals show another shade than when the board was read: in some games those of drawn flows fade. Where
    /// terminals are so small that their colours were not seen around the middles of their cells, nothing is known of it.
    fn is_relit(&self, picture: &RgbImage) -> bool {
        self.shows_around_middles && self.are_other_shades(picture)
    }

    fn are_other_shades(&self, picture: &RgbImage) -> bool {
        let is_other = |&(cell, colour): &(Cell, usize)| {
            let now = ground(picture, &self.lattice, cell);
            now.is_some_and(|now| difference(now, self.colours[colour]) > CHANGE)
        };
        self.terminals.iter().all(is_other)
    }

    fn is_terminal(&self, cell: Cell) -> bool {
        self.terminals.iter().any(|&(terminal, _)| terminal == cell)
    }

    /// Whether a cell that was empty when the board was read shows anything else now.
    fn is_marked(&self, picture: &RgbImage, cell: Cell) -> bool {
        let before = self.empty[cell.index(self.lattice.cols())];
        before.is_some_and(|before| {
            EmptyCell::of(picture, &self.lattice, cell).is_some_and(|now| before.is_marked(&now))
        })
    }

    /// Whether something lies over a cell that was empty when the board was read, and that a flow of this colour passes; `None` where
    /// that is not known.
    fn is_covered(&self, picture: &RgbImage, cell: Cell, own: Rgb) -> Option<bool> {
        let before = self.empty[cell.index(self.lattice.cols())]?;
        let now = EmptyCell::of(picture, &self.lattice, cell)?;
        Some(before.is_covered(&now, Some(own)))
    }
}

/// Whether a node of a bridge is its way from left to right.
fn is_way_across(board: &Board, node: Node) -> bool {
    board.nodes_at(board.cell(node)).next() == Some(node)
}

#[cfg(test)]
mod tests;
