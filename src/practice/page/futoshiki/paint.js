// Paints what the elements of the board show, for the mirror.

// Paints the board onto a canvas, which takes its size.
export function paintBoard(board, canvas) {
  const density = window.devicePixelRatio || 1;
  const all = board.getBoundingClientRect();
  Object.assign(canvas, { width: Math.round(all.width * density), height: Math.round(all.height * density) });
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--page");
  context.fillRect(0, 0, canvas.width, canvas.height);
  // From places of the window to those of the canvas.
  const toCanvas = new DOMMatrix().scale(density).translate(-all.left, -all.top);
  context.setTransform(toCanvas);
  for (const cell of board.querySelectorAll(".cell")) paintCell(context, cell);
  for (const path of board.querySelectorAll(".sign path")) paintSign(context, path, toCanvas);
}

function paintCell(context, cell) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  const style = getComputedStyle(cell);
  const border = parseFloat(style.borderTopWidth);
  context.fillStyle = style.borderTopColor;
  context.fillRect(left, top, width, height);
  context.fillStyle = style.backgroundColor;
  context.fillRect(left + border, top + border, width - 2 * border, height - 2 * border);
  const marks = cell.querySelector(".marks");
  if (marks) paintText(context, marks);
  else paintText(context, cell);
}

// The text of an element, in its middle.
function paintText(context, element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  context.fillStyle = style.color;
  context.font = style.font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(element.textContent, left + width / 2, top + height / 2);
}

function paintSign(context, path, toCanvas) {
  const style = getComputedStyle(path);
  context.save();
  context.setTransform(toCanvas.multiply(path.getScreenCTM()));
  context.strokeStyle = style.stroke;
  context.lineWidth = parseFloat(style.strokeWidth);
  context.stroke(new Path2D(path.getAttribute("d")));
  context.restore();
}
