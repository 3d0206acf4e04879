//! From the marks of a grid to a puzzle: what the formats with a grid share.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::error::{Problem, TextError};
use super::label::{is_printable, rank};
use super::scan::Field;
use crate::geometry::{Cell, Tiling};

use crate::puzzle::flow::{Board, BoardError, Layout, NodeGraph, Pair, Puzzle, Warp};

/// No board is longer than this: its cells could not be numbered.
const MAX_SIDE: usize = u16::MAX as usize;

/// What one character of a grid says of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Empty,
    Hole,
    Bridge,
    Terminal(char),
}

impl Mark {
    /// The meaning of a character of a puzzle file; `None` for one that cannot be a cell.
    pub fn of(c: char) -> Option<Self> {
        match c {
            '.' | '_' => Some(Self::Empty),
            '*' => Some(Self::Hole),
            '+' => Some(Self::Bridge),
            '#' => None,
            _ => is_printable(c).then_some(Self::Terminal(c)),
        }
    }
}

/// One row of a grid: the mark of each cell, and where it is written.
pub(super) type Row<'a> = Vec<(Mark, Field<'a>)>;

/// A row as a puzzle file writes it.
pub(super) fn row(text: Field) -> Result<Row, TextError> {
    text.chars()
        .map(|(c, at)| match Mark::of(c) {
            Some(mark) => Ok((mark, at)),
            None => Err(at.fail(Problem::NotACell(c))),
        })
        .collect()
}

/// What a board has besides its cells.
#[derive(Debug, Default)]
pub(super) struct Extras<'a> {
    pub tiling: Tiling,
    pub warp: Warp,
    /// Cell numbers of both sides, and where the wall is written.
    pub walls: Vec<(usize, usize, Field<'a>)>,
    /// Whether the cells are the nodes of a graph.
    pub is_graph: bool,
    /// The positions of the nodes, and where they are written.
    pub nodes: Vec<([u16; 2], Field<'a>)>,
    /// The numbers of two joined nodes, and where the edge is written.
    pub edges: Vec<(usize, usize, Field<'a>)>,
    /// The corners of the nodes' cells, and where they are written.
    pub outlines: Vec<(Vec<[u16; 2]>, Field<'a>)>,
}

impl Extras<'_> {
    /// The graph that the headers describe, if the board is one.
    fn graph(&self, start: Field) -> Result<Option<NodeGraph>, TextError> {
        if !self.is_graph {
            let first_node = self.nodes.first().map(|&(_, at)| at);
            let first_edge = self.edges.first().map(|&(_, _, at)| at);
            let first_outline = self.outlines.first().map(|&(_, at)| at);
            return match first_node.or(first_edge).or(first_outline) {
                Some(at) => Err(at.fail(Problem::NoGraph)),
                None => Ok(None),
            };
        }
        let fail = |at: Field, error| at.fail(Problem::Board(BoardError::Graph(error)));
        let positions = self.nodes.iter().map(|&(position, _)| position);
        let mut graph = NodeGraph::new(positions.collect()).map_err(|error| fail(start, error))?;
        for &(a, b, at) in &self.edges {
            graph.join(a, b).map_err(|error| fail(at, error))?;
        }
        if let Some(&(_, at)) = self.outlines.first() {
            let outlines = self.outlines.iter().map(|(corners, _)| corners.clone());
            let set = graph.set_outlines(outlines.collect());
            set.map_err(|error| fail(at, error))?;
        }
        Ok(Some(graph))
    }
}

/// A grid as it stands in a text.
#[derive(Debug, Default)]
pub(super) struct Grid<'a> {
    /// The rows from the top.
    pub rows: Vec<Row<'a>>,
    /// What the headers say.
    pub extras: Extras<'a>,
}

impl<'a> Grid<'a> {
    /// The puzzle that the grid means. `start` is blamed for what has no place of its own.
    pub fn puzzle(self, start: Field) -> Result<Puzzle, TextError> {
        let (rows, cols) = self.size(start)?;
        let mut layout = Layout {
            tiling: self.extras.tiling,
            warp: self.extras.warp,
            graph: self.extras.graph(start)?,
            ..Layout::rectangle(rows, cols)
        };
        let mut terminals: BTreeMap<(u8, char), Vec<Cell>> = BTreeMap::new();
        for (index, &(mark, _)) in self.rows.iter().flatten().enumerate() {
            let cell = Cell::from_index(index, cols);
            match mark {
                Mark::Empty => {}
                Mark::Hole => drop(layout.holes.insert(cell)),
                Mark::Bridge => drop(layout.bridges.insert(cell)),
                Mark::Terminal(label) => terminals.entry(rank(label)).or_default().push(cell),
            }
        }
        for &(a, b, at) in &self.extras.walls {
            layout.add_wall(cell(a, rows, cols, at)?, cell(b, rows, cols, at)?);
        }
        let board = Board::new(layout).map_err(|error| self.blame_wall(error, cols, start))?;
        let mut pairs = Vec::with_capacity(terminals.len());
        for ((_, label), cells) in terminals {
            let nodes = cells.iter().filter_map(|&cell| board.node_at(cell));
            match nodes.collect::<Vec<_>>()[..] {
                [a, b] => pairs.push(Pair {
                    label,
                    terminals: [a, b],
                }),
                [_] => return Err(self.at(cells[0]).fail(Problem::OneTerminal(label))),
                _ => {
                    return Err(self
                        .at(cells[2])
                        .fail(Problem::ManyTerminals { label, cells }));
                }
            }
        }
        Puzzle::new(board, pairs).map_err(|error| start.fail(error.into()))
    }

    fn size(&self, start: Field) -> Result<(u16, u16), TextError> {
        let expected = self.rows.first().map_or(0, Vec::len);
        let size = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let (rows, cols) = (size(self.rows.len()), size(expected));
        // Too large comes before ragged: of a long line of junk it says more.
        if expected > MAX_SIDE || self.rows.len() > MAX_SIDE {
            return Err(start.fail(BoardError::TooLarge { rows, cols }.into()));
        }
        match self.rows.iter().find(|row| row.len() != expected) {
            Some(row) => {
                let at = row.first().map_or(start, |cell| cell.1);
                let found = row.len();
                Err(at.fail(Problem::Ragged { found, expected }))
            }
            None => Ok((rows, cols)),
        }
    }

    /// Where the mark of a cell is written.
    fn at(&self, cell: Cell) -> Field<'a> {
        self.rows[usize::from(cell.row)][usize::from(cell.col)].1
    }

    fn blame_wall(&self, error: BoardError, cols: u16, start: Field) -> TextError {
        let wall = |a: Cell, b: Cell| {
            let numbers = (a.index(cols), b.index(cols));
            let mut walls = self.extras.walls.iter();
            walls.find(|&&(c, d, _)| numbers == (c.min(d), c.max(d)))
        };
        match error {
            BoardError::WallApart(a, b) => match wall(a, b) {
                Some((_, _, at)) => at.fail(error.into()),
                None => start.fail(error.into()),
            },
            _ => start.fail(error.into()),
        }
    }
}

