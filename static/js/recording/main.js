// The recording screen: taps become entries, entries go through the outbox, the answer is the screen as it stands.

import { Choosing } from "./choosing.js";
import { Corrections } from "./corrections.js";
import { nextPart, writeDown } from "./hands.js";
import { Line } from "./line.js";
import { Outbox } from "./outbox.js";
import { Pad } from "./pad.js";
import { Panels } from "./panels.js";
import { Screen } from "./screen.js";
import { get } from "./server.js";
import { Spare } from "./spare.js";
import { callsOf, cardsOf } from "./typed.js";

const TWICE = 350; // milliseconds: a second tap on the same key within them is the same tap
const AGAIN = 2000; // milliseconds before the screen is asked for once more

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
  nameUndo: (card) => screen.nameUndo(card ? pad.byCard.get(card).dataset.name : screen.now.undo),
});
const spare = new Spare(desk);
const screen = new Screen({ desk, pad, choosing, outbox, spare });
const panels = new Panels(screen);
const corrections = new Corrections(screen, panels);
const line = new Line(document.getElementById("line"), screen);

// ---- Keys of the pad ---------------------------------------------------------------------------------------

function tapKey(key, { detail }) {
  if (detail) key.blur(); // Enter is for the forced card, not for the key that a finger touched
  pressKey(key);
}

function pressKey(key) {
  const { card, state, note, mark } = key.dataset;
  if (choosing.active) return choosing.tap(key) || whyNotAway(key);
  if (mark?.includes("not-sent")) return;
  if (screen.waits) return screen.say(desk.dataset.waits);
  if (state === "refused") return screen.close();
  if (state === "played" && note && openEntryOf(card)) return;
  screen.back = null;
  screen.close();
  if (screen.now.asks === "king") screen.act({ kind: "king", card });
  else if (screen.now.asks === "buy") panels.open("bought", { card });
  else screen.play(card);
}

function openEntryOf(card) {
  const cell = screen.stage.querySelector(`.trick-cell[data-card="${card}"]`);
  cell?.click();
  return cell !== null;
}

// A card that may not be laid away says why: the server is asked about a discard with it, filled up to size.
function whyNotAway(key) {
  if (key.dataset.state === "refused") return screen.close();
  if (choosing.wanted.kind !== "discard" || key.dataset.state !== "forbidden") return;
  const chosen = [key.dataset.card, ...choosing.cards];
  const others = pad.keys.filter(({ dataset }) => dataset.state === "clear").map(({ dataset }) =>
    dataset.card
  );
  const cards = [...chosen, ...others].slice(0, screen.now.select.count);
  const action = { kind: "discard", seat: screen.now.turn, cards, ...screen.shownOf(cards) };
  panels.why({ op: "act", action }, key.dataset.card);
}

function takeBack() {
  if (choosing.takeLast()) return;
  if (outbox.takeBack()) screen.restore();
  else screen.takeBack();
}

function fillIn() {
  outbox.add({ op: "several", changes: screen.now.rest.map((action) => ({ op: "act", action })) });
  screen.restore();
}

// ---- Taps, one line each -----------------------------------------------------------------------------------

/** @type {[string, (target: PageElement, event: PageEvent<MouseEvent>) => unknown][]} */
const TAPS = [
  [".key", tapKey],
  ["[data-call]", (card) => screen.call(card)],
  ["[data-act]", ({ dataset }) => panels.save({ op: "act", action: JSON.parse(dataset.act) })],
  ["#undo, [data-undo]", takeBack],
  ["#rest", fillIn],
  ["[data-panel]", ({ dataset }) => panels.open(dataset.panel)],
  ["[data-close]", () => screen.close()],
  [
    "[data-claim]",
    ({ dataset }) =>
      panels.save({ op: "act", action: { kind: "claim", seat: Number(dataset.claim) } }),
  ],
  ["[data-announce]", (button) => panels.announce(button)],
  ["[data-show]", (button) => panels.showCards(button)],
  ["[data-part]", (button) => writeDown(button, screen, panels)],
  ["[data-one-card]", (button) => corrections.oneCard(button)],
  ["[data-cards-again]", (button) => corrections.cards(button)],
  ["[data-recall]", (button) => corrections.recall(button)],
  ["[data-regular]", (button) => corrections.regular(button)],
  ["[data-remove]", (button) => corrections.remove(button)],
  ["[data-check]", ({ dataset }) => panels.check(JSON.parse(dataset.check))],
  ["[data-change]", (button) => panels.saveChecked(button)],
  ["[data-all]", ({ dataset }) => panels.save(...JSON.parse(dataset.all))],
];

let last = { target: null, at: 0 };

function isSecond(target, at) {
  const second = target === last.target && at - last.at < TWICE && target.matches(".key");
  last = { target, at };
  return second;
}

desk.addEventListener("click", (event) => {
  for (const [selector, tap] of TAPS) {
    const target = event.target.closest(selector);
    if (target) return isSecond(target, event.timeStamp) || tap(target, event);
  }
});

desk.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "_give_up") form.elements.version.value = screen.now.version; // as the scorer sees it
  if (form.method === "post") return;
  event.preventDefault();
  if (form.id === "typed-form") readTyped();
  else if (form.dataset.text !== undefined) corrections.text(form);
  else if (form.dataset.result !== undefined) panels.state(form);
  else if (form.dataset.buy) panels.buy(form, event.submitter.getAttribute("value"));
  else panels.submit(form);
});

