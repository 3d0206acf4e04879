//! Draws boards in many looks, with the truth known: what the tests of reading look at.
//!
//! Every pixel is carried back through the lattice into the board and coloured there, layer by layer:
//! page, bars behind the board, cells, lines, pipes, terminals. It shares nothing with the reader.

use flowbot::generate::{BoardKind, Generated, Recipe, generate};
use flowbot::geometry::{Cell, Lattice, Pixel, Projection};
use flowbot::pipeline::Limits;
use flowbot::profile::{NamedColour, Profile, Ratios};
use flowbot::puzzle::flow::{Board, Puzzle, Solution, text};
use image::{Rgb, RgbImage};

use flowbot::random::Random;

use super::font::{ROWS, is_set};

/// Red, green and blue, 0 to 255.
pub type Colour = [f64; 3];

/// The shape of a terminal. Lengths are in cells.
#[derive(Clone, Copy, Debug)]
pub enum Terminal {
    Disc { radius: f64 },
    Glossy { radius: f64 },
    Square { half: f64, corner: f64 },
    FilledCell,
}

/// What a terminal carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    None,
    Glyph,
    Check,
    /// Numbers of one or two digits, which begin with this one.
    Number(usize),
    /// Letters, from A on.
    Letter,
}

/// From the number of one pair to that of the next, as in games whose colours begin again after so many.
const NUMBERS_APART: usize = 17;

/// How cells are told apart.
#[derive(Clone, Copy, Debug)]
pub enum Cells {
    /// Lines of this width, in cells, and this contrast to the card.
    Lines { width: f64, contrast: f64 },
    /// Two shades in turn, this far apart.
    Checkerboard { contrast: f64 },
    /// A rounded square for each cell, with a gap between.
    Tiles { gap: f64, contrast: f64 },
    /// Not at all.
    Plain,
}

impl Cells {
    fn random(random: &mut Random, pitch: f64) -> Self {
        match random.whole(0..10) {
            0..5 => Cells::Lines {
                width: random.real(1.0..3.5) / pitch,
                contrast: random.real(40.0..120.0),
            },
            5 | 6 => Cells::Lines {
                width: random.real(1.0..2.0) / pitch,
                contrast: random.real(8.0..25.0),
            },
            7 => Cells::Checkerboard {
                contrast: random.real(8.0..30.0),
            },
            8 => Cells::Tiles {
                gap: random.real(0.04..0.12),
                contrast: random.real(20.0..60.0),
            },
            _ => Cells::Plain,
        }
    }
}

/// Everything about a picture but the puzzle and its colours.
#[derive(Clone, Debug)]
pub struct Look {
    pub pitch: f64,
    pub is_dark: bool,
    pub cells: Cells,
    pub terminal: Terminal,
    pub mark: Mark,
    /// Share of the flows that are drawn.
    pub drawn: f64,
    pub pipe_width: f64,
    pub tints_cells: bool,
    /// Colour bars behind the board.
    pub bars: usize,
    /// Width of the outline round board and holes, in cells.
    pub outline: f64,
    /// Width of walls, in cells, where the puzzle has any, and their contrast to the card.
    pub wall: [f64; 2],
    /// Whether the first two pairs have one colour.
    pub has_twins: bool,
    /// How many empty cells hold an obstacle, all of one colour, and half the side of one, in cells; at most 0.5.
    pub obstacles: usize,
    pub obstacle: f64,
    /// Whether the holes of the puzzle hold such obstacles, and no other cells do.
    pub fills_holes: bool,
    /// Coloured buttons on the page around the board.
    pub buttons: usize,
    pub has_title_bar: bool,
    pub is_page_coloured: bool,
    /// Pixels around the board: left, top, right, bottom.
    pub margins: [f64; 4],
    /// Tilt in degrees about the two axes.
    pub tilt: [f64; 2],
}

/// A picture and what it shows.
pub struct Scene {
    pub picture: RgbImage,
    pub lattice: Lattice,
    /// What the game looks like, as one who knows it would write it down.
    pub profile: Profile,
}

