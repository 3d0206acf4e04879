//! A board as the game shows it: lines, discs, pipes; walls, bridges, holes, warps and hexagons too.

use super::canvas::{Canvas, mix};
use super::palette::palette;
use crate::geometry::{Cell, Lattice, Pixel, Stagger, Tiling};
use crate::pipeline::Rgb;
use crate::profile::{FLOW_FREE, Ratios};

use crate::puzzle::flow::{Node, Puzzle, Side, Solution, Warp};

/// What a drawn board looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Height of a cell in pixels, at least 4.
    pub cell: u32,
    /// By colour of the puzzle; where it is too short, the game's own palette goes on.
    pub colours: Vec<Rgb>,
    /// Behind everything.
    pub background: Rgb,
    /// Lines between cells.
    pub line: Rgb,
    /// Sizes of discs, pipes and lines.
    pub ratios: Ratios,
}

impl Default for Style {
    /// The game's dark look.
    fn default() -> Self {
        Self {
            cell: 64,
            colours: Vec::new(),
            background: Rgb(FLOW_FREE.background),
            line: Rgb([74, 108, 68]),
            ratios: FLOW_FREE.ratios,
        }
    }
}

/// The smallest cell in which a disc and a pipe can be told apart.
const MIN_CELL: u32 = 4;
/// The most pixels of a side: of the largest boards the cells are drawn smaller.
pub(super) const MAX_SIDE: f64 = 8000.0;

// All in shares of a cell; what a profile says of a look is not repeated here.
const BORDER: f64 = 0.07;
const WALL: f64 = 0.11;
/// How far from a cell's middle a pipe runs out over a border that is joined to the opposite one.
const OVERRUN: f64 = 0.85;
/// The margin round the board; beyond borders that are joined the game shows the cells opposite as shadows.
pub(super) const MARGIN: f64 = 0.15;
const WARP_MARGIN: f64 = 1.0;
/// How much of its colour a terminal keeps as a shadow.
const SHADOW: f64 = 0.4;
/// The lines beside an open border go on outside as dashes of this length and distance, and fade within a cell.
const DASH: f64 = 0.08;
const DASHES_APART: f64 = 0.12;
/// How much of its colour the cell under a pipe takes on.
const TINT: f64 = 0.22;
/// Rails of a bridge, from the game's own artwork: distance from the middle, width, and the arch that each makes in the
/// middle: half its width, and its height.
const RAIL: f64 = 0.19;
const RAIL_WIDTH: f64 = 0.048;
const ARCH: f64 = 0.19;
const ARCH_HEIGHT: f64 = 0.13;
/// Straight pieces that an arch is drawn of.
const ARCH_PIECES: u32 = 8;

/// Corners of a cell clockwise, as (right, down) from its centre in cells; side `s` runs from corner
/// `s` to the next one.
const SQUARE: [(f64, f64); 4] = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
const HEX: [(f64, f64); 6] = [
    (-1.0 / 3.0, -0.5),
    (1.0 / 3.0, -0.5),
    (2.0 / 3.0, 0.0),
    (1.0 / 3.0, 0.5),
    (-1.0 / 3.0, 0.5),
    (-2.0 / 3.0, 0.0),
];
/// Distance of neighbouring columns of hexagons, as a share of a cell's height: half of √3.
const HEX_PITCH: f64 = 0.866_025_403_784_438_6;

/// Draws a puzzle on a lattice, with its solution if there is one.
pub(super) fn draw(puzzle: &Puzzle, solution: Option<&Solution>, style: &Style) -> Canvas {
    let mut drawing = Drawing::new(puzzle, style);
    if let Some(solution) = solution {
        drawing.tints(solution);
    }
    drawing.empty_board();
    if let Some(solution) = solution {
        drawing.pipes(solution);
    }
    drawing.terminals();
    drawing.canvas
}

