//! `cargo bench --bench uniqueness`: how well the number of solutions tells a right reading from a wrong one.
//!
//! A board that was read wrongly should have no solution, or several; if it has exactly one, the engine cannot
//! tell. So real levels are spoiled in the ways in which a reader errs, and solved as a picture is.
//! The levels are `../shared/levels/classic.txt`, or where that is missing, those of `benches/levels`.

use std::path::Path;
use std::time::{Duration, Instant};

use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{label, read_any};
use flowbot::puzzle::flow::{Board, Node, Pair, Puzzle};
use flowbot::random::Random;
use flowbot::solve::flow::{Outcome, Request, Touching, solve};

/// Boards of each kind of error: 10,000 in all.
const BOARDS: usize = 2000;
/// No answer in this time is an answer too.
const PATIENCE: Duration = Duration::from_secs(1);
/// Not every level can be spoiled in every way; this many tries find one that can.
const TRIES: usize = 1000;

/// The grid of a level: by row and column, the number of the terminal's colour.
type Grid = Vec<Vec<Option<usize>>>;

/// A way to misread a board.
#[derive(Clone, Copy)]
enum Error {
    /// A terminal stands one cell away.
    TerminalBeside,
    /// A terminal stands anywhere else.
    TerminalElsewhere,
    /// Two terminals have each other's colour.
    ColoursSwapped,
    /// A row or column without terminals is missed.
    LineDropped,
    /// An empty row or column is seen where none is.
    LineAdded,
}

const ERRORS: [(Error, &str); 5] = [
    (Error::TerminalBeside, "terminal one cell off"),
    (Error::TerminalElsewhere, "terminal anywhere else"),
    (Error::ColoursSwapped, "two colours swapped"),
    (Error::LineDropped, "row or column dropped"),
    (Error::LineAdded, "row or column added"),
];

/// What the engine says of a spoiled board.
struct SolutionCount {
    /// Solutions found, up to two; `None` when time was up.
    solutions: Option<usize>,
    ms: f64,
}

fn main() {
    let levels = levels();
    let mut random = Random::new(1);
    let columns = [
        "none",
        "one",
        "several",
        "no answer",
        "median ms",
        "99 % ms",
        "most ms",
    ];
    println!(
        "{:24} {:>8} {}",
        "error",
        "boards",
        columns.map(|name| format!("{name:>10}")).concat()
    );
    let mut all = Vec::new();
    for (error, name) in ERRORS {
        let spoiled: Vec<SolutionCount> = (0..BOARDS)
            .map(|_| ask(&spoil_any(&levels, error, &mut random)))
            .collect();
        print_row(name, &spoiled);
        all.extend(spoiled);
    }
    print_row("all", &all);
}

fn levels() -> Vec<Grid> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let real = root.join("../shared/levels/classic.txt");
    let file = if real.exists() {
        real
    } else {
        println!("SKIPPED: no real levels in ../shared; the levels are generated ones");
        root.join("benches/levels/plain.txt")
    };
    let text = std::fs::read_to_string(&file).expect("the levels can be read");
    let levels = read_any(&file.display().to_string(), &text).expect("the levels are a pack");
    levels.iter().map(|level| grid(&level.puzzle)).collect()
}

fn grid(puzzle: &Puzzle) -> Grid {
    let terminals = puzzle.terminals();
    let colours: Vec<_> = terminals
        .iter()
        .map(|colour| colour.map(|colour| colour.index()))
        .collect();
    colours
        .chunks(usize::from(puzzle.board().cols()))
        .map(<[_]>::to_vec)
        .collect()
}

fn puzzle(grid: &Grid) -> Puzzle {
    let board =
        Board::rectangle(grid.len() as u16, grid[0].len() as u16).expect("a board with cells");
    let cells: Vec<Option<usize>> = grid.concat();
    let terminals_of = |colour: usize| {
        let mut nodes = (0u16..)
            .zip(&cells)
            .filter(|(_, cell)| **cell == Some(colour));
        let mut next = || {
            nodes
                .next()
                .map(|(node, _)| Node(node))
                .expect("two terminals a colour")
        };
        [next(), next()]
    };
    let colours = cells.iter().flatten().max().map_or(0, |most| most + 1);
    let pairs = (0..colours).map(|colour| Pair {
        label: label(colour),
        terminals: terminals_of(colour),
    });
    Puzzle::new(board, pairs.collect()).expect("pairs on cells of their own")
}

