//! The likeliest of all choices for digits that are not sure: what shapes cannot tell, structure does.

use crate::detect::futoshiki::Unsure;
use crate::puzzle::futoshiki::{Digit, Puzzle};

/// The best choice counts where all others are so many times less likely.
const MARGIN: f64 = 500.0;
/// How likely the chosen digits are at least, in the geometric mean.
const LIKELY: f64 = 0.1;
/// A board that takes more steps is too unclear.
const MOST_STEPS: usize = 200_000;

/// The board with the likeliest digits in the cells that are not sure, of all choices that make a board of which `is_board` holds;
/// `None` where there is none, where another one is nearly as likely, or where it is unlikely itself.
pub(super) fn likeliest(
    puzzle: &Puzzle,
    unsure: &[Unsure],
    is_board: impl Fn(&Puzzle) -> bool,
) -> Option<Puzzle> {
    let mut unsure = unsure.to_vec();
    for one in &mut unsure {
        one.digits.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    // The clearest first: they leave the others the least choice.
    unsure.sort_by(|a, b| most(b).total_cmp(&most(a)));
    let mut search = Search {
        puzzle,
        unsure: &unsure,
        is_board: &is_board,
        givens: puzzle.givens().to_vec(),
        found: Vec::new(),
        steps: 0,
    };
    search.choose(0, 0.0);
    let best = search.best();
    let is_clear = search.steps <= MOST_STEPS && search.found.len() == 1;
    let is_likely = best >= LIKELY.ln() * unsure.len() as f64;
    search
        .found
        .pop()
        .filter(|_| is_clear && is_likely)
        .map(|(_, puzzle)| puzzle)
}

/// How likely its likeliest digit is, as a logarithm.
fn most(unsure: &Unsure) -> f64 {
    let likely = unsure.digits.iter().map(|it| f64::from(it.1));
    likely.fold(0.0, f64::max).ln()
}

/// Depth first, cell by cell, without what cannot become likely enough (branch and bound: Land and Doig, 1960).
struct Search<'a, F> {
    puzzle: &'a Puzzle,
    unsure: &'a [Unsure],
    is_board: &'a F,
    givens: Vec<Option<Digit>>,
    /// The boards that are no more than the margin less likely than the best, with the logarithms of how likely they are.
    found: Vec<(f64, Puzzle)>,
    steps: usize,
}

impl<F: Fn(&Puzzle) -> bool> Search<'_, F> {
    /// The logarithm of how likely the best board is.
    fn best(&self) -> f64 {
        let all = self.found.iter().map(|it| it.0);
        all.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Chooses digits from this cell on, with those before as likely as this.
    fn choose(&mut self, number: usize, so_far: f64) {
        self.steps += 1;
        let rest: f64 = self.unsure[number..].iter().map(most).sum();
        if self.steps > MOST_STEPS || so_far + rest < self.best() - MARGIN.ln() {
            return;
        }
        let Some(Unsure { cell, digits }) = self.unsure.get(number) else {
            self.keep(so_far);
            return;
        };
        for &(digit, likely) in digits {
            if self.may_stand(*cell, digit) {
                self.givens[*cell] = Some(digit);
                self.choose(number + 1, so_far + f64::from(likely).ln());
                self.givens[*cell] = None;
            }
        }
    }

    /// Whether no cell of its row and column has the digit, and the signs around hold.
    fn may_stand(&self, cell: usize, digit: Digit) -> bool {
        let size = usize::from(self.puzzle.size());
        let (row, col) = (cell / size, cell % size);
        let mut lines = (0..size).flat_map(|at| [row * size + at, at * size + col]);
        let is_free = !lines.any(|other| self.givens[other] == Some(digit));
        let holds = |smaller: usize, larger: usize| {
            let value = |at: usize| match at == cell {
                true => Some(digit),
                false => self.givens[at],
            };
            let both = value(smaller).zip(value(larger));
            both.is_none_or(|(smaller, larger)| smaller < larger)
        };
        let mut signs = self.puzzle.inequalities().iter();
        is_free
            && signs.all(|sign| {
                let [smaller, larger] =
                    [sign.smaller, sign.larger].map(|cell| cell.index(self.puzzle.size().into()));
                holds(smaller, larger)
            })
    }

    /// Takes in the board with all digits chosen.
    fn keep(&mut self, likely: f64) {
        let signs = self.puzzle.inequalities().to_vec();
        let size = usize::from(self.puzzle.size());
        let puzzle = Puzzle::new(size, self.givens.clone(), signs).ok();
        if let Some(puzzle) = puzzle.filter(self.is_board) {
            self.found.push((likely, puzzle));
            let least = self.best() - MARGIN.ln();
            self.found.retain(|it| it.0 >= least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of four rows, all of which is shown but for these cells.
    fn read(unsure: &[Unsure]) -> Option<Vec<Option<Digit>>> {
        let rows: [[Digit; 4]; 4] = [[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]];
        let mut givens: Vec<Option<Digit>> = rows.into_iter().flatten().map(Some).collect();
        for one in unsure {
            givens[one.cell] = None;
        }
        let puzzle = Puzzle::new(4, givens, Vec::new()).unwrap();
        likeliest(&puzzle, unsure, |_| true).map(|board| board.givens().to_vec())
    }

    fn unsure(cell: usize, digits: &[(Digit, f32)]) -> Unsure {
        Unsure {
            cell,
            digits: digits.to_vec(),
        }
    }

    #[test]
    fn a_digit_that_stands_in_its_row_already_is_none() {
        // The shape looks like a 4; only a 1 may stand there.
        let board = read(&[unsure(0, &[(4, 0.8), (1, 0.15)])]).unwrap();
        assert_eq!(board[0], Some(1));
    }

    #[test]
    fn all_cells_are_chosen_together() {
        // 1 2 / 2 1 or 2 1 / 1 2: each cell by itself hardly tells.
        let of = |one: f32| vec![(1, one), (2, 1.0 - one)];
        let cells = |one: f32| {
            let cells = [(0, one), (1, 1.0 - one), (4, 1.0 - one), (5, one)];
            cells.map(|(cell, one)| unsure(cell, &of(one)))
        };
        let board = read(&cells(0.85)).unwrap();
        assert_eq!([0, 1, 4, 5].map(|cell| board[cell]), [1, 2, 2, 1].map(Some));
        assert!(read(&cells(0.6)).is_none(), "the other is likely too");
    }

    #[test]
    fn what_looks_like_no_digit_is_none() {
        assert!(read(&[unsure(0, &[(1, 0.05)])]).is_none());
    }
}
