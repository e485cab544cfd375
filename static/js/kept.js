// What this tablet keeps and has not sent: counted in the bar of every page, shown and dropped on a page of its own.

import { Store } from "./recording/store.js";

const DATABASE = "clubtarot-outbox";
const MOST = 250; // entries in one request, as games/recording/kept_pages.py

// The entries that are kept, in their order. A browser in which nothing was recorded gets no table for it.
async function entries(store) {
  const known = await globalThis.indexedDB?.databases?.().catch(() => null);
  if (known && !known.some(({ name }) => name === DATABASE)) return [];
  const kept = await (await store.open()).all();
  return kept.sort((one, other) => one.at - other.at);
}

// The recording page says in its own words what waits of its match.
function count(kept) {
  const chip = document.getElementById("kept-here");
  if (!chip) return;
  const { match } = document.getElementById("recording")?.dataset ?? {};
  const others = kept.filter((entry) => entry.match !== match);
  chip.hidden = !others.length;
  chip.dataset.words ??= chip.textContent;
  chip.textContent = chip.dataset.words.replace("%n", String(others.length));
}

async function show(page, kept) {
  const entries = kept.slice(0, MOST).map(({ key, hand, match, user, account, change }) => (
    { key, hand, match, user, account, change }
  ));
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const answer = await fetch(page.dataset.ask, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ entries }),
  });
  if (answer.ok) page.outerHTML = await answer.text();
}

async function start() {
  const store = new Store();
  const kept = await entries(store);
  count(kept);
  const page = document.querySelector("#_kept[data-ask]");
  if (!(page instanceof HTMLElement)) return;
  await show(page, kept);
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-copy], [data-drop]") : null;
    const section = button?.closest("[data-keys]");
    if (!(button instanceof HTMLElement && section instanceof HTMLElement)) return;
    if ("copy" in button.dataset) return copy(section);
    const keys = new Set(section.dataset.keys.split(" "));
    if (!(await store.remove(...[...keys].map((key) => ({ key }))))) return;
    kept.splice(0, kept.length, ...kept.filter(({ key }) => !keys.has(key)));
    section.remove();
    count(kept);
  });
}

function copy(section) {
  const text = section.querySelector("textarea");
  text.select();
  navigator.clipboard?.writeText(text.value).catch(() => {});
}

start();
