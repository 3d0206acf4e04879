// The game of Futoshiki: level after level, a click selects a cell, a key or the pad enters a digit.

import { Board } from "./board.js";
import { clearEnding, ending } from "./ending.js";
import { Meter } from "./meter.js";
import { Mirror } from "./mirror.js";
import { paintBoard } from "./paint.js";

const DROPPED = 7; // one digit in so many is lost by a game that drops digits
const CELL = 58; // the side of a cell and of the gap between two, in CSS pixels, where the board has room
const GAP = 30;

const query = new URLSearchParams(location.search);
const does = new Set((query.get("behave") ?? "").split(",").filter(Boolean));
const part = (id) => document.getElementById(id);
const inDevicePixels = (length) => length * (window.devicePixelRatio || 1);
const meter = new Meter(() => [0, 0], () => inDevicePixels(CELL));
// The mirror shows a picture of the board, which lies where the board does.
const picture = Object.assign(new OffscreenCanvas(1, 1), { getBoundingClientRect: () => part("board").getBoundingClientRect() });
const mirror = new Mirror(picture, part("glass"));

let levels = [];
let number = 0; // of the level on show, from 0
let board;
let selected = null;
let notes = false; // whether digits are pencil marks
let entries = 0;
let hasFocus = !does.has("focus");

function show(wanted) {
  number = wanted;
  board = new Board(levels[number]);
  part("size").textContent = `${board.size}x${board.size}`;
  part("previous").disabled = number === 0;
  part("next").disabled = isLast();
  part("pad").hidden = does.has("clicks") || does.has("opens");
  part("pad").classList.toggle("over", does.has("opens"));
  history.replaceState(null, "", `#${number + 1}`); // a reload stays on this level
  build();
  mirror.show(does.has("mirror"));
  begin();
}

// The level on show from its first state: also after "restart".
function begin() {
  clearEnding();
  board.restart();
  selected = null;
  part("name").textContent = `level ${number + 1}`;
  paint();
  meter.begin(number + 1, board);
}

function isLast() {
  return number === levels.length - 1;
}

function build() {
  const { size } = board;
  const digits = Array.from({ length: size }, (_, index) => index + 1);
  part("pad").replaceChildren(...digits.map((digit) => button(digit)));
  const grid = part("board");
  const room = grid.parentElement;
  const fits = Math.min(room.clientWidth, room.clientHeight) / (size * CELL + (size - 1) * GAP);
  const [cell, gap] = [CELL, GAP].map((side) => Math.floor(side * Math.min(fits, 1)));
  const tracks = Array.from({ length: size }, () => `${cell}px`).join(` ${gap}px `);
  Object.assign(grid.style, { gridTemplateColumns: tracks, gridTemplateRows: tracks });
  const cells = board.givens.map((_, cell) => place("cell", 2 * Math.floor(cell / size), 2 * (cell % size)));
  cells.forEach((element, cell) => element.addEventListener("pointerdown", () => touch(cell)));
  const signs = board.signs.map(([smaller, larger]) => sign(smaller, larger));
  grid.replaceChildren(...cells, ...signs);
}

function place(kind, row, column) {
  const element = document.createElement("div");
  element.className = kind;
  Object.assign(element.style, { gridRow: row + 1, gridColumn: column + 1 });
  return element;
}

function button(digit) {
  const element = document.createElement("button");
  element.textContent = digit;
  element.addEventListener("click", () => enter(digit, notes));
  return element;
}

// A chevron between two neighbours, with its tip at the smaller one.
function sign(smaller, larger) {
  const { size } = board;
  const [rows, columns] = [(cell) => Math.floor(cell / size), (cell) => cell % size];
  const element = place("sign", rows(smaller) + rows(larger), columns(smaller) + columns(larger));
  const turn = Math.atan2(rows(larger) - rows(smaller), columns(larger) - columns(smaller));
  element.innerHTML = `<svg width="22" height="22" viewBox="-11 -11 22 22"><path d="M6,-9 L-6,0 L6,9" transform="rotate(${(turn * 180) / Math.PI})"/></svg>`;
  return element;
}

