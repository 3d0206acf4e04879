// Paints a board on a canvas in one of the looks, and finds the place under the pointer.

import { flowColour } from "./looks.js";

const LOOSE_END = 0.48; // diameter of the disc at the end of a pipe that is not joined, in cells
const WALL = 0.1; // width of a wall, in cells
const WALL_SHADE = 0.55; // of a wall: how far from the colour of lines to that which stands out most
const SHADOW = 0.4; // opacity of shadows
const SHADOWS = 1; // room for them around a board, in cells
const DASH = [0.08, 0.12]; // length of a dash beside an open border, and from one to the next, in cells
// A bridge: how far its rails are from the middle, how thick, half the width of the arch of each, and its height, in cells.
const RAIL = { off: 0.19, width: 0.048, arch: 0.19, height: 0.13 };
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
    const most = isBright(look.board) ? "black" : "white";
    const line = look.line?.[0] ?? look.board;
    this.wallColour = look.frame?.[0] ?? `color-mix(in srgb, ${line}, ${most} ${100 * WALL_SHADE}%)`;
  }

  // Where the pointer draws, in CSS pixels of the window; null when it does not.
  pointAt(place) {
    this.pointer = place;
  }

  // Chooses the cell size so that the board fits in `width` x `height` CSS pixels.
  fit(board, width, height) {
    const { look } = this;
    const density = window.devicePixelRatio || 1;
    const shadows = board.isJoined ? 2 * SHADOWS : 0;
    const line = look.line?.[1] ?? 0;
    const outline = board.isShape ? board.tiling.outline * line : line; // of hexagons the outer half is cut off
    const border = Math.max(outline, look.frame?.[1] ?? 0, isBold(board) ? WALL : 0, shadows);
    const [cols, rows] = board.tiling.size(board.rows, board.cols);
    const room = Math.min(width / (cols + border), height / (rows + border));
    this.cell = Math.max(8, Math.floor(room * density));
    this.margin = Math.ceil((this.cell * border) / 2);
    this.canvas.width = Math.ceil(cols * this.cell) + 2 * this.margin;
    this.canvas.height = Math.ceil(rows * this.cell) + 2 * this.margin;
    this.canvas.style.width = `${this.canvas.width / density}px`;
    this.canvas.style.height = `${this.canvas.height / density}px`;
  }

  // The number of the board's place under a place of the window, or null.
  placeAt(board, clientX, clientY) {
    return board.placeNumber(board.tiling.at(...this.inCells(clientX, clientY)));
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
    const at = (corner, inCells) => corner + (this.margin + inCells * this.cell) / density;
    const [x, y] = this.middle(cell);
    return [at(box.left, x), at(box.top, y)];
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
    const isFading = this.does.has("fading") && this.fade();
    if (board.isJoined) this.paintShadows();
    this.paintFlows();
    this.paintWalls();
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

  // The bridges lie over what crosses below them, and under what crosses above.
  paintFlows() {
    const { board } = this;
    board.paths.forEach((path, flow) => this.paintPipe(path, flow));
    for (const cell of board.bridges) this.paintBridge(cell);
    for (const [cell, flow] of board.terminals) this.paintTerminal(cell, flow);
  }

  // Outside a joined border, what is on the other side once more, paler; and the lines beside it.
  paintShadows() {
    const { board, canvas, context } = this;
    const layer = new OffscreenCanvas(canvas.width, canvas.height);
    this.context = layer.getContext("2d");
    this.context.setTransform(context.getTransform());
    this.paintFlows();
    this.context = context;
    context.save();
    context.beginPath();
    this.eachSide("open", (cell, side) => {
      const [row, col] = board.tiling.behind(...board.place(cell), side);
      context.rect(col, row, 1, 1);
    });
    context.clip();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = SHADOW;
    const [width, height] = [board.cols * this.cell, board.rows * this.cell];
    for (const [x, y] of [[-width, 0], [width, 0], [0, -height], [0, height]]) context.drawImage(layer, x, y);
    context.restore();
    this.eachSide("open", (cell, side) => this.paintDashes(cell, side));
  }

  // The two lines that go on outside beside an open border, until they have faded.
  paintDashes(cell, side) {
    const { context, look } = this;
    const [x, y] = this.middle(cell);
    const [outX, outY] = this.outOf(cell, side);
    this.setStroke([look.line?.[0] ?? this.wallColour, look.line?.[1] ?? RAIL.width]);
    context.lineCap = "butt";
    for (const [cornerX, cornerY] of this.cornersOf(cell, side)) {
      for (let at = 0; at + DASH[0] <= 1; at += DASH[1]) {
        const place = (share) => [x + cornerX + share * outX, y + cornerY + share * outY];
        context.globalAlpha = 1 - at;
        context.beginPath();
        context.moveTo(...place(at));
        context.lineTo(...place(at + DASH[0]));
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  paintGround() {
    this.context.globalAlpha = this.does.has("moving") ? VEIL : 1;
    this.eachCell((cell) => {
      const [row, col] = this.board.place(cell);
      const isOdd = this.look.checker && (row + col) % 2;
      this.fillCell(cell, isOdd ? this.look.checker : this.look.board);
    });
    this.context.globalAlpha = 1;
    for (const cell of this.look.hole ? this.board.holes : []) this.fillCell(cell, this.look.hole);
  }

  paintTints() {
    this.context.globalAlpha = this.look.tint;
    this.board.paths.forEach((path, flow) => {
      if (path.length < 2) return;
      for (const node of path) {
        const cell = node % this.board.size;
        if (this.look.spares && this.board.terminals.has(cell)) continue;
        if (!this.board.bridges.has(cell)) this.fillCell(cell, flowColour(this.look, flow));
      }
    });
    this.context.globalAlpha = 1;
  }

  paintLines() {
    const { board, look } = this;
    if (look.line) this.strokeSides(look.line, ["cell", "wall", "open", "border"]);
    if (look.frame) this.strokeSides(look.frame, ["border"]);
    else if (look.line && board.tiling.outline) this.strokeSides([look.line[0], board.tiling.outline * look.line[1]], ["border"]);
  }

  // Over terminals that fill their cells.
  paintWalls() {
    if (isBold(this.board)) this.strokeSides([this.wallColour, WALL], ["wall", "border"]);
  }

  // Strokes the sides of these kinds.
  strokeSides(stroke, kinds) {
    const { context } = this;
    this.setStroke(stroke);
    context.lineCap = "square";
    for (const kind of kinds) {
      this.eachSide(kind, (cell, side) => {
        const [x, y] = this.middle(cell);
        const [from, to] = this.cornersOf(cell, side);
        context.beginPath();
        context.moveTo(x + from[0], y + from[1]);
        context.lineTo(x + to[0], y + to[1]);
        context.stroke();
      });
    }
  }

  // A colour, and a width of whole pixels.
  setStroke([colour, width]) {
    this.context.strokeStyle = colour;
    this.context.lineWidth = Math.max(1, Math.round(width * this.cell)) / this.cell;
  }

  // Two rails across with an arch in the middle of each, and the pipe between them over the one below.
  paintBridge(cell) {
    const { board, context, look } = this;
    const [x, y] = this.middle(cell);
    this.setStroke([this.wallColour, RAIL.width]);
    context.lineCap = "butt";
    for (const off of [-RAIL.off, RAIL.off]) {
      context.beginPath();
      context.moveTo(x - 0.5, y + off);
      context.lineTo(x - RAIL.arch, y + off);
      context.ellipse(x, y + off, RAIL.arch, RAIL.height, 0, Math.PI, 2 * Math.PI);
      context.lineTo(x + 0.5, y + off);
      context.stroke();
    }
    const flow = board.paths.findIndex((path) => path.includes(cell));
    if (flow < 0 || look.pipe === 0) return;
    context.strokeStyle = flowColour(look, flow);
    context.lineWidth = look.pipe;
    context.beginPath();
    // One that ends on the bridge goes on no further.
    const isEnd = board.paths[flow].at(-1) === cell;
    const isFromLeft = isEnd && board.nodeBehind(board.paths[flow].at(-2), 1) === cell;
    context.moveTo(isEnd && !isFromLeft ? x : x - 0.5, y);
    context.lineTo(isEnd && isFromLeft ? x : x + 0.5, y);
    context.stroke();
  }

  paintPipe(path, flow) {
    const { board, context, look } = this;
    if (path.length < 2 || look.pipe === 0) return;
    context.save();
    if (board.isJoined) {
      context.beginPath();
      context.rect(0, 0, board.cols, board.rows);
      context.clip();
    }
    context.strokeStyle = context.fillStyle = flowColour(look, flow);
    context.lineWidth = look.pipe;
    context.lineCap = look.pipe < 1 ? "round" : "square";
    context.lineJoin = look.pipe < 1 ? "round" : "miter";
    context.beginPath();
    path.forEach((node, at) => {
      const [x, y] = this.middle(node);
      const side = at && board.isJoined ? board.sideOverBorder(path[at - 1], node) : null;
      if (side !== null) {
        const [fromX, fromY] = this.middle(path[at - 1]);
        const [outX, outY] = this.outOf(node % board.size, side);
        context.lineTo(fromX + outX, fromY + outY);
        context.moveTo(x - outX, y - outY);
      }
      if (at && board.tiling.between) context.lineTo(...board.tiling.between(path[at - 1], node));
      context.lineTo(x, y);
    });
    context.stroke();
    if (!this.board.isComplete(flow)) this.fillDisc(...this.middle(path.at(-1)), LOOSE_END);
    context.restore();
  }

  // From the middle of a cell to that behind a side.
  outOf(cell, side) {
    const [from, to] = this.cornersOf(cell, side);
    return [from[0] + to[0], from[1] + to[1]];
  }

  // Where a pipe leaves a cell for another behind a side. Sides of a board on no lattice are the search's own.
  endOf(cell, other, side) {
    if (this.board.tiling.between) return this.board.tiling.between(cell, other);
    const [x, y] = this.middle(cell);
    const [outX, outY] = this.outOf(cell, side);
    return [x + outX / 2, y + outY / 2];
  }

  paintTerminal(cell, flow) {
    const { context, look } = this;
    const [x, y] = this.middle(cell);
    const colour = flowColour(look, flow);
    context.globalAlpha = this.opacity(flow);
    context.fillStyle = look.gloss ? this.glossy(x, y, colour) : colour;
    const shape = this.shapeOf(cell, flow);
    if (shape === "disc") {
      this.fillDisc(x, y, look.dot);
    } else if (shape === "cell") {
      this.fillCell(cell, colour);
    } else {
      context.beginPath();
      context.roundRect(x - look.dot / 2, y - look.dot / 2, look.dot, look.dot, 0.14);
      context.fill();
    }
    if (look.mark) {
      context.fillStyle = isBright(colour) ? "#000" : "#fff";
      context.font = `0.4px sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      const text = look.mark === "digit" ? flow + 1 : this.board.pairs[flow].label;
      context.fillText(text, x, y + 0.02);
    }
    context.globalAlpha = 1;
  }

  // What a terminal looks like; where only one of two is taken to draw from, that one is a square.
  shapeOf(cell, flow) {
    if (!this.does.has("starts")) return this.look.terminal;
    return cell === this.board.startOf(flow) ? "square" : "disc";
  }

  glossy(x, y, colour) {
    const gradient = this.context.createRadialGradient(x - 0.1, y - 0.14, 0.04, x, y, 0.36);
    gradient.addColorStop(0, "#fff");
    gradient.addColorStop(0.35, colour);
    gradient.addColorStop(1, `color-mix(in srgb, ${colour} 70%, black)`);
    return gradient;
  }

  fillDisc(x, y, diameter) {
    this.context.beginPath();
    this.context.arc(x, y, diameter / 2, 0, 2 * Math.PI);
    this.context.fill();
  }

  fillCell(cell, colour) {
    const { context } = this;
    const [x, y] = this.middle(cell);
    context.fillStyle = colour;
    context.beginPath();
    for (const [right, down] of this.cornersAround(cell)) context.lineTo(x + right, y + down);
    context.fill();
  }

  eachCell(visit) {
    for (let cell = 0; cell < this.board.size; cell += 1) {
      if (!this.board.holes.has(cell)) visit(cell);
    }
  }

  // Each side of a kind, of each cell.
  eachSide(kind, visit) {
    this.eachCell((cell) => {
      for (const side of this.board.sidesOf(cell)) if (this.board.sideKind(cell, side) === kind) visit(cell, side);
    });
  }

  // The two ends of a side, from the middle of its cell.
  cornersOf(cell, side) {
    const corners = this.cornersAround(cell);
    return [corners[side], corners[(side + 1) % corners.length]];
  }

  // The corners of a cell, from its middle.
  cornersAround(cell) {
    return this.board.tiling.cornersOf(...this.board.place(cell));
  }

  // The middle of the cell of a node, in cells.
  middle(node) {
    return this.board.tiling.middle(...this.board.place(node));
  }
}

// Whether the border of a board is as bold as walls: of plain boards it is not.
function isBold(board) {
  return board.walls.size > 0 || board.isJoined || (board.bridges.size > 0 && board.holes.size > 0);
}

// Whether black is easier to read on this colour than white.
function isBright(colour) {
  const probe = new OffscreenCanvas(1, 1).getContext("2d");
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
