// The game: level after level, and the words around the board.

import { behaviours, pick, randomNumbers } from "./behaviours.js";
import { Board } from "./board.js";
import { ending } from "./ending.js";
import { Input } from "./input.js";
import { LOOKS } from "./looks.js";
import { Meter } from "./meter.js";
import { Mirror } from "./mirror.js";
import { Painter } from "./paint.js";

const query = new URLSearchParams(location.search);
const behavioursOf = behaviours(query);

const part = (id) => document.getElementById(id);
const canvas = part("board");
const dialog = part("complete");
const painter = new Painter(canvas);
const mirror = new Mirror(canvas, part("glass"));
const meter = new Meter(
  (cell) => mirror.shownAt(painter.middleOf(cell)).map(inDevicePixels),
  () => inDevicePixels(painter.side * mirror.scale),
);
const input = new Input((event) => painter.cellAt(board, ...mirror.place(event)), {
  press,
  move,
  release,
  isJoined: () => board.active !== null && board.isComplete(board.active),
  isOther: (cell) => (board.terminals.get(cell) ?? board.active) !== board.active,
});

const inDevicePixels = (length) => length * (window.devicePixelRatio || 1);

let levels = [];
let number = 0; // of the level on show, from 0
let board;
let does; // how the game behaves in it

function show(wanted) {
  number = wanted;
  does = behavioursOf(number);
  board = new Board(levels[number], does);
  wear(lookOf(number));
  document.body.classList.toggle("moving", does.has("moving"));
  document.body.classList.toggle("roomy", does.has("text"));
  mirror.show(does.has("mirror"));
  part("name").textContent = `level ${number + 1}`;
  part("size").textContent = `${board.cols}x${board.rows}`;
  part("previous").disabled = number === 0;
  part("next").disabled = number === levels.length - 1;
  history.replaceState(null, "", `#${number + 1}`); // a reload stays on this level
  begin();
}

// The level on show from its first state: also after "restart".
function begin() {
  board.restart();
  input.begin(does);
  fit();
  meter.begin(number + 1, board);
}

function lookOf(level) {
  const name = query.get("look");
  if (name !== "random") return LOOKS[name] ?? LOOKS.dark;
  return pick(randomNumbers(Number(query.get("seed") ?? 1) * 99_991 + level), Object.values(LOOKS));
}

function wear(look) {
  const page = document.documentElement;
  page.removeAttribute("style");
  for (const [name, value] of Object.entries(look.style)) page.style.setProperty(name, value);
  painter.wear(look, does);
}

function fit() {
  const room = canvas.parentElement;
  painter.fit(board, room.clientWidth, room.clientHeight);
  paint();
}

function paint() {
  painter.paint(board);
  part("flows").textContent = `flows: ${board.completeCount}/${board.pairs.length}`;
  part("moves").textContent = `moves: ${board.moves}`;
  part("pipe").textContent = `pipe: ${Math.floor((100 * board.filledCount) / board.cellCount)}%`;
}

function press(cell, event) {
  if (board.isSolved) return;
  meter.press();
  if (cell !== null) board.press(cell);
  point(event);
  meter.report();
}

function move(cell, event) {
  if (board.active === null) return;
  meter.move();
  board.move(cell);
  point(event);
  meter.report();
}

function release() {
  if (!meter.isPressed) return;
  board.release();
  painter.pointAt(null);
  meter.release();
  paint();
  meter.report();
  if (board.isSolved) win();
}

// Paints the board with the pointer at an event.
function point(event) {
  painter.pointAt(mirror.place(event));
  paint();
}

async function win() {
  const isLast = number === levels.length - 1;
  if (!does.has("nothing")) part("name").textContent = "level complete!";
  part("verdict").textContent = isLast ? "That was the last level!" : "Level complete!";
  part("summary").textContent = `You completed it in ${board.moves} move${board.moves === 1 ? "" : "s"}.`;
  part("advance").textContent = isLast ? "close" : "next level";
  const won = board;
  await ending(does, isLast);
  if (!isLast && board === won && board.isSolved) show(number + 1);
}

part("previous").addEventListener("click", () => show(number - 1));
part("next").addEventListener("click", () => show(number + 1));
part("restart").addEventListener("click", begin);
part("advert").addEventListener("click", () => meter.stray());
for (const surface of [canvas, part("glass")])
  surface.addEventListener("pointerdown", (event) => {
    meter.touch();
    input.press(event);
  });
window.addEventListener("pointermove", (event) => input.move(event));
window.addEventListener("pointerup", (event) => input.release(event));
window.addEventListener("pointercancel", (event) => input.release(event));
window.addEventListener("resize", () => {
  fit();
  meter.report();
});
window.addEventListener("keydown", ({ key }) => {
  const button = { ArrowLeft: "previous", ArrowRight: "next", r: "restart", R: "restart" }[key];
  if (button && !dialog.open) part(button).click();
});

levels = await (await fetch("levels")).json();
const asked = Number(location.hash.slice(1));
show(asked >= 1 && asked <= levels.length ? asked - 1 : 0);