impl Look {
    /// The plain look of the game on a phone.
    pub fn plain(pitch: f64) -> Self {
        Self {
            pitch,
            is_dark: true,
            cells: Cells::Lines {
                width: 0.03,
                contrast: 90.0,
            },
            terminal: Terminal::Disc { radius: 0.34 },
            mark: Mark::None,
            drawn: 0.0,
            pipe_width: 0.33,
            tints_cells: true,
            bars: 0,
            outline: 0.0,
            wall: [0.09, 150.0],
            has_twins: false,
            obstacles: 0,
            obstacle: 0.5,
            fills_holes: false,
            buttons: 0,
            has_title_bar: false,
            is_page_coloured: false,
            margins: [20.0; 4],
            tilt: [0.0; 2],
        }
    }

    fn profile(&self, colours: &[Colour]) -> Profile {
        let ratios = Ratios {
            dot: match self.terminal {
                Terminal::Disc { radius } | Terminal::Glossy { radius } => 2.0 * radius,
                Terminal::Square { half, .. } => 2.0 * half,
                Terminal::FilledCell => 1.0,
            },
            pipe: self.pipe_width,
            line: match self.cells {
                Cells::Lines { width, .. } => width,
                _ => 0.0,
            },
        };
        let named = |(number, colour): (usize, &Colour)| NamedColour {
            name: format!("colour {number}"),
            rgb: to_pixel(*colour).0,
        };
        let colours = colours.iter().enumerate().map(named).collect();
        Profile::new("the look", ratios, to_pixel(self.grey(0.0)).0, colours)
    }

    /// Any look at all, for a board of so many rows or columns at most.
    pub fn random(random: &mut Random, longest: usize, can_draw: bool) -> Self {
        let most = (900.0 / longest as f64).min(90.0);
        let pitch = random.real(22.0_f64.min(most - 1.0)..most);
        let radius = random.real(0.28..0.37);
        let is_spread = random.chance(0.5);
        let cells = Cells::random(random, pitch);
        let terminal = match random.whole(0..8) {
            0..4 => Terminal::Disc { radius },
            4 | 5 => Terminal::Glossy { radius },
            6 => Terminal::Square {
                half: radius,
                corner: random.real(0.05..0.15),
            },
            _ => Terminal::FilledCell,
        };
        let margin = if is_spread { 8.0..400.0 } else { 4.0..60.0 };
        let mut margins = [0.0; 4];
        margins.fill_with(|| random.real(margin.clone()));
        Self {
            pitch,
            is_dark: random.chance(0.7),
            cells,
            terminal,
            mark: *random.pick(&[Mark::None, Mark::None, Mark::None, Mark::Glyph, Mark::Check]),
            drawn: match random.whole(0..6) {
                0 | 1 if can_draw => random.real(0.0..0.8),
                2 if can_draw => 1.0,
                _ => 0.0,
            },
            pipe_width: random.real(0.28..0.4),
            tints_cells: random.chance(0.7),
            bars: if random.chance(0.2) { 3 } else { 0 },
            outline: if random.chance(0.3) {
                random.real(0.03..0.08)
            } else {
                0.0
            },
            wall: [0.09, 150.0],
            has_twins: false,
            obstacles: 0,
            obstacle: 0.5,
            fills_holes: false,
            buttons: if is_spread { random.whole(0..12) } else { 0 },
            has_title_bar: random.chance(0.3),
            is_page_coloured: random.chance(0.25),
            margins,
            tilt: [0.0; 2],
        }
    }

    fn background(&self) -> f64 {
        if self.is_dark { 0.0 } else { 245.0 }
    }

    /// A grey this far from the background, towards the middle.
    fn grey(&self, contrast: f64) -> Colour {
        let sign = if self.is_dark { 1.0 } else { -1.0 };
        [self.background() + sign * contrast; 3]
    }
}

/// The usual colours of the game, in its order.
const GAME: [Colour; 16] = [
    [255.0, 0.0, 0.0],
    [0.0, 141.0, 0.0],
    [12.0, 41.0, 254.0],
    [234.0, 224.0, 0.0],
    [251.0, 137.0, 0.0],
    [0.0, 255.0, 255.0],
    [255.0, 10.0, 201.0],
    [165.0, 42.0, 42.0],
    [128.0, 0.0, 128.0],
    [250.0, 250.0, 250.0],
    [159.0, 159.0, 189.0],
    [0.0, 255.0, 0.0],
    [161.0, 138.0, 81.0],
    [9.0, 25.0, 159.0],
    [0.0, 128.0, 128.0],
    [255.0, 124.0, 236.0],
];

