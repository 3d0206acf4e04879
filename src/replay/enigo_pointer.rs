//! The real mouse and keyboard, through enigo.

use std::thread;
use std::time::Duration;

use enigo::{Button, Coordinate, Direction, Enigo, Keyboard, Mouse, Settings};

use super::{Pointer, PointerError};
use crate::pipeline::{Arrow, Key};

/// The real mouse. enigo does not release a held button when it is dropped: [`super::Executor`] does.
pub(super) struct EnigoPointer {
    enigo: Enigo,
}

impl EnigoPointer {
    pub(super) fn open() -> Result<Self, PointerError> {
        let settings = Settings {
            // Would make the X server hold back each press; the pauses are ours to choose.
            linux_delay: 0,
            ..Settings::default()
        };
        let enigo = Enigo::new(&settings).map_err(failed("reach the mouse"))?;
        let mut pointer = Self { enigo };
        pointer
            .location()
            .map_err(|error| PointerError::Unreadable(error.to_string()))?;
        Ok(pointer)
    }

    fn button(&mut self, direction: Direction, doing: &'static str) -> Result<(), PointerError> {
        let done = self.enigo.button(Button::Left, direction);
        done.map_err(failed(doing))
    }
}

impl Pointer for EnigoPointer {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        self.enigo
            .location()
            .map_err(failed("ask where the pointer is"))
    }

    fn move_to(&mut self, (x, y): (i32, i32)) -> Result<(), PointerError> {
        let done = self.enigo.move_mouse(x, y, Coordinate::Abs);
        done.map_err(failed("move the pointer"))
    }

    fn press(&mut self) -> Result<(), PointerError> {
        self.button(Direction::Press, "press the mouse button")
    }

    fn release(&mut self) -> Result<(), PointerError> {
        self.button(Direction::Release, "release the mouse button")
    }

    fn type_key(&mut self, key: Key, held: Duration) -> Result<(), PointerError> {
        let key = match key {
            Key::Character(character) => enigo::Key::Unicode(character),
            Key::Space => enigo::Key::Space,
            Key::Enter => enigo::Key::Return,
            Key::Arrow(Arrow::Up) => enigo::Key::UpArrow,
            Key::Arrow(Arrow::Right) => enigo::Key::RightArrow,
            Key::Arrow(Arrow::Down) => enigo::Key::DownArrow,
            Key::Arrow(Arrow::Left) => enigo::Key::LeftArrow,
        };
        let pressed = self.enigo.key(key, Direction::Press);
        thread::sleep(held);
        let released = self.enigo.key(key, Direction::Release);
        pressed.and(released).map_err(failed("type a key"))
    }
}

fn failed<E: std::fmt::Display>(doing: &'static str) -> impl FnOnce(E) -> PointerError {
    move |cause| PointerError::Failed {
        doing,
        cause: cause.to_string(),
    }
}
