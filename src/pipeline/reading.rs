//! What a picture shows: possible boards, and the one that was chosen.

use super::Rgb;
use crate::geometry::Lattice;

/// A possible board in a picture. `P` is the puzzle of the game it was read for.
#[derive(Clone, Debug)]
pub struct BoardHypothesis<P> {
    /// The puzzle as read.
    pub puzzle: P,
    /// Where its cells lie in the picture.
    pub lattice: Lattice,
    /// By colour of the puzzle: what it looks like here.
    pub colours: Vec<Rgb>,
    /// By cell number: the colour that a pipe or terminal shows there; `None` for an empty cell. Looked at only on the
    /// hypothesis that is read, and empty before. Of Futoshiki: the digits that were entered, where they contradict the given ones.
    pub drawn: Vec<Option<usize>>,
    /// How well the picture supports this hypothesis, 0 to 1.
    pub confidence: f64,
    /// Whether the picture itself settles every cell. A hypothesis that is not settled is never read,
    /// only shown as doubtful.
    pub is_settled: bool,
    /// Whether the picture shows where the board ends. Of hypotheses that differ only in their extent, one is believed
    /// if it alone has a solution.
    pub is_bounded: bool,
    /// Whether few lines go on beyond its borders, if it has any. What most lines go on beyond is a part of something else, a
    /// table or a wall of icons more often than a board.
    pub is_whole: bool,
    /// What the picture shows if some of what is seen on the board has no meaning. The hypothesis counts only if this puzzle has no
    /// solution.
    pub rival: Option<P>,
    /// How much the lines between its cells stand out, in levels of 255; `None` where it has none.
    pub contrast: Option<f64>,
    /// What falls short of the higher margin at which the picture alone is sure of it, in words. A hypothesis without any
    /// is believed if only paths that touch themselves solve it.
    pub shortfalls: Vec<String>,
    /// What speaks for it and against it, in words.
    pub reasons: Vec<String>,
}

impl<P> BoardHypothesis<P> {
    /// One that nothing speaks against, without colours.
    pub fn sure(puzzle: P, lattice: Lattice) -> Self {
        Self {
            puzzle,
            lattice,
            colours: Vec::new(),
            drawn: Vec::new(),
            confidence: 1.0,
            is_settled: true,
            is_bounded: true,
            is_whole: true,
            rival: None,
            contrast: None,
            shortfalls: Vec::new(),
            reasons: Vec::new(),
        }
    }
}

/// The board that was read: the chosen hypothesis, and its number of solutions.
#[derive(Clone, Debug)]
pub struct Reading<P> {
    /// The hypothesis taken.
    pub board: BoardHypothesis<P>,
    /// Solutions without touching, or with it where that was allowed: 1, or 2 for two or more.
    pub solutions: usize,
    /// Whether only paths that touch themselves solve it.
    pub touching: bool,
}