/// Colours for so many pairs, each unlike the others and unlike the background.
pub fn colours(random: &mut Random, count: usize, is_dark: bool) -> Vec<Colour> {
    let background = if is_dark { [0.0; 3] } else { [245.0; 3] };
    let mut chosen: Vec<Colour> = Vec::new();
    let is_new = |chosen: &[Colour], colour: Colour, apart: f64| {
        unlikeness(colour, background) > 60.0
            && chosen
                .iter()
                .all(|&other| unlikeness(colour, other) > apart)
    };
    if random.chance(0.7) {
        let usual = GAME.into_iter().filter(|&colour| is_new(&[], colour, 0.0));
        chosen.extend(usual.take(count));
    }
    let mut apart = 110.0;
    while chosen.len() < count {
        let colour = [(); 3].map(|()| random.real(0.0..255.0));
        if is_new(&chosen, colour, apart) {
            chosen.push(colour);
        } else {
            apart = f64::max(apart * 0.995, 30.0);
        }
    }
    chosen
}

/// So many of these cells.
fn some_of(random: &mut Random, mut cells: Vec<usize>, count: usize) -> Vec<usize> {
    let count = count.min(cells.len());
    let picked = (0..count).map(|_| cells.swap_remove(random.below(cells.len())));
    picked.collect()
}

/// The colour of obstacles, if there are any: unlike those of the flows and unlike the ground, a grey at times.
fn obstacle_colour(random: &mut Random, colours: &[Colour], look: &Look) -> Colour {
    if look.obstacles == 0 {
        return [0.0; 3];
    }
    loop {
        let colour = match random.chance(0.4) {
            true => look.grey(random.real(30.0..200.0)),
            false => [(); 3].map(|()| random.real(0.0..255.0)),
        };
        let mut others = colours.iter().copied().chain([look.grey(0.0)]);
        if others.all(|other| unlikeness(colour, other) > 50.0) {
            return colour;
        }
    }
}

/// Distance as people see it, roughly: green counts most.
fn unlikeness(a: Colour, b: Colour) -> f64 {
    let weigh = |weight: f64, index: usize| weight * (a[index] - b[index]).powi(2);
    (weigh(2.0, 0) + weigh(4.0, 1) + weigh(3.0, 2)).sqrt() / 1.7
}

/// A random puzzle whose sides have so many cells, with its only solution.
pub fn level(random: &mut Random, sides: std::ops::Range<usize>) -> (Puzzle, Solution) {
    level_of(BoardKind::Plain, random, sides)
}

/// The same on a board of this kind.
pub fn level_of(
    kind: BoardKind,
    random: &mut Random,
    sides: std::ops::Range<usize>,
) -> (Puzzle, Solution) {
    let [rows, cols] = [0; 2].map(|_| random.whole(sides.clone()) as u16);
    let recipe = Recipe {
        rows,
        cols,
        kind,
        difficulty: None,
        flows: None,
        seed: random.next_u64(),
    };
    let Generated { puzzle, solution } =
        generate(&recipe, &Limits::NONE).expect("there is a puzzle of every size");
    (puzzle, solution)
}

/// The rows of a puzzle with the labels replaced in order of first appearance.
pub fn rows_renamed(puzzle: &Puzzle) -> Vec<String> {
    let mut seen: Vec<char> = Vec::new();
    let mut rename = |label: char| {
        if "*.+".contains(label) {
            return label;
        }
        let known = seen.iter().position(|&other| other == label);
        let number = known.unwrap_or_else(|| {
            seen.push(label);
            seen.len() - 1
        });
        char::from_u32('A' as u32 + number as u32).unwrap()
    };
    let rows = text::rows(puzzle);
    rows.iter()
        .map(|row| row.chars().map(&mut rename).collect())
        .collect()
}

