//! Boards with more and more signs: the givens stay the same and have one solution without any sign.

use crate::cli::progress::Progress;
use crate::generate::futoshiki::{GenerateError, Recipe, all_signs, generate};
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::Puzzle;
use crate::random::Random;
use crate::solve::futoshiki::Engine;

use super::measure::{Measurement, measure};

/// The sizes of the boards.
const SIZES: std::ops::RangeInclusive<u8> = 4..=9;
/// Signs grow from none to all in so many steps.
const STEPS: usize = 8;

/// All boards of one size.
pub(super) struct Sweep {
    pub size: u8,
    /// By step: the number of signs, and what each engine did, board by board.
    pub steps: Vec<(usize, Vec<[Measurement; Engine::ALL.len()]>)>,
}

/// Makes and measures the boards, `runs` for each size and step.
pub(super) fn sweeps(runs: u64, limit: u64) -> Result<Vec<Sweep>, GenerateError> {
    if runs == 0 {
        return Ok(Vec::new());
    }
    let progress = Progress::new(SIZES.count() * runs as usize, "generated boards");
    let mut sweeps = Vec::new();
    for size in SIZES {
        let neighbours = 2 * usize::from(size) * (usize::from(size) - 1);
        let counts = (0..=STEPS).map(|step| neighbours * step / STEPS);
        let mut sweep = Sweep {
            size,
            steps: counts.map(|count| (count, Vec::new())).collect(),
        };
        for seed in 0..runs {
            add_board(&mut sweep, seed, limit)?;
            progress.step();
        }
        sweeps.push(sweep);
    }
    Ok(sweeps)
}

/// Measures one board at every step.
fn add_board(sweep: &mut Sweep, seed: u64, limit: u64) -> Result<(), GenerateError> {
    let size = sweep.size;
    let recipe = Recipe {
        size,
        givens: None,
        signs: Some(0.0),
        difficulty: None,
        seed,
    };
    let made = generate(&recipe, &Limits::NONE)?;
    let mut signs = all_signs(size, &made.solution.digits);
    Random::new(seed).shuffle(&mut signs);
    for (count, boards) in &mut sweep.steps {
        let (givens, signs) = (made.puzzle.givens().to_vec(), signs[..*count].to_vec());
        let puzzle = Puzzle::new(size.into(), givens, signs)
            .expect("signs of the solution make a puzzle of the same size");
        boards.push(Engine::ALL.map(|engine| measure(engine, &puzzle, limit)));
    }
    Ok(())
}
