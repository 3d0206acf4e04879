//! Pictures that are packed on a thread of their own, because that takes longer than drawing a cell.

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

/// So many may wait: a picture of a 4K monitor takes 25 MB.
const MOST_WAITING: usize = 16;

/// A thread that packs what it is handed.
pub(super) struct Packer<T> {
    queue: SyncSender<T>,
    thread: JoinHandle<anyhow::Result<()>>,
}

impl<T: Send + 'static> Packer<T> {
    /// Starts a thread that packs what it receives until nothing more can come.
    pub(super) fn start(
        pack: impl FnOnce(Receiver<T>) -> anyhow::Result<()> + Send + 'static,
    ) -> Self {
        let (queue, waiting) = mpsc::sync_channel(MOST_WAITING);
        let thread = thread::spawn(move || pack(waiting));
        Self { queue, thread }
    }

    /// Hands one over; takes as long as too many are waiting.
    pub(super) fn hand(&self, one: T) {
        // A packer that has failed has stopped listening; why is told in the end.
        self.queue.send(one).ok();
    }

    /// Waits until the last one is packed.
    ///
    /// # Errors
    /// The one that ended the packing.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        drop(self.queue);
        match self.thread.join() {
            Ok(packed) => packed,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::ensure;

    use super::*;

    #[test]
    fn all_are_packed_in_order_however_many_and_a_failure_is_told() {
        let (packed, seen) = mpsc::channel();
        let packer = Packer::start(move |queue| {
            for number in queue {
                ensure!(number < 50, "{number} is too many");
                packed.send(number)?;
            }
            Ok(())
        });
        for number in 0..100 {
            packer.hand(number);
        }
        assert_eq!(packer.finish().unwrap_err().to_string(), "50 is too many");
        assert!(seen.iter().eq(0..50));
    }
}