/// A board that is being drawn.
pub(super) struct Drawing<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) style: &'a Style,
    pub(super) colours: Vec<Rgb>,
    corners: &'static [(f64, f64)],
    pub(super) lattice: Lattice,
    /// Height of a cell in pixels.
    pub(super) cell: f64,
    pub(super) canvas: Canvas,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, style: &'a Style) -> Self {
        let layout = puzzle.board().layout();
        let (rows, cols) = (f64::from(layout.rows), f64::from(layout.cols));
        let margin = if layout.warp == Warp::None {
            MARGIN
        } else {
            WARP_MARGIN
        };
        // Size of the board and centre of its first cell, in cells.
        let (corners, stagger, pitch, width, height, first) = match layout.tiling {
            Tiling::Square => (&SQUARE[..], Stagger::None, 1.0, cols, rows, (0.5, 0.5)),
            Tiling::Hexagonal => {
                let width = (cols + 1.0 / 3.0) * HEX_PITCH;
                let first = (HEX_PITCH * 2.0 / 3.0, 1.0);
                (
                    &HEX[..],
                    Stagger::OddColumnsUp,
                    HEX_PITCH,
                    width,
                    rows + 0.5,
                    first,
                )
            }
        };
        let (width, height) = (width + 2.0 * margin, height + 2.0 * margin);
        let cell = f64::from(style.cell.max(MIN_CELL)).min(MAX_SIDE / width.max(height));
        let lattice = Lattice::upright(
            layout.rows,
            layout.cols,
            [(first.0 + margin) * cell, (first.1 + margin) * cell],
            [pitch * cell, cell],
        );
        let pixels = |size: f64| ((size * cell).ceil() as u32).max(1);
        let mut colours = style.colours.clone();
        let known = colours.len();
        colours.extend(palette(puzzle.pairs().len()).into_iter().skip(known));
        Self {
            puzzle,
            style,
            colours,
            corners,
            lattice: lattice.with_stagger(stagger),
            cell,
            canvas: Canvas::new(pixels(width), pixels(height), style.background),
        }
    }

    fn corner(&self, cell: Cell, index: usize) -> Pixel {
        let (right, down) = self.corners[index % self.corners.len()];
        self.lattice.at(cell, right, down)
    }

    /// The pixel `share` of the way from a cell's centre to the centre of the cell behind a side.
    pub(super) fn towards(&self, cell: Cell, side: Side, share: f64) -> Pixel {
        let count = self.corners.len();
        let (a, b) = (
            self.corners[side.index()],
            self.corners[(side.index() + 1) % count],
        );
        self.lattice
            .at(cell, (a.0 + b.0) * share, (a.1 + b.1) * share)
    }

    /// The corners of a cell, clockwise.
    pub(super) fn outline(&self, cell: Cell) -> Vec<Pixel> {
        let corners = 0..self.corners.len();
        corners.map(|index| self.corner(cell, index)).collect()
    }

    /// All but pipes and terminals.
    pub(super) fn empty_board(&mut self) {
        self.corridors();
        self.lines();
        self.bridges();
    }

    fn tints(&mut self, solution: &Solution) {
        let board = self.puzzle.board();
        for (path, &colour) in solution.paths.iter().zip(&self.colours) {
            let tint = mix(self.style.background, colour, TINT);
            for &node in path.iter().filter(|&&node| !board.is_bridge(node)) {
                let cell = board.cell(node);
                let outline = self.outline(cell);
                self.canvas.polygon(&outline, tint);
            }
        }
    }

    /// The thin lines first, so that borders and walls lie over them.
    fn lines(&mut self) {
        let bright = self.bright();
        // Around a board that is no plain rectangle the game draws a bold border.
        let layout = self.puzzle.board().layout();
        let is_square = layout.tiling == Tiling::Square;
        let is_bold = layout.warp.is_any() || is_square && !layout.holes.is_empty();
        let mut sides: Vec<(f64, Rgb, [Pixel; 2])> = Vec::new();
        for cell in self.puzzle.board().layout().cells() {
            for side in (0..self.corners.len() as u8).map(Side) {
                let (width, colour) = match self.behind(cell, side) {
                    Behind::Cell | Behind::Warp => (self.style.ratios.line, self.style.line),
                    Behind::Nothing if is_bold => (WALL, bright),
                    Behind::Nothing => (BORDER, self.style.line),
                    Behind::Wall => (WALL, bright),
                };
                let ends = [side.index(), side.index() + 1].map(|index| self.corner(cell, index));
                sides.push((width, colour, ends));
            }
        }
        sides.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (width, colour, ends) in sides {
            self.canvas
                .line(&ends, (width * self.cell).max(1.0), colour);
        }
    }

    fn behind(&self, cell: Cell, side: Side) -> Behind {
        let board = self.puzzle.board();
        match board.nodes_at(cell).find_map(|node| board.edge(node, side)) {
            Some(edge) if edge.is_wrap => Behind::Warp,
            Some(_) => Behind::Cell,
            None => {
                let beyond = self.lattice.cell_at(self.towards(cell, side, 1.0));
                let is_cell = beyond.is_some_and(|beyond| board.nodes_at(beyond).next().is_some());
                if is_cell {
                    Behind::Wall
                } else {
                    Behind::Nothing
                }
            }
        }
    }

    /// The colour of walls.
    fn bright(&self) -> Rgb {
        mix(self.style.line, Rgb([255; 3]), 0.55)
    }

    /// Outside borders that are joined: the lines beside them go on, and the terminals opposite are shadows.
    fn corridors(&mut self) {
        let board = self.puzzle.board();
        let terminals = board
            .layout()
            .warp
            .is_any()
            .then(|| self.puzzle.terminals());
        let Some(terminals) = terminals else { return };
        for node in board.nodes() {
            for (side, edge) in board.edges(node).filter(|(_, edge)| edge.is_wrap) {
                let cell = board.cell(node);
                self.dashes(cell, side);
                if let Some(colour) = terminals[edge.to.index()] {
                    let colour = mix(self.style.background, self.colours[colour.index()], SHADOW);
                    let at = self.towards(cell, side, 1.0);
                    let radius = self.style.ratios.dot * self.cell / 2.0;
                    self.canvas.disc(at, radius, colour);
                }
            }
        }
    }

    /// The two lines beside an open border, outside the board.
    fn dashes(&mut self, cell: Cell, side: Side) {
        let outwards = self.corners[side.index()];
        let along = self.corners[(side.index() + 1) % self.corners.len()];
        let out = (outwards.0 + along.0, outwards.1 + along.1);
        for corner in [outwards, along] {
            let at = |share: f64| {
                let (right, down) = (corner.0 + share * out.0, corner.1 + share * out.1);
                self.lattice.at(cell, right, down)
            };
            let count = (1.0 / DASHES_APART) as u32;
            let dashes: Vec<(f64, [Pixel; 2])> = (0..count)
                .map(|dash| f64::from(dash) * DASHES_APART)
                .map(|from| (from, [at(from), at(from + DASH)]))
                .collect();
            for (from, ends) in dashes {
                let colour = mix(self.style.background, self.style.line, 1.0 - from);
                let width = (self.style.ratios.line * self.cell).max(1.0);
                self.canvas.line(&ends, width, colour);
            }
        }
    }

    /// Two rails across with an arch in the middle of each: the way up and down passes below.
    fn bridges(&mut self) {
        let (colour, width) = (self.bright(), (RAIL_WIDTH * self.cell).max(1.0));
        for &cell in &self.puzzle.board().layout().bridges {
            for off in [-RAIL, RAIL] {
                let mut places = vec![(-0.5, off)];
                places.extend((0..=ARCH_PIECES).map(|piece| {
                    let angle = std::f64::consts::PI * f64::from(piece) / f64::from(ARCH_PIECES);
                    (-ARCH * angle.cos(), off - ARCH_HEIGHT * angle.sin())
                }));
                places.push((0.5, off));
                for step in places.windows(2) {
                    let ends =
                        [step[0], step[1]].map(|(right, down)| self.lattice.at(cell, right, down));
                    self.canvas.line(&ends, width, colour);
                }
            }
        }
    }

    /// All pipes; the ways across bridges last, over what they cross.
    fn pipes(&mut self, solution: &Solution) {
        let board = self.puzzle.board();
        let mut over: Vec<(Cell, Rgb)> = Vec::new();
        for (path, colour) in solution.paths.iter().zip(self.colours.clone()) {
            for step in path.windows(2) {
                self.step(step[0], step[1], colour);
            }
            let is_over = |node: &&Node| {
                board.is_bridge(**node) && board.nodes_at(board.cell(**node)).next() == Some(**node)
            };
            over.extend(
                path.iter()
                    .filter(is_over)
                    .map(|&node| (board.cell(node), colour)),
            );
        }
        for (cell, colour) in over {
            let ends = [Side(1), Side(3)].map(|side| self.towards(cell, side, 0.5));
            self.canvas
                .line(&ends, self.style.ratios.pipe * self.cell, colour);
        }
    }

    fn step(&mut self, from: Node, to: Node, colour: Rgb) {
        let board = self.puzzle.board();
        let Some((side, edge)) = board.edge_between(from, to) else {
            return;
        };
        let (from, to) = (board.cell(from), board.cell(to));
        let (near, far) = (self.lattice.centre(from), self.lattice.centre(to));
        let width = self.style.ratios.pipe * self.cell;
        if edge.is_wrap {
            let out = self.towards(from, side, OVERRUN);
            let back = self.towards(to, edge.back, OVERRUN);
            self.canvas.line(&[near, out], width, colour);
            self.canvas.line(&[back, far], width, colour);
        } else {
            self.canvas.line(&[near, far], width, colour);
        }
    }

    pub(super) fn terminals(&mut self) {
        let board = self.puzzle.board();
        for (pair, &colour) in self.puzzle.pairs().iter().zip(&self.colours) {
            for node in pair.terminals {
                let centre = self.lattice.centre(board.cell(node));
                self.canvas
                    .disc(centre, self.style.ratios.dot * self.cell / 2.0, colour);
            }
        }
    }
}