/// The cell with this number.
pub(super) fn cell(number: usize, rows: u16, cols: u16, at: Field) -> Result<Cell, TextError> {
    match usize::from(rows) * usize::from(cols) {
        0 => Err(at.fail(BoardError::Empty { rows, cols }.into())),
        cells if number < cells => Ok(Cell::from_index(number, cols)),
        _ => Err(at.fail(Problem::NoSuchCell { number, rows, cols })),
    }
}

/// A wall written `3|4`.
pub(super) fn wall(field: Field) -> Result<(usize, usize), TextError> {
    two_numbers(field, "|").ok_or_else(|| field.fail(Problem::BadWall(field.shown())))
}

/// An edge of a graph written `3|4`.
pub(super) fn edge(field: Field) -> Result<(usize, usize), TextError> {
    two_numbers(field, "|").ok_or_else(|| field.fail(Problem::BadEdge(field.shown())))
}

/// The position of a node written `120,45`.
pub(super) fn position(field: Field) -> Result<[u16; 2], TextError> {
    let position = two_numbers(field, ",").map(|(x, y)| [x, y]);
    position.ok_or_else(|| field.fail(Problem::BadPosition(field.shown())))
}

/// The outline of a cell written `0,0|10,0|10,10`.
pub(super) fn outline(field: Field) -> Result<Vec<[u16; 2]>, TextError> {
    field.split(|c| c == '|').map(position).collect()
}

fn two_numbers<T: FromStr>(field: Field, separator: &str) -> Option<(T, T)> {
    let (a, b) = field.split_once(separator)?;
    let number = |part: Field| part.number("a number").ok();
    Some((number(a)?, number(b)?))
}