/// Draws a puzzle.
pub fn draw(
    random: &mut Random,
    puzzle: &Puzzle,
    solution: Option<&Solution>,
    look: &Look,
) -> Scene {
    let board = puzzle.board();
    let (rows, cols) = (f64::from(board.rows()), f64::from(board.cols()));
    let [left, top, right, bottom] = look.margins;
    let title_bar = if look.has_title_bar { 32.0 } else { 0.0 };
    let width = (left + cols * look.pitch + right).round();
    let height = (top + rows * look.pitch + bottom + title_bar).round();
    let middle = (
        left + cols * look.pitch / 2.0,
        title_bar + top + rows * look.pitch / 2.0,
    );
    let (x0, y0) = (left + look.pitch / 2.0, title_bar + top + look.pitch / 2.0);
    let upright = Projection::axis_aligned(x0, y0, look.pitch, look.pitch);
    let tilt = Projection::tilt(middle, rows.max(cols) * look.pitch, look.tilt);
    let lattice = Lattice::projective(board.rows(), board.cols(), tilt.after(&upright));

    let painter = Painter::new(random, puzzle, solution, look);
    let page = Page::new(random, look, width, height);
    let corners = lattice.corners();
    let reach = look.outline * look.pitch + 2.0;
    let near = |pixel: Pixel| {
        let (xs, ys) = (corners.map(|c| c.x), corners.map(|c| c.y));
        let low = |all: [f64; 4]| all.into_iter().fold(f64::MAX, f64::min) - reach;
        let high = |all: [f64; 4]| all.into_iter().fold(f64::MIN, f64::max) + reach;
        pixel.x > low(xs) && pixel.x < high(xs) && pixel.y > low(ys) && pixel.y < high(ys)
    };
    let inverse = lattice
        .projection()
        .inverse()
        .expect("a drawn lattice has an inverse");
    let picture = RgbImage::from_fn(width as u32, height as u32, |x, y| {
        let (x, y) = (f64::from(x), f64::from(y));
        let behind = page.colour_at(x + 0.5, y + 0.5);
        if !near(Pixel::new(x, y)) {
            return to_pixel(behind);
        }
        // Four samples a pixel soften the edges.
        let samples = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        let mut sum = [0.0; 3];
        for (right, down) in samples {
            let (u, v) = inverse.apply(x + right, y + down);
            let colour = painter.colour_at(u, v, behind);
            for channel in 0..3 {
                sum[channel] += colour[channel] / 4.0;
            }
        }
        to_pixel(sum)
    });
    Scene {
        picture,
        lattice,
        profile: look.profile(&painter.colours),
    }
}

fn to_pixel(colour: Colour) -> Rgb<u8> {
    Rgb(colour.map(|channel| channel.round().clamp(0.0, 255.0) as u8))
}

/// The page around the board: flat, with a title bar and round or square buttons.
struct Page {
    colour: Colour,
    title_bar: Option<Colour>,
    buttons: Vec<Button>,
}

struct Button {
    centre: (f64, f64),
    half: f64,
    is_round: bool,
    colour: Colour,
}

impl Page {
    fn new(random: &mut Random, look: &Look, width: f64, height: f64) -> Self {
        let colour = if look.is_page_coloured {
            let base = if look.is_dark {
                10.0..90.0
            } else {
                190.0..250.0
            };
            [(); 3].map(|()| random.real(base.clone()))
        } else {
            look.grey(0.0)
        };
        let buttons = (0..look.buttons).map(|_| Button {
            centre: (random.real(0.0..width), random.real(0.0..height)),
            half: random.real(10.0..40.0),
            is_round: random.chance(0.5),
            colour: [(); 3].map(|()| random.real(0.0..255.0)),
        });
        Self {
            colour,
            title_bar: look.has_title_bar.then_some([222.0, 222.0, 226.0]),
            buttons: buttons.collect(),
        }
    }

    fn colour_at(&self, x: f64, y: f64) -> Colour {
        if let Some(colour) = self.title_bar.filter(|_| y < 32.0) {
            return colour;
        }
        let hit = self.buttons.iter().find(|button| {
            let (dx, dy) = (x - button.centre.0, y - button.centre.1);
            let distance = if button.is_round {
                dx.hypot(dy)
            } else {
                dx.abs().max(dy.abs())
            };
            distance < button.half
        });
        hit.map_or(self.colour, |button| button.colour)
    }
}

/// Colours the board, in cells.
struct Painter<'a> {
    look: &'a Look,
    rows: usize,
    cols: usize,
    /// By cell number: whether the cell is part of the board.
    is_cell: Vec<bool>,
    /// By cell number: whether a wall stands right of it, and below it.
    walls: Vec<[bool; 2]>,
    /// By cell number: the pair and its number among the terminals.
    terminal: Vec<Option<usize>>,
    /// By cell number: what is drawn there.
    pipe: Vec<Option<Pipe>>,
    colours: Vec<Colour>,
    /// The cell numbers of obstacles, and their colour.
    obstacles: Vec<usize>,
    obstacle: Colour,
    /// Bars behind the board: first, last column or row, whether upright, colour.
    bars: Vec<(f64, f64, bool, Colour)>,
    line: Colour,
}