/// What lies behind a side of a cell.
enum Behind {
    Cell,
    Wall,
    Warp,
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text::read_any;
    use image::RgbImage;

    const RED: [u8; 3] = [255, 0, 0];
    const GREEN: [u8; 3] = [0, 141, 0];

    /// A drawing with cells of 100 pixels, of a level in any text format.
    fn draw(text: &str) -> RgbImage {
        let level = read_any("test", text).unwrap().pop().unwrap();
        let style = Style {
            cell: 100,
            ..Style::default()
        };
        super::draw(&level.puzzle, level.solution.as_ref(), &style).into_picture()
    }

    /// The colour at a place of a square board, in cells from its top left corner.
    fn at(picture: &RgbImage, margin: f64, right: f64, down: f64) -> [u8; 3] {
        let pixel = |share: f64| ((share + margin) * 100.0) as u32;
        picture.get_pixel(pixel(right), pixel(down)).0
    }

    #[test]
    fn discs_lines_and_empty_cells_stand_where_they_belong() {
        let picture = draw("A.A\n.*.\nB.B\n");
        let at = |right, down| at(&picture, MARGIN, right, down);
        assert_eq!(picture.dimensions(), (330, 330));
        assert_eq!([at(0.5, 0.5), at(2.5, 2.5)], [RED, GREEN]);
        assert_eq!(at(1.5, 0.5), [0, 0, 0]);
        assert_eq!(at(1.0, 0.5), Style::default().line.0);
        assert_eq!(at(1.0, 1.5)[0], 174, "the bold border of a hole");
    }

