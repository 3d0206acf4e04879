// "Show me how": plays the search for a level's solution over its board, which stays as it is.

import { flowColour } from "./looks.js";
import { Player } from "./player.js";

const LAST_MS = 2000; // how long the solved board stays

export class Film {
  // `ended` is called when the film is over, or was stopped.
  constructor(drawing, ended) {
    this.drawing = drawing;
    this.ended = ended;
    this.attempt = null; // what was asked for last, until it is over
    this.timer = null;
  }

  get isOn() {
    return !this.drawing.hasAttribute("hidden");
  }

  // Asks for the film of a level, from 1, and plays it; returns whether there is one.
  async play(level, board, painter) {
    this.stop();
    const attempt = (this.attempt = {});
    const answer = await fetch(`film/${level}`).catch(() => null);
    if (!answer?.ok) return false;
    const film = await answer.json();
    if (this.attempt !== attempt) return true; // stopped meanwhile
    this.player = new Player(this.drawing, { ...film, ...drawn(film, board, painter) });
    this.drawing.removeAttribute("hidden");
    this.ms = film.ms;
    this.step();
    return true;
  }

  step() {
    this.player.show(this.player.shown + 1);
    const isLast = this.player.shown === this.player.last;
    this.timer = setTimeout(() => (isLast ? this.stop() : this.step()), isLast ? LAST_MS : this.ms);
  }

  stop() {
    if (this.attempt === null) return;
    this.attempt = null;
    clearTimeout(this.timer);
    this.drawing.setAttribute("hidden", "");
    this.drawing.replaceChildren();
    this.ended();
  }

  // Lays the drawing over the canvas of a board, in the painter's own unit: cells.
  fit({ canvas, cell, margin }) {
    const inCells = [-margin, -margin, canvas.width, canvas.height].map((pixels) => pixels / cell);
    this.drawing.setAttribute("viewBox", inCells.join(" "));
    this.drawing.style.width = canvas.style.width;
    this.drawing.style.height = canvas.style.height;
  }
}

// Where everything is on this board, in this look. The board itself, with its terminals, is painted below.
function drawn({ nodes }, board, painter) {
  const { look } = painter;
  const cells = nodes.map(({ cell, to }) => {
    const [x, y] = painter.middle(cell);
    return {
      centre: [x, y],
      corners: painter.cornersAround(cell).map(([right, down]) => [x + right, y + down]),
      ends: to.map((other, side) => (other === null ? null : painter.endOf(cell, other, side))),
    };
  });
  const colours = board.pairs.map((_, flow) => flowColour(look, flow));
  return { size: 1, pipe: look.pipe, disc: look.dot, colours, pairs: [], cells };
}
