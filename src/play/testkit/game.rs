//! The pretended game: what it takes, and what it shows when.

mod behaviour;
mod boxes;
mod level;
mod paint;
mod pipes;

use std::collections::VecDeque;
use std::time::Duration;

use crate::geometry::Cell;
use crate::pipeline::Arrow;
use crate::puzzle::flow::{Board, Node, Side};
pub use behaviour::{BeginsAt, Behaviour, Crossing, Ending, Trace};
use boxes::{BELOW, BESIDE, BUTTONS, advert_at, is_within};
use level::Level;
use pipes::Pipes;

/// How long the pretended game takes to show the next level.
const NEXT_LEVEL: Duration = Duration::from_millis(400);

/// Farther than this the pointer jumps, in cells.
const LONGEST_STEP: f64 = 0.2;

/// How long terminals are out that flash.
const FLASH: Duration = Duration::from_millis(100);

/// How long a dialog takes to fade in.
const FADE: Duration = Duration::from_millis(600);

/// How long something lies over the end of a flow.
const VEIL: Duration = Duration::from_millis(500);

/// The light in which a level begins that fades in, and the size of one that zooms in.
const DARKEST: f64 = 0.3;
const SMALLEST: f64 = 0.5;

/// A Flow-like game, drawn at a fixed place in its window.
pub struct FakeGame {
    levels: VecDeque<Level>,
    /// Levels solved.
    pub solved: usize,
    behaviour: Behaviour,
    cell: f64,
    pipes: Pipes,
    begun: Duration,
    last_move: Duration,
    presses: usize,
    moves: usize,
    /// The press in which the move was lost that would have solved the level.
    failed_press: Option<usize>,
    /// The cell under the pointer.
    under: Option<Cell>,
    /// The cell beside the pointer outside of the board, and the side between.
    beside: Option<(Cell, Side)>,
    /// The cell of a press that may become a click.
    clicked: Option<Cell>,
    /// The cell of the last press.
    pressed: Option<Cell>,
    /// Where the pointer is in the window, and where it was at the last press.
    place: (f64, f64),
    pressed_at: (f64, f64),
    /// How far the pointer went in the last move, in cells.
    jump: f64,
    /// Whether text is selected.
    is_selected: bool,
    /// How many moves must come until the drag of a press begins.
    awaited_moves: u8,
    solved_at: Option<Duration>,
    is_answered: bool,
    /// Whether what a solved level shows has come.
    is_over: bool,
    /// Whether help has gone.
    is_open: bool,
    /// When the level came, and how much of its light and of its size is there, of 1.
    came_at: Duration,
    light: f64,
    size: f64,
    /// When it was looked at last.
    now: Duration,
    released: Duration,
    /// Clicks on an advert.
    pub harm: usize,
}

impl FakeGame {
    /// The same as it is when its first level was won: what comes then is there.
    pub fn with_first_level_won(mut self) -> Self {
        self.solved_at = Some(Duration::ZERO);
        self.is_over = true;
        self
    }

    /// A game of these levels, each the lines of a puzzle file; cells are `cell` points wide.
    pub fn new(levels: &[&[&str]], cell: f64, behaviour: Behaviour) -> Self {
        let levels: VecDeque<Level> = levels.iter().map(|lines| Level::of(lines)).collect();
        let blocking = behaviour.is_blocked_by.iter();
        let blocking: Vec<Cell> = blocking.map(|&(row, col)| Cell::new(row, col)).collect();
        let nodes = blocking
            .iter()
            .filter_map(|&cell| levels[0].board.node_at(cell));
        let pipes = blocking
            .first()
            .map(|&first| Pipes::of(levels[0].at(first), nodes.collect::<Vec<Node>>()));
        Self {
            pipes: pipes.unwrap_or_default(),
            levels,
            solved: 0,
            behaviour,
            cell,
            begun: Duration::ZERO,
            last_move: Duration::ZERO,
            presses: 0,
            moves: 0,
            failed_press: None,
            under: None,
            beside: None,
            clicked: None,
            pressed: None,
            place: (0.0, 0.0),
            pressed_at: (0.0, 0.0),
            jump: 0.0,
            is_selected: false,
            awaited_moves: 0,
            solved_at: None,
            is_answered: false,
            is_over: false,
            is_open: behaviour.helps_until.is_zero(),
            came_at: Duration::ZERO,
            light: 1.0,
            size: 1.0,
            now: Duration::ZERO,
            released: Duration::ZERO,
            harm: 0,
        }
    }