    #[test]
    fn a_pipe_joins_its_terminals_and_tints_its_cells() {
        let picture = draw("2,0,1,2;0,1;2,3");
        let at = |right, down| at(&picture, MARGIN, right, down);
        assert_eq!([at(1.0, 0.5), at(1.0, 1.5)], [RED, GREEN]);
        assert_eq!(at(0.9, 0.1), [56, 0, 0]);
    }

    #[test]
    fn a_wall_is_brighter_than_a_line() {
        let picture = draw("walls: 0|1\nAB\nAB\n");
        let at = |right, down| at(&picture, MARGIN, right, down);
        assert!(at(1.0, 0.5)[0] > at(1.0, 1.5)[0] + 50);
    }

    #[test]
    fn a_pipe_runs_out_over_a_border_that_is_joined() {
        let picture = draw("W_3:1,0,1,1,,,1|2;1,0,2");
        assert_eq!(at(&picture, WARP_MARGIN, 3.2, 0.5), RED);
        assert_eq!(at(&picture, WARP_MARGIN, -0.2, 0.5), RED);
        assert_eq!(at(&picture, WARP_MARGIN, 2.0, 0.5)[0], 174);
    }

    #[test]
    fn beyond_borders_that_are_joined_lines_go_on_and_terminals_are_shadows() {
        let picture = draw("warp: horizontal\nA..\n.A.\n");
        let at = |right, down| at(&picture, WARP_MARGIN, right, down);
        assert_eq!([at(3.5, 0.5), at(-0.5, 0.5)], [[102, 0, 0], [0; 3]]);
        let line = Style::default().line.0;
        assert_eq!([at(3.02, 1.0), at(3.0, 0.5)], [line; 2]);
        assert!(at(3.5, 1.0)[1] < line[1] && at(1.5, -0.5) == [0; 3]);
    }

    #[test]
    fn the_way_across_lies_on_top_of_a_bridge() {
        let picture = draw("3,0,1,2,4,0:2:6:8;3,4,5;1,4,7");
        let at = |right, down| at(&picture, MARGIN, right, down);
        assert_eq!(at(1.5, 1.5), RED);
        assert_eq!(at(1.5, 1.2), GREEN);
        assert_eq!(at(1.1, 1.5 - RAIL)[0], 174, "a rail");
    }

    #[test]
    fn odd_columns_of_hexagons_stand_half_a_cell_higher() {
        let picture = draw("shape: hex\nAA\nBB\n");
        let place = |right: f64, down: f64| {
            let (first_x, first_y) = (HEX_PITCH * 2.0 / 3.0 + MARGIN, 1.0 + MARGIN);
            let (x, y) = (first_x + right * HEX_PITCH, first_y + down);
            picture.get_pixel((x * 100.0) as u32, (y * 100.0) as u32).0
        };
        assert_eq!([place(0.0, 0.0), place(1.0, -0.5)], [RED; 2]);
        assert_eq!([place(0.0, 1.0), place(1.0, 0.5)], [GREEN; 2]);
    }

    #[test]
    fn a_large_board_gets_a_picture_of_bearable_size() {
        let rows = format!("A{}A\n", ".".repeat(998));
        let (width, height) = draw(&rows).dimensions();
        assert!(width <= 8000 && height <= 8000);
    }
}
