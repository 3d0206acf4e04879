// What of the page around the board is part of how the game behaves.

import { control } from "./ending.js";
import { flowColour } from "./looks.js";

const part = (id) => document.getElementById(id);

// Dresses the page for a level.
export function dress(board, look, does) {
  document.body.classList.toggle("moving", does.has("moving"));
  document.body.classList.toggle("roomy", ["text", "again", "won"].some((name) => does.has(name)));
  document.body.classList.toggle("shoved", does.has("shove"));
  part("standing").hidden = !control(does);
  part("standing").textContent = control(does) ?? "";
  part("decoys").hidden = !does.has("decoys");
  part("decoys").replaceChildren(...board.pairs.map((_, flow) => decoy(flowColour(look, flow))));
}

// A button that does nothing, in the colour of a flow.
function decoy(colour) {
  const button = document.createElement("button");
  button.style.background = colour;
  return button;
}
