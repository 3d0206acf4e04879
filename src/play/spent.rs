//! Where the time of a run goes.

use std::ops::AddAssign;
use std::time::Duration;

/// Where the time of a run goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Taking pictures and comparing them with the plan.
    pub look: Duration,
    /// Reading boards, also in pictures that show none.
    pub read: Duration,
    /// Solving and verifying.
    pub solve: Duration,
    /// Moving the mouse.
    pub draw: Duration,
    /// Waiting for the game.
    pub wait: Duration,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.look += other.look;
        self.read += other.read;
        self.solve += other.solve;
        self.draw += other.draw;
        self.wait += other.wait;
    }
}
