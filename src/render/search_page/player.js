// Draws the views of a search one after the other. Each view holds the nodes that changed; a jump plays from the start.

const UNKNOWN = "#aaaaaa";

// A film has, in the units of the drawing: the `size` of a cell, the widths of a `pipe` and a `disc` in cells, `colours`, the
// nodes of `pairs`, by node its `cells` (centre, corners, and the end of a pipe by side), and `views`.
export class Player {
  constructor(drawing, film) {
    this.film = film;
    [this.tints, this.paths, this.discs, this.frames] = Array.from({ length: 4 }, () => add(drawing, "g"));
    this.groups = film.cells.map(() => add(this.paths, "g"));
    this.shown = -1;
    film.pairs.forEach((pair, colour) => {
      for (const index of pair) {
        const [cx, cy] = film.cells[index].centre;
        add(this.discs, "circle", { cx, cy, r: film.disc * film.size / 2, fill: film.colours[colour] });
      }
    });
  }

  // The number of the last view.
  get last() {
    return this.film.views.length - 1;
  }

  show(place) {
    const target = Math.max(0, Math.min(this.last, place));
    if (target < this.shown) {
      this.groups.forEach((group) => group.replaceChildren());
      this.shown = -1;
    }
    while (this.shown < target) this.film.views[++this.shown].nodes.forEach((node) => this.drawNode(node));
    this.drawMarks(this.film.views[target]);
  }

  drawNode([index, on, open, colour, left]) {
    const { film } = this;
    const cell = film.cells[index];
    const [x, y] = cell.centre;
    const group = this.groups[index];
    group.replaceChildren();
    for (const [x2, y2] of sides(open, cell)) {
      const [toX, toY] = [x + 0.8 * (x2 - x), y + 0.8 * (y2 - y)];
      add(group, "line", { x1: x, y1: y, x2: toX, y2: toY, stroke: "#666", "stroke-width": 0.07 * film.size, "stroke-linecap": "round" });
    }
    const columns = Math.ceil(Math.sqrt(film.colours.length));
    const pitch = 0.8 * film.size / columns;
    for (const one of left) {
      const offset = (place) => (place - (columns - 1) / 2) * pitch;
      add(group, "circle", { cx: x + offset(one % columns), cy: y + offset(Math.floor(one / columns)), r: 0.35 * pitch, fill: film.colours[one], opacity: 0.75 });
    }
    const paint = colour === null ? UNKNOWN : film.colours[colour];
    if (on && colour !== null) add(group, "polygon", { points: outline(cell), fill: paint, opacity: 0.22 });
    for (const [x2, y2] of sides(on, cell)) {
      add(group, "line", { x1: x, y1: y, x2, y2, stroke: paint, "stroke-width": film.pipe * film.size, "stroke-linecap": "round" });
    }
    if (!on && colour !== null) add(group, "circle", { cx: x, cy: y, r: film.pipe * film.size / 2, fill: paint });
  }

  drawMarks(view) {
    this.tints.replaceChildren();
    this.frames.replaceChildren();
    const { cells, size } = this.film;
    const tint = (fill) => (index) => add(this.tints, "polygon", { points: outline(cells[index]), fill, opacity: 0.45 });
    view.undone.forEach(tint("#a04040"));
    view.touched.forEach(tint("#5a6ea0"));
    for (const index of view.guessed) {
      add(this.frames, "polygon", { points: outline(cells[index]), fill: "none", stroke: "#fff", "stroke-width": 0.06 * size });
    }
  }
}

function add(parent, name, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
}

const sides = (mask, cell) => cell.ends.filter((_, side) => mask >> side & 1);
const outline = (cell) => cell.corners.map((corner) => corner.join(",")).join(" ");
