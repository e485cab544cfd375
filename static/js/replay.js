// The replay of a hand, step by step without asking the server: everything is on the page already,
// and each element says in data-shown, "3-7 9-", at which steps it is there. Without this script
// the same steps are plain links.

const root = document.getElementById("replay");
const film = JSON.parse(document.getElementById("replay-steps").textContent);
const last = film.steps.length - 1;

// Attributes that hold steps, and the class that stands for them ("" for being there at all).
const MARKS = { shown: "", turn: "turn", next: "next", winning: "winning", now: "now", won: "won",
  told: "told", past: "past", out: "out" };

let step = Number(root.dataset.step);
let { seat, tab } = root.dataset;
let timer = null;

// --- Stretches of steps ------------------------------------------------------------------------

function readSpans(text) {
  return text.split(" ").filter(Boolean).map((span) => {
    const [start, stop] = span.split("-");
    return [Number(start), stop === "" ? Infinity : Number(stop)];
  });
}

const covers = (spans, at) => spans.some(([start, stop]) => start <= at && at < stop);

const marked = Object.entries(MARKS).flatMap(([name, style]) =>
  [...root.querySelectorAll(`[data-${name}]`)].map((element) => ({
    element, style, spans: readSpans(element.dataset[name]),
  })));

// --- Drawing a step ----------------------------------------------------------------------------

function draw() {
  for (const { element, style, spans } of marked) {
    const here = covers(spans, step);
    if (style) element.classList.toggle(style, here);
    else element.hidden = !here;
  }
  const [place, said, part] = film.steps[step];
  for (const element of document.querySelectorAll("[data-place]")) element.textContent = place;
  root.querySelector("[data-said]").textContent = said;
  openTab(tab || part);
  markCurrent();
  pointLinks();
}

function markCurrent() {
  for (const link of root.querySelectorAll(".scrubber a")) {
    if (link.classList.contains("now")) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  const row = root.querySelector(".tricks tr.now");
  const box = root.querySelector(".beside-scroll");
  if (!row || !row.offsetParent || box.scrollHeight <= box.clientHeight) return;
  const [line, frame] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  const head = box.querySelector("thead")?.offsetHeight ?? 0;
  if (line.top < frame.top + head) box.scrollTop -= frame.top + head - line.top;
  else if (line.bottom > frame.bottom) box.scrollTop += line.bottom - frame.bottom;
}

// --- Addresses ---------------------------------------------------------------------------------

function address(at, chosenSeat = seat, chosenTab = tab) {
  const query = new URLSearchParams();
  if (chosenSeat) query.set("seat", chosenSeat);
  if (chosenTab) query.set("tab", chosenTab);
  return `${root.dataset.address}${at}/${query.size ? `?${query}` : ""}`;
}

const ways = {
  first: () => 0,
  back: () => Math.max(0, ...film.stops.filter((stop) => stop < step)),
  prev: () => Math.max(0, step - 1),
  next: () => Math.min(last, step + 1),
  forward: () => Math.min(last, ...film.stops.filter((stop) => stop > step)),
  last: () => last,
};

function pointLinks() {
  for (const link of document.querySelectorAll("a[data-here]")) {
    link.href = address(step, link.dataset.seat ?? seat, link.dataset.tab ?? tab);
  }
  for (const link of root.querySelectorAll("a[data-go]")) {
    const target = ways[link.dataset.go]();
    link.href = address(target);
    if (target === step) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
}

function go(target) {
  if (target === step || target < 0 || target > last) return;
  step = target;
  draw();
  history.replaceState(null, "", address(step));
}

// --- Tabs --------------------------------------------------------------------------------------

function openTab(name) {
  for (const link of root.querySelectorAll("a[data-tab]")) {
    if (link.dataset.tab === name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  for (const panel of root.querySelectorAll("[data-panel]")) {
    panel.hidden = panel.dataset.panel !== name;
  }
}

// --- Playing by itself: twice as long where a trick is complete --------------------------------

const playButton = root.querySelector("[data-play]");
const speed = root.querySelector("[data-speed]");
const speeds = speed.dataset.speeds.split(" ");

function wait() {
  const seconds = Number(speed.dataset.speed) * (film.stops.includes(step) ? 2 : 1);
  timer = setTimeout(() => {
    go(step + 1);
    if (step < last) wait();
    else pause();
  }, seconds * 1000);
}

function play() {
  if (step === last) go(0);
  wait();
  showPlaying(true);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  showPlaying(false);
}

function showPlaying(playing) {
  playButton.querySelector("[data-when-still]").hidden = playing;
  playButton.querySelector("[data-when-playing]").hidden = !playing;
}

function nextSpeed() {
  const seconds = speeds[(speeds.indexOf(speed.dataset.speed) + 1) % speeds.length];
  speed.dataset.speed = seconds;
  speed.querySelector("[data-speed-shown]").textContent = seconds === "0.5" ? "½ s" : `${seconds} s`;
}

const turnPlaying = () => (timer === null ? play() : pause());

// --- Hands: taps, clicks, keys -----------------------------------------------------------------

function ownClick(event) {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

function onLink(link, event) {
  const { go: way, step: target, tab: chosen } = link.dataset;
  if (way) go(ways[way]());
  else if (target !== undefined) go(Number(target));
  else if (chosen) {
    tab = chosen;
    draw();
    history.replaceState(null, "", address(step));
  } else return;
  event.preventDefault();
  if (timer !== null) pause();
}

// A tap on the table: on its right half one step on, on its left half one back.
function onTable(table, event) {
  const { left, width } = table.getBoundingClientRect();
  const before = event.clientX < left + width / 2;
  if (timer !== null) pause();
  go(before ? step - 1 : step + 1);
}

root.addEventListener("click", (event) => {
  if (!ownClick(event)) return;
  const link = event.target.closest("a");
  if (link) return onLink(link, event);
  if (event.target.closest("button, select, label, summary")) return;
  const table = event.target.closest(".stage");
  if (table && getSelection().isCollapsed) onTable(table, event);
});

playButton.addEventListener("click", turnPlaying);
speed.addEventListener("click", nextSpeed);

const KEYS = {
  ArrowLeft: "prev", ArrowRight: "next", ArrowUp: "back", ArrowDown: "forward",
  "[": "back", "]": "forward", Home: "first", End: "last",
};

const FIELDS = "input, select, textarea, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest(FIELDS)) return;
  // What scrolls by these keys goes on doing so.
  if (event.target.matches(".beside-scroll")) return;
  if (event.key === " " && !event.target.closest("button, summary")) turnPlaying();
  else if (event.key in KEYS) {
    if (timer !== null) pause();
    go(ways[KEYS[event.key]]());
  } else return;
  event.preventDefault();
});

// --- The link to this step ---------------------------------------------------------------------

document.querySelector("[data-copy]").addEventListener("click", async (event) => {
  if (!navigator.clipboard || !ownClick(event)) return;
  event.preventDefault();
  const link = event.currentTarget;
  await navigator.clipboard.writeText(link.href);
  link.dataset.done = link.dataset.copied;
  setTimeout(() => delete link.dataset.done, 2000);
});

root.querySelectorAll("[data-play], [data-speed]").forEach((element) => { element.hidden = false; });
pointLinks();
markCurrent();
