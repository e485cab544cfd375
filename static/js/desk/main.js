// The recording screen: taps become entries, entries go through the outbox, the answer is the screen as it stands.

import { Choosing } from "./choosing.js";
import { writeDown } from "./hands.js";
import { Line } from "./line.js";
import { Outbox } from "./outbox.js";
import { Pad } from "./pad.js";
import { Panels } from "./panels.js";
import { Screen } from "./screen.js";
import { callOf, cardsOf } from "./typed.js";

const desk = document.getElementById("desk");
const pad = new Pad(document.getElementById("pad"));
const outbox = new Outbox({
  hand: desk.dataset.hand,
  user: desk.dataset.user,
  url: desk.dataset.entries,
  version: Number(desk.dataset.version),
});
const choosing = new Choosing({
  pad,
  done: document.getElementById("done"),
  giveUp: document.getElementById("give-up"),
  unseen: document.getElementById("unseen"),
  faces: (card) => screen.faceOf(card),
});
const screen = new Screen({ desk, pad, choosing, outbox });
const panels = new Panels(screen);
const line = new Line(document.getElementById("line"), outbox, desk);

// ---- Keys of the pad ---------------------------------------------------------------------------------------

function play(card) {
  screen.waiting(screen.act({ kind: "play", card }).change);
}

function tapKey(key) {
  const { card, state, note } = key.dataset;
  if (choosing.active) return choosing.tap(key) || whyNotAway(key);
  if (desk.dataset.replacing) return panels.replace(card);
  if (state === "refused") return screen.close();
  if (state === "played" && note && openEntryOf(card)) return;
  screen.close();
  if (screen.now.called) screen.act({ kind: "king", card });
  else play(card);
}

function openEntryOf(card) {
  const cell = screen.stage.querySelector(`.trick-cell[data-card="${card}"]`);
  cell?.click();
  return cell !== null;
}

// A card that may not be laid away says why: the server is asked about a discard with it, filled up to size.
function whyNotAway(key) {
  if (choosing.wanted.kind !== "discard" || key.dataset.state !== "forbidden") return;
  const chosen = [key.dataset.card, ...choosing.cards];
  const others = pad.keys.filter(({ dataset }) => dataset.state === "clear").map(({ dataset }) => dataset.card);
  const cards = [...chosen, ...others].slice(0, screen.now.select.count);
  const action = { kind: "discard", seat: screen.now.turn, cards, ...screen.shownOf(cards) };
  panels.why({ op: "act", action }, key.dataset.card);
}

function takeBack() {
  const last = outbox.queue.at(-1);
  if (!last || last.version !== undefined) return outbox.add({ op: "undo" });
  outbox.forget(last); // it never left the tablet
  outbox.tell();
  screen.restore();
}

// ---- Taps, one line each -----------------------------------------------------------------------------------

const TAPS = [
  [".key", tapKey],
  ["[data-call]", ({ dataset }) => screen.act({ kind: "call", call: dataset.call })],
  ["#undo, [data-undo]", takeBack],
  ["[data-panel]", ({ dataset }) => panels.open(dataset.panel)],
  ["[data-close]", () => screen.close()],
  ["[data-claim]", ({ dataset }) => panels.save({ op: "act", action: { kind: "claim", seat: Number(dataset.claim) } })],
  ["[data-announce]", (button) => panels.announce(button)],
  ["[data-show]", (button) => panels.showCards(button)],
  ["[data-part]", (button) => writeDown(button, screen, panels)],
  ["[data-replace]", (button) => panels.startReplacing(button)],
  ["[data-recall]", (button) => panels.recall(button)],
  ["[data-rewind]", ({ dataset }) => panels.save({ op: "rewind", to: Number(dataset.rewind) })],
  ["[data-check]", ({ dataset }) => panels.check(JSON.parse(dataset.check))],
  ["[data-change]", ({ dataset }) => panels.save(JSON.parse(dataset.change))],
];

desk.addEventListener("click", (event) => {
  for (const [selector, tap] of TAPS) {
    const target = event.target.closest(selector);
    if (target) return tap(target);
  }
});

desk.addEventListener("submit", (event) => {
  if (event.target.matches(".seal-bar")) return;
  event.preventDefault();
  if (event.target.id === "typed-form") readTyped();
  else panels.submit(event.target);
});

desk.addEventListener("input", (event) => {
  const form = event.target.closest("[data-anyway]");
  if (form) panels.input(form);
});

// ---- Typed entry -------------------------------------------------------------------------------------------

function readTyped() {
  const { typed } = screen;
  const left = screen.now.mode === "auction" ? typedCalls(typed.value) : typedCards(typed.value);
  typed.value = left;
  typed.setAttribute("aria-invalid", String(Boolean(left)));
}

function typedCalls(text) {
  const calls = Array.from(screen.stage.querySelectorAll("[data-call]"), (card) => ({
    key: card.dataset.call,
    name: card.querySelector(".voice").textContent.trim().toLowerCase(),
  }));
  const tokens = callOf(text, calls) ? [text] : text.trim().split(/[\s,;]+/).filter(Boolean);
  while (tokens.length) {
    const call = callOf(tokens[0], calls);
    if (!call) break;
    tokens.shift();
    screen.act({ kind: "call", call });
  }
  return tokens.join(" ");
}

function typedCards(text) {
  const { led, lying, seats, called } = screen.now;
  const { cards, left } = cardsOf(text, { led, lying: lying + screen.ahead, seats });
  for (const card of cards) {
    if (choosing.active) choosing.tap(pad.byCard.get(card));
    else if (called) screen.act({ kind: "king", card });
    else play(card);
  }
  return left;
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") return screen.close();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, button, a, summary")) return;
  const forced = desk.dataset.mode === "pad" && desk.querySelector('.key[data-state="forced"]');
  if (event.key === "Enter" && forced) tapKey(forced);
  else if (/^[a-z0-9]$/i.test(event.key) && desk.dataset.mode !== "score") screen.typed.focus();
});

// ---- Answers -----------------------------------------------------------------------------------------------

outbox.addEventListener("acknowledged", ({ detail: { entry, body } }) => {
  screen.show(body);
  if (entry.change.op === "deal" && !outbox.queue.length) panels.open("deal"); // the next hand
});

outbox.addEventListener("refused", ({ detail: { body } }) => {
  outbox.clear();
  screen.restore();
  const what = body.refused ? pad.byCard.get(body.refused)?.dataset.name : body.message;
  screen.say(screen.status.dataset.refused, `${what ?? ""}. ${screen.now.status[0]}`, "refused");
  if (body.side) panels.put(body.side);
  if (body.refused) screen.refuse(body.refused, body.evidence);
  line.tell({ state: "refused", count: 0 });
});

outbox.addEventListener("stale", () => refresh());
outbox.addEventListener("missed", () => refresh());

// Somebody else has written: shows what stands now; what waits here is sent only when the scorer says so.
async function refresh() {
  const answer = await fetch(desk.dataset.desk, { headers: { Accept: "application/json" } });
  if (!answer.ok) return location.reload();
  screen.show(await answer.json());
  if (outbox.stopped) line.tell({ state: "other", count: outbox.queue.length });
  else outbox.version = screen.now.version;
}

addEventListener("beforeunload", (event) => {
  if (outbox.queue.length && !outbox.store) event.preventDefault();
});

screen.settle();
outbox.start();
// Hands that are to be written down come before the first call.
if (desk.dataset.writes !== "tricks-only" && !screen.now.version && !outbox.queue.length) panels.open("deal");
