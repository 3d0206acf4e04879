//! When to stop a search. Engines never read a clock.

/// How long an engine may search. Reaching a limit is an outcome, not an error.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most guesses; `None` for as many as it takes.
    pub guesses: Option<u64>,
    /// Asked every so many guesses; the search stops when it says yes.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// No limit at all.
    pub const NONE: Limits<'static> = Limits {
        guesses: None,
        should_stop: &|| false,
    };

    /// At most so many guesses.
    pub const fn guesses(most: u64) -> Limits<'static> {
        Limits {
            guesses: Some(most),
            should_stop: &|| false,
        }
    }
}
