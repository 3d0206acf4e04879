// The rules of drawing, without any page: what a press, a move and a release do to the flows.
//
// Cells are numbered row by row from 0; those of a board on no lattice are one row. What a flow passes are nodes: an
// ordinary cell is one, a bridge two, since it is crossed straight across and straight up and down: the second one's
// number is that of the cell and the number of all cells. A flow's path of nodes begins at the terminal it was drawn from.
//
// Places are what the pointer can be at: [row, column] of a cell, or one row or column outside where a border is joined
// to the opposite one. They are given as numbers, see `placeNumber`.
//
// - A press on a terminal starts its flow anew. A press on a path cuts the path there and goes on from it.
// - The end of the path follows the pointer while both are in one straight line, cell by cell, so a
//   fast move in a straight line loses nothing. Round a corner a lost cell stops the path until the
//   pointer is in line with its end again: what most games do that hear of one move a frame.
// - Going back over the path shortens it. Crossing another flow cuts that flow; going back before the
//   release mends it. Terminals of other flows, walls and holes stop the path, and on a bridge it cannot turn.
// - Over a border that is joined to the opposite one, the path comes in there when the pointer goes out. The pointer then
//   moves in a shadow of the other side. The next drag may go on over there.
//
// Games of clicks also take a click behind such a border. Games that take less are played by the rules "whole", "erases", "first", "starts", "taps" and "sides" of behaviours.js.
// Any paths that fill the board solve it, also one that runs beside itself.

