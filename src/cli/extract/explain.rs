//! `--explain`: what the stages say of one picture while they look at it.
//!
//! They log it in words, as events of the target [`EXPLAIN`]; here these are caught and kept.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber, subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

use crate::pipeline::EXPLAIN;

/// Does some work, and gives what was said meanwhile beside its result, line by line.
pub(super) fn explained<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let lines = Lines::default();
    let only = Targets::new().with_target(EXPLAIN, Level::DEBUG);
    let listener = tracing_subscriber::registry().with(lines.clone().with_filter(only));
    let result = subscriber::with_default(listener, work);
    let mut lines = lines.0.lock().unwrap_or_else(PoisonError::into_inner);
    (result, std::mem::take(&mut lines))
}

/// What was said so far.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(message.0);
    }
}

/// The text of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_in_the_meantime_and_for_people_is_kept() {
        tracing::debug!(target: EXPLAIN, "before");
        let (result, lines) = explained(|| {
            tracing::debug!(target: EXPLAIN, "  {} lines", 3);
            tracing::debug!("for developers");
            5
        });
        assert_eq!((result, lines), (5, vec!["  3 lines".to_owned()]));
    }
}
