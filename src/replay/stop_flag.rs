//! A request to stop, set by a signal, which also makes sure that the button comes up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use super::{PointerError, open_pointer};

/// How long the executor has after a signal to release the button. It asks the stop flag at least every
/// [`super::executor::LONGEST_WAIT`], so only an executor that is stuck in a call to the display needs longer.
const GRACE: Duration = Duration::from_millis(500);

/// Shared between the executor and whoever may stop it.
#[derive(Debug, Default)]
pub struct StopFlag {
    is_set: AtomicBool,
    is_button_down: AtomicBool,
}

impl StopFlag {
    /// Asks for a stop.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::SeqCst);
    }

    /// Whether a stop was asked for.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }

    pub(super) fn set_button_down(&self, is_down: bool) {
        self.is_button_down.store(is_down, Ordering::SeqCst);
    }

    pub(super) fn is_button_down(&self) -> bool {
        self.is_button_down.load(Ordering::SeqCst)
    }
}

/// Sets the stop flag on SIGINT, SIGTERM and SIGHUP (Ctrl-C and closing the console on Windows).
///
/// When the button is still down some time after that, the executor is stuck: it is released over a second connection to
/// the display, however late that answers, and `give_up` is called, which must end the process. A second signal does so
/// at once, and then a display that hangs is not waited for.
///
/// # Errors
/// [`PointerError::Failed`] when the handler cannot be set; it can be set once only.
pub fn stop_on_signals(
    stop_flag: Arc<StopFlag>,
    give_up: impl Fn() + Send + Sync + 'static,
) -> Result<(), PointerError> {
    let give_up = Arc::new(give_up);
    let on_signal = move || {
        let is_second = stop_flag.is_set();
        stop_flag.set();
        let (stop_flag, give_up) = (Arc::clone(&stop_flag), Arc::clone(&give_up));
        // The next signal is heard only after this has returned.
        thread::spawn(move || {
            if is_second {
                if stop_flag.is_button_down() {
                    release_within(GRACE);
                }
                give_up();
            } else {
                thread::sleep(GRACE);
                if stop_flag.is_button_down() {
                    release();
                    give_up();
                }
            }
        });
    };
    ctrlc::set_handler(on_signal).map_err(|error| PointerError::Failed {
        doing: "watch for signals",
        cause: error.to_string(),
    })
}

/// Releases the button over a connection of its own.
fn release() {
    if let Err(error) = open_pointer().and_then(|mut pointer| pointer.release()) {
        tracing::error!("the mouse button may still be down: {error}");
    }
}

/// As [`release`], but a display that does not answer in time is left to itself.
fn release_within(time: Duration) {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        release();
        done.send(()).ok();
    });
    if is_done.recv_timeout(time).is_err() {
        tracing::error!("the mouse button may still be down: the display does not answer");
    }
}