import { straight, tilingOf } from "./tiling.js";

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
  tiling: "square",
  holes: [],
  bridges: [],
  walls: [],
  joined: { sides: false, top: false },
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
    this.tiling = tilingOf(level);
    this.isShape = Boolean(level.graph); // whether it is on no lattice
    this.rows = level.rows;
    this.cols = level.cols;
    this.pairs = level.pairs;
    this.holes = new Set(level.holes);
    this.bridges = new Set(level.bridges);
    this.walls = new Set(level.walls.map(([a, b]) => wallKey(a, b)));
    this.joined = level.joined;
    this.terminals = new Map(level.pairs.flatMap((pair, flow) => pair.cells.map((cell) => [cell, flow])));
    this.kinds = Array.from({ length: this.size }, (_, cell) => this.sidesOf(cell).map((side) => this.kindOf(cell, side)));
    this.restart();
  }

  restart() {
    this.paths = this.pairs.map(() => []);
    this.before = null; // the paths at the press, while the button is down
    this.active = null; // the flow being drawn
    this.crossed = [0, 0]; // how often it went out at the bottom and at the right since the press, less the other way
    this.moves = 0;
    this.lastDrawn = null;
  }

  // Returns whether there is anything to draw from at this place.
  press(place) {
    const cell = this.cellOf(place);
    if (cell === null) return false;
    const over = ["sides", "clicks", "latch"].some((rule) => this.rules.has(rule)) ? this.overBorder(cell) : null;
    const flow = over?.flow ?? this.flowAt(cell);
    if (flow === null) return false;
    const node = over?.node ?? this.nodeOf(flow, cell);
    const isLooseEnd = node === this.paths[flow].at(-1) && !this.terminals.has(cell);
    const goesOn = over !== null || (this.isJoined && isLooseEnd);
    if (this.isOneWay && cell !== this.startOf(flow) && !goesOn) return false;
    this.before = this.paths.map((path) => [...path]);
    this.active = flow;
    this.crossed = [0, 0];
    const path = this.paths[flow];
    if (over) this.paths[flow] = [...over.path, node];
    else this.paths[flow] = this.terminals.has(cell) ? [cell] : path.slice(0, path.indexOf(node) + 1);
    return true;
  }

  get isOneWay() {
    return this.rules.has("first") || this.rules.has("starts");
  }

  // The terminal that a flow is drawn from where only one is taken; "starts" shows which.
  startOf(flow) {
    return this.pairs[flow].cells[this.rules.has("starts") ? flow % 2 : 0];
  }

  move(place) {
    if (this.active === null) return;
    const path = this.paths[this.active];
    const [row, col] = this.place(path.at(-1));
    const end = [row + this.crossed[0] * this.rows, col + this.crossed[1] * this.cols];
    const [side, steps] = straight(this.tiling, end, this.at(place)) ?? [0, null];
    const isLost = steps !== 1 && steps !== 0;
    if (isLost && this.rules.has("erases") && !this.isComplete(this.active)) {
      this.paths[this.active] = [];
      this.active = this.before = null;
      return;
    }
    if (isLost && this.rules.has("taps")) this.tapOverBorder(place);
    if (isLost && (this.rules.has("whole") || this.rules.has("taps"))) return;
    for (let step = 0; step < steps; step += 1) {
      if (!this.step(side)) break;
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

  // Draws on over a side of the cell at the end of the path; returns whether it can.
  step(side) {
    const path = this.paths[this.active];
    const from = path.at(-1);
    const next = this.nodeBehind(from, side);
    if (next === null) return false;
    const met = path.indexOf(next);
    if (met >= 0) {
      path.length = met + 1;
    } else {
      if (this.isComplete(this.active) || !this.isFree(next)) return false;
      path.push(next);
    }
    if (this.sideKind(from % this.size, side) === "open") this.crossed[side % 2] += side === 1 || side === 2 ? 1 : -1;
    this.cutOthers();
    return true;
  }

  // Whether no terminal of another flow stops the one that is being drawn.
  isFree(node) {
    const flow = this.terminals.get(node);
    return flow === undefined || flow === this.active;
  }

  // Where a click on each cell draws, one on a cell behind a joined border goes on there.
  tapOverBorder(place) {
    const cell = this.cellOf(place);
    const from = this.paths[this.active].at(-1);
    const node = this.nodesOf(cell).find((node) => this.sideOverBorder(from, node) !== null);
    if (node !== undefined) this.step(this.sideOverBorder(from, node));
    this.crossed = [0, 0];
  }

  // The flow that a press on a cell goes on with over a joined border, that path and the next node: one whose loose end, or
  // whose terminal that nothing is drawn from yet, is on the other side. Of several, the one that was drawn last.
  overBorder(cell) {
    const found = [];
    for (const side of this.sidesOf(cell)) {
      const other = this.sideKind(cell, side) === "open" ? this.behind(cell, side) : null;
      if (other === null) continue;
      const [from, node] = [this.nodeIn(other, side), this.nodeIn(cell, side)];
      const own = this.flowAt(cell);
      this.pairs.forEach((_, flow) => {
        const path = this.paths[flow].length ? this.paths[flow] : [from];
        const isEnd = path.at(-1) === from && (path.length > 1 || this.terminals.get(from) === flow);
        const isFree = own === null || (this.terminals.get(cell) === flow && !path.includes(cell));
        if (isEnd && isFree && !this.isComplete(flow)) found.push({ flow, path, node });
      });
    }
    return found.find(({ flow }) => flow === this.lastDrawn) ?? found.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
  }

  // The number of a place, or null where there is none.
  placeNumber([row, col]) {
    const isRow = row >= 0 && row < this.rows;
    const isCol = col >= 0 && col < this.cols;
    const isShadow = isRow !== isCol && !this.rules.has("sides") && this.isShadow(row, col);
    return (isRow && isCol) || isShadow ? (row + 1) * (this.cols + 2) + col + 1 : null;
  }

  // Whether a cell outside, beside the board, is the shadow of one behind a joined border.
  isShadow(row, col) {
    const cell = Math.min(Math.max(row, 0), this.rows - 1) * this.cols + Math.min(Math.max(col, 0), this.cols - 1);
    const isThere = (side) => String(this.tiling.behind(...this.place(cell), side)) === String([row, col]);
    return this.sidesOf(cell).some((side) => isThere(side) && this.sideKind(cell, side) === "open");
  }

  // The row and column of a place.
  at(place) {
    return [Math.floor(place / (this.cols + 2)) - 1, (place % (this.cols + 2)) - 1];
  }

  // The cell at a place, or null outside.
  cellOf(place) {
    const [row, col] = this.at(place);
    const isInside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return isInside ? row * this.cols + col : null;
  }

  // Whether a place is a terminal of another flow than the one that is being drawn.
  isOther(place) {
    return (this.terminals.get(this.cellOf(place)) ?? this.active) !== this.active;
  }

  // The row and column of a node.
  place(node) {
    const cell = node % this.size;
    return [Math.floor(cell / this.cols), cell % this.cols];
  }

  // The number of cells, holes included.
  get size() {
    return this.rows * this.cols;
  }

  // Whether any border is joined to the opposite one.
  get isJoined() {
    return this.joined.sides || this.joined.top;
  }

  // The numbers of a cell's sides.
  sidesOf(cell) {
    return this.tiling.cornersOf(...this.place(cell)).map((_, side) => side);
  }

  // What lies behind a side of a cell: a "cell", a "wall" before one, an "open" border that is joined to the opposite one,
  // or a closed "border".
  sideKind(cell, side) {
    return this.kinds[cell][side];
  }

  kindOf(cell, side) {
    const other = this.behind(cell, side);
    if (other === null || this.holes.has(cell)) return "border";
    const isWall = this.walls.has(wallKey(cell, other));
    const [row, col] = this.tiling.behind(...this.place(cell), side);
    const isInside = row * this.cols + col === other && col >= 0 && col < this.cols;
    if (isInside) return isWall ? "wall" : "cell";
    return isWall ? "border" : "open";
  }

  // The cell behind a side of another, also over a joined border and behind a wall; null if there is none.
  behind(cell, side) {
    const [row, col] = this.tiling.behind(...this.place(cell), side);
    const [atRow, atCol] = [(row + this.rows) % this.rows, (col + this.cols) % this.cols];
    const isReached = (row === atRow || this.joined.top) && (col === atCol || this.joined.sides);
    const other = atRow * this.cols + atCol;
    return isReached && other !== cell && !this.holes.has(other) ? other : null;
  }

  // The side over which a path goes from a node to the next, if that is a joined border; else null.
  sideOverBorder(from, to) {
    const leads = this.sidesOf(from % this.size).filter((side) => this.nodeBehind(from, side) === to);
    const isOver = leads.every((side) => this.sideKind(from % this.size, side) === "open");
    return isOver ? (leads[0] ?? null) : null;
  }

  // The node of a cell that is entered or left over a side.
  nodeIn(cell, side) {
    return this.bridges.has(cell) && side % 2 === 0 ? cell + this.size : cell;
  }

  // The node that a flow comes to over a side of another, or null.
  nodeBehind(node, side) {
    const cell = node % this.size;
    const isWay = this.nodeIn(cell, side) === node && ["cell", "open"].includes(this.sideKind(cell, side));
    return isWay ? this.nodeIn(this.behind(cell, side), side) : null;
  }

  // All nodes of a cell.
  nodesOf(cell) {
    return this.bridges.has(cell) ? [cell, cell + this.size] : [cell];
  }

  // The node of a cell that a flow passes; on a bridge that it crosses twice, the one where it ends.
  nodeOf(flow, cell) {
    const path = this.paths[flow];
    const nodes = this.nodesOf(cell);
    return nodes.find((node) => node === path.at(-1)) ?? nodes.find((node) => path.includes(node)) ?? cell;
  }

  cutOthers() {
    const taken = new Set(this.paths[this.active]);
    this.before.forEach((path, flow) => {
      if (flow === this.active) return;
      const cut = path.findIndex((node) => taken.has(node));
      const kept = cut < 0 ? path : path.slice(0, cut);
      this.paths[flow] = kept.length > 1 ? [...kept] : [];
    });
  }

  // The flow whose terminal or path is on a cell, or null; of two on a bridge, one that ends there.
  flowAt(cell) {
    const nodes = this.nodesOf(cell);
    const ends = this.paths.findIndex((path) => nodes.includes(path.at(-1)));
    const passes = this.paths.findIndex((path) => path.some((node) => nodes.includes(node)));
    const flow = this.terminals.get(cell) ?? (ends < 0 ? passes : ends);
    return flow < 0 ? null : flow;
  }

  isComplete(flow) {
    const path = this.paths[flow];
    return path.length > 1 && this.terminals.has(path.at(-1));
  }

  get completeCount() {
    return this.pairs.filter((_, flow) => this.isComplete(flow)).length;
  }

  // Bridges are to be passed twice.
  get nodeCount() {
    return this.size - this.holes.size + this.bridges.size;
  }

  get filledCount() {
    return this.paths.reduce((sum, path) => sum + (path.length > 1 ? path.length : 0), 0);
  }

  get isSolved() {
    return this.completeCount === this.pairs.length && this.filledCount === this.nodeCount && this.isLegal;
  }

  // Whether each path goes from one of its terminals to the other by steps that are allowed, and no two share a node.
  get isLegal() {
    const isStep = (from, to) => this.sidesOf(from % this.size).some((side) => this.nodeBehind(from, side) === to);
    const isPath = (path, flow) => {
      const ends = [path[0], path.at(-1)].sort((a, b) => a - b);
      const terminals = [...this.pairs[flow].cells].sort((a, b) => a - b);
      return String(ends) === String(terminals) && path.every((node, at) => at === 0 || isStep(path[at - 1], node));
    };
    return new Set(this.paths.flat()).size === this.filledCount && this.paths.every(isPath);
  }

  // One string a row: the label of the flow that fills each cell, `.` empty, `*` no cell. A bridge shows one of its two.
  get grid() {
    const cells = Array.from({ length: this.size }, (_, cell) => (this.holes.has(cell) ? "*" : "."));
    this.paths.forEach((path, flow) => path.forEach((node) => (cells[node % this.size] = this.pairs[flow].label)));
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
