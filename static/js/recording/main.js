// The recording screen: taps become entries, entries go through the outbox, the answer is the screen as it stands.

import { Choosing } from "./choosing.js";
import { Corrections } from "./corrections.js";
import { Evening } from "./evening.js";
import { choose } from "./facts.js";
import { nextPart, writeDown } from "./hands.js";
import { Judge } from "./judge.js";
import { Leaving } from "./leaving.js";
import { Line } from "./line.js";
import { Outbox } from "./outbox.js";
import { Pad } from "./pad.js";
import { Panels } from "./panels.js";
import { isStep, lookOf } from "./position.js";
import { Screen } from "./screen.js";
import { post, sign } from "./server.js";
import { Spare } from "./spare.js";
import { tabletName } from "./tablet.js";
import { Tablets } from "./tablets.js";
import { TypedEntry } from "./typing.js";

const TWICE = 350; // milliseconds: a second tap on the same key within them is the same tap
const TO_PLAY = new Set(["announcements", "play"]);
const BEFORE_THE_AUCTION = { "result-only": "result", "all-hands": "deal", "some-hands": "deal" };

const recording = document.getElementById("recording");
const pad = new Pad(document.getElementById("pad"));
const judge = new Judge(recording);
const outbox = new Outbox({
  judge,
  recording,
  match: recording.dataset.match,
  user: recording.dataset.user,
  version: Number(recording.dataset.version),
});
const choosing = new Choosing({
  pad,
  done: document.getElementById("done"),
  giveUp: document.getElementById("give-up"),
  unseen: document.getElementById("unseen"),
  faces: (card) => screen.faceOf(card),
  nameUndo: (card) => screen.nameUndo(card ? pad.byCard.get(card).dataset.name : screen.now.undo),
});
const spare = new Spare(recording);
const screen = new Screen({ recording, pad, choosing, outbox, spare });
const panels = new Panels(screen);
const corrections = new Corrections(screen, panels);
const line = new Line(document.getElementById("line"), screen, {
  held: () => evening.tellHeld(),
  conflict: () => tablets.showConflict(),
});
const tablets = new Tablets({ screen, panels, line, draw: () => evening.draw() });
const evening = new Evening({ screen, panels, tablets });
const typing = new TypedEntry({ screen, panels, press: pressKey });

// Where the table is by now, and nothing that was half done.
async function drawAnew() {
  await evening.draw();
  screen.restore();
}

// ---- Keys of the pad ---------------------------------------------------------------------------------------

function tapKey(key, { detail }) {
  if (detail) key.blur(); // Enter is for the forced card, not for the key that a finger touched
  pressKey(key);
}

function pressKey(key) {
  const { card, state, note, mark } = key.dataset;
  if (choosing.active) return choosing.tap(key) || whyNotAway(key);
  if (mark?.includes("not-sent")) return;
  if (screen.waits) {
    return isBeingJudged() ? tooEarly.push(key) : screen.say(recording.dataset.waits);
  }
  if (state === "refused") return screen.close();
  if (state === "played" && note && openEntryOf(card)) return;
  screen.back = null;
  screen.close();
  if (screen.now.asks === "king") screen.act({ kind: "king", card, seat: screen.now.turn });
  else if (screen.now.asks === "buy") panels.open("bought", { card });
  else screen.play(card);
}

// Keys tapped while the engine judges the entry before them: what they are to do depends on it.
const tooEarly = [];
const isBeingJudged = () => outbox.canJudge && !outbox.halted;

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

async function takeBack() {
  if (choosing.takeLast()) return;
  if (!outbox.takeBack()) return screen.takeBack();
  await drawAnew();
  tablets.showConflict();
  beginAsPlanned();
}