function paint() {
  const { wrong } = board;
  [...part("board").querySelectorAll(".cell")].forEach((element, cell) => {
    const digit = board.digits[cell];
    element.textContent = digit === 0 ? "" : digit.toString(36).toUpperCase();
    element.classList.toggle("given", board.isGiven(cell));
    element.classList.toggle("wrong", wrong.has(cell));
    element.classList.toggle("selected", cell === selected);
    if (digit === 0 && board.marks[cell].size) element.append(marks(cell));
  });
  part("notes").classList.toggle("on", notes);
  part("filled").textContent = `filled: ${board.filledCount}/${board.digits.length}`;
  part("moves").textContent = `digits entered: ${board.moves}`;
  if (mirror.isOn) paintBoard(part("board"), picture);
}

function marks(cell) {
  const element = document.createElement("span");
  element.className = "marks";
  element.textContent = [...board.marks[cell]].sort().join("");
  return element;
}

// A press on a cell.
function touch(cell) {
  meter.touch();
  const isLost = !hasFocus;
  hasFocus = true;
  if (isLost || board.isSolved) return;
  selected = cell;
  if (does.has("opens")) part("pad").hidden = board.isGiven(cell);
  if (does.has("clicks")) enter(nextDigit(cell), false);
  paint();
}

// The digit that comes after the one in a cell, 0 after the last.
function nextDigit(cell) {
  const digits = Array.from({ length: board.size }, (_, index) => index + 1);
  return digits.find((digit) => digit > board.digits[cell] && !isRefused(cell, digit)) ?? 0;
}

function isRefused(cell, digit) {
  return does.has("refuses") && digit !== 0 && board.breaksRule(cell, digit);
}

// Takes a digit for the selected cell, 0 to clear it.
function enter(digit, isMark) {
  if (selected === null || board.isSolved || digit > board.size) return;
  if (does.has("opens")) part("pad").hidden = true;
  entries += 1;
  if (does.has("drops") && entries % DROPPED === 0) return;
  if (isMark && digit !== 0) board.mark(selected, digit);
  else if (!isRefused(selected, digit)) board.enter(selected, digit);
  paint();
  meter.release();
  meter.report();
  if (board.isSolved) win();
}

async function win() {
  const won = board;
  const words = isLast() ? "That was the last level!" : "Level complete!";
  selected = null;
  paint();
  part("name").textContent = "level complete!";
  part("verdict").textContent = words;
  part("summary").textContent = `You entered ${board.moves} digits.`;
  part("advance").textContent = isLast() ? "close" : "next level";
  const way = await ending(does, { isLast: isLast(), words, isTold: () => meter.isTold() });
  if (board !== won || !board.isSolved) return; // another control led on
  clearEnding();
  if (way === "next") meter.ledOn();
  if (!isLast()) show(number + 1);
}

// Moves the selection so many cells right and down.
function step(right, down) {
  const { size } = board;
  const clamp = (at) => Math.min(Math.max(at, 0), size - 1);
  const from = selected ?? 0;
  selected = clamp(Math.floor(from / size) + down) * size + clamp((from % size) + right);
  paint();
}

// A key with a digit, 0 for one that clears.
function typed(digit, isMark) {
  if (!["pad", "opens", "clicks"].some((way) => does.has(way))) enter(digit, isMark);
}

function toggleNotes() {
  notes = !notes;
  paint();
}

const KEYS = {
  ArrowLeft: () => step(-1, 0),
  ArrowRight: () => step(1, 0),
  ArrowUp: () => step(0, -1),
  ArrowDown: () => step(0, 1),
  PageUp: () => part("previous").click(),
  PageDown: () => part("next").click(),
  Backspace: () => typed(0, false),
  Delete: () => typed(0, false),
  n: toggleNotes,
  r: begin,
};

part("previous").addEventListener("click", () => show(number - 1));
part("next").addEventListener("click", () => {
  if (board.isSolved) meter.ledOn();
  show(number + 1);
});
part("restart").addEventListener("click", begin);
part("notes").addEventListener("click", toggleNotes);
window.addEventListener("pointerdown", ({ target }) => target.closest("button") || meter.pressAnywhere(), true);
part("glass").addEventListener("pointerdown", (event) => {
  const under = document.elementsFromPoint(...mirror.place(event));
  const cell = [...part("board").querySelectorAll(".cell")].findIndex((element) => under.includes(element));
  if (cell >= 0) touch(cell);
});
window.addEventListener("keydown", (event) => {
  if (part("complete").open || event.ctrlKey || event.altKey) return;
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : null);
  if (digit) typed(Number(digit), notes || event.shiftKey);
  else KEYS[event.key]?.();
});

levels = await (await fetch("levels")).json();
const asked = Number(location.hash.slice(1));
show(asked >= 1 && asked <= levels.length ? asked - 1 : 0);
