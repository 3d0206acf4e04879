//! The pictures of a demo: each level before and after, and an animation of the whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use anyhow::Context;

use crate::cli::animation::Animation;
use crate::cli::packer::Packer;
use crate::pipeline::Frame;
use crate::play::Event;
use crate::render::png;

/// The pictures of a demo that is being played.
pub(super) struct Album {
    folder: PathBuf,
    animation: Animation,
    pictures: Packer<(PathBuf, Arc<Frame>)>,
    level: usize,
}

impl Album {
    /// Starts an empty album in a folder that exists.
    pub(super) fn start(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            animation: Animation::start(&folder.join("demo.gif"))?,
            pictures: Packer::start(write),
            level: 0,
        })
    }

    /// Takes what an event shows of the window.
    pub(super) fn hear(&mut self, event: &Event<'_>) {
        self.animation.hear(event);
        let (frame, moment) = match event {
            Event::Read { frame, .. } => {
                self.level += 1;
                (frame, "before")
            }
            Event::Won { frame, .. } => (frame, "after"),
            Event::Target(_)
            | Event::Stroke { .. }
            | Event::Rejected
            | Event::Clicked { .. }
            | Event::PassedOver { .. }
            | Event::Ended(_) => {
                return;
            }
        };
        let name = format!("level-{:02}-{moment}.png", self.level);
        self.pictures
            .hand((self.folder.join(name), Arc::clone(frame)));
    }

    /// Waits until all of it is written.
    pub(super) fn save(self) -> anyhow::Result<()> {
        self.pictures.finish()?;
        self.animation.finish()
    }
}

/// Writes pictures into files.
fn write(pictures: Receiver<(PathBuf, Arc<Frame>)>) -> anyhow::Result<()> {
    for (file, frame) in pictures {
        fs::write(&file, png(&frame.picture)?)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
