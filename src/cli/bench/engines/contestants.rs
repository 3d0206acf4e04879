//! What takes part: every engine as it usually works, the variants that figures were published of, and `smart` step by step.

use crate::solve::flow::{Engine, EngineError, Settings, Switch, Switches};

/// An engine with its settings.
#[derive(Clone, Debug)]
pub(super) struct Contestant {
    /// The engine's name, and what is other about this variant.
    pub(super) name: String,
    pub(super) engine: Engine,
    pub(super) settings: Settings,
}

impl Contestant {
    fn new(name: &str, engine: Engine, switches: Switches) -> Self {
        Self {
            name: name.to_owned(),
            engine,
            settings: Settings {
                switches,
                ..Settings::of(engine)
            },
        }
    }

    fn usual(engine: Engine) -> Self {
        Self::new(engine.name(), engine, engine.default_switches())
    }
}

/// The contestants of names such as `smart`, or all.
///
/// # Errors
/// For a name that is none.
pub(super) fn named(names: &[String]) -> Result<Vec<Contestant>, EngineError> {
    let mut all = Vec::new();
    for name in names {
        if name == "all" {
            for engine in Engine::ALL {
                all.extend(with_variants(engine));
            }
        } else {
            all.extend(with_variants(name.parse()?));
        }
    }
    Ok(all)
}

/// An engine as it usually works, and its published variants.
fn with_variants(engine: Engine) -> Vec<Contestant> {
    let mut variants = vec![Contestant::usual(engine)];
    if engine == Engine::Dijkstra {
        let both = [Switch::DeadEnds, Switch::Straight];
        for (name, switches) in [
            ("dijkstra basic", &[][..]),
            ("dijkstra straight", &both[1..]),
            ("dijkstra both", &both[..]),
            ("dijkstra random", &[Switch::RandomColour]),
        ] {
            variants.push(Contestant::new(name, engine, Switches::of(switches)));
        }
    }
    variants
}

/// `smart` with none of its parts, then with one more at a time, in the order in which they were published.
pub(super) fn smart_steps() -> Vec<Contestant> {
    let step = |count: usize| {
        let name = match count {
            0 => "nothing".to_owned(),
            _ => format!("+ {}", Switch::SMART[count - 1].name()),
        };
        Contestant::new(&name, Engine::Smart, Switches::of(&Switch::SMART[..count]))
    };
    (0..=Switch::SMART.len()).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_means_every_engine_and_unknown_names_are_refused() {
        let all = named(&["all".to_owned()]).unwrap();
        for engine in Engine::ALL {
            assert!(all.iter().any(|one| one.name == engine.name()));
        }
        assert!(named(&["smart".to_owned(), "greedy".to_owned()]).is_err());
        let steps = smart_steps();
        assert_eq!(steps[9].settings, Settings::of(Engine::Smart));
        assert_eq!(steps[1].name, "+ fc");
    }
}
