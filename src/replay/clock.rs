//! Time, behind a trait, so that tests need none.

use std::time::{Duration, Instant};

/// Something that tells the time and waits.
pub trait Clock {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;

    /// Waits.
    fn sleep(&self, duration: Duration);
}

/// The clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct RealClock {
    start: Instant,
}

impl Default for RealClock {
    fn default() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

impl Clock for RealClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, duration: Duration) {
        std::thread::sleep(duration);
    }
}
