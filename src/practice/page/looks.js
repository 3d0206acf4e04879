// What boards look like in games of this kind, as data: one entry for each `?look=`.
//
// Lengths are shares of a cell. `line` and `frame` are [colour, width] or null. `terminal` is "disc",
// "square" or "cell"; `mark` what is written on it: "digit", "letter" or null. `tint` is how strongly a
// cell takes the colour of the pipe that it holds; with `spares` those of terminals do not. `hole` is the colour of
// cells that do not belong to the board, if they are painted. `style` sets the page around the board: `--page` is a colour,
// `--scene` pictures over it.

// The usual colours in the usual order.
const FLOW = [
  "#ff0000", "#008d00", "#0c29fe", "#eae000", "#fb8900", "#00ffff", "#ff0ac9", "#a52a2a",
  "#800080", "#ffffff", "#9f9fbd", "#00ff00", "#a18a51", "#09199f", "#008080", "#ff7cec",
];

// Colours that stand out on paper.
const PAPER = [
  "#e53935", "#43a047", "#1e88e5", "#fdd835", "#fb8c00", "#00acc1", "#d81b60", "#6d4c41",
  "#8e24aa", "#37474f", "#90a4ae", "#9ccc65", "#bc9a5b", "#283593", "#00796b", "#f48fb1",
];

// A game with twelve colours takes them again for its thirteenth flow: its digits tell the flows apart.
const TWELVE = FLOW.slice(0, 12);

const DARK = {
  colours: FLOW,
  board: "#000",
  checker: null,
  line: ["#4a6c44", 0.03],
  frame: null,
  terminal: "disc",
  dot: 0.68,
  gloss: false,
  mark: null,
  pipe: 0.33,
  tint: 0.22,
  spares: false,
  hole: null,
  style: {},
};

const LIGHT = {
  ...DARK,
  colours: PAPER,
  board: "#fff",
  line: ["#c4c4c4", 0.02],
  style: { "--page": "#f3f3f3", "--ink": "#222", "--quiet": "#888", "--accent": "#2e7d32" },
};

export const LOOKS = {
  dark: DARK,
  light: LIGHT,
  faint: { ...LIGHT, line: ["#f4f4f4", 0.02], style: { ...LIGHT.style, "--page": "#fff" } },
  nolines: { ...DARK, board: "#16181d", line: null, style: { "--page": "#16181d" } },
  checker: { ...LIGHT, line: null, board: "#eceff1", checker: "#dde3e7" },
  squares: { ...DARK, terminal: "square", line: ["#454f5b", 0.02], board: "#11151a", style: { "--page": "#11151a" } },
  digits: { ...LIGHT, terminal: "cell", mark: "digit", dot: 1, pipe: 1, tint: 0, frame: ["#555", 0.06] },
  letters: { ...DARK, mark: "letter", line: ["#7e6248", 0.03] },
  glossy: { ...DARK, gloss: true, line: ["#455580", 0.03] },
  neon: {
    ...DARK,
    board: "transparent",
    line: ["#774241", 0.03],
    style: {
      "--scene": `linear-gradient(115deg, transparent 30%, #2b1600 36%, #2b1600 42%, transparent 50%),
        linear-gradient(70deg, transparent 55%, #00072b 60%, #00072b 66%, transparent 72%),
        linear-gradient(0deg, #1c1c00 8%, transparent 20%)`,
    },
  },
  coloured: {
    ...LIGHT,
    board: "#263238",
    colours: FLOW,
    line: ["#455a64", 0.03],
    frame: ["#ffb300", 0.12],
    style: { "--page": "#5e35b1", "--ink": "#fff", "--quiet": "#ffca28", "--accent": "#ffca28" },
  },
  tiles: {
    ...LIGHT,
    board: "#e2e2e2",
    line: ["#fff", 0.08],
    pipe: 0,
    tint: 1,
    spares: true,
    style: { ...LIGHT.style, "--page": "#fff" },
  },
  numbers: { ...DARK, colours: [...TWELVE, ...TWELVE], terminal: "cell", mark: "digit", dot: 1, pipe: 1, tint: 0 },
  blocks: { ...LIGHT, hole: "#9e9e9e" },
};

// The colour of a flow; past the end of the look's own list, hues a golden angle apart.
export function flowColour(look, flow) {
  if (flow < look.colours.length) return look.colours[flow];
  const hue = (flow * 137.508) % 360;
  return `hsl(${hue.toFixed(1)} 70% ${flow % 2 ? 40 : 68}%)`;
}