function dropHeld() {
  outbox.held.drop();
  screen.close();
  beginAsPlanned();
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
  ["[data-send-mine]", () => tablets.sendMine()],
  ["[data-drop-mine]", () => tablets.dropMine()],
  ["[data-drop-held]", () => dropHeld()],
  ["[data-panel]", ({ dataset }) => panels.open(dataset.panel)],
  ["[data-close]", () => screen.close()],
  ["[data-announce]", (button) => panels.announce(button)],
  ["[data-show]", (button) => panels.showCards(button)],
  ["[data-part]", (button) => writeDown(button, screen, panels)],
  ["[data-one-card]", (button) => corrections.oneCard(button)],
  ["[data-cards-again]", (button) => corrections.cards(button)],
  ["[data-recall]", (button) => corrections.recall(button)],
  ["[data-regular]", (button) => corrections.regular(button)],
  ["[data-remove]", (button) => corrections.remove(button)],
  ["[data-check]", ({ dataset }) => panels.check(JSON.parse(dataset.check))],
  ["[data-digit]", (button) => panels.pressDigit(button)],
  ["[data-change]", (button) => panels.saveChecked(button)],
  ["[data-all]", ({ dataset }) => panels.save(...JSON.parse(dataset.all))],
];

let last = { target: null, at: 0 };

function isSecond(target, at) {
  const second = target === last.target && at - last.at < TWICE && target.matches(".key");
  last = { target, at };
  return second;
}

recording.addEventListener("click", (event) => {
  for (const [selector, tap] of TAPS) {
    const target = event.target.closest(selector);
    if (target) return isSecond(target, event.timeStamp) || tap(target, event);
  }
});

recording.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.closest(".went-wrong")) form.elements.version.value = screen.now.version; // as the scorer sees it
  if (form.elements.device) form.elements.device.value = tabletName();
  if (evening.take(form, event.submitter)) return event.preventDefault();
  if (form.method === "post") return sign(form);
  event.preventDefault();
  if (form.id === "typed-form") typing.read();
  else if (form.dataset.text !== undefined) corrections.text(form);
  else if (form.dataset.result !== undefined) panels.typeResult(form);
  else if (form.dataset.buy) panels.buy(form, event.submitter.getAttribute("value"));
  else panels.submit(form);
});

recording.addEventListener("input", ({ target }) => panels.input(target));
recording.addEventListener("focusin", ({ target }) => {
  if (target.matches(".amount")) choose(target.closest("form"), target);
});

// ---- Answers -----------------------------------------------------------------------------------------------

// The engine has judged an entry.
outbox.addEventListener("judged", async ({ detail }) => {
  await evening.drawOn(detail);
  outbox.tell(); // to what is drawn by now
  goOnAfter(detail.entry);
  for (const key of tooEarly.splice(0)) pressKey(key);
});

// The server has recorded it: what the engine has not shown is drawn now.
outbox.addEventListener("acknowledged", ({ detail: { entry, body } }) => {
  if (entry.judged) return nowSaved();
  const isDrawn = (body.stage || body.parts) && screen.follows(body);
  if (!isDrawn || screen.isOfAnotherHand) return tablets.refresh();
  screen.take(body);
  goOnAfter(entry);
});

// Who has confirmed the score, and on whose telephone, is for the server to say.
function nowSaved() {
  spare.write(screen);
  const isAsked = screen.now.mode === "score" && judge.facts.confirms !== "no";
  if (isAsked && !outbox.queue.length) tablets.refresh();
}

async function goOnAfter(entry) {
  beginAsPlanned();
  if (entry.change.op !== "deal" || outbox.unjudged.length) return;
  await panels.open("deal");
  if (recording.dataset.writes === "all-hands") nextPart(screen.side)?.click();
}

// Server and engine say something else of one hand: the server counts, and the site's administrator hears of it.
outbox.addEventListener("differs", ({ detail: { entry, body } }) => {
  judge.distrust(`${entry.digest} is not ${body.digest ?? body.message}`);
});
judge.addEventListener("distrusted", ({ detail: { why } }) => {
  delete recording.dataset.judged;
  outbox.unjudge();
  tablets.refresh();
  outbox.drain();
  const { version, judge: { engine } } = outbox;
  post(recording.dataset.differs, { version, why, engine: engine.digest }).catch(() => {});
});

outbox.addEventListener("refused", async ({ detail: { entry, body } }) => {
  tooEarly.length = 0;
  if (isStep(entry)) return;
  await drawAnew();
  const what = body.refused ? pad.byCard.get(body.refused)?.dataset.name : body.message;
  const then = [what, screen.now.status[0]].filter(Boolean).join(". ");
  if (!outbox.refused) screen.say(screen.status.dataset.refused, then, "refused");
  if (body.side) panels.put(body.side);
  if (body.refused) screen.refuse(body.refused, body.evidence);
});

