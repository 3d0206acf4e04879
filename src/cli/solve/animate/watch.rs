//! `--watch`: a search in the terminal, with keys to pause, step and change the speed.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::time_of_each;
use crate::geometry::Cell;
use crate::pipeline::{NodeView, Rgb, SearchView};
use crate::puzzle::flow::{Colour, Node, Puzzle};
use crate::render::palette;

const KEYS: &str = "space pause   ← → step   + - speed   home end   q quit";
/// By mask of the sides up, right, down, left.
const SHAPES: [char; 16] = [
    ' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋',
];
/// The most that a speed key halves or doubles the time of a view, as a power of two.
const FASTEST: i32 = 5;

/// The longest time between two looks whether a signal has come: a terminal that is closed sends one, and no key.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// What the person has asked for.
struct Player<'a> {
    puzzle: &'a Puzzle,
    terminals: Vec<Option<Colour>>,
    views: &'a [SearchView],
    colours: Vec<Rgb>,
    place: usize,
    is_paused: bool,
    speed: i32,
    /// Set by a signal.
    stop: &'a AtomicBool,
}

/// Shows the views until a key or a signal ends it.
///
/// # Errors
/// When the terminal cannot be drawn on.
pub(in crate::cli::solve) fn watch(
    puzzle: &Puzzle,
    views: &[SearchView],
    colours: &[Rgb],
    stop: &AtomicBool,
) -> io::Result<()> {
    let mut all = colours.to_vec();
    all.extend(
        palette(puzzle.pairs().len())
            .into_iter()
            .skip(colours.len()),
    );
    let mut player = Player {
        puzzle,
        terminals: puzzle.terminals(),
        views,
        colours: all,
        place: 0,
        is_paused: false,
        speed: 0,
        stop,
    };
    let mut terminal = ratatui::try_init()?;
    let played = player.play(&mut terminal);
    ratatui::try_restore()?;
    played
}

