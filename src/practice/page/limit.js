// A time limit for a level.

const LIMIT_S = 50;

export class Limit {
  // `show` is told how many seconds are left, null without a limit; `end` is called when none are.
  constructor(show, end) {
    this.show = show;
    this.end = end;
  }

  begin(isOn) {
    clearInterval(this.timer);
    this.left = LIMIT_S;
    this.show(isOn ? this.left : null);
    if (isOn) this.timer = setInterval(() => this.tick(), 1000);
  }

  stop() {
    clearInterval(this.timer);
  }

  tick() {
    this.left -= 1;
    this.show(this.left);
    if (this.left > 0) return;
    this.stop();
    this.end();
  }
}
