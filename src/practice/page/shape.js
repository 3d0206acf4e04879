// Where the cells of a board on no lattice lie: a cube, a star, a ring. It has what a tiling has, see tiling.js. The board is one
// row of cells; a side is one straight piece of a cell's outline.

const OUTLINE = 4.2; // width of the outline of the board, in widths of lines: less is no border to reading, more a region of its own
const NOWHERE = [-1, -1];

export function shapeTiling({ positions, outlines, edges }) {
  const unit = Math.min(...positions.map((at, cell) => 2 * toRim(at, outlines[cell])));
  const least = [0, 1].map((axis) => Math.min(...outlines.flat().map((at) => at[axis])));
  const most = [0, 1].map((axis) => Math.max(...outlines.flat().map((at) => at[axis])));
  const inCells = (at) => at.map((value, axis) => (value - least[axis]) / unit);
  const middles = positions.map(inCells);
  const corners = outlines.map((outline) => outline.map(inCells));
  const behind = neighbours(outlines, edges);
  const sidesBetween = (from, to) => behind[from].flatMap((cell, side) => (cell === to ? [side] : []));
  return {
    sides: Math.max(...outlines.map((outline) => outline.length)),
    outline: OUTLINE,
    size: () => most.map((value, axis) => (value - least[axis]) / unit),
    middle: (_, cell) => middles[cell],
    cornersOf: (_, cell) => corners[cell].map(([x, y]) => [x - middles[cell][0], y - middles[cell][1]]),
    at(x, y) {
      const cell = corners.findIndex((outline) => isInside([x, y], outline));
      return cell < 0 ? NOWHERE : [0, cell];
    },
    behind: (_, cell, side) => (behind[cell]?.[side] === undefined ? NOWHERE : [0, behind[cell][side]]),
    steps: () => 1,
    // Where a pipe passes from a cell to the next: the middle of the side that they share.
    between(from, to) {
      const ends = sidesBetween(from, to).flatMap((side) => [corners[from][side], corners[from][(side + 1) % corners[from].length]]);
      return [0, 1].map((axis) => ends.reduce((sum, end) => sum + end[axis], 0) / ends.length);
    },
  };
}

// By cell and side: the cell behind it, if an edge joins the two.
function neighbours(outlines, edges) {
  const key = (a, b) => [a, b].map(String).sort().join(" ");
  const joined = new Set(edges.map(([a, b]) => key(a, b)));
  const sideKeys = outlines.map((outline) => outline.map((from, side) => key(from, outline[(side + 1) % outline.length])));
  const owners = new Map();
  sideKeys.forEach((keys, cell) => keys.forEach((name) => owners.set(name, [...(owners.get(name) ?? []), cell])));
  return sideKeys.map((keys, cell) =>
    keys.map((name) => owners.get(name).find((other) => other !== cell && joined.has(key(cell, other)))),
  );
}

// Whether a place lies within an outline: a ray from there crosses it an odd number of times.
function isInside([x, y], outline) {
  const crossed = outline.filter(([fromX, fromY], side) => {
    const [toX, toY] = outline[(side + 1) % outline.length];
    return fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
  });
  return crossed.length % 2 === 1;
}

// How far a place is from the nearest side of an outline.
function toRim([x, y], outline) {
  const distances = outline.map(([fromX, fromY], side) => {
    const [toX, toY] = outline[(side + 1) % outline.length];
    const [right, down] = [toX - fromX, toY - fromY];
    const share = ((x - fromX) * right + (y - fromY) * down) / (right * right + down * down);
    const along = Math.min(1, Math.max(0, share));
    return Math.hypot(fromX + along * right - x, fromY + along * down - y);
  });
  return Math.min(...distances);
}
