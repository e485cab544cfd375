// One tap before the evening: the rules and the pages of the open matches are fetched, so that they can be recorded
// without a line. What is here already is not fetched again, so that it can be interrupted, and tapped again.

import { active, Engine } from "../engine/engine.js";

// The caches of js/worker.js.
const PAGES = "clubtarot-recording";
const RULES = "clubtarot-engine";
const TRIES = 5; // after a restart the server makes its engine first, and asks for patience (503)
const WAIT = 2; // seconds, where it does not say how much
const TO_TRY = 0.9; // how much of the way the files of the engine are, of which most is to be fetched
const TABLES = "#open-matches [data-game]";
const IN_PAGE = "link[rel=stylesheet], link[rel=preload], link[rel=icon], script[src], img[src]";
const IN_FILE = {
  js: /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g,
  css: /url\(\s*["']?([^"')]+)["']?\s*\)/g,
};

const place = document.getElementById("_prepare");
const { engine: address, worker, workerScope, statics } = place.dataset;
const button = place.querySelector("button");
const words = place.querySelector("[role=status]");
const bar = place.querySelector("progress");

/** What is in the way; `words` names the attribute of the page that says it. */
class Hindrance extends Error {
  constructor(words) {
    super(words);
    this.words = words;
  }
}

const seconds = (count) => new Promise((resolve) => setTimeout(resolve, 1000 * count));

async function get(url, options = {}) {
  const answer = await fetch(url, { redirect: "manual", ...options });
  if (answer.type === "opaqueredirect") throw new Hindrance("signIn");
  if (!answer.ok) throw new Hindrance("lost");
  return answer;
}

// ---- The rules ---------------------------------------------------------------------------------------------

async function describe() {
  for (let left = TRIES; left; left--) {
    const answer = await fetch(address, { cache: "no-cache" });
    if (answer.ok) return answer.json();
    if (answer.status === 503) await seconds(Number(answer.headers.get("Retry-After")) || WAIT);
  }
  throw new Hindrance("lost");
}

async function keepRules() {
  const { files, size } = await describe();
  const cache = await caches.open(RULES);
  let fetched = 0;
  const count = (bytes) => show(TO_TRY * (fetched += bytes) / size);
  for (const [url, integrity] of Object.entries(files)) {
    const kept = await cache.match(url);
    if (kept) count((await kept.blob()).size);
    else await cache.put(url, await right(await get(url), integrity, count));
  }
}

// The answer, once all of it is here and is what the server has named.
async function right(answer, integrity, count) {
  const chunks = [];
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    count(chunk.length);
  }
  const file = new Blob(chunks);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  if (integrity !== `sha256-${btoa(String.fromCharCode(...digest))}`) throw new Hindrance("lost");
  return new Response(file, { headers: { "Content-Type": answer.headers.get("Content-Type") } });
}

// Resolves to whether they run here; goes on until the next start has what it needs.
function tryRules() {
  const engine = new Engine(address, { keeper: worker });
  engine.addEventListener("kept", () => engine.stop());
  return engine.start(document.documentElement.lang);
}

// ---- The tables --------------------------------------------------------------------------------------------

// Resolves to whether the match has a hand that can be recorded.
async function keepTable(url) {
  const answer = await get(url);
  const page = new DOMParser().parseFromString(await answer.clone().text(), "text/html");
  if (!page.getElementById("recording")) return false;
  const cache = await caches.open(PAGES);
  const named = [...page.querySelectorAll(IN_PAGE)];
  const files = named.map((one) => one.getAttribute("href") ?? one.getAttribute("src"));
  const seen = new Set();
  await Promise.all(files.map((file) => keepFile(cache, new URL(file, location.href), seen)));
  await cache.put(new URL(url).pathname, answer); // last: a page without its files is of no use
  return true;
}

// A static file, and those that it names.
async function keepFile(cache, { href, origin, pathname }, seen) {
  if (origin !== location.origin || !pathname.startsWith(statics) || seen.has(href)) return;
  seen.add(href);
  if (!(await cache.match(href))) await cache.put(href, await get(href));
  const named = IN_FILE[pathname.split(".").at(-1)];
  if (!named) return;
  const text = await (await cache.match(href)).text();
  const others = Array.from(text.matchAll(named), ([, other]) => new URL(other, href));
  await Promise.all(others.map((other) => keepFile(cache, other, seen)));
}

// Resolves to what is ready, in words.
async function keepTables(runs) {
  const ready = [];
  const notDealt = [];
  const tables = [...document.querySelectorAll(TABLES)];
  for (const [index, link] of tables.entries()) {
    (await keepTable(link.href) ? ready : notDealt).push(link.dataset);
    show(TO_TRY + (1 - TO_TRY) * (index + 1) / tables.length);
  }
  const { ready: several, readyOne, serverJudges, notDealt: missing } = place.dataset;
  const games = [...new Set(ready.map(({ game }) => game))];
  const here = ready.length === 1 ? readyOne : several;
  return [
    ready.length && runs && here.replace("%n", String(ready.length)).replace("%g", listed(games)),
    ready.length && !runs && serverJudges,
    notDealt.length && missing.replace("%t", listed(notDealt.map(({ title }) => title))),
  ].filter(Boolean).join(" ");
}

const listed = (names) => new Intl.ListFormat(document.documentElement.lang).format(names);

// ---- The button --------------------------------------------------------------------------------------------

const isWorking = () => button.getAttribute("aria-disabled") === "true";
const show = (share) => bar.setAttribute("value", String(share));
const tell = (sentence) => (words.textContent = sentence);

async function prepare() {
  const { serviceWorker, storage } = navigator;
  if (!serviceWorker || !globalThis.caches) throw new Hindrance("insecure");
  await active(serviceWorker, worker, workerScope).catch(() => {
    throw new Hindrance("insecure");
  });
  await storage?.persist?.().catch(() => {}); // else it may be thrown away when the tablet needs the room
  tell(place.dataset.rules);
  await keepRules();
  tell(place.dataset.trying);
  const runs = await tryRules();
  tell(place.dataset.pages);
  tell(await keepTables(runs));
}

button.addEventListener("click", async () => {
  if (isWorking()) return;
  button.setAttribute("aria-disabled", "true");
  show(0);
  bar.hidden = false;
  await prepare().catch((error) => {
    const why = error.name === "QuotaExceededError" ? "full" : error.words ?? "lost";
    tell(place.dataset[why]);
  });
  bar.hidden = true;
  button.removeAttribute("aria-disabled");
});
place.hidden = false;
