// The game: level after level, and the words around the board.

import { dress } from "./around.js";
import { behaviours, pick, randomNumbers } from "./behaviours.js";
import { Board, wonBoard } from "./board.js";
import { ask } from "./box.js";
import { clearEnding, ending, isChecked } from "./ending.js";
import { Film } from "./film.js";
import { Input } from "./input.js";
import { Limit } from "./limit.js";
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
const input = new Input((event) => painter.placeAt(board, ...mirror.place(event)), {
  press,
  move,
  step,
  release,
  isActive: () => board.active !== null,
  isJoined: () => board.active !== null && board.isComplete(board.active),
  isOther: (place) => board.isOther(place),
});

const inDevicePixels = (length) => length * (window.devicePixelRatio || 1);

let levels = [];
let number = 0; // of the level on show, from 0
let board;
let does; // how the game behaves in it
let isOpening = false; // whether a won board is on show before it
let isAgain = false; // whether it was dealt before
let isLost = false;
const limit = new Limit(showTime, lose);
const film = new Film(part("film"), () => {
  part("how").textContent = "show me how";
  paint();
});

function show(wanted) {
  number = wanted;
  isAgain = false;
  does = behavioursOf(number);
  board = isOpening ? wonBoard(does) : new Board(levels[number], does);
  const look = lookOf(number);
  wear(look);
  dress(board, look, does);
  mirror.show(does.has("mirror"));
  part("size").textContent = board.isShape ? `${board.size} cells` : `${board.cols}x${board.rows}`;
  part("previous").disabled = number === 0;
  part("next").disabled = isLast() && !isOpening;
  history.replaceState(null, "", `#${number + 1}`); // a reload stays on this level
  begin();
}

// The level on show from its first state: also after "restart".
function begin() {
  clearEnding();
  film.stop();
  part("how").disabled = isOpening;
  isLost = false;
  if (!isOpening) board.restart();
  part("name").textContent = `level ${number + 1}`;
  input.begin(does);
  limit.begin(does.has("limit") && !isOpening);
  fit();
  meter.begin(number + 1, board);
  if (isOpening) win();
}

function isLast() {
  return number === levels.length - 1;
}

function lookOf(level) {
  const name = query.get("look");
  return name === "random" ? pick(chance(99_991, level), Object.values(LOOKS)) : (LOOKS[name] ?? LOOKS.dark);
}

// Random numbers for a level, others for each purpose.
function chance(purpose, level) {
  return randomNumbers(Number(query.get("seed") ?? 1) * purpose + level);
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
  film.fit(painter);
  paint();
}

function paint() {
  painter.paint(film.isOn ? new Board(levels[number], does) : board);
  part("flows").textContent = `flows: ${board.completeCount}/${board.pairs.length}`;
  part("moves").textContent = `moves: ${board.moves}`;
  part("pipe").textContent = `pipe: ${Math.floor((100 * board.filledCount) / board.nodeCount)}%`;
}

function press(place, event) {
  if (board.isSolved || isLost) return;
  meter.press();
  if (place !== null) board.press(place);
  point(event);
  meter.report();
}

function move(place, event) {
  if (board.active === null || film.isOn) return;
  meter.move();
  board.move(place);
  point(event);
  meter.report();
}

function step(side) {
  if (board.active === null || film.isOn) return;
  meter.move();
  board.step(side);
  paint();
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
  limit.stop();
  const won = board;
  const isEnd = isLast() && !isOpening && (isAgain || !does.has("again"));
  const words = isEnd ? "That was the last level!" : "Level complete!";
  const isSilent = does.has("nothing") || does.has("rejects") || isChecked(does);
  if (!isSilent) part("name").textContent = "level complete!";
  part("verdict").textContent = words;
  part("summary").textContent = `You completed it in ${board.moves} move${board.moves === 1 ? "" : "s"}.`;
  part("advance").textContent = isEnd ? "close" : "next level";
  const random = chance(99_989, number);
  const level = { isLast: isEnd, words, pick: (list) => pick(random, list), isTold: () => meter.isTold() };
  const way = await ending(does, level);
  if (board !== won || !board.isSolved) return; // another control led on
  clearEnding();
  if (way === "next") meter.ledOn();
  if (way === "back" || way === "stay") meter.stray();
  if (way === "back" || way === "again") begin();
  else if (way !== "stay" && !isEnd) goOn();
}

// From a won level to what comes next.
function goOn() {
  if (isOpening) {
    isOpening = false;
    show(number);
  } else if (does.has("again") && !isAgain) {
    isAgain = true;
    begin();
  } else {
    show(number + 1);
  }
}

function showTime(seconds) {
  part("time").hidden = seconds === null;
  part("time").textContent = `time: ${seconds} s`;
}

// Time is up: what is drawn does not count, and nothing more is taken until the level begins again.
async function lose() {
  input.stop();
  if (board.isSolved) return;
  const lost = board;
  isLost = true;
  meter.lose();
  await ask("Time is up!", [["retry", "Retry"]]);
  if (board === lost && isLost) begin();
}

// Shows how the level on show is solved, from its first state on, or ends that. What is drawn is left alone.
async function showHow() {
  if (film.isOn) {
    film.stop();
    return;
  }
  const asked = board;
  const isFound = await film.play(number + 1, board, painter);
  if (!isFound && board === asked) {
    part("how").textContent = "no solution found";
    part("how").disabled = true;
  } else if (film.isOn) {
    part("how").textContent = "stop showing";
    paint();
  }
}

part("how").addEventListener("click", showHow);
part("film").addEventListener("pointerdown", () => film.stop());
part("previous").addEventListener("click", () => show(number - 1));
part("next").addEventListener("click", () => {
  if (!board.isSolved) {
    show(number + 1);
    return;
  }
  meter.ledOn();
  goOn();
});
part("standing").addEventListener("click", () => {
  if (board.isSolved) return; // the ending hears of it
  meter.stray();
  if (isChecked(does)) part("name").textContent = "not solved yet";
  else if (!isLast()) show(number + 1);
});
part("restart").addEventListener("click", begin);
for (const id of ["advert", "decoys"]) part(id).addEventListener("click", () => meter.stray());
// Before all others, so that the press that finishes a level does not come after its end.
window.addEventListener("pointerdown", ({ target }) => target.closest("button, .button") || meter.pressAnywhere(), true);
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
  if (!dialog.open && input.key(key)) return;
  const button = { ArrowLeft: "previous", ArrowRight: "next", r: "restart", R: "restart", h: "how", H: "how" }[key];
  if (button && !dialog.open) part(button).click();
});

levels = await (await fetch("levels")).json();
const asked = Number(location.hash.slice(1));
isOpening = !asked && behavioursOf(0).has("won");
show(asked >= 1 && asked <= levels.length ? asked - 1 : 0);
