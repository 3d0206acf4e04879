// The state of a level: its givens and signs, what was entered, and what breaks a rule. It paints nothing.

export class Board {
  constructor({ size, givens, signs }) {
    Object.assign(this, { size, givens, signs });
    this.restart();
  }

  restart() {
    this.digits = [...this.givens];
    this.marks = this.givens.map(() => new Set());
    this.moves = 0;
  }

  isGiven(cell) {
    return this.givens[cell] !== 0;
  }

  // Enters a digit, or clears the cell with 0.
  enter(cell, digit) {
    if (this.isGiven(cell) || this.digits[cell] === digit) return;
    this.digits[cell] = digit;
    this.moves += 1;
  }

  mark(cell, digit) {
    if (this.digits[cell] !== 0) return;
    const marks = this.marks[cell];
    if (!marks.delete(digit)) marks.add(digit);
  }

  // The cells whose digits break a rule.
  get wrong() {
    const wrong = new Set();
    const both = (a, b) => wrong.add(a).add(b);
    const { size, digits } = this;
    for (let a = 0; a < digits.length; a += 1) {
      for (let b = a + 1; b < digits.length; b += 1) {
        const isInLine = Math.floor(a / size) === Math.floor(b / size) || a % size === b % size;
        if (isInLine && digits[a] !== 0 && digits[a] === digits[b]) both(a, b);
      }
    }
    for (const [smaller, larger] of this.signs) {
      if (digits[smaller] !== 0 && digits[larger] !== 0 && digits[smaller] >= digits[larger]) both(smaller, larger);
    }
    return wrong;
  }

  // Whether a digit would break a rule in a cell.
  breaksRule(cell, digit) {
    const before = this.digits[cell];
    this.digits[cell] = digit;
    const isWrong = this.wrong.has(cell);
    this.digits[cell] = before;
    return isWrong;
  }

  get filledCount() {
    return this.digits.filter((digit) => digit !== 0).length;
  }

  get isSolved() {
    return this.filledCount === this.digits.length && this.wrong.size === 0;
  }

  // One string a row: the digits, `.` where there is none.
  get grid() {
    const rows = Array.from({ length: this.size }, (_, row) => this.digits.slice(row * this.size, (row + 1) * this.size));
    return rows.map((row) => row.map((digit) => (digit === 0 ? "." : digit.toString(36).toUpperCase())).join(""));
  }

  // What of a report only a board of flows has.
  get pairs() {
    return [];
  }

  get rows() {
    return this.size;
  }

  get cols() {
    return this.size;
  }

  get completeCount() {
    return 0;
  }
}
