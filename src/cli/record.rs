//! Records what a run looked like as an animated GIF, on a thread of its own: packing a picture takes
//! longer than drawing a cell.

use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use image::RgbImage;

use crate::play::Event;
use crate::render::{Gif, GifError};

/// How long the look before each drag is shown.
const STROKE: Duration = Duration::from_millis(120);

/// How long the last look at a level is shown.
const DRAWN: Duration = Duration::from_millis(800);

/// A GIF that is being recorded.
pub(super) struct Recorder {
    pictures: Sender<(RgbImage, Duration)>,
    packer: JoinHandle<Result<(), GifError>>,
}

impl Recorder {
    /// Starts a GIF.
    ///
    /// # Errors
    /// When no file can be made there.
    pub(super) fn start(file: &Path) -> Result<Self, GifError> {
        let mut gif = Gif::create(file)?;
        let (pictures, queue) = mpsc::channel::<(RgbImage, Duration)>();
        let packer = thread::spawn(move || {
            for (picture, time) in queue {
                gif.frame(&picture, time)?;
            }
            gif.finish()
        });
        Ok(Self { pictures, packer })
    }

    /// Takes what an event shows of the target: never more than the target's own pixels.
    pub(super) fn hear(&self, event: &Event<'_>) {
        let (frame, time) = match event {
            Event::Stroke { frame, .. } => (frame, STROKE),
            Event::Drawn { frame, .. } => (frame, DRAWN),
            Event::Target(_) | Event::Read { .. } => return,
        };
        // A packer that has failed has stopped listening; why is told in the end.
        self.pictures.send((frame.picture.clone(), time)).ok();
    }

    /// Packs what is left and puts the file in its place.
    ///
    /// # Errors
    /// When the file could not be written.
    pub(super) fn finish(self) -> Result<(), GifError> {
        drop(self.pictures);
        match self.packer.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}
