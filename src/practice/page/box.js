// A box over the board, with words and with buttons of which one is clicked.

const SIGN = 84; // width and height of a button that is a picture, in CSS pixels
const WORD = [120, 44]; // width and height of one that is a painted word

const box = document.getElementById("box");

// Shows the box; resolves to the name of the button that is clicked. A button is [name, label]. `isWhole` hides the
// whole board, `pick` puts the buttons in any order, and `drawn` makes them pictures: of a "sign" or of a "word".
export function ask(words, buttons, { isWhole = false, pick = null, drawn = null } = {}) {
  box.classList.toggle("whole", isWhole);
  const title = document.createElement("h2");
  title.textContent = words;
  const row = document.createElement("div");
  box.replaceChildren(title, row);
  box.hidden = false;
  return new Promise((resolve) => {
    for (const [name, label] of pick ? shuffled(buttons, pick) : buttons) {
      const button = drawn ? picture(drawn, name, label) : textButton(label);
      button.addEventListener("click", () => {
        hideBox();
        resolve(name);
      });
      row.append(button);
    }
  });
}

export function hideBox() {
  box.hidden = true;
}

function shuffled(list, pick) {
  const left = [...list];
  return list.map(() => left.splice(pick([...left.keys()]), 1)[0]);
}

function textButton(label) {
  const button = document.createElement("button");
  button.textContent = label;
  return button;
}

// A button without any text in the page: all of it is painted.
function picture(kind, name, label) {
  const canvas = document.createElement("canvas");
  canvas.className = "button";
  const [width, height] = kind === "sign" ? [SIGN, SIGN] : WORD;
  const density = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: width * density, height: height * density });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext("2d");
  context.scale(density, density);
  context.fillStyle = name === "next" ? "#2e9e4f" : "#c0562f";
  context.beginPath();
  context.roundRect(0, 0, width, height, height / 2);
  context.fill();
  context.fillStyle = context.strokeStyle = "#fff";
  context.translate(width / 2, height / 2);
  if (kind === "word") paintWord(context, label.toUpperCase());
  else if (name === "next") paintArrow(context);
  else paintCircleArrow(context);
  return canvas;
}

function paintWord(context, word) {
  context.font = "600 15px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(word, 0, 1);
}

function paintArrow(context) {
  context.beginPath();
  for (const [x, y] of [[-22, -6], [2, -6], [2, -20], [24, 0], [2, 20], [2, 6], [-22, 6]]) context.lineTo(x, y);
  context.fill();
}

function paintCircleArrow(context) {
  const [radius, from, to] = [19, -0.2 * Math.PI, 1.4 * Math.PI];
  context.lineWidth = 6;
  context.beginPath();
  context.arc(0, 0, radius, from, to);
  context.stroke();
  context.translate(radius * Math.cos(to), radius * Math.sin(to));
  context.rotate(to + Math.PI / 2);
  context.beginPath();
  for (const [x, y] of [[14, 0], [-2, -12], [-2, 12]]) context.lineTo(x, y);
  context.fill();
}
