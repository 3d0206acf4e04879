// Paints a board on a canvas in one of the looks, and finds the cell under the pointer.

import { flowColour } from "./looks.js";

const LOOSE_END = 0.48; // diameter of the disc at the end of a pipe that is not joined, in cells
const WALL = 0.1; // width of a wall, in cells
const DISC = [0.9, 0.35]; // radius in cells and opacity of the disc that may follow the pointer
const FADE_MS = 600;
const FADED = 0.25; // opacity of a terminal that has faded
const VEIL = 0.8; // opacity of the board's ground where the background moves

export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.pointer = null;
    this.completeSince = new Map(); // by flow: when it was first painted complete
  }

  // Takes a look, and the names of what else is to be seen: see behaviours.js.
  wear(look, does) {
    this.look = look;
    this.does = does;
  }

  // Where the pointer draws, in CSS pixels of the window; null when it does not.
  pointAt(place) {
    this.pointer = place;
  }

  // Chooses the cell size so that the board fits in `width` x `height` CSS pixels.
  fit(board, width, height) {
    const { look } = this;
    const density = window.devicePixelRatio || 1;
    const border = Math.max(look.line?.[1] ?? 0, look.frame?.[1] ?? 0, board.walls.size ? WALL : 0);
    const room = Math.min(width / (board.cols + border), height / (board.rows + border));
    this.cell = Math.max(8, Math.floor(room * density));
    this.margin = Math.ceil((this.cell * border) / 2);
    this.canvas.width = board.cols * this.cell + 2 * this.margin;
    this.canvas.height = board.rows * this.cell + 2 * this.margin;
    this.canvas.style.width = `${this.canvas.width / density}px`;
    this.canvas.style.height = `${this.canvas.height / density}px`;
  }

  // The cell under a place of the window, or null.
  cellAt(board, clientX, clientY) {
    const [col, row] = this.inCells(clientX, clientY).map(Math.floor);
    const isInside = row >= 0 && row < board.rows && col >= 0 && col < board.cols;
    return isInside ? row * board.cols + col : null;
  }

  // A place of the window, in cells from the corner of the board.
  inCells(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const density = this.canvas.width / box.width;
    const cells = (at) => (at * density - this.margin) / this.cell;
    return [cells(clientX - box.left), cells(clientY - box.top)];
  }

  // The middle of a cell, as a place of the window.
  middleOf(cell) {
    const box = this.canvas.getBoundingClientRect();
    const density = window.devicePixelRatio || 1;
    const at = (corner, index) => corner + (this.margin + (index + 0.5) * this.cell) / density;
    const [row, col] = this.place(cell);
    return [at(box.left, col), at(box.top, row)];
  }

  // The side of a cell, in CSS pixels.
  get side() {
    return this.cell / (window.devicePixelRatio || 1);
  }

  paint(board) {
    this.board = board;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.setTransform(this.cell, 0, 0, this.cell, this.margin, this.margin);
    this.paintGround();
    this.paintTints();
    this.paintLines();
    board.paths.forEach((path, flow) => this.paintPipe(path, flow));
    const isFading = this.does.has("fading") && this.fade();
    for (const [cell, flow] of board.terminals) this.paintTerminal(cell, flow);
    if (this.does.has("disc") && this.pointer) this.paintDisc();
    if (isFading) requestAnimationFrame(() => this.board === board && this.paint(board));
  }

  // Notes which flows are complete; returns whether a terminal is still fading.
  fade() {
    const now = performance.now();
    this.board.pairs.forEach((_, flow) => {
      if (!this.board.isComplete(flow)) this.completeSince.delete(flow);
      else if (!this.completeSince.has(flow)) this.completeSince.set(flow, now);
    });
    return [...this.completeSince.values()].some((since) => now - since < FADE_MS);
  }

  opacity(flow) {
    const since = this.does.has("fading") ? this.completeSince.get(flow) : undefined;
    if (since === undefined) return 1;
    return Math.max(FADED, 1 - ((1 - FADED) * (performance.now() - since)) / FADE_MS);
  }

  paintDisc() {
    if (this.board.active === null) return;
    const [x, y] = this.inCells(...this.pointer);
    this.context.globalAlpha = DISC[1];
    this.context.fillStyle = flowColour(this.look, this.board.active);
    this.context.beginPath();
    this.context.arc(x, y, DISC[0], 0, 2 * Math.PI);
    this.context.fill();
    this.context.globalAlpha = 1;
  }

  paintGround() {
    this.context.globalAlpha = this.does.has("moving") ? VEIL : 1;
    this.eachCell((row, col) => {
      const isOdd = this.look.checker && (row + col) % 2;
      this.fillCell(row, col, isOdd ? this.look.checker : this.look.board);
    });
    this.context.globalAlpha = 1;
    for (const cell of this.look.hole ? this.board.holes : []) this.fillCell(...this.place(cell), this.look.hole);
  }

  paintTints() {
    this.context.globalAlpha = this.look.tint;
    this.board.paths.forEach((path, flow) => {
      if (path.length < 2) return;
      for (const cell of path) {
        if (this.look.spares && this.board.terminals.has(cell)) continue;
        this.fillCell(...this.place(cell), flowColour(this.look, flow));
      }
    });
    this.context.globalAlpha = 1;
  }

  paintLines() {
    const { board, look } = this;
    if (look.line) {
      this.eachCell((row, col) => this.strokeSides(row, col, look.line, () => true));
    }
    if (look.frame) {
      this.eachCell((row, col) => this.strokeSides(row, col, look.frame, (_, neighbour) => neighbour === null));
    }
    if (board.walls.size) {
      const wall = [look.frame?.[0] ?? look.line?.[0] ?? look.colours[0], WALL];
      this.eachCell((row, col) =>
        this.strokeSides(row, col, wall, (cell, neighbour) => neighbour === null || board.hasWall(cell, neighbour)),
      );
    }
  }

  // Strokes the sides of a cell that `wanted(cell, neighbour)` picks; the neighbour is null at the border.
  strokeSides(row, col, [colour, width], wanted) {
    const { context, board } = this;
    const cell = row * board.cols + col;
    const sides = [
      [-1, 0, col, row, col + 1, row],
      [0, 1, col + 1, row, col + 1, row + 1],
      [1, 0, col, row + 1, col + 1, row + 1],
      [0, -1, col, row, col, row + 1],
    ];
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, Math.round(width * this.cell)) / this.cell;
    context.lineCap = "square";
    for (const [down, right, x0, y0, x1, y1] of sides) {
      if (!wanted(cell, board.neighbour(cell, down, right))) continue;
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
    }
  }

  paintPipe(path, flow) {
    const { context, look } = this;
    if (path.length < 2 || look.pipe === 0) return;
    context.strokeStyle = context.fillStyle = flowColour(look, flow);
    context.lineWidth = look.pipe;
    context.lineCap = look.pipe < 1 ? "round" : "square";
    context.lineJoin = look.pipe < 1 ? "round" : "miter";
    context.beginPath();
    for (const cell of path) {
      const [row, col] = this.place(cell);
      context.lineTo(col + 0.5, row + 0.5);
    }
    context.stroke();
    if (!this.board.isComplete(flow)) {
      const [row, col] = this.place(path.at(-1));
      this.fillDisc(row, col, LOOSE_END);
    }
  }

  paintTerminal(cell, flow) {
    const { context, look } = this;
    const [row, col] = this.place(cell);
    const colour = flowColour(look, flow);
    context.globalAlpha = this.opacity(flow);
    context.fillStyle = look.gloss ? this.glossy(row, col, colour) : colour;
    const shape = this.shapeOf(cell, flow);
    if (shape === "disc") {
      this.fillDisc(row, col, look.dot);
    } else {
      const inset = (1 - look.dot) / 2;
      context.beginPath();
      context.roundRect(col + inset, row + inset, look.dot, look.dot, shape === "square" ? 0.14 : 0);
      context.fill();
    }
    if (look.mark) {
      context.fillStyle = isBright(colour) ? "#000" : "#fff";
      context.font = `0.4px sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      const text = look.mark === "digit" ? flow + 1 : this.board.pairs[flow].label;
      context.fillText(text, col + 0.5, row + 0.52);
    }
    context.globalAlpha = 1;
  }

  // What a terminal looks like; where only one of two is taken to draw from, that one is a square.
  shapeOf(cell, flow) {
    if (!this.does.has("starts")) return this.look.terminal;
    return cell === this.board.startOf(flow) ? "square" : "disc";
  }

  glossy(row, col, colour) {
    const gradient = this.context.createRadialGradient(col + 0.4, row + 0.36, 0.04, col + 0.5, row + 0.5, 0.36);
    gradient.addColorStop(0, "#fff");
    gradient.addColorStop(0.35, colour);
    gradient.addColorStop(1, `color-mix(in srgb, ${colour} 70%, black)`);
    return gradient;
  }

  fillDisc(row, col, diameter) {
    this.context.beginPath();
    this.context.arc(col + 0.5, row + 0.5, diameter / 2, 0, 2 * Math.PI);
    this.context.fill();
  }

  fillCell(row, col, colour) {
    this.context.fillStyle = colour;
    this.context.fillRect(col, row, 1, 1);
  }

  eachCell(visit) {
    for (let cell = 0; cell < this.board.rows * this.board.cols; cell += 1) {
      if (!this.board.holes.has(cell)) visit(...this.place(cell));
    }
  }

  place(cell) {
    return [Math.floor(cell / this.board.cols), cell % this.board.cols];
  }
}

// Whether black is easier to read on this colour than white.
function isBright(colour) {
  const probe = new OffscreenCanvas(1, 1).getContext("2d");
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
