// The game: level after level, the pointer, and the words around the board.

import { Board } from "./board.js";
import { LOOKS } from "./looks.js";
import { Meter } from "./meter.js";
import { Painter } from "./paint.js";

// How long a finished board stays before the game goes on: long enough to be seen.
const PAUSE_MS = 400;

const query = new URLSearchParams(location.search);
const look = LOOKS[query.get("look")] ?? LOOKS.dark;
const advancesAlone = query.get("advance") !== "button";

const part = (id) => document.getElementById(id);
const canvas = part("board");
const dialog = part("complete");
const painter = new Painter(canvas, look);
const meter = new Meter();

let levels = [];
let number = 0; // of the level on show, from 0
let board;

function show(wanted) {
  number = wanted;
  board = new Board(levels[number]);
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
  fit();
  meter.begin(number + 1, board);
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

function press(event) {
  if (event.button !== 0 || board.isSolved) return;
  meter.press();
  const cell = painter.cellAt(board, event.clientX, event.clientY);
  if (cell !== null) board.press(cell);
  paint();
  meter.report();
}

function move(event) {
  if (board.active === null) return;
  meter.move();
  const cell = painter.cellAt(board, event.clientX, event.clientY);
  if (cell === null) return;
  board.move(cell);
  paint();
  meter.report();
}

function release() {
  if (!meter.isPressed) return;
  board.release();
  meter.release();
  paint();
  meter.report();
  if (board.isSolved) win();
}

function win() {
  const isLast = number === levels.length - 1;
  const goOn = advancesAlone && !isLast ? () => show(number + 1) : () => dialog.showModal();
  part("name").textContent = "level complete!";
  part("verdict").textContent = isLast ? "That was the last level!" : "Level complete!";
  part("summary").textContent = `You completed it in ${board.moves} move${board.moves === 1 ? "" : "s"}.`;
  part("advance").textContent = isLast ? "play it again" : "next level";
  setTimeout(() => board.isSolved && goOn(), PAUSE_MS);
}

dialog.addEventListener("close", () => show(Math.min(number + 1, levels.length - 1)));
part("previous").addEventListener("click", () => show(number - 1));
part("next").addEventListener("click", () => show(number + 1));
part("restart").addEventListener("click", begin);
canvas.addEventListener("pointerdown", press);
window.addEventListener("pointermove", move);
window.addEventListener("pointerup", release);
window.addEventListener("pointercancel", release);
window.addEventListener("resize", fit);
window.addEventListener("keydown", ({ key }) => {
  const button = { ArrowLeft: "previous", ArrowRight: "next", r: "restart", R: "restart" }[key];
  if (button && !dialog.open) part(button).click();
});

for (const [name, value] of Object.entries(look.style)) document.documentElement.style.setProperty(name, value);
levels = await (await fetch("levels")).json();
const asked = Number(location.hash.slice(1));
show(asked >= 1 && asked <= levels.length ? asked - 1 : 0);
