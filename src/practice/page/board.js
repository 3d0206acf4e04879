// The rules of drawing, without any page: what a press, a move and a release do to the flows.
//
// Cells are numbered row by row from 0. A flow's path begins at the terminal it was drawn from.
//
// - A press on a terminal starts its flow anew. A press on a path cuts the path there and goes on from it.
// - The end of the path follows the pointer while both are in one row or one column, cell by cell, so a
//   fast move in a straight line loses nothing. Round a corner a lost cell stops the path until the
//   pointer is in line with its end again: what most games do that hear of one move a frame.
// - Going back over the path shortens it. Crossing another flow cuts that flow; going back before the
//   release mends it. Terminals of other flows, walls and holes stop the path.
//
// Games that take less are played by the rules "whole", "erases", "first", "starts" and "taps" of behaviours.js. Any
// paths that fill the board solve it, also one that runs beside itself.

// A level, and the paths that solve it.
const WON = {
  rows: 4,
  cols: 4,
  pairs: [
    { label: "A", cells: [0, 3] },
    { label: "B", cells: [4, 7] },
    { label: "C", cells: [5, 9] },
    { label: "D", cells: [6, 10] },
  ],
  holes: [],
  walls: [],
};
const WON_PATHS = [
  [0, 1, 2, 3],
  [4, 8, 12, 13, 14, 15, 11, 7],
  [5, 9],
  [6, 10],
];

export class Board {
  constructor(level, rules) {
    this.rules = rules;
    this.rows = level.rows;
    this.cols = level.cols;
    this.pairs = level.pairs;
    this.holes = new Set(level.holes);
    this.walls = new Set(level.walls.map(([a, b]) => wallKey(a, b)));
    this.terminals = new Map(level.pairs.flatMap((pair, flow) => pair.cells.map((cell) => [cell, flow])));
    this.restart();
  }

  restart() {
    this.paths = this.pairs.map(() => []);
    this.before = null; // the paths at the press, while the button is down
    this.active = null; // the flow being drawn
    this.moves = 0;
    this.lastDrawn = null;
  }

  // Returns whether there is anything to draw from at this cell.
  press(cell) {
    const flow = this.flowAt(cell);
    if (flow === null) return false;
    if (this.isOneWay && cell !== this.startOf(flow)) return false;
    this.before = this.paths.map((path) => [...path]);
    this.active = flow;
    const path = this.paths[flow];
    this.paths[flow] = this.terminals.has(cell) ? [cell] : path.slice(0, path.indexOf(cell) + 1);
    return true;
  }

  get isOneWay() {
    return this.rules.has("first") || this.rules.has("starts");
  }

  // The terminal that a flow is drawn from where only one is taken; "starts" shows which.
  startOf(flow) {
    return this.pairs[flow].cells[this.rules.has("starts") ? flow % 2 : 0];
  }

  move(cell) {
    if (this.active === null) return;
    const path = this.paths[this.active];
    const way = this.cellsInLine(path.at(-1), cell);
    const isLost = way.length !== 1 && cell !== path.at(-1);
    if (isLost && this.rules.has("erases") && !this.isComplete(this.active)) {
      this.paths[this.active] = [];
      this.active = this.before = null;
      return;
    }
    if (isLost && (this.rules.has("whole") || this.rules.has("taps"))) return;
    for (const next of way) {
      if (!this.step(next)) break;
    }
  }

  // A move is counted for each drag that changed the board, but not twice in a row for one flow.
  release() {
    if (this.active === null) return;
    const path = this.paths[this.active];
    if (path.length === 1) path.length = 0;
    if (String(this.paths[this.active]) !== String(this.before[this.active]) && this.lastDrawn !== this.active) {
      this.moves += 1;
      this.lastDrawn = this.active;
    }
    this.active = null;
    this.before = null;
  }

  step(next) {
    const path = this.paths[this.active];
    const met = path.indexOf(next);
    if (met >= 0) {
      path.length = met + 1;
    } else {
      if (this.isComplete(this.active) || !this.isOpen(path.at(-1), next)) return false;
      path.push(next);
    }
    this.cutOthers();
    return true;
  }

  // Whether the flow being drawn may pass from a cell to its neighbour.
  isOpen(from, to) {
    const flow = this.terminals.get(to);
    return !this.holes.has(to) && !this.hasWall(from, to) && (flow === undefined || flow === this.active);
  }

  hasWall(a, b) {
    return this.walls.has(wallKey(a, b));
  }

  // The cell `down` and `right` of another, or null outside the board and in a hole.
  neighbour(cell, down, right) {
    const row = Math.floor(cell / this.cols) + down;
    const col = (cell % this.cols) + right;
    const isInside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    const other = row * this.cols + col;
    return isInside && !this.holes.has(other) ? other : null;
  }

  cutOthers() {
    const taken = new Set(this.paths[this.active]);
    this.before.forEach((path, flow) => {
      if (flow === this.active) return;
      const cut = path.findIndex((cell) => taken.has(cell));
      const kept = cut < 0 ? path : path.slice(0, cut);
      this.paths[flow] = kept.length > 1 ? [...kept] : [];
    });
  }

  // The cells after `from` up to `to` when both are in one row or column, else none.
  cellsInLine(from, to) {
    const rows = Math.floor(to / this.cols) - Math.floor(from / this.cols);
    const cols = (to % this.cols) - (from % this.cols);
    if (rows !== 0 && cols !== 0) return [];
    const step = Math.sign(rows) * this.cols + Math.sign(cols);
    const count = Math.abs(rows + cols);
    return Array.from({ length: count }, (_, index) => from + step * (index + 1));
  }

  // The flow whose terminal or path is on a cell, or null.
  flowAt(cell) {
    const flow = this.terminals.get(cell) ?? this.paths.findIndex((path) => path.includes(cell));
    return flow < 0 ? null : flow;
  }

  isComplete(flow) {
    const path = this.paths[flow];
    return path.length > 1 && this.terminals.has(path.at(-1));
  }

  get completeCount() {
    return this.pairs.filter((_, flow) => this.isComplete(flow)).length;
  }

  get cellCount() {
    return this.rows * this.cols - this.holes.size;
  }

  get filledCount() {
    return this.paths.reduce((sum, path) => sum + (path.length > 1 ? path.length : 0), 0);
  }

  get isSolved() {
    return this.completeCount === this.pairs.length && this.filledCount === this.cellCount;
  }

  // One string a row: the label of the flow that fills each cell, `.` empty, `*` no cell.
  get grid() {
    const cells = Array.from({ length: this.rows * this.cols }, (_, cell) => (this.holes.has(cell) ? "*" : "."));
    this.paths.forEach((path, flow) => path.forEach((cell) => (cells[cell] = this.pairs[flow].label)));
    return Array.from({ length: this.rows }, (_, row) => cells.slice(row * this.cols, (row + 1) * this.cols).join(""));
  }
}

// A board that is solved already.
export function wonBoard(rules) {
  const board = new Board(WON, rules);
  board.paths = WON_PATHS.map((path) => [...path]);
  return board;
}

function wallKey(a, b) {
  return `${Math.min(a, b)}|${Math.max(a, b)}`;
}