// ---- Panels that the server sends --------------------------------------------------------------------------

// Those that the engine can draw it draws.
recording.addEventListener("htmx:beforeRequest", (event) => {
  const { pathInfo, target } = event.detail;
  const entry = /\/entries\/(\d+)\/$/.exec(pathInfo.requestPath);
  const panel = /\/panel\/(\w+)\/$/.exec(pathInfo.requestPath);
  if (!judge.isReady || target.id !== "side" || !(entry || panel)) return;
  event.preventDefault();
  panels.remember();
  if (entry) panels.openHere("entry", { index: Number(entry[1]) });
  else panels.openHere("panel", { name: panel[1] });
});

recording.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, pathInfo } = event.detail;
  if (new URL(xhr.responseURL).pathname === new URL(pathInfo.requestPath, location.href).pathname) {
    return;
  }
  event.detail.shouldSwap = false; // the sign-in page is no panel
  line.tell({ state: "sign-in", count: outbox.queue.length });
});
recording.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id !== "side") return;
  panels.opened();
  outbox.tell();
});
for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  recording.addEventListener(
    failed,
    () => screen.say(recording.dataset.unreachable, "", "refused"),
  );
}

new Leaving({ screen, tablets, redraw });

// The server has drawn what only it can do.
function redraw() {
  screen.look = "";
  return drawAnew();
}

document.addEventListener("visibilitychange", () => document.hidden || outbox.drain());

addEventListener("beforeunload", (event) => {
  if (outbox.queue.length && !outbox.store.lasting) event.preventDefault();
});

// What waits here from the page before is read back before anything can be tapped, and without a picture of what is between.
async function readBack() {
  if (outbox.readsBack) return line.tellReading();
  if (!recording.inert) return;
  outbox.isReadingBack = false;
  await drawAnew();
  document.getElementById("reading").hidden = true;
  recording.inert = false;
  if (outbox.held.entries.length) evening.tellHeld(); // drawing has closed what said so
  beginAsPlanned();
}

// A page of the browser's own is as old as the last time that the server answered; what followed is kept with it.
async function takeUpSpare() {
  const body = await spare.read();
  if (!body) return;
  judge.takeUp(body.base);
  const { public_id: hand } = judge.base.hand;
  outbox.version = judge.version;
  evening.nameHand(hand);
  const isNewest = body.hand === hand && body.version === outbox.version;
  if (isNewest) screen.show(body, lookOf(outbox.at), body);
}

screen.settle();
judge.addEventListener("ready", () => {
  recording.dataset.judged = "here";
  outbox.goOn();
});
judge.addEventListener("kept", () => (document.getElementById("prepared").hidden = false));
for (const ended of ["failed", "stopped"]) {
  judge.addEventListener(ended, () => {
    delete recording.dataset.judged;
    tooEarly.length = 0;
    document.getElementById("prepared").hidden = true;
    outbox.goOn();
  });
}
if (spare.isUsed) await takeUpSpare();
judge.start();
await outbox.start();
if (!outbox.queue.length && screen.look !== lookOf(outbox.at)) {
  await judge.start(); // what is kept of the screen is older than what was recorded
  await drawAnew();
}
outbox.addEventListener("line", readBack);
readBack(); // from now on no tap is lost
if (spare.isUsed && !outbox.queue.length) tablets.refresh(); // until the server answers
tablets.start();
spare.prepare(screen).catch(() => {}); // no worker, no room: recording needs neither

// What is to be written down comes first: the hands before the first call, the result instead of it or after the auction.
function beginAsPlanned() {
  const { writes } = recording.dataset;
  if (outbox.halted || outbox.unjudged.length || screen.side?.firstElementChild) return;
  if (BEFORE_THE_AUCTION[writes] && !screen.now.version) panels.open(BEFORE_THE_AUCTION[writes]);
  const isUnplayed = TO_PLAY.has(screen.now.phase) && !recording.querySelector("a.trick-cell");
  if (writes === "auction" && isUnplayed) panels.open("result");
}
