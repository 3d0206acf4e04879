// What the page measures of the level on show, and its reports to the server.
//
// A level counts as shown at the second frame after it was painted: by then it is on the screen.

export class Meter {
  // `place(cell)` gives the middle of a cell on the page, `side()` the side of one, both in device pixels.
  constructor(place, side) {
    this.place = place;
    this.side = side;
    this.queue = [];
    this.isSending = false;
    this.isPressed = false;
    this.solvedAt = null;
  }

  begin(level, board) {
    if (level !== this.level) this.wins = this.losses = this.strays = this.latePresses = 0;
    this.level = level;
    this.board = board;
    this.shownAt = this.firstPressAt = this.solvedAt = this.ledOnAt = null;
    this.presses = 0;
    this.isPressed = false;
    this.frames = 0;
    this.pointerMoves = 0;
    const attempt = (this.attempt = {});
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.attempt !== attempt) return;
        this.shownAt = performance.now();
        this.report();
      }),
    );
    this.report();
  }

  // A press on the board, also one that the game does not take.
  touch() {
    this.presses += 1;
    this.firstPressAt ??= performance.now();
    this.report();
  }

  // A press on anything but a button.
  pressAnywhere() {
    if (this.solvedAt === null) return;
    this.latePresses += 1;
    this.report();
  }

  press() {
    this.isPressed = true;
    const press = (this.lastPress = {});
    const countFrame = () => {
      // A press that follows within a frame counts the frames from then on.
      if (!this.isPressed || this.lastPress !== press) return;
      this.frames += 1;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
  }

  move() {
    this.pointerMoves += 1;
  }

  // A click on what nobody should click.
  stray() {
    this.strays += 1;
    this.report();
  }

  release() {
    this.isPressed = false;
    if (!this.board.isSolved) return;
    this.solvedAt = performance.now();
    this.wins += 1;
  }

  // The level was won, and a control that leads on was clicked.
  ledOn() {
    this.ledOnAt = performance.now();
    this.report();
  }

  // Time was up.
  lose() {
    this.losses += 1;
    this.report();
  }

  // Sends the present state. Of reports that wait about one level only the last is sent.
  report() {
    const { board } = this;
    const since = (at) => (at === null || this.shownAt === null ? null : at - this.shownAt);
    const report = {
      level: this.level,
      rows: board.rows,
      cols: board.cols,
      flows: board.pairs.length,
      grid: board.grid,
      complete: board.completeCount,
      filled: board.filledCount,
      moves: board.moves,
      solved: board.isSolved,
      pressed: this.isPressed,
      shown: this.shownAt !== null,
      first_press_ms: since(this.firstPressAt),
      solved_ms: since(this.solvedAt),
      led_on_ms: since(this.ledOnAt),
      frames: this.frames,
      pointer_moves: this.pointerMoves,
      strays: this.strays,
      presses: this.presses,
      late_presses: this.latePresses,
      wins: this.wins,
      losses: this.losses,
      terminals: board.pairs.map((pair) => pair.cells.map(this.place)),
      cell: this.side(),
    };
    if (this.queue.at(-1)?.level === report.level) this.queue.pop();
    this.queue.push(report);
    this.send();
  }

  send() {
    if (!this.isSending) this.sent = this.sendAll();
  }

  async sendAll() {
    this.isSending = true;
    while (this.queue.length) {
      // A server that has gone away ends the reports, not the game.
      await fetch("report", { method: "POST", body: JSON.stringify(this.queue.shift()) }).catch(() => {});
    }
    this.isSending = false;
  }

  // Resolves when the server has heard of all that was reported so far.
  isTold() {
    return this.sent;
  }
}
