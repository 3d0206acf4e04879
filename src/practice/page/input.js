// What of a person's mouse reaches the board: the ways in which games of this kind take drawing, and lose some of it.

const DROPPED = 20; // one move in so many is lost by a game that drops moves
const HANG_MS = 500;
const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]; // by the number of the side that they point to
const HANG_EVERY_MS = [900, 2100, 1500]; // between two hangs, in turn

export class Input {
  // `tell` has press(place, event), move(place, event), step(side) and release(): what counts is told to it. Its isActive() says
  // whether a flow is being drawn, isJoined() whether that joins its terminals, isOther(place) whether a place is a
  // terminal of another flow.
  constructor(placeAt, tell) {
    this.placeAt = placeAt;
    this.tell = tell;
    this.hasFocus = true;
    this.does = new Set();
    this.moves = 0;
    this.hangs = 0;
    window.addEventListener("blur", () => (this.hasFocus = false));
  }

  // A level begins in which the game behaves like this.
  begin(does) {
    if (does.has("focus") && !this.does.has("focus")) this.hasFocus = false;
    this.does = does;
    this.clickedFrom = null;
    this.isDrawing = false;
    clearTimeout(this.hang);
    if (does.has("hangs")) this.hangLater();
  }

  press(event) {
    const isLost = this.does.has("focus") && !this.hasFocus;
    this.hasFocus = true;
    if (event.button !== 0 || isLost) return;
    const place = this.placeAt(event);
    if (this.isClicked) this.clickedFrom = place;
    else if (this.does.has("keys")) this.select(place, event);
    else if (this.does.has("latch")) this.latch(place, event);
    else this.begins(place, event);
  }

  move(event) {
    // A browser tells of one move a frame, which holds those that came before it.
    const all = this.does.has("corners") ? event.getCoalescedEvents() : [];
    for (const one of all.length ? all : [event]) this.moveOne(one);
  }

  moveOne(event) {
    this.moves += 1;
    if (this.does.has("drops") && this.moves % DROPPED === 0) return;
    const place = this.placeAt(event);
    if (this.clickedFrom !== place) this.clickedFrom = null; // a drag is no click
    const isByMove = !this.does.has("taps") && !this.does.has("keys");
    if (this.isDrawing && place !== null && isByMove) this.tell.move(place, event);
  }

  // A press on another terminal lets go of the one before.
  select(place, event) {
    this.ends();
    this.begins(place, event);
  }

  // An arrow key draws on from the terminal that was pressed last. Returns whether the key is taken.
  key(name) {
    if (!this.does.has("keys") || !ARROWS.includes(name)) return false;
    if (this.isDrawing) this.tell.step(ARROWS.indexOf(name));
    if (this.tell.isJoined()) this.ends();
    return true;
  }

  // A press where there is nothing to draw from begins nothing.
  latch(place, event) {
    if (this.isDrawing) this.ends();
    else this.begins(place, event);
    if (!this.tell.isActive()) this.ends();
  }

  release(event) {
    if (this.does.has("latch") || this.does.has("keys")) return;
    if (!this.isClicked) {
      this.ends();
      return;
    }
    const place = this.clickedFrom;
    this.clickedFrom = null;
    if (place === null) return;
    if (this.does.has("taps")) this.tap(place, event);
    else if (this.isDrawing) this.ends();
    else this.begins(place, event);
  }

  // A click on one cell of a flow: the first begins it, the one that joins its terminals ends it.
  tap(place, event) {
    if (this.isDrawing && this.tell.isOther(place)) this.ends();
    if (this.isDrawing) this.tell.move(place, event);
    else this.begins(place, event);
    if (this.tell.isJoined()) this.ends();
  }

  get isClicked() {
    return this.does.has("clicks") || this.does.has("taps");
  }

  begins(place, event) {
    this.isDrawing = true;
    this.tell.press(place, event);
  }

  ends() {
    if (!this.isDrawing) return;
    this.isDrawing = false;
    this.tell.release();
  }

  // The level takes nothing more.
  stop() {
    this.clickedFrom = null;
    this.ends();
  }

  hangLater() {
    const pause = HANG_EVERY_MS[this.hangs++ % HANG_EVERY_MS.length];
    this.hang = setTimeout(() => {
      const end = performance.now() + HANG_MS;
      while (performance.now() < end);
      this.hangLater();
    }, pause);
  }
}
