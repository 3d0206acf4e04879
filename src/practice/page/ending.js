// What a game shows when a level is solved, and what leads on.
//
// An ending resolves to one of these:
// - "next": a control that leads on was clicked,
// - "itself": the game goes on by itself,
// - "again": the level is to begin again,
// - "back": the same, by a click that leads nowhere else,
// - "stay": what was shown is closed, and nothing else happens.

import { ask, hideBox } from "./box.js";

const PAUSE_MS = 400; // how long a finished board stays before anything else: long enough to be seen
const DANCE_MS = 2000;
const PUSH_MS = 1200;
const POPUP_MS = 1500;
const ADVERT_MS = 5000;
const WINDOW = [340, 190]; // width and height of a window of its own, in CSS pixels

const part = (id) => document.getElementById(id);
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const clicked = (id) => new Promise((resolve) => part(id).addEventListener("click", () => resolve("next"), { once: true }));
const never = new Promise(() => {});

// Shows a part of the page for a while.
async function during(id, ms) {
  part(id).hidden = false;
  await later(ms);
  part(id).hidden = true;
  return "itself";
}

const next = ({ isLast }) => ["next", isLast ? "Close" : "Next Level"];

const ENDINGS = {
  dialog() {
    part("complete").showModal();
    return new Promise((resolve) => part("complete").addEventListener("close", () => resolve("next"), { once: true }));
  },
  text() {
    part("beside").hidden = false;
    return clicked("beside");
  },
  push: () => during("banner", PUSH_MS),
  popup: () => during("popup", POPUP_MS),
  advert: () => during("advert", ADVERT_MS),
  async animation() {
    part("board").classList.add("dancing");
    await later(DANCE_MS);
    part("board").classList.remove("dancing");
    return "itself";
  },
  boxed: (level) => ask(level.words, [next(level)]),
  note: (level) => ask(level.words, []),
  replay: (level) => ask(level.words, [next(level), ["back", "Replay"], ...level.pick([[], [["stay", "Menu"]]])], level),
  icons: (level) => ask(level.words, [next(level), ["back", "Retry"]], { ...level, drawn: level.pick(["sign", "word"]) }),
  cancel: (level) => ask(level.words, [next(level), ["stay", "Cancel"]], level),
  encore: (level) => ask(level.words, [[level.isLast ? "again" : "next", "Play Again"]]),
  prompt: askForKey,
  cover: (level) => ask(level.words, [next(level)], { isWhole: true }),
  shove() {
    part("shove").hidden = false;
    return never;
  },
  window: openWindow,
  async alert(level) {
    await level.isTold(); // nothing is sent while an alert is up
    alert(level.words);
    return "next";
  },
  finale: (level) => (level.isLast ? ENDINGS.alert(level) : "itself"),
  rejects: () => ask("Wrong... try again", [["stay", "OK"]]),
  nothing: () => never,
};

// These hide cells of the last flow in the very frame in which it is finished.
const AT_ONCE = ["boxed", "note", "cover"];
// The last level of a game that would say nothing of it ends with the dialog, so that a person knows.
const TELLS_NOTHING = ["text", "push", "popup", "advert", "animation", undefined];

const CHECK = "Check solution";

// The name of the control that is there from the start, or undefined. It alone leads on, unless it only checks the board.
export function control(does) {
  if (does.has("dealer")) return "New puzzle";
  if (does.has("standing") || does.has("shove")) return "Next level";
  return does.has("check") ? CHECK : undefined;
}

export const isChecked = (does) => control(does) === CHECK;

let shows = 0; // how often an ending was begun or taken away

// Resolves when the game may go on. `level` has: isLast, words, pick(list) by chance, and isTold(), which resolves
// when the server has heard of what happened.
export async function ending(does, level) {
  if (isChecked(does)) await clicked("standing");
  const leadsOn = control(does) && !isChecked(does);
  const asked = Object.keys(ENDINGS).find((one) => does.has(one));
  const isClicked = does.has("again") || does.has("won");
  const name = asked ?? (isClicked && !leadsOn ? "text" : undefined);
  const shown = show(name, level);
  if (!leadsOn) return shown;
  return Promise.race([clicked("standing"), shown.then((way) => (way === "itself" ? never : way))]);
}

async function show(name, level) {
  const attempt = (shows += 1);
  if (!AT_ONCE.includes(name)) await later(PAUSE_MS);
  if (shows !== attempt) return "stay";
  const start = level.isLast && TELLS_NOTHING.includes(name) ? ENDINGS.dialog : ENDINGS[name];
  return (await start?.(level)) ?? "itself";
}

// Takes away all that an ending shows.
export function clearEnding() {
  shows += 1;
  for (const id of ["beside", "banner", "popup", "advert", "shove"]) part(id).hidden = true;
  part("complete").close();
  part("board").classList.remove("dancing");
  hideBox();
  other?.close();
}

// Shows a box that asks for one of some keys.
function askForKey(level) {
  const [key, name] = level.pick([[" ", "SPACE"], ["Enter", "Enter"], ["n", "N"]]);
  ask(`Press ${name} ${level.isLast ? "to continue" : "for the next level"}`, []);
  return new Promise((resolve) => {
    const typed = (event) => {
      if (event.key.toLowerCase() !== key.toLowerCase()) return;
      window.removeEventListener("keydown", typed);
      hideBox();
      resolve("next");
    };
    window.addEventListener("keydown", typed);
  });
}

let other; // the window of its own

function openWindow(level) {
  const [width, height] = WINDOW;
  const left = screenX + Math.round((outerWidth - width) / 2);
  const top = screenY + Math.round((outerHeight - height) / 2);
  other = open("", "", `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (!other) return ENDINGS.dialog(); // a browser may refuse to open it
  other.resizeTo(width, height); // a browser that was started with a size opens all its windows in that size
  other.moveTo(left, top);
  const [, label] = next(level);
  other.document.title = "Level complete";
  other.document.head.append(part("style").cloneNode());
  other.document.documentElement.style.cssText = document.documentElement.style.cssText;
  other.document.body.innerHTML = `<div class="window"><h2>${level.words}</h2><button>${label}</button></div>`;
  other.document.querySelector("button").addEventListener("click", () => other.close());
  return new Promise((resolve) => other.addEventListener("pagehide", () => resolve("next")));
}