/// A level, chosen at random among those that can be spoiled so, and spoiled.
fn spoil_any(levels: &[Grid], error: Error, random: &mut Random) -> Puzzle {
    let spoiled = (0..TRIES).find_map(|_| spoil(random.pick(levels).clone(), error, random));
    puzzle(&spoiled.expect("most levels can be spoiled"))
}

fn spoil(mut grid: Grid, error: Error, random: &mut Random) -> Option<Grid> {
    let (rows, cols) = (grid.len(), grid[0].len());
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let terminals: Vec<_> = cells()
        .filter(|&(row, col)| grid[row][col].is_some())
        .collect();
    let &(row, col) = random.pick(&terminals);
    match error {
        Error::TerminalBeside | Error::TerminalElsewhere => {
            let is_near = |&(r, c): &(usize, usize)| r.abs_diff(row) + c.abs_diff(col) == 1;
            let may =
                |to: &(usize, usize)| matches!(error, Error::TerminalElsewhere) || is_near(to);
            let free: Vec<_> = cells()
                .filter(|&(r, c)| grid[r][c].is_none())
                .filter(may)
                .collect();
            if free.is_empty() {
                return None;
            }
            let &(to_row, to_col) = random.pick(&free);
            grid[to_row][to_col] = grid[row][col].take();
        }
        Error::ColoursSwapped => {
            let others: Vec<_> = terminals
                .iter()
                .filter(|&&(r, c)| grid[r][c] != grid[row][col])
                .collect();
            let &&(other_row, other_col) = random.pick(&others);
            let other = grid[other_row][other_col];
            grid[other_row][other_col] = std::mem::replace(&mut grid[row][col], other);
        }
        Error::LineDropped => {
            drop_line(&mut grid, random)?;
        }
        Error::LineAdded => {
            if random.chance(0.5) {
                grid.insert(random.whole(0..rows + 1), vec![None; cols]);
            } else {
                let place = random.whole(0..cols + 1);
                grid.iter_mut().for_each(|row| row.insert(place, None));
            }
        }
    }
    Some(grid)
}

/// Takes away a row or column without terminals; `None` where there is none.
fn drop_line(grid: &mut Grid, random: &mut Random) -> Option<()> {
    let (rows, cols) = (grid.len(), grid[0].len());
    let empty_row = |row: &usize| grid[*row].iter().all(Option::is_none);
    let empty_col = |col: &usize| grid.iter().all(|row| row[*col].is_none());
    let empty_rows = (0..rows).filter(empty_row).map(|row| (true, row));
    let empty: Vec<_> = empty_rows
        .chain((0..cols).filter(empty_col).map(|col| (false, col)))
        .collect();
    if empty.is_empty() {
        return None;
    }
    match *random.pick(&empty) {
        (true, row) => {
            grid.remove(row);
        }
        (false, col) => {
            for row in grid.iter_mut() {
                row.remove(col);
            }
        }
    }
    Some(())
}

/// Asks as `read` does: no touching, two solutions are enough.
fn ask(puzzle: &Puzzle) -> SolutionCount {
    let begin = Instant::now();
    let answer = solve(&Request {
        puzzle,
        count: 2,
        touching: Touching::Never,
        limits: Limits {
            guesses: None,
            should_stop: &|| begin.elapsed() >= PATIENCE,
        },
    });
    SolutionCount {
        solutions: (answer.outcome != Outcome::Stopped).then_some(answer.solutions.len()),
        ms: begin.elapsed().as_secs_f64() * 1e3,
    }
}

fn print_row(name: &str, testimonies: &[SolutionCount]) {
    let share = |solutions| {
        let count = testimonies
            .iter()
            .filter(|one| one.solutions == solutions)
            .count();
        format!("{:9.2}%", count as f64 * 100.0 / testimonies.len() as f64)
    };
    let shares = [Some(0), Some(1), Some(2), None].map(share).concat();
    let mut ms: Vec<f64> = testimonies.iter().map(|one| one.ms).collect();
    ms.sort_by(f64::total_cmp);
    let at = |percent: usize| format!("{:10.3}", ms[(ms.len() * percent).div_ceil(100).max(1) - 1]);
    println!(
        "{name:24} {:8} {shares}{}",
        testimonies.len(),
        [50, 99, 100].map(at).concat()
    );
}
