//! A board with its solution, and what a picture shows of it.

use image::RgbImage;

use super::cell_colours::CellColours;
use super::colours::CHANGE;
use super::empty_cell::{EmptyCell, ground, when_empty};
use super::links::{Side, are_one_piece, lined, links, reached, sides};
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
        Observation {
            is_there: shown.all(|is_shown| is_shown),
            is_relit: self.is_relit(picture),
            moves: moves
                .map(|(one, traits)| self.view(picture, style, &seen, (one, traits)))
                .collect(),
        }
    }

    fn in_other_light(&self, picture: &RgbImage) -> Option<Box<dyn Task>> {
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
        let mut task = Self {
            colours,
            ..self.clone()
        };
        // What the sides showed, and what empty cells show, is not known in this light.
        for traits in &mut task.traits {
            traits.sides.fill(None);
        }
        task.empty.fill(None);
        Some(Box::new(task))
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
        let covers = |cell: Cell| self.covers(picture, cell, self.colours[traits.colour]);
        // Where cells are filled to their corners, or only marked, what lies between them tells nothing.
        let is_sure = style != TraceStyle::Marks && !self.cell_colours(picture).is_full(cells);
        let (is_done, shown): (bool, Vec<bool>) = match style {
            TraceStyle::Pipes => {
                let mut shown: Vec<bool> = cells.iter().map(|&cell| shows(cell)).collect();
                for &(number, is_across) in &traits.bridges {
                    let way = (cells[number], is_across);
                    // Where cells are filled, a bridge may show nothing of what crosses it.
                    let tells_nothing = || !is_sure && !covers(cells[number]);
                    let is_seen_on_both_sides = || {
                        let is_bridge = |number: &usize| traits.is_bridge(*number);
                        let beyond = (number + 1..cells.len()).find(|number| !is_bridge(number));
                        shown[number - 1] && beyond.is_some_and(|number| shown[number])
                    };
                    shown[number] = self.is_crossed(picture, way, traits.colour)
                        || tells_nothing() && is_seen_on_both_sides();
                }
                let is_joined = || are_one_piece(&links, self.colours[traits.colour]);
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
        let hidden = |(cell, is_shown): &(&Cell, &bool)| !**is_shown && traits.shows.contains(cell);
        let mut hidden = cells.iter().zip(&shown).filter(hidden).peekable();
        let is_occluded = hidden.peek().is_some()
            && hidden.all(|(&cell, _)| seen[index(cell)].is_none() && covers(cell));
        MoveView::new(is_done, is_sure, is_occluded, shown)
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
        let both = before.zip(EmptyCell::of(picture, &self.lattice, cell));
        both.is_some_and(|(before, now)| before.is_marked(&now))
    }

    /// Whether something lies over a cell that was empty when the board was read, and that a flow of some colour passes.
    fn covers(&self, picture: &RgbImage, cell: Cell, own: Rgb) -> bool {
        let before = self.empty[cell.index(self.lattice.cols())];
        let both = before.zip(EmptyCell::of(picture, &self.lattice, cell));
        both.is_some_and(|(before, now)| before.is_covered(&now, Some(own)))
    }
}

/// Whether a node of a bridge is its way from left to right.
fn is_way_across(board: &Board, node: Node) -> bool {
    board.nodes_at(board.cell(node)).next() == Some(node)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::play::family::{MoveState, PuzzleKind};

    const COLOURS: [Rgb; 3] = [Rgb([220, 30, 60]), Rgb([40, 90, 230]), Rgb([0, 141, 0])];

    /// Three pairs, each in a row of its own.
    fn three_rows() -> FlowTask {
        let cells = (0..6).map(|number| Cell::from_index(number, 2));
        let terminals = cells.map(|cell| (cell, usize::from(cell.row)));
        FlowTask {
            summary: Summary {
                kind: PuzzleKind::Flow,
                key: String::new(),
                rows: 3,
                cols: 2,
                colours: 3,
                cells: 6,
                drawn: 0,
                touching: false,
                read: Duration::ZERO,
                solve: Duration::ZERO,
            },
            lattice: Lattice::upright(3, 2, [20.0, 20.0], [40.0, 40.0]),
            colours: COLOURS.to_vec(),
            terminals: terminals.collect(),
            moves: Vec::new(),
            traits: Vec::new(),
            end_fillings: Vec::new(),
            shows_around_middles: true,
            empty: vec![None; 6],
            terminal_looks: vec![TerminalLook::default(); 6],
        }
    }

    #[test]
    fn terminals_of_one_flow_that_become_darker_are_there() {
        let darker = |rows: u32| {
            RgbImage::from_fn(80, 120, |_, y| {
                let row = y / 40;
                let share = if row < rows { 2 } else { 1 };
                image::Rgb(COLOURS[row as usize].0.map(|level| level / share))
            })
        };
        let is_there = |rows: u32| {
            let seen = three_rows().observe(&darker(rows), TraceStyle::Pipes);
            seen.is_there
        };
        assert!(is_there(0) && is_there(1));
        assert!(!is_there(2) && !is_there(3), "a layer of darkness");
    }

    #[test]
    fn a_terminal_that_fades_to_the_ground_of_its_cell_is_there() {
        let white = Rgb([240; 3]);
        let board = FlowTask {
            terminal_looks: vec![
                TerminalLook {
                    ground: Some(white),
                    area: 0,
                };
                6
            ],
            ..three_rows()
        };
        let faded = |share: f64| {
            RgbImage::from_fn(80, 120, |_, y| {
                let colour = COLOURS[y as usize / 40].0;
                let over = |channel: usize| {
                    let (from, to) = (f64::from(white.0[channel]), f64::from(colour[channel]));
                    (from + share * (to - from)).round() as u8
                };
                image::Rgb([0, 1, 2].map(over))
            })
        };
        let is_there = |share: f64| board.observe(&faded(share), TraceStyle::Pipes).is_there;
        assert!(is_there(0.28), "pale");
        assert!(!is_there(0.0), "gone");
        assert!(!is_there(0.1), "a shadow");
    }

    #[test]
    fn a_terminal_is_there_under_a_smaller_mark_of_another_flow() {
        let discs = |mark: Rgb, radius: f64| {
            RgbImage::from_fn(80, 120, |x, y| {
                let [right, down] = [x, y].map(|at| f64::from(at % 40) + 0.5 - 20.0);
                let is_marked = (x / 40, y / 40) == (0, 0) && right.hypot(down) < radius;
                image::Rgb(match right.hypot(down) {
                    _ if is_marked => mark.0,
                    off if off < 16.0 => COLOURS[y as usize / 40].0,
                    _ => [240; 3],
                })
            })
        };
        let empty = discs(COLOURS[0], 0.0);
        let mut task = three_rows();
        let looks = task.terminals.iter();
        task.terminal_looks = looks
            .map(|&(cell, colour)| TerminalLook::of(task.cell_colours(&empty), cell, colour))
            .collect();
        let is_there = |mark: Rgb, radius: f64| {
            let seen = task.observe(&discs(mark, radius), TraceStyle::Pipes);
            seen.is_there
        };
        assert!(is_there(COLOURS[1], 12.0));
        assert!(!is_there(COLOURS[1], 15.5), "no more than its rim");
        assert!(!is_there(Rgb([90; 3]), 12.0), "a box over it");
    }

    /// The outline lies where what is around the middle of a cell is looked at.
    #[test]
    fn filled_cells_are_seen_in_which_terminals_are_outlined() {
        let outlined = |thickness: f64| {
            RgbImage::from_fn(80, 120, |x, y| {
                let [right, down] = [x, y].map(|at| f64::from(at % 40) + 0.5 - 20.0);
                let is_outline = (right.hypot(down) - 10.0).abs() < thickness / 2.0;
                image::Rgb(if is_outline {
                    [60; 3]
                } else {
                    COLOURS[y as usize / 40].0
                })
            })
        };
        assert!(
            three_rows()
                .observe(&outlined(4.0), TraceStyle::Pipes)
                .is_there
        );
        assert!(
            !three_rows()
                .observe(&outlined(20.0), TraceStyle::Pipes)
                .is_there,
            "a disc"
        );
    }

    #[test]
    fn a_board_is_relit_when_all_its_terminals_are_and_not_when_those_of_drawn_flows_fade() {
        let task = three_rows();
        let shown = |shares: [u16; 3]| {
            RgbImage::from_fn(80, 120, |_, y| {
                let row = y as usize / 40;
                let dimmed = |value: u8| (u16::from(value) * shares[row] / 4) as u8;
                image::Rgb(COLOURS[row].0.map(dimmed))
            })
        };
        assert!(!task.is_relit(&shown([4, 4, 4])));
        assert!(!task.is_relit(&shown([1, 1, 4])));
        assert!(task.is_relit(&shown([1, 1, 1])));
    }

    /// Two pairs in two columns of five cells, the third cells being bridges. The others are filled as a path passes them.
    #[test]
    fn a_bridge_that_shows_nothing_is_crossed_where_the_cells_around_it_are_filled() {
        let ground = Rgb([226; 3]);
        let shown = |filled: std::ops::Range<usize>| {
            RgbImage::from_fn(80, 200, |x, y| {
                let (col, row) = (x as usize / 40, y as usize / 40);
                let is_end = [0, 4].contains(&row);
                let is_rail = row == 2 && (x + 20) % 40 < 8;
                let is_filled = col == 1 && row != 2 && filled.contains(&row);
                image::Rgb(match (is_end || is_filled, is_rail) {
                    (true, _) => COLOURS[col].0,
                    (false, true) => [110; 3],
                    (false, false) => ground.0,
                })
            })
        };
        let column = |col: u16| Move::stroke((0..5).map(|row| Cell::new(row, col)).collect());
        let empty = shown(0..0);
        let lattice = Lattice::upright(5, 2, [20.0, 20.0], [40.0, 40.0]);
        let cells = (0..10).map(|number| Cell::from_index(number, 2));
        let ends = cells.clone().filter(|cell| [0, 4].contains(&cell.row));
        let task = FlowTask {
            moves: vec![column(1)],
            traits: vec![MoveTraits {
                colour: 1,
                shows: [0, 1, 3, 4].map(|row| Cell::new(row, 1)).to_vec(),
                bridges: vec![(2, false)],
                sides: sides(&empty, &lattice, &column(1)),
            }],
            terminals: ends.map(|cell| (cell, usize::from(cell.col))).collect(),
            empty: cells
                .map(|cell| EmptyCell::of(&empty, &lattice, cell))
                .collect(),
            lattice,
            ..three_rows()
        };
        let is_done =
            |picture: &RgbImage| task.observe(picture, TraceStyle::Pipes).moves[0].is_done();
        assert!(is_done(&shown(1..4)));
        assert!(!is_done(&shown(1..2)), "it ends before the bridge");
        let mut other = shown(1..4);
        for (x, y) in (40..80).flat_map(|x| (84..116).map(move |y| (x, y))) {
            other.put_pixel(x, y, image::Rgb(COLOURS[0].0));
        }
        assert!(!is_done(&other), "another flow is seen on it");
    }

    /// Two pairs in two columns of three cells; what the cell between the ends of the second one shows.
    #[test]
    fn a_tint_that_an_earlier_stroke_left_hides_nothing() {
        let ground = Rgb([248, 247, 245]);
        let shown = |middle: Rgb| {
            RgbImage::from_fn(80, 120, |x, y| {
                let (col, row) = (x as usize / 40, y as usize / 40);
                let is_end = row != 1;
                let colour = match (is_end, col) {
                    (true, col) => COLOURS[col],
                    (false, 1) => middle,
                    (false, _) => ground,
                };
                image::Rgb(colour.0)
            })
        };
        let column = |col: u16| Move::stroke((0..3).map(|row| Cell::new(row, col)).collect());
        let empty = shown(ground);
        let lattice = Lattice::upright(3, 2, [20.0, 20.0], [40.0, 40.0]);
        let task = FlowTask {
            moves: vec![column(1)],
            traits: vec![MoveTraits {
                colour: 1,
                shows: (0..3).map(|row| Cell::new(row, 1)).collect(),
                bridges: Vec::new(),
                sides: sides(&empty, &lattice, &column(1)),
            }],
            empty: (0..6)
                .map(|number| EmptyCell::of(&empty, &lattice, Cell::from_index(number, 2)))
                .collect(),
            ..three_rows()
        };
        let state = |middle: Rgb| {
            let seen = task.observe(&shown(middle), TraceStyle::Pipes);
            seen.moves[0].state
        };
        let over = |colour: Rgb| {
            let channel = |at: usize| {
                let (from, to) = (f64::from(ground.0[at]), f64::from(colour.0[at]));
                (from + 0.13 * (to - from)).round() as u8
            };
            Rgb([0, 1, 2].map(channel))
        };
        assert_ne!(state(over(COLOURS[1])), MoveState::Occluded, "its own tint");
        assert_eq!(state(over(Rgb([0; 3]))), MoveState::Occluded, "a grey box");
    }
}
