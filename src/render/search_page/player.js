"use strict";
// Shows the views of a search one after the other. Each view holds the nodes that changed; a jump plays from the start.

const film = JSON.parse(document.getElementById("film").textContent);
const board = document.getElementById("board");
const control = (id) => document.getElementById(id);
const UNKNOWN = "#aaaaaa";

const layer = () => board.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
const [tints, paths, discs, frames] = [layer(), layer(), layer(), layer()];
const groups = film.cells.map(() => {
  const group = paths.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  return group;
});

function add(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.appendChild(element);
}

const sides = (mask, cell) => cell.ends.filter((_, side) => mask >> side & 1);
const outline = (cell) => cell.corners.map((corner) => corner.join(",")).join(" ");

function drawNode([index, on, open, colour, left]) {
  const cell = film.cells[index];
  const [x, y] = cell.centre;
  const group = groups[index];
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

function drawMarks(view) {
  tints.replaceChildren();
  frames.replaceChildren();
  const tint = (fill) => (index) => add(tints, "polygon", { points: outline(film.cells[index]), fill, opacity: 0.45 });
  view.undone.forEach(tint("#a04040"));
  view.touched.forEach(tint("#5a6ea0"));
  for (const index of view.guessed) {
    add(frames, "polygon", { points: outline(film.cells[index]), fill: "none", stroke: "#fff", "stroke-width": 0.06 * film.size });
  }
}

film.pairs.forEach((pair, colour) => {
  for (const index of pair) {
    const [cx, cy] = film.cells[index].centre;
    add(discs, "circle", { cx, cy, r: film.disc * film.size / 2, fill: film.colours[colour] });
  }
});

let shown = -1;
let timer = null;
const last = film.views.length - 1;
control("slider").max = last;

function show(place) {
  const target = Math.max(0, Math.min(last, place));
  if (target < shown) {
    groups.forEach((group) => group.replaceChildren());
    shown = -1;
  }
  while (shown < target) film.views[++shown].nodes.forEach(drawNode);
  drawMarks(film.views[target]);
  control("slider").value = target;
  control("place").textContent = `${target} of ${last}`;
}

function pause() {
  clearTimeout(timer);
  timer = null;
  control("play").textContent = "play";
}

function play() {
  control("play").textContent = "pause";
  const tick = () => {
    if (shown >= last) return pause();
    show(shown + 1);
    timer = setTimeout(tick, film.ms / 2 ** Number(control("speed").value));
  };
  tick();
}

control("play").onclick = () => {
  if (timer !== null) return pause();
  if (shown >= last) show(0);
  play();
};
control("back").onclick = () => { pause(); show(shown - 1); };
control("on").onclick = () => { pause(); show(shown + 1); };
control("slider").oninput = (event) => { pause(); show(Number(event.target.value)); };
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT") return;
  if (event.key === " ") { event.preventDefault(); control("play").click(); }
  if (event.key === "ArrowLeft") control("back").click();
  if (event.key === "ArrowRight") control("on").click();
});
show(0);
play();
