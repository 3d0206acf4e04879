// Shows the board as a phone mirror does: late, scaled, between black bars, with the noise of a video's blocks.

const TICK_MS = 30; // a picture of the video
const TICKS_LATE = 4; // 120 ms
const SCALE = 0.83;
const PHONE = 0.86; // width of the phone's screen, as a share of the window's
const BLOCK = 8; // pixels along the side of a block
const NOISE = 7; // how far a block strays from its colour, in steps of 0 to 255
const TILE = 256; // pixels along the side of the noise, laid side by side

export class Mirror {
  constructor(board, glass) {
    this.board = board;
    this.glass = glass;
    this.context = glass.getContext("2d");
    this.noise = Array.from({ length: 4 }, noiseTile);
    this.timer = null;
  }

  show(isOn) {
    this.glass.hidden = !isOn;
    clearInterval(this.timer);
    if (!isOn) return;
    this.past = [];
    this.tick = 0;
    this.timer = setInterval(() => this.paint(), TICK_MS);
  }

  get isOn() {
    return !this.glass.hidden;
  }

  // The size of what is shown, as a share of the board's own.
  get scale() {
    return this.isOn ? SCALE : 1;
  }

  // The place of the window where the board has what the mirror shows at `event`.
  place({ clientX, clientY }) {
    if (!this.isOn) return [clientX, clientY];
    const [x, y] = this.middleOfBoard();
    return [x + (clientX - innerWidth / 2) / SCALE, y + (clientY - innerHeight / 2) / SCALE];
  }

  // The other way round: the place of the window where the mirror shows what the board has at a place.
  shownAt([left, top]) {
    if (!this.isOn) return [left, top];
    const [x, y] = this.middleOfBoard();
    return [innerWidth / 2 + (left - x) * SCALE, innerHeight / 2 + (top - y) * SCALE];
  }

  middleOfBoard() {
    const box = this.board.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  paint() {
    const { board, glass, context } = this;
    const density = window.devicePixelRatio || 1;
    const [width, height] = [innerWidth * density, innerHeight * density];
    if (glass.width !== width || glass.height !== height) Object.assign(glass, { width, height });
    const now = this.past.length > TICKS_LATE ? this.past.shift() : new OffscreenCanvas(1, 1);
    Object.assign(now, { width: board.width, height: board.height });
    now.getContext("2d").drawImage(board, 0, 0);
    this.past.push(now);

    const late = this.past[0];
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--page");
    context.fillRect((width * (1 - PHONE)) / 2, 0, width * PHONE, height);
    const [shownWidth, shownHeight] = [late.width * SCALE, late.height * SCALE];
    context.drawImage(late, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
    this.tick += 1;
    context.fillStyle = context.createPattern(this.noise[this.tick % this.noise.length], "repeat");
    context.fillRect(0, 0, width, height);
  }
}

// Blocks that lighten or darken what is under them a little.
function noiseTile() {
  const tile = new OffscreenCanvas(TILE, TILE);
  const context = tile.getContext("2d");
  for (let x = 0; x < TILE; x += BLOCK) {
    for (let y = 0; y < TILE; y += BLOCK) {
      context.fillStyle = Math.random() < 0.5 ? "#000" : "#fff";
      context.globalAlpha = (Math.random() * NOISE) / 255;
      context.fillRect(x, y, BLOCK, BLOCK);
    }
  }
  return tile;
}
