// Shows only the pictures with the verdict whose button was pressed, and nothing about distortions; the page's address remembers it.
const buttons = document.querySelectorAll("nav button");

function show(verdict) {
  for (const button of buttons) {
    button.setAttribute("aria-pressed", button.dataset.show === verdict);
  }
  for (const article of document.querySelectorAll("article")) {
    article.hidden = verdict !== "" && article.dataset.verdict !== verdict;
  }
  for (const section of document.querySelectorAll("section")) {
    section.hidden = verdict !== "";
  }
}

for (const button of buttons) {
  button.addEventListener("click", () => { location.hash = button.dataset.show; });
}
const showAddressed = () => show(decodeURIComponent(location.hash.slice(1)));
addEventListener("hashchange", showAddressed);
showAddressed();
