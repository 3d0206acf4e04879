//! Records what a run looked like as an animated GIF.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::packer::Packer;
use crate::pipeline::Frame;
use crate::play::Event;
use crate::render::{Gif, GifError};

/// How long the look before each drag is shown.
const STROKE: Duration = Duration::from_millis(120);

/// How long the last look at a level is shown.
const DRAWN: Duration = Duration::from_millis(800);

/// An animated GIF of a run, while it is recorded.
pub(super) struct Animation(Packer<(Arc<Frame>, Duration)>);

impl Animation {
    /// Starts a GIF.
    ///
    /// # Errors
    /// When no file can be made there.
    pub(super) fn start(file: &Path) -> Result<Self, GifError> {
        let mut gif = Gif::create(file)?;
        Ok(Self(Packer::start(
            move |frames: Receiver<(Arc<Frame>, Duration)>| {
                for (frame, time) in frames {
                    gif.frame(&frame.picture, time)?;
                }
                Ok(gif.finish()?)
            },
        )))
    }

    /// Takes what an event shows of the target: never more than the target's own pixels.
    pub(super) fn hear(&self, event: &Event<'_>) {
        let (frame, time) = match event {
            Event::Stroke { frame, .. } => (frame, STROKE),
            Event::Won { frame, .. } => (frame, DRAWN),
            Event::Target(_)
            | Event::Read { .. }
            | Event::Rejected
            | Event::Clicked { .. }
            | Event::PassedOver { .. }
            | Event::Ended(_) => {
                return;
            }
        };
        self.0.hand((Arc::clone(frame), time));
    }

    /// Packs what is left and puts the file in its place.
    ///
    /// # Errors
    /// When the file could not be written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.0.finish()
    }
}