desk.addEventListener("input", ({ target }) => {
  const form = target.closest("[data-anyway]");
  if (form) panels.input(form);
});

// ---- Typed entry -------------------------------------------------------------------------------------------

function readTyped() {
  const { typed } = screen;
  if (!typed.value.trim()) return confirm();
  screen.back = null;
  screen.close();
  const calling = screen.now.mode === "auction" && !choosing.active;
  const left = calling ? typedCalls(typed.value) : typedCards(typed.value);
  typed.value = left;
  typed.setAttribute("aria-invalid", String(Boolean(left)));
}

function typedCalls(text) {
  const cards = Array.from(screen.stage.querySelectorAll("[data-call]"));
  const name = (card) => card.querySelector(".voice").textContent.trim().toLowerCase();
  const { calls, left } = callsOf(
    text,
    cards.map((card) => ({ key: card.dataset.call, name: name(card) })),
  );
  for (const call of calls) screen.call(cards.find(({ dataset }) => dataset.call === call));
  return left;
}

function typedCards(text) {
  const { cards, left } = cardsOf(text, screen.trick);
  for (const card of cards) {
    if (choosing.active || screen.now.asks || screen.waits) pressKey(pad.byCard.get(card));
    else screen.play(card);
  }
  return left;
}

// Whole lines of the notation ("A: call pass", "B: H7 HK T4") are read by the server; cards alone are typed here.
desk.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!/^\s*(format |[A-H]:|stock |note |ruling )/m.test(text)) return;
  event.preventDefault();
  screen.close();
  panels.paste(text);
});

// Enter alone: what is chosen is complete, or only one card is left to play.
function confirm() {
  const forced = desk.dataset.mode === "pad" && desk.querySelector('.key[data-state="forced"]');
  if (choosing.ready) choosing.finish();
  else if (forced) pressKey(forced);
}

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Escape") return screen.close();
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select")) {
    return;
  }
  if (key === "Enter" && !target.closest("button, a, summary")) confirm();
  if (!/^[a-z0-9]$/i.test(key) || desk.dataset.mode === "score") return;
  screen.back = null;
  screen.close(); // what is typed is another card
  screen.typed.focus();
});

// ---- Answers -----------------------------------------------------------------------------------------------

outbox.addEventListener("acknowledged", async ({ detail: { entry, body } }) => {
  if (!(body.stage || body.parts) || !screen.follows(body)) return refresh();
  screen.take(body);
  if (entry.change.op !== "deal" || outbox.queue.length) return;
  await panels.open("deal");
  if (desk.dataset.writes === "all-hands") nextPart(screen.side)?.click();
});

outbox.addEventListener("refused", ({ detail: { body } }) => {
  if (body.code === "hand-sealed") refresh();
  screen.restore();
  const what = body.refused ? pad.byCard.get(body.refused)?.dataset.name : body.message;
  const then = [what, screen.now.status[0]].filter(Boolean).join(". ");
  if (!outbox.refused) screen.say(screen.status.dataset.refused, then, "refused");
  if (body.side) panels.put(body.side);
  if (body.refused) screen.refuse(body.refused, body.evidence);
});

outbox.addEventListener("stale", () => refresh());
outbox.addEventListener("missed", () => refresh());

// Fetches the screen as it stands: the hand is over, or somebody else has written. Then what waits here is sent
// only when the scorer says so.
async function refresh() {
  const answer = await get(desk.dataset.desk).catch(() => null);
  if (answer?.status === 401) return line.tell({ state: "sign-in", count: outbox.queue.length });
  if (!answer?.ok || !answer.body) return setTimeout(refresh, AGAIN);
  if (!outbox.halted && outbox.queue.length) return; // something was tapped meanwhile: its answer tells
  if (answer.body.version < screen.now.version) return;
  outbox.version = answer.body.version;
  screen.show(answer.body);
  if (outbox.halted) screen.say(desk.dataset.other, desk.dataset.otherHow);
}

// ---- Panels that the server sends --------------------------------------------------------------------------

desk.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, pathInfo } = event.detail;
  if (new URL(xhr.responseURL).pathname === new URL(pathInfo.requestPath, location.href).pathname) {
    return;
  }
  event.detail.shouldSwap = false; // the sign-in page is no panel
  line.tell({ state: "sign-in", count: outbox.queue.length });
});
desk.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id !== "side") return;
  panels.opened();
  outbox.tell();
});
for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  desk.addEventListener(failed, () => screen.say(desk.dataset.unreachable, "", "refused"));
}

// A tablet that wakes up may have missed something.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  outbox.drain();
  if (!outbox.queue.length && !choosing.active && !screen.side?.firstElementChild) refresh();
});

addEventListener("beforeunload", (event) => {
  if (outbox.queue.length && !outbox.store.lasting) event.preventDefault();
});

// A page of the browser's own is as old as the last time that the server answered; what followed is kept beside it.
async function takeUpSpare() {
  const body = await spare.read();
  if (!(body?.version > screen.now.version)) return;
  outbox.version = body.version;
  screen.show(body);
}

screen.settle();
if (spare.isUsed) await takeUpSpare();
desk.inert = false; // from now on no tap is lost
await outbox.start();
if (outbox.queue.length) screen.restore();
else if (spare.isUsed) refresh(); // until the server answers
spare.prepare(screen).catch(() => {}); // no worker, no room: recording needs neither
// Hands that are to be written down come before the first call.
if (desk.dataset.writes !== "tricks-only" && !screen.now.version && !outbox.queue.length) {
  panels.open("deal");
}
