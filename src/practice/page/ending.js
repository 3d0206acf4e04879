// What a game shows when a level is solved, and when it goes on.

const PAUSE_MS = 400; // how long a finished board stays before anything else: long enough to be seen
const DANCE_MS = 2000;
const PUSH_MS = 1200;
const POPUP_MS = 1500;
const ADVERT_MS = 5000;

const part = (id) => document.getElementById(id);
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const clicked = (id) => new Promise((resolve) => part(id).addEventListener("click", resolve, { once: true }));

// Shows a part of the page until `end` comes.
async function during(id, end) {
  part(id).hidden = false;
  await end;
  part(id).hidden = true;
}

const ENDINGS = {
  dialog() {
    part("complete").showModal();
    return new Promise((resolve) => part("complete").addEventListener("close", resolve, { once: true }));
  },
  text: () => during("beside", clicked("beside")),
  push: () => during("banner", later(PUSH_MS)),
  popup: () => during("popup", later(POPUP_MS)),
  advert: () => during("advert", later(ADVERT_MS)),
  async animation() {
    part("board").classList.add("dancing");
    await later(DANCE_MS);
    part("board").classList.remove("dancing");
  },
  nothing: () => new Promise(() => {}),
};

// Resolves when the next level may come. The last level always ends with the dialog, so that a person knows.
export async function ending(does, isLast) {
  const name = Object.keys(ENDINGS).find((one) => does.has(one));
  await later(PAUSE_MS);
  await (isLast && name !== "nothing" ? ENDINGS.dialog() : ENDINGS[name]?.());
}
