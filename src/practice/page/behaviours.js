// How games of this kind behave, as data: one entry for each name in `?behave=`, with its group and what it does.
//
// Several may be given, with commas between. `random` picks for each level, from `?seed=`: at most one of each
// group of which none is given, so that what is picked can be played. How strokes are taken is picked once, within a board
// and over its borders: no game changes that.

export const BEHAVIOURS = {
  whole: "drawing", // only a move into the next cell counts
  erases: "drawing", // a move that leaves a cell out erases the path
  first: "drawing", // a flow is drawn from its first terminal only
  clicks: "drawing", // click a terminal, move, click: a drag does nothing
  taps: "drawing", // click a terminal, then every cell: a drag does nothing
  corners: "drawing", // all moves between two frames count, so that a stroke of corners alone loses nothing
  starts: "drawing", // a flow is drawn from its square terminal only; its other one is a disc
  latch: "drawing", // press, move, press: a release does nothing, so a drag leaves a line that follows the pointer
  keys: "drawing", // click a terminal, then an arrow key for each cell: a drag does nothing
  sides: "borders", // over a joined border, a drag that goes out draws nothing: one from the other side goes on there
  focus: "trouble", // the first press only gives the page its focus
  drops: "trouble", // every 20th move is lost
  hangs: "trouble", // now and then nothing happens for half a second
  limit: "trouble", // after 50 s the level is lost, and may be tried again
  disc: "sight", // a translucent disc at the pointer while drawing
  fading: "sight", // the terminals of a finished flow fade
  moving: "sight", // the background moves, also under the board
  mirror: "sight", // all is shown late, scaled, between bars, in noisy blocks: a phone on a screen
  decoys: "sight", // a row of buttons in the colours of the flows, above the board
  animation: "ending", // the board dances for 2 s, then the next level comes
  dialog: "ending", // a dialog with a button
  text: "ending", // a button beside the board
  push: "ending", // a text pushes the board down, then the next level comes
  popup: "ending", // a pop-up over the middle for 1.5 s, then the next level comes
  advert: "ending", // an advertisement with a button over all of the window for 5 s, then the next level comes
  boxed: "ending", // a box over the middle at once and for good, with a button
  note: "ending", // the same without a button: only the one below the board leads on
  replay: "ending", // a box with buttons that lead on and back, in any order
  icons: "ending", // the same, with buttons that are pictures
  cancel: "ending", // a box with a button that leads on and one that closes it
  encore: "ending", // a box whose only button says "Play Again": it leads on, and deals the last level again
  prompt: "ending", // a box that asks for a key, and takes no click
  cover: "ending", // a box that hides the whole board, with a button
  shove: "ending", // a text pushes all of the page down, also the button that leads on, which was there before
  window: "ending", // a window of its own over the page, with a button
  alert: "ending", // an alert of the browser, then the next level
  finale: "ending", // the same after the last level only; the others go on by themselves
  standing: "control", // a button "Next level" is always there; the next level comes by it alone
  dealer: "control", // the same, called "New puzzle"
  check: "control", // a button "Check solution" is always there; nothing comes of a solved board before it is clicked
  again: "start", // the button that leads on deals the same level again, once
  won: "start", // the page opens on a board that is won already; a button leads on
  rejects: "ending", // a box says that it is wrong, whatever is drawn, and no next level
  nothing: "ending", // no sign at all, and no next level
};

// Some do not lead on by themselves, others happen once, one makes more boards of the levels, and hexagons have no arrow keys:
// never picked.
const NOT_PICKED = ["keys", "rejects", "nothing", "note", "focus", "won", "again"];

// The groups of how strokes are taken.
const TAKEN_ONCE = ["drawing", "borders"];

// Gives, for a level counted from 0, the names of how the game behaves in it.
export function behaviours(query) {
  const asked = (query.get("behave") ?? "").split(",");
  const given = asked.filter((name) => name in BEHAVIOURS);
  if (!asked.includes("random")) return () => new Set(given);
  const seed = Number(query.get("seed") ?? 1);
  const isFree = (group) => !given.some((name) => BEHAVIOURS[name] === group);
  const pickFrom = (random, group) => isFree(group) && pick(random, [...named(group), null]);
  const first = randomNumbers(seed);
  const once = TAKEN_ONCE.map((group) => pickFrom(first, group));
  const others = groups().filter((group) => !TAKEN_ONCE.includes(group));
  return (level) => {
    const random = randomNumbers(seed * 100_003 + level);
    const picked = others.map((group) => pickFrom(random, group));
    return new Set([...given, ...once, ...picked].filter(Boolean));
  };
}

// One of a list, by the next random number.
export function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

function groups() {
  return [...new Set(Object.values(BEHAVIOURS))];
}

// The names of a group that may be picked.
function named(group) {
  return Object.keys(BEHAVIOURS).filter((name) => BEHAVIOURS[name] === group && !NOT_PICKED.includes(name));
}

// Numbers from 0 to below 1, the same for the same seed (mulberry32 by Tommy Ettinger).
export function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
