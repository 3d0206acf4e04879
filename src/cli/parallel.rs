//! Work on many things at the same time, results in the order of the things.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// As many threads as there are cores.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work` on every item, on so many threads, and hands each result to `done` in the order of the
/// items, as soon as all before it are done. Stops at the first error of `done`.
pub(super) fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(items.len()) {
            let sender = sender.clone();
            let (next, work) = (&next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&turn) {
                done(&items[turn], result)?;
                turn += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_whichever_is_ready_first() {
        let items: Vec<u64> = (0..200).collect();
        let mut seen = Vec::new();
        let work = |&item: &u64| (0..(200 - item) * 500).fold(item, |sum, n| sum ^ (n & 1));
        let done = |&item: &u64, _| {
            seen.push(item);
            Ok::<(), ()>(())
        };
        in_order(&items, 4, work, done).unwrap();
        assert_eq!(seen, items);
    }

    #[test]
    fn an_error_of_the_receiver_ends_the_work() {
        let items: Vec<usize> = (0..1000).collect();
        let mut count = 0;
        let ended = in_order(
            &items,
            4,
            |&item| item,
            |_, item| {
                count += 1;
                if item == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((ended, count), (Err("enough"), 4));
    }
}