impl Player<'_> {
    fn play(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        let mut shown_since = Instant::now();
        while !self.stop.load(Ordering::Relaxed) {
            terminal.draw(|frame| self.draw(frame))?;
            let left = self.time().saturating_sub(shown_since.elapsed());
            if event::poll(left.min(LONGEST_WAIT))? {
                if let Event::Key(key) = event::read()?
                    && key.kind == KeyEventKind::Press
                    && self.is_end(key)
                {
                    return Ok(());
                }
            } else if left <= LONGEST_WAIT {
                if !self.is_paused {
                    self.go(self.place + 1);
                }
                shown_since = Instant::now();
            }
        }
        Ok(())
    }

    /// How long a view is shown at this speed.
    fn time(&self) -> Duration {
        time_of_each(self.views.len()).mul_f64(2f64.powi(-self.speed))
    }

    fn go(&mut self, place: usize) {
        self.place = place.min(self.views.len() - 1);
    }

    /// Does what a key says; true if it ends the show.
    fn is_end(&mut self, key: KeyEvent) -> bool {
        let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return true,
            KeyCode::Char('c') if is_interrupt => return true,
            KeyCode::Char(' ') => self.is_paused = !self.is_paused,
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(FASTEST),
            KeyCode::Char('-') => self.speed = (self.speed - 1).max(-FASTEST),
            KeyCode::Right => self.step(self.place + 1),
            KeyCode::Left => self.step(self.place.saturating_sub(1)),
            KeyCode::Home => self.step(0),
            KeyCode::End => self.step(usize::MAX),
            _ => {}
        }
        false
    }

    fn step(&mut self, place: usize) {
        self.is_paused = true;
        self.go(place);
    }

    fn draw(&self, frame: &mut Frame) {
        let rows = Layout::vertical([Constraint::Min(0), Constraint::Length(2)]);
        let [board, below] = rows.areas(frame.area());
        let view = &self.views[self.place];
        frame.render_widget(Paragraph::new(self.board(view)), board);
        let state = if self.is_paused { "paused" } else { "plays" };
        let end = if view.is_solved { ", solved" } else { "" };
        let status = format!(
            "view {} of {}, {} guesses stand{end}; {state}, speed {:+}",
            self.place,
            self.views.len() - 1,
            view.guessed.len(),
            self.speed
        );
        let lines = vec![Line::from(status), Line::from(KEYS).style(Modifier::DIM)];
        frame.render_widget(Paragraph::new(lines), below);
    }

    /// Three characters a cell: what comes from the left, the middle, what goes to the right.
    fn board(&self, view: &SearchView) -> Vec<Line<'static>> {
        let board = self.puzzle.board();
        let cells = |row| (0..board.cols()).map(move |col| Cell::new(row, col));
        (0..board.rows())
            .map(|row| {
                let spans = cells(row).map(|cell| match board.nodes_at(cell).next() {
                    Some(node) => self.cell(node, view),
                    None => Span::raw("   "),
                });
                Line::from(spans.collect::<Vec<_>>())
            })
            .collect()
    }

    fn cell(&self, node: Node, view: &SearchView) -> Span<'static> {
        let known = &view.nodes[node.index()];
        let mut style = Style::new();
        if let Some(colour) = known.colour {
            let Rgb([red, green, blue]) = self.colours[colour.index()];
            style = style.fg(Color::Rgb(red, green, blue));
        } else if known.on == 0 {
            style = style.fg(Color::DarkGray);
        }
        if view.guessed.contains(&node) {
            style = style
                .bg(Color::Rgb(70, 70, 70))
                .add_modifier(Modifier::BOLD);
        } else if view.touched.contains(&node) {
            style = style.bg(Color::Rgb(35, 45, 75));
        } else if view.undone.contains(&node) {
            style = style.bg(Color::Rgb(75, 30, 30));
        }
        Span::styled(self.marks(node, known), style)
    }

    fn marks(&self, node: Node, known: &NodeView) -> String {
        let side = |side: u8| {
            if known.on >> side & 1 != 0 {
                '━'
            } else {
                ' '
            }
        };
        let middle = match self.terminals[node.index()] {
            Some(colour) => self.puzzle.pair(colour).label,
            None if known.on != 0 => SHAPES[usize::from(known.on % 16)],
            None if known.colour.is_some() => '■',
            None if known.colours.len() > 1 => {
                char::from_digit(known.colours.len().min(35) as u32, 36).unwrap_or('·')
            }
            None if known.open != 0 => '·',
            None => ' ',
        };
        format!("{}{middle}{}", side(3), side(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text::read_any;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    #[test]
    fn the_board_the_state_and_the_keys_are_shown_and_keys_step() {
        let puzzle = read_any("test", "A.A\nB.B\n").unwrap().remove(0).puzzle;
        let mut solved = SearchView {
            nodes: vec![NodeView::default(); 6],
            is_solved: true,
            ..SearchView::default()
        };
        let empty = SearchView {
            is_solved: false,
            ..solved.clone()
        };
        for (node, on) in [(0, 0b0010), (1, 0b1010), (2, 0b1000)] {
            solved.nodes[node] = NodeView {
                on,
                colour: Some(Colour(0)),
                ..NodeView::default()
            };
        }
        let views = [empty, solved];
        let mut player = Player {
            puzzle: &puzzle,
            terminals: puzzle.terminals(),
            views: &views,
            colours: palette(2),
            place: 0,
            is_paused: false,
            speed: 0,
            stop: &AtomicBool::new(false),
        };
        assert!(!player.is_end(KeyEvent::from(KeyCode::Right)));
        assert!(player.is_paused && player.place == 1);
        let mut terminal = Terminal::new(TestBackend::new(60, 6)).unwrap();
        terminal.draw(|frame| player.draw(frame)).unwrap();
        let shown = terminal.backend().to_string();
        assert!(
            shown.contains(" A━━━━━A ") && shown.contains(" B     B "),
            "{shown}"
        );
        assert!(
            shown.contains("view 1 of 1") && shown.contains("space pause"),
            "{shown}"
        );
        player.is_end(KeyEvent::from(KeyCode::Char('+')));
        assert_eq!(player.speed, 1);
        assert!(player.is_end(KeyEvent::from(KeyCode::Char('q'))));
    }
}
