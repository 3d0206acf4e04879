//! What stops the hand from outside: a signal asks, and makes sure that the button comes up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use super::{PointerError, open_pointer};

/// How long the hand has after a signal to let go by itself. It asks the brake at least every
/// [`super::hand::LONGEST_WAIT`], so only a hand that is stuck in a call to the display needs longer.
const GRACE: Duration = Duration::from_millis(500);

/// Shared between the hand and whoever may stop it.
#[derive(Debug, Default)]
pub struct Brake {
    is_pulled: AtomicBool,
    is_button_down: AtomicBool,
}

impl Brake {
    /// Asks for a stop.
    pub fn pull(&self) {
        self.is_pulled.store(true, Ordering::SeqCst);
    }

    /// Whether a stop was asked for.
    pub fn is_pulled(&self) -> bool {
        self.is_pulled.load(Ordering::SeqCst)
    }

    pub(super) fn set_button_down(&self, is_down: bool) {
        self.is_button_down.store(is_down, Ordering::SeqCst);
    }

    pub(super) fn is_button_down(&self) -> bool {
        self.is_button_down.load(Ordering::SeqCst)
    }
}

/// Pulls the brake on SIGINT, SIGTERM and SIGHUP (Ctrl-C and closing the console on Windows).
///
/// When the button is still down some time after that, the hand is stuck: it is released over a second connection to
/// the display, however late that answers, and `give_up` is called, which must end the process. A second signal does so
/// at once, and then a display that hangs is not waited for.
///
/// # Errors
/// [`PointerError::Failed`] when the handler cannot be set; it can be set once only.
pub fn brake_on_signals(
    brake: Arc<Brake>,
    give_up: impl Fn() + Send + Sync + 'static,
) -> Result<(), PointerError> {
    let give_up = Arc::new(give_up);
    let on_signal = move || {
        let is_second = brake.is_pulled();
        brake.pull();
        let (brake, give_up) = (Arc::clone(&brake), Arc::clone(&give_up));
        // The next signal is heard only after this has returned.
        thread::spawn(move || {
            if is_second {
                if brake.is_button_down() {
                    release_within(GRACE);
                }
                give_up();
            } else {
                thread::sleep(GRACE);
                if brake.is_button_down() {
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