/// A flow, and the sides of a cell that its pipe goes to: up, right, down, left.
type Pipe = (usize, [bool; 4]);

/// By cell number: what is drawn there.
fn pipes(
    random: &mut Random,
    puzzle: &Puzzle,
    solution: Option<&Solution>,
    look: &Look,
) -> Vec<Option<Pipe>> {
    let board = puzzle.board();
    let cols = board.cols();
    let mut pipe = vec![None; usize::from(board.rows()) * usize::from(cols)];
    let paths = solution.map_or(&[][..], |solution| &solution.paths);
    for (number, path) in paths.iter().enumerate() {
        if !random.chance(look.drawn) {
            continue;
        }
        // Some flows are drawn only in part.
        let is_whole = look.drawn >= 1.0 || random.chance(0.6);
        let length = if is_whole {
            path.len()
        } else {
            random.whole(1..path.len())
        };
        for (place, &node) in path[..length].iter().enumerate() {
            let mut sides = [false; 4];
            let before = place.checked_sub(1).map(|place| path[place]);
            let after = path[..length].get(place + 1).copied();
            for other in before.into_iter().chain(after) {
                sides[side_towards(board.cell(node), board.cell(other))] = true;
            }
            pipe[board.cell(node).index(cols)] = Some((number, sides));
        }
    }
    pipe
}

/// By cell number: whether a wall stands right of the cell, and below it.
fn walls(board: &Board) -> Vec<[bool; 2]> {
    let mut walls = vec![[false; 2]; usize::from(board.rows()) * usize::from(board.cols())];
    for (a, b) in &board.layout().walls {
        let (first, second) = (a.min(b), a.max(b));
        walls[first.index(board.cols())][usize::from(first.row != second.row)] = true;
    }
    walls
}

impl<'a> Painter<'a> {
    fn new(
        random: &mut Random,
        puzzle: &Puzzle,
        solution: Option<&Solution>,
        look: &'a Look,
    ) -> Self {
        let board = puzzle.board();
        let (rows, cols) = (board.rows(), board.cols());
        let cell_count = usize::from(rows) * usize::from(cols);
        let index = |node| board.cell(node).index(cols);
        let mut is_cell = vec![false; cell_count];
        for cell in board.layout().cells() {
            is_cell[cell.index(cols)] = true;
        }
        let mut terminal = vec![None; cell_count];
        for (number, pair) in puzzle.pairs().iter().enumerate() {
            for node in pair.terminals {
                terminal[index(node)] = Some(number);
            }
        }
        let pipe = pipes(random, puzzle, solution, look);
        let bars = (0..look.bars).map(|_| {
            let is_upright = random.chance(0.5);
            let start = random.real(0.0..f64::from(if is_upright { cols } else { rows }));
            let colour = [(); 3].map(|()| random.real(0.0..48.0));
            (start, start + random.real(0.3..1.5), is_upright, colour)
        });
        let line = match look.cells {
            Cells::Lines { contrast, .. } => look.grey(contrast),
            _ => look.grey(120.0),
        };
        let bars = bars.collect();
        let mut colours = colours(random, puzzle.pairs().len(), look.is_dark);
        if look.has_twins {
            colours[1] = colours[0];
        }
        let is_free = |number: &usize| {
            is_cell[*number] && terminal[*number].is_none() && pipe[*number].is_none()
        };
        let all = 0..cell_count;
        let obstacles = match look.fills_holes {
            true => all.filter(|number| !is_cell[*number]).collect(),
            false => some_of(random, all.filter(is_free).collect(), look.obstacles),
        };
        let obstacle = obstacle_colour(random, &colours, look);
        for number in &obstacles {
            is_cell[*number] = true;
        }
        Self {
            look,
            rows: usize::from(rows),
            cols: usize::from(cols),
            is_cell,
            walls: walls(board),
            terminal,
            pipe,
            bars,
            colours,
            obstacles,
            obstacle,
            line,
        }
    }

    fn is_cell_at(&self, row: f64, col: f64) -> bool {
        row >= 0.0
            && col >= 0.0
            && row < self.rows as f64
            && col < self.cols as f64
            && self.is_cell[row as usize * self.cols + col as usize]
    }

