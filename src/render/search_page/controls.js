// The page of a search: its slider, buttons and keys. The player stands before this in the same script.

const control = (id) => document.getElementById(id);
const film = JSON.parse(control("film").textContent);
const player = new Player(control("board"), film);

let timer = null;
control("slider").max = player.last;

function show(place) {
  player.show(place);
  control("slider").value = player.shown;
  control("place").textContent = `${player.shown} of ${player.last}`;
}

function pause() {
  clearTimeout(timer);
  timer = null;
  control("play").textContent = "play";
}

function play() {
  control("play").textContent = "pause";
  const tick = () => {
    if (player.shown >= player.last) return pause();
    show(player.shown + 1);
    timer = setTimeout(tick, film.ms / 2 ** Number(control("speed").value));
  };
  tick();
}

control("play").onclick = () => {
  if (timer !== null) return pause();
  if (player.shown >= player.last) show(0);
  play();
};
control("back").onclick = () => { pause(); show(player.shown - 1); };
control("on").onclick = () => { pause(); show(player.shown + 1); };
control("slider").oninput = (event) => { pause(); show(Number(event.target.value)); };
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT") return;
  if (event.key === " ") { event.preventDefault(); control("play").click(); }
  if (event.key === "ArrowLeft") control("back").click();
  if (event.key === "ArrowRight") control("on").click();
});
show(0);
play();
