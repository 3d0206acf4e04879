//! The pictures of a demo: each level before and after, and an animation of the whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use anyhow::Context;
use image::RgbImage;

use crate::cli::packer::Packer;
use crate::cli::record::Recorder;
use crate::play::Event;
use crate::render::png;

/// The pictures of a demo that is being played.
pub(super) struct Album {
    folder: PathBuf,
    recorder: Recorder,
    pictures: Packer<(PathBuf, RgbImage)>,
    level: usize,
}

impl Album {
    /// Starts an empty album in a folder that exists.
    pub(super) fn start(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            recorder: Recorder::start(&folder.join("demo.gif"))?,
            pictures: Packer::start(write),
            level: 0,
        })
    }

    /// Takes what an event shows of the window.
    pub(super) fn hear(&mut self, event: &Event<'_>) {
        self.recorder.hear(event);
        let (frame, moment) = match event {
            Event::Read { frame, .. } => {
                self.level += 1;
                (frame, "before")
            }
            Event::Drawn { frame, .. } => (frame, "after"),
            Event::Target(_) | Event::Stroke { .. } | Event::Ended(_) => return,
        };
        let name = format!("level-{:02}-{moment}.png", self.level);
        self.pictures
            .hand((self.folder.join(name), frame.picture.clone()));
    }

    /// Waits until all of it is written.
    pub(super) fn save(self) -> anyhow::Result<()> {
        self.pictures.finish()?;
        self.recorder.finish()
    }
}

/// Writes pictures into files.
fn write(pictures: Receiver<(PathBuf, RgbImage)>) -> anyhow::Result<()> {
    for (file, picture) in pictures {
        fs::write(&file, png(&picture)?)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
