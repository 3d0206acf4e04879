//! The pictures of a demo: each level before and after, and an animation of the whole.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use image::RgbImage;

use crate::cli::record::Recorder;
use crate::play::Event;
use crate::render::png;

/// Pictures that are kept until the game is over: packing them would hold up the hand.
pub(super) struct Album {
    folder: PathBuf,
    recorder: Recorder,
    pictures: Vec<(String, RgbImage)>,
    level: usize,
}

impl Album {
    /// Starts an empty album in a folder that exists.
    pub(super) fn start(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            recorder: Recorder::start(&folder.join("demo.gif"))?,
            pictures: Vec::new(),
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
            Event::Target(_) | Event::Stroke { .. } => return,
        };
        let name = format!("level-{:02}-{moment}.png", self.level);
        self.pictures.push((name, frame.picture.clone()));
    }

    /// Writes all of it.
    pub(super) fn save(self) -> anyhow::Result<()> {
        for (name, picture) in self.pictures {
            let file = self.folder.join(name);
            fs::write(&file, png(&picture)?)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(self.recorder.finish()?)
    }
}