    /// Whether a wall stands between a cell and the next one to that side.
    fn is_wall(&self, row: f64, col: f64, right: f64, down: f64) -> bool {
        let (first_row, first_col) = (row.min(row + down), col.min(col + right));
        let is_inside = self.is_cell_at(row, col) && self.is_cell_at(row + down, col + right);
        is_inside && {
            let index = first_row as usize * self.cols + first_col as usize;
            self.walls[index][usize::from(down != 0.0)]
        }
    }

    /// The colour at `u` columns and `v` rows from the centre of the first cell.
    fn colour_at(&self, u: f64, v: f64, behind: Colour) -> Colour {
        let (col, row) = (u.round(), v.round());
        let (right, down) = (u - col, v - row);
        let is_inside = self.is_cell_at(row, col);
        let width = match self.look.cells {
            Cells::Lines { width, .. } => width,
            _ => 0.0,
        };
        // The two nearest sides: how near, and whether the board goes on behind them.
        let sides = [
            (
                0.5 - right.abs(),
                self.is_cell_at(row, col + right.signum()),
            ),
            (0.5 - down.abs(), self.is_cell_at(row + down.signum(), col)),
        ];
        let is_near = |reach: f64, is_border: bool| {
            sides.iter().any(|&(edge, goes_on)| {
                edge < reach && (is_inside || goes_on) && (!is_border || is_inside != goes_on)
            })
        };
        if is_near(self.look.outline, true) {
            return self.look.grey(150.0);
        }
        let [wall, contrast] = self.look.wall;
        if sides[0].0 < wall / 2.0 && self.is_wall(row, col, right.signum(), 0.0)
            || sides[1].0 < wall / 2.0 && self.is_wall(row, col, 0.0, down.signum())
        {
            return self.look.grey(contrast);
        }
        if is_near(width / 2.0, false) {
            return self.line;
        }
        if !is_inside {
            return behind;
        }
        let index = row as usize * self.cols + col as usize;
        if self.obstacles.contains(&index) && right.abs().max(down.abs()) < self.look.obstacle {
            return self.obstacle;
        }
        let ground = self.ground(u, v);
        let ground = self.with_pipe(index, ground, right, down);
        match self.terminal[index] {
            Some(pair) => self.with_terminal(pair, ground, right, down),
            None => ground,
        }
    }

    fn ground(&self, u: f64, v: f64) -> Colour {
        let look = self.look;
        let (col, row) = (u.round(), v.round());
        let (right, down, parity) = (u - col, v - row, row + col);
        let mut ground = match look.cells {
            Cells::Checkerboard { contrast } if parity % 2.0 == 0.0 => look.grey(10.0 + contrast),
            Cells::Checkerboard { .. } => look.grey(10.0),
            Cells::Tiles { gap, contrast } if right.abs().max(down.abs()) < 0.5 - gap / 2.0 => {
                look.grey(contrast)
            }
            _ => look.grey(0.0),
        };
        for &(start, end, is_upright, colour) in &self.bars {
            let place = if is_upright { u } else { v };
            if (start..end).contains(&place) {
                let sign = if look.is_dark { 1.0 } else { -1.0 };
                for channel in 0..3 {
                    ground[channel] += sign * colour[channel];
                }
            }
        }
        ground
    }

    fn with_pipe(&self, index: usize, ground: Colour, right: f64, down: f64) -> Colour {
        let Some((pair, sides)) = self.pipe[index] else {
            return ground;
        };
        let colour = self.colours[pair];
        let half = self.look.pipe_width / 2.0;
        let is_on_pipe = right.hypot(down) < half
            || (down.abs() < half && (sides[1] && right > 0.0 || sides[3] && right < 0.0))
            || (right.abs() < half && (sides[2] && down > 0.0 || sides[0] && down < 0.0));
        let is_loose_end = sides.iter().filter(|&&side| side).count() < 2;
        if is_on_pipe || (is_loose_end && right.hypot(down) < 0.24) {
            return colour;
        }
        if self.look.tints_cells {
            return mix(ground, colour, 0.22);
        }
        ground
    }

