//! The CPU time of the thread that asks, where the system tells it; else the time on the wall.

use std::time::Duration;

#[cfg(unix)]
pub(super) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

#[cfg(not(unix))]
pub(super) fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