    /// The level on show. There is one until the last is left, which stays.
    fn level(&self) -> &Level {
        self.levels.front().expect("a game has a level")
    }

    /// Takes a terminal away, as a game does that takes a stroke for an eraser.
    pub fn erase(&mut self, cell: Cell) {
        self.levels[0].erase(cell);
    }

    fn board(&self) -> &Board {
        &self.level().board
    }

    fn at(&self, cell: Cell) -> char {
        self.level().at(cell)
    }

    /// The cell at a place in the window: the board begins one cell from its corner.
    pub(super) fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        let cell = self.cell * self.size;
        self.level().cell_at(x / cell - 1.0, y / cell - 1.0)
    }

    /// Does something to the game; returns where it looks different then, in points of its window: left, top, width, height.
    /// `None` where that may be anywhere.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Self)) -> Option<Vec<[f64; 4]>> {
        let look = &self.behaviour;
        let shows_pipes_alone =
            !look.lights_up && !look.has_cursor && !look.selects_text && !look.veils_end;
        let before = self.pipes.clone();
        change(self);
        let cell = self.cell * self.size;
        let around = |node: Node| {
            let [left, top] = self.level().corner(self.board().cell(node));
            [
                (left + 1.0) * cell,
                (top + 1.0) * cell,
                2.0 * cell,
                2.0 * cell,
            ]
        };
        let changed = self.pipes.other_than(&before).into_iter().map(around);
        shows_pipes_alone.then(|| changed.collect())
    }

    /// The pointer comes to a place in the window.
    pub(super) fn come_to(&mut self, x: f64, y: f64) {
        self.place = (x, y);
        let cell = self.cell * self.size;
        self.beside = self.level().beside(x / cell - 1.0, y / cell - 1.0);
    }

    fn terminals(&self, colour: char) -> Vec<Cell> {
        let cells = self.board().layout().cells();
        cells.filter(|&cell| self.at(cell) == colour).collect()
    }

    pub(super) fn press(&mut self, cell: Option<Cell>, now: Duration) {
        if self.behaviour.is_clicked_after == Some(self.presses) {
            self.behaviour.is_clicked = true;
            self.behaviour.is_tapped = false;
        }
        self.presses += 1;
        self.pressed = cell;
        self.pressed_at = self.place;
        let is_lost = self.behaviour.loses_press == Some(self.presses) || self.is_selected;
        if is_lost || self.behaviour.is_deaf || self.solved_at.is_some() {
            return;
        }
        if self.behaviour.is_clicked || self.behaviour.is_tapped {
            self.clicked = cell;
        } else if self.behaviour.is_latched && self.pipes.drawing.is_some() {
            self.end(now);
        } else if self.behaviour.moves_before > 0 {
            self.awaited_moves = self.behaviour.moves_before;
        } else {
            self.begin(cell, now);
        }
    }

    /// A press at a place in the window, when a level is solved.
    pub(super) fn answer(&mut self, (x, y): (f64, f64), now: Duration) {
        let Some(at) = self.solved_at else {
            return;
        };
        let is_on = |button: &[f64; 4]| is_within((x, y), *button);
        if self.has_advert_beside() && is_on(&BESIDE) {
            self.harm += 1;
        }
        match self.behaviour.ending {
            Ending::Buttons(count) => {
                self.is_answered |= self.is_over && BUTTONS[..count].iter().any(is_on);
            }
            Ending::DarkButton | Ending::DarkAtOnce | Ending::FadesIn => {
                self.is_answered |= is_on(&BUTTONS[0]);
            }
            Ending::ButtonBelow | Ending::DarkAbove => self.is_answered |= is_on(&BELOW),
            Ending::Advert if now > at + NEXT_LEVEL => self.harm += 1,
            _ => {}
        }
    }

    fn is_flashing(&self) -> bool {
        self.behaviour.flashes && !self.released.is_zero() && self.now < self.released + FLASH
    }

    fn has_advert_beside(&self) -> bool {
        self.behaviour.has_advert_beside || self.behaviour.ending == Ending::AdvertBeside
    }

    fn begin(&mut self, cell: Option<Cell>, now: Duration) {
        let Some(cell) = cell else {
            return;
        };
        if self.behaviour.crossing == Crossing::Sides
            && self.pipes.go_on_behind(&self.levels[0], cell)
        {
            self.begun = now;
            self.last_move = now;
            return;
        }
        let colour = self.at(cell);
        if self.behaviour.is_clicked {
            // The next click ends it, even if nothing has begun.
            self.pipes.drawing = Some(colour);
        }
        let is_free = colour == '.' || colour == '+';
        if is_free && self.pipes.go_on(&self.levels[0], cell) {
            self.begun = now;
            self.last_move = now;
            return;
        }
        let only = match self.behaviour.begins_at {
            BeginsAt::Any => None,
            BeginsAt::Last => Some(1),
            BeginsAt::Either => Some(colour as usize % 2),
        };
        if is_free || only.is_some_and(|only| self.terminals(colour)[only] != cell) {
            return;
        }
        if self.behaviour.is_let_go && self.pipes.drawing == Some(colour) {
            self.pipes.drawing = None;
            return;
        }
        let terminal = self.board().node_at(cell);
        self.pipes.begin(colour, terminal);
        self.begun = now;
        self.last_move = now;
    }

    /// The pointer goes so many points far, to a cell.
    pub(super) fn go(&mut self, points: f64, cell: Option<Cell>, now: Duration) {
        self.jump = points / self.cell;
        self.drag(cell, now);
    }

    fn drag(&mut self, cell: Option<Cell>, now: Duration) {
        self.under = cell;
        let is_late = self.behaviour.ending == Ending::WhenMoved && self.solved_at.is_some();
        self.is_answered |= is_late && cell.is_some();
        if self.clicked != cell {
            self.clicked = None;
        }
        if self.awaited_moves > 0 {
            self.awaited_moves -= 1;
            if self.awaited_moves == 0 {
                self.begin(cell, now);
            }
            return;
        }
        let is_by_move = !self.behaviour.is_tapped && !self.behaviour.is_keyed;
        let is_jump = self.behaviour.ignores_jumps && self.jump > LONGEST_STEP;
        let is_in_line = self.place.0 == self.pressed_at.0 || self.place.1 == self.pressed_at.1;
        let is_ignored = is_jump || self.behaviour.ignores_line && is_in_line;
        if self.pipes.drawing.is_none() || !is_by_move || is_ignored {
            return;
        }
        let Some(cell) = cell else {
            self.go_out();
            return;
        };
        self.moves += 1;
        let is_lost = self.behaviour.loses_move == Some(self.moves) || self.fails_to_end(cell);
        let longest = self.behaviour.longest_drag;
        let is_long = !longest.is_zero() && now > self.begun + longest;
        if is_lost || is_long || now < self.last_move + self.behaviour.frame {
            return;
        }
        self.last_move = now;
        if !self.behaviour.fills_in {
            self.extend(cell);
            return;
        }
        for between in self.pipes.in_line(&self.levels[0], cell) {
            self.extend(between);
        }
    }

    /// The pipe comes in at the opposite side when the pointer has gone out beside its end.
    fn go_out(&mut self) {
        let (Some(end), Some((cell, side))) = (self.pipes.end(), self.beside) else {
            return;
        };
        let board = self.board();
        if self.behaviour.crossing == Crossing::Out
            && board.cell(end) == cell
            && let Some(edge) = board.edge(end, side).filter(|edge| edge.is_wrap)
        {
            self.extend_to(edge.to);
        }
    }

    /// Whether the move to a cell is lost since it would solve the level.
    fn fails_to_end(&mut self, cell: Cell) -> bool {
        self.behaviour.veils_end
            && self.pipes.lack_only(&self.levels[0], cell)
            && *self.failed_press.get_or_insert(self.presses) == self.presses
    }

    /// The cell at whose middle something lies over the end of a flow.
    fn veiled(&self) -> Option<Cell> {
        let is_veiled =
            self.behaviour.veils_end && !self.released.is_zero() && self.now < self.released + VEIL;
        self.under.filter(|end| is_veiled && self.at(*end) != '.')
    }

    /// Draws on to a cell; returns whether it could.
    fn extend(&mut self, cell: Cell) -> bool {
        let is_tapped = self.behaviour.is_tapped;
        let next = self.pipes.step_to(&self.levels[0], cell, is_tapped);
        next.is_some_and(|node| self.extend_to(node))
    }

    /// Draws on to a neighbour of the end; returns whether it could.
    fn extend_to(&mut self, node: Node) -> bool {
        let is_blocked = !self.behaviour.is_blocked_by.is_empty() && self.pipes.cover(node);
        !is_blocked && self.pipes.extend(&self.levels[0], node)
    }

    pub(super) fn release(&mut self, now: Duration) {
        self.released = now;
        self.awaited_moves = 0;
        self.is_selected = self.behaviour.selects_text && self.pressed != self.under;
        if self.behaviour.is_latched || self.behaviour.is_keyed {
            return;
        }
        if self.behaviour.is_clicked {
            let Some(cell) = self.clicked.take() else {
                return;
            };
            if self.pipes.drawing.is_none() {
                self.begin(Some(cell), now);
                return;
            }
        }
        if self.behaviour.is_tapped {
            let Some(cell) = self.clicked.take() else {
                return;
            };
            if !self.extend(cell) {
                self.begin(Some(cell), now);
                return;
            }
            if ".+".contains(self.at(cell)) {
                return;
            }
        }
        self.end(now);
    }

    /// An arrow key draws on from the end of the flow that was selected last.
    pub(super) fn arrow(&mut self, arrow: Arrow, now: Duration) {
        let end = self.pipes.end().filter(|_| self.behaviour.is_keyed);
        let Some(end) = end else {
            return;
        };
        // Sides are numbered clockwise from the top.
        let side = match arrow {
            Arrow::Up => Side(0),
            Arrow::Right => Side(1),
            Arrow::Down => Side(2),
            Arrow::Left => Side(3),
        };
        let Some(edge) = self.board().edge(end, side) else {
            return;
        };
        self.extend_to(edge.to);
        if !".+".contains(self.at(self.board().cell(edge.to))) {
            self.end(now);
        }
    }

    /// The flow that is being drawn is let go of.
    fn end(&mut self, now: Duration) {
        self.pipes.drawing = None;
        let wants_no_filling = self.behaviour.wants_no_filling;
        if self.solved_at.is_none() && self.pipes.solve(self.level(), wants_no_filling) {
            self.solved += 1;
            self.solved_at = Some(now);
        }
    }

    /// The next level comes some time after one is solved; after the last nothing comes.
    /// Returns whether anything may look different now.
    pub(super) fn tick(&mut self, now: Duration) -> bool {
        if !self.is_open {
            self.is_open = now >= self.behaviour.helps_until;
            return self.is_open;
        }
        // With no time given this is no number, or more than any, which `min` passes over.
        let came = |time: Duration| {
            let share = (now - self.came_at).as_secs_f64() / time.as_secs_f64();
            share.min(1.0)
        };
        let light = DARKEST + (1.0 - DARKEST) * came(self.behaviour.fades_in);
        let size = SMALLEST + (1.0 - SMALLEST) * came(self.behaviour.zooms_in);
        let is_lighter = std::mem::replace(&mut self.light, light) != light;
        let is_larger = std::mem::replace(&mut self.size, size) != size;
        let is_other = self.behaviour.has_advert_beside && advert_at(self.now) != advert_at(now);
        let come = self.come();
        self.now = now;
        let is_coming = self.come() != come;
        let Some(at) = self.solved_at else {
            return is_lighter
                || is_larger
                || is_other
                || self.behaviour.has_stripes
                || self.behaviour.flashes
                || self.behaviour.veils_end;
        };
        let is_due = match self.behaviour.ending {
            Ending::Alone => now >= at + NEXT_LEVEL,
            Ending::NextAtOnce => true,
            Ending::Buttons(_)
            | Ending::DarkButton
            | Ending::DarkAtOnce
            | Ending::FadesIn
            | Ending::ButtonBelow
            | Ending::DarkAbove
            | Ending::WhenMoved => self.is_answered,
            Ending::Words | Ending::Nothing => false,
            Ending::Late | Ending::AdvertBeside => now >= at + Duration::from_secs(8),
            Ending::PopUp | Ending::MovesDown { .. } => {
                now >= at + NEXT_LEVEL + Duration::from_millis(1500)
            }
            Ending::Advert => now >= at + NEXT_LEVEL + Duration::from_secs(5),
        };
        if !is_due || self.levels.len() < 2 {
            let is_over = self.behaviour.ending.comes_at_once() || now >= at + NEXT_LEVEL;
            let was_over = std::mem::replace(&mut self.is_over, is_over);
            return is_other || is_coming || self.is_over != was_over;
        }
        self.is_answered = false;
        self.is_over = false;
        self.levels.pop_front();
        self.came_at = now;
        self.pipes.clear();
        self.solved_at = None;
        true
    }
}