    fn with_terminal(&self, pair: usize, ground: Colour, right: f64, down: f64) -> Colour {
        let colour = self.colours[pair];
        let radius = right.hypot(down);
        let (is_on, shade) = match self.look.terminal {
            Terminal::Disc { radius: reach } => (radius < reach, colour),
            Terminal::Glossy { radius: reach } => {
                let light = (right + 0.1).hypot(down + 0.12) / reach;
                let shine = (0.45 - 0.7 * light).clamp(-0.15, 0.45);
                let towards = if shine > 0.0 { [255.0; 3] } else { [0.0; 3] };
                (radius < reach, mix(colour, towards, shine.abs()))
            }
            Terminal::Square { half, corner } => {
                let (dx, dy) = (right.abs() - half + corner, down.abs() - half + corner);
                let outside = dx.max(0.0).hypot(dy.max(0.0)) - corner;
                (outside < 0.0, colour)
            }
            Terminal::FilledCell => (right.abs().max(down.abs()) < 0.48, colour),
        };
        if !is_on {
            return ground;
        }
        let is_marked = match self.look.mark {
            Mark::None => false,
            Mark::Glyph => is_on_sign(pair, right, down),
            Mark::Check => is_on_check(right, down),
            Mark::Number(first) => {
                let number = (first + NUMBERS_APART * pair) % 99 + 1;
                is_on_text(&number.to_string(), right, down)
            }
            Mark::Letter => {
                let letter = char::from(b'A' + (pair % 26) as u8);
                is_on_text(&letter.to_string(), right, down)
            }
        };
        if !is_marked {
            return shade;
        }
        let is_bright = colour[0] * 0.3 + colour[1] * 0.6 + colour[2] * 0.1 > 140.0;
        if is_bright { [20.0; 3] } else { [245.0; 3] }
    }
}

fn mix(a: Colour, b: Colour, share: f64) -> Colour {
    [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share)
}

fn side_towards(from: Cell, to: Cell) -> usize {
    match (to.row.cmp(&from.row), to.col.cmp(&from.col)) {
        (std::cmp::Ordering::Less, _) => 0,
        (std::cmp::Ordering::Greater, _) => 2,
        (_, std::cmp::Ordering::Greater) => 1,
        _ => 3,
    }
}

/// Digits and some letters of a seven-segment display; segments from the top, clockwise, middle last.
fn is_on_sign(number: usize, right: f64, down: f64) -> bool {
    const SIGNS: [u8; 16] = [
        0b011_0000, 0b110_1101, 0b111_1001, 0b011_0011, 0b101_1011, 0b101_1111, 0b111_0000,
        0b111_1111, 0b111_1011, 0b111_0111, 0b001_1111, 0b100_1110, 0b011_1101, 0b100_1111,
        0b100_0111, 0b011_0111,
    ];
    let (wide, high, thick) = (0.09, 0.16, 0.025);
    let level = |at: f64| (down - at).abs() < thick && right.abs() < wide + thick;
    let upright = |x: f64, y: f64| (right - x).abs() < thick && (down - y).abs() < high / 2.0;
    let segments = [
        level(-high),
        upright(wide, -high / 2.0),
        upright(wide, high / 2.0),
        level(high),
        upright(-wide, high / 2.0),
        upright(-wide, -high / 2.0),
        level(0.0),
    ];
    let sign = SIGNS[number % SIGNS.len()];
    (0..7).any(|segment| segments[segment] && sign >> (6 - segment) & 1 == 1)
}

/// Characters of five by seven dots beside each other, around the middle of a cell.
fn is_on_text(text: &str, right: f64, down: f64) -> bool {
    const DOT: f64 = 0.045;
    const ADVANCE: i32 = 6;
    let width = text.len() as i32 * ADVANCE - 1;
    let column = (right / DOT + f64::from(width) / 2.0).floor() as i32;
    let row = (down / DOT + f64::from(ROWS) / 2.0).floor() as i32;
    let is_inside = (0..width).contains(&column) && (0..i32::from(ROWS)).contains(&row);
    is_inside && {
        let character = text.as_bytes()[(column / ADVANCE) as usize];
        is_set(char::from(character), (column % ADVANCE) as u8, row as u8)
    }
}

/// A tick: two strokes.
fn is_on_check(right: f64, down: f64) -> bool {
    let near = |a: (f64, f64), b: (f64, f64)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let along = ((right - a.0) * dx + (down - a.1) * dy) / (dx * dx + dy * dy);
        let along = along.clamp(0.0, 1.0);
        (right - a.0 - along * dx).hypot(down - a.1 - along * dy) < 0.035
    };
    near((-0.14, 0.02), (-0.04, 0.12)) || near((-0.04, 0.12), (0.15, -0.1))
}
