// Where cells lie, and which cells lie behind their sides. Lengths are in cells: a cell is 1 high.
//
// Sides are numbered clockwise from the top; the side opposite to `s` is half a turn on. Side `s` runs from corner `s`
// to the next one.

import { shapeTiling } from "./shape.js";

const SQUARE = {
  sides: 4,
  outline: 0, // width of the outline of a board, in widths of lines; 0 for none
  // The corners of a cell, from its middle.
  cornersOf: () => [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
  size: (rows, cols) => [cols, rows],
  middle: (row, col) => [col + 0.5, row + 0.5],
  // The cell around a place, on the board or not.
  at: (x, y) => [Math.floor(y), Math.floor(x)],
  // The cell behind a side of another.
  behind: (row, col, side) => [row + [-1, 0, 1, 0][side], col + [0, 1, 0, -1][side]],
  // How many steps a cell is from another in a straight line.
  steps: ([row, col], [toRow, toCol]) => Math.max(Math.abs(toCol - col), Math.abs(toRow - row)),
};

const RADIUS = 1 / Math.sqrt(3); // from the middle of a hexagon to its corners
const COLUMN = Math.sqrt(3) / 2; // from one column of hexagons to the next

// Hexagons with flat tops; odd columns stand half a cell higher.
const HEXAGONAL = {
  sides: 6,
  outline: 3, // it has notches, and stands out as in the game
  cornersOf: () => [
    [-RADIUS / 2, -0.5], [RADIUS / 2, -0.5], [RADIUS, 0],
    [RADIUS / 2, 0.5], [-RADIUS / 2, 0.5], [-RADIUS, 0],
  ],
  size: (rows, cols) => [(cols - 1) * COLUMN + 2 * RADIUS, rows + 0.5],
  middle: (row, col) => [RADIUS + COLUMN * col, row + (col % 2 ? 0.5 : 1)],
  at(x, y) {
    const near = Math.round((x - RADIUS) / COLUMN);
    const cells = [near - 1, near, near + 1].map((col) => [Math.floor(y - (col % 2 ? 0 : 0.5)), col]);
    const apart = ([row, col]) => {
      const [middleX, middleY] = this.middle(row, col);
      return Math.hypot(x - middleX, y - middleY);
    };
    return cells.reduce((best, cell) => (apart(cell) < apart(best) ? cell : best));
  },
  behind(row, col, side) {
    const up = col % 2 ? -1 : 0; // of the neighbours above, in the next columns
    return [row + [-1, up, up + 1, 1, up + 1, up][side], col + [0, 1, 1, 0, -1, -1][side]];
  },
  steps: ([row, col], [toRow, toCol]) => (col === toCol ? Math.abs(toRow - row) : Math.abs(toCol - col)),
};

const TILINGS = { square: SQUARE, hexagonal: HEXAGONAL };

// The tiling of a level's board.
export function tilingOf(level) {
  return level.graph ? shapeTiling(level.graph) : TILINGS[level.tiling];
}

// The straight way from a cell to another: [side, steps], or null where there is none.
export function straight(tiling, [row, col], [toRow, toCol]) {
  if (row === toRow && col === toCol) return [0, 0];
  const steps = tiling.steps([row, col], [toRow, toCol]);
  for (let side = 0; side < tiling.sides; side += 1) {
    let at = [row, col];
    for (let step = 0; step < steps; step += 1) at = tiling.behind(...at, side);
    if (at[0] === toRow && at[1] === toCol) return [side, steps];
  }
  return null;
}
