// What of a person's mouse reaches the board: the ways in which games of this kind take drawing, and lose some of it.

const DROPPED = 20; // one move in so many is lost by a game that drops moves
const HANG_MS = 500;
const HANG_EVERY_MS = [900, 2100, 1500]; // between two hangs, in turn

export class Input {
  // `tell` has press(cell, event), move(cell, event) and release(): what counts is told to it. Its isActive() says
  // whether a flow is being drawn, isJoined() whether that joins its terminals, isOther(cell) whether a cell is a
  // terminal of another flow.
  constructor(cellAt, tell) {
    this.cellAt = cellAt;
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
    const cell = this.cellAt(event);
    if (this.isClicked) this.clickedFrom = cell;
    else if (this.does.has("latch")) this.latch(cell, event);
    else this.begins(cell, event);
  }

  move(event) {
    // A browser tells of one move a frame, which holds those that came before it.
    const all = this.does.has("corners") ? event.getCoalescedEvents() : [];
    for (const one of all.length ? all : [event]) this.moveOne(one);
  }

  moveOne(event) {
    this.moves += 1;
    if (this.does.has("drops") && this.moves % DROPPED === 0) return;
    const cell = this.cellAt(event);
    if (this.clickedFrom !== cell) this.clickedFrom = null; // a drag is no click
    if (this.isDrawing && cell !== null && !this.does.has("taps")) this.tell.move(cell, event);
  }

  // A press where there is nothing to draw from begins nothing.
  latch(cell, event) {
    if (this.isDrawing) this.ends();
    else this.begins(cell, event);
    if (!this.tell.isActive()) this.ends();
  }

  release(event) {
    if (this.does.has("latch")) return;
    if (!this.isClicked) {
      this.ends();
      return;
    }
    const cell = this.clickedFrom;
    this.clickedFrom = null;
    if (cell === null) return;
    if (this.does.has("taps")) this.tap(cell, event);
    else if (this.isDrawing) this.ends();
    else this.begins(cell, event);
  }

  // A click on one cell of a flow: the first begins it, the one that joins its terminals ends it.
  tap(cell, event) {
    if (this.isDrawing && this.tell.isOther(cell)) this.ends();
    if (this.isDrawing) this.tell.move(cell, event);
    else this.begins(cell, event);
    if (this.tell.isJoined()) this.ends();
  }

  get isClicked() {
    return this.does.has("clicks") || this.does.has("taps");
  }

  begins(cell, event) {
    this.isDrawing = true;
    this.tell.press(cell, event);
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
