// The recording screen: taps become entries, entries go through the outbox, the answer is the screen as it stands.

import { Choosing } from "./choosing.js";
import { Outbox, post } from "./outbox.js";
import { Pad } from "./pad.js";
import { callOf, cardsOf } from "./typed.js";

const desk = document.getElementById("desk");
const pad = new Pad(document.getElementById("pad"));
const typed = document.getElementById("typed");
const line = document.getElementById("line");
const undo = document.getElementById("undo");
const status = document.getElementById("status");
const panels = desk.dataset.panels;
let now = JSON.parse(document.getElementById("pad-now").textContent);
now.stage = document.getElementById("stage").outerHTML;
now.mode = desk.dataset.mode;
now.version = Number(desk.dataset.version);
let ahead = 0; // plays that were tapped and are not acknowledged yet

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
  faces: faceOf,
});

const stage = () => document.getElementById("stage");
const side = () => document.getElementById("side");
const act = (action, label) => outbox.add({ op: "act", action }, label);

function faceOf(card) {
  const held = document.getElementById("faces").content.querySelector(`[data-face="${card}"]`);
  return held?.firstElementChild.cloneNode(true);
}

// ---- The screen as the server says it stands ---------------------------------------------------------------

function show(body) {
  now = body;
  desk.dataset.mode = body.mode;
  desk.dataset.phase = body.phase;
  desk.dataset.version = body.version;
  const fresh = document.createElement("template");
  fresh.innerHTML = body.stage;
  stage().replaceWith(fresh.content.firstElementChild);
  htmx.process(stage());
  typed.placeholder = body.mode === "auction" ? typed.dataset.auction : typed.dataset.pad;
  settle();
}

// What stays where it is: keys, status line, buttons, the choice that the exchange asks for.
function settle() {
  choosing.end();
  const tricks = document.querySelector("#stage .tricks-panel");
  if (tricks) tricks.scrollTop = tricks.scrollHeight;
  status.className = "";
  status.replaceChildren(strong(now.status[0]), ` ${now.status[1]}`);
  undo.querySelector(".second").textContent = now.undo;
  undo.disabled = !now.undo && !outbox.queue.length;
  desk.querySelector(".tail-claim").hidden = !now.claim;
  desk.querySelector(".tail-announce").hidden = !now.announce;
  if (now.keys.length) pad.apply(now.keys);
  if (now.led) pad.show(now.led);
  ahead = 0;
  for (const entry of outbox.queue) waiting(entry.change);
  if (now.select && !outbox.queue.length) exchange(now.select);
}

function strong(text) {
  const element = document.createElement("strong");
  element.textContent = text;
  return element;
}

function exchange({ kind, count }) {
  const stock = kind === "stock";
  choosing.start({
    kind,
    least: count,
    most: count,
    only: (key) => key.dataset.state === "clear",
    finish: (cards) => act(stock ? { kind, cards } : { kind, cards, ...shownOf(cards) }),
    nobodySaw: () => act({ kind: "discard", cards: null, seat: now.turn }),
  });
}

// Trumps that go into the discard are shown where the rules ask for it; showing more than needed is allowed.
function shownOf(cards) {
  const shown = now.shows ? cards.filter((card) => /^T\d+$/.test(card)) : [];
  return { seat: now.turn, ...(shown.length ? { shown } : {}) };
}

// A card on its way: the key is used up at once, and the card lies on the table if its place is clear.
function waiting(change) {
  const action = change.action;
  if (change.op !== "act" || action?.kind !== "play") return;
  pad.send(action.card);
  const seat = now.turn === null ? null : (now.turn + ahead) % now.seats;
  const place = ahead < now.seats - now.lying && document.querySelector(`#stage .place[data-seat="${seat}"]`);
  if (now.lying === 0 && ahead === 0) {
    for (const lying of document.querySelectorAll("#stage .place")) lying.replaceChildren();
  }
  if (place) {
    const face = faceOf(action.card);
    face.classList.add("arrives");
    place.classList.remove("next");
    place.replaceChildren(face);
  }
  ahead += 1;
}

// ---- Entries -------------------------------------------------------------------------------------------------

function play(card) {
  const change = act({ kind: "play", card }).change;
  waiting(change);
}

function tapKey(key) {
  if (choosing.active && choosing.tap(key)) return;
  if (choosing.active) return tapForbiddenChoice(key);
  if (desk.dataset.replacing) return replaceEntry(key.dataset.card);
  const card = key.dataset.card;
  if (key.dataset.state === "refused") return close();
  if (now.called) return act({ kind: "king", card });
  const entry = key.dataset.state === "played" && key.dataset.note && entryOf(card);
  if (entry) return entry.click();
  close();
  play(card);
}

// In the exchange a barred card says why: the server refuses it, alone, in a discard that is made up to size.
function tapForbiddenChoice(key) {
  if (choosing.wanted.kind !== "discard" || key.dataset.state !== "forbidden") return;
  const rest = choosing.cards.filter((card) => card !== key.dataset.card);
  const filling = pad.keys.filter((other) => other.dataset.state === "clear" && !rest.includes(other.dataset.card));
  const cards = [key.dataset.card, ...rest, ...filling.map((other) => other.dataset.card)].slice(0, now.select.count);
  ask({ op: "act", action: { kind: "discard", seat: now.turn, cards, ...shownOf(cards) } }, key.dataset.card, cards.length);
}

function entryOf(card) {
  const at = now.keys.length ? pad.byCard.get(card) : null;
  if (!at) return null;
  const cells = document.querySelectorAll("#stage .trick-cell[data-entry]");
  return Array.from(cells).find((cell) => cell.dataset.card === card);
}

// Asks what a change would meet, and saves nothing.
async function ask(change, refused) {
  const answer = await post(desk.dataset.preview, { change, refusal: true });
  const body = await answer.json();
  if (body.side) openSide(body.side);
  if (refused) pad.state(pad.byCard.get(refused), "refused");
}

// ---- Panels ----------------------------------------------------------------------------------------------------

function openSide(html) {
  side().innerHTML = html;
  htmx.process(side());
  side().querySelector("button, input, a")?.focus({ preventScroll: true });
}

function openPanel(name) {
  htmx.ajax("GET", panels.replace("NAME", name), { target: "#side", swap: "innerHTML" });
}

function close() {
  delete desk.dataset.replacing;
  if (side()?.firstElementChild) show(now);
}

async function replaceEntry(card) {
  const { index, action } = JSON.parse(desk.dataset.replacing);
  show(now);
  delete desk.dataset.replacing;
  await check({ op: "change", edits: [[index, { ...action, card }]] });
}

async function check(change) {
  const answer = await post(desk.dataset.preview, { change });
  const body = await answer.json();
  openSide(body.side ?? "");
  if (!body.side) status.replaceChildren(strong(body.message));
}

function save(change) {
  side().replaceChildren();
  outbox.add(change);
}

// ---- Taps --------------------------------------------------------------------------------------------------------

const TAPS = [
  [".key", (key) => tapKey(key)],
  ["[data-call]", (card) => act({ kind: "call", call: card.dataset.call })],
  ["#undo, [data-undo]", () => takeBack()],
  ["[data-panel]", (button) => openPanel(button.dataset.panel)],
  ["[data-close]", () => close()],
  ["[data-claim]", (button) => save({ op: "act", action: { kind: "claim", seat: Number(button.dataset.claim) } })],
  ["[data-announce]", (button) => save({ op: "act", action: { kind: "announce", seat: Number(button.dataset.seat), what: button.dataset.announce } })],
  ["[data-show]", (button) => showCards(button)],
  ["[data-part]", (button) => writeDown(button)],
  ["[data-replace]", (button) => startReplacing(button)],
  ["[data-recall]", (button) => recall(button)],
  ["[data-rewind]", (button) => save({ op: "rewind", to: Number(button.dataset.rewind) })],
  ["[data-change]", (button) => (button.dataset.check === undefined ? save(JSON.parse(button.dataset.change)) : check(JSON.parse(button.dataset.change)))],
];

desk.addEventListener("click", (event) => {
  for (const [selector, tap] of TAPS) {
    const target = event.target.closest(selector);
    if (target) return tap(target);
  }
});

function takeBack() {
  const last = outbox.queue.at(-1);
  if (last && last.version === undefined) {
    outbox.forget(last); // never left the tablet
    outbox.tell();
    return settle();
  }
  outbox.add({ op: "undo" });
}

function entryPanel(inside) {
  const panel = inside.closest("[data-action]");
  return { index: Number(panel.dataset.index), action: JSON.parse(panel.dataset.action) };
}

function startReplacing(button) {
  desk.dataset.replacing = JSON.stringify(entryPanel(button));
  button.disabled = true;
  for (const key of pad.keys) pad.state(key, "clear");
}

function recall(button) {
  const { index, action } = entryPanel(button);
  check({ op: "change", edits: [[index, { ...action, call: button.dataset.recall }]] });
}

function showCards(button) {
  const seat = Number(button.dataset.seat);
  const what = button.dataset.show;
  side().replaceChildren();
  choosing.end();
  choosing.start({
    kind: what,
    least: 1,
    most: 22,
    only: (key) => /^(T\d+|F)$/.test(key.dataset.card) && !(key.dataset.state === "played" && key.dataset.note),
    cancel: () => settle(),
    finish: (cards) => act({ kind: "announce", seat, what, cards }),
  });
}

// ---- Writing down hands --------------------------------------------------------------------------------------------

function partsOf(root) {
  return Array.from(root.querySelectorAll("[data-part]"), (button) => ({
    part: button.dataset.part,
    size: Number(button.dataset.size),
    cards: button.dataset.cards ? button.dataset.cards.split(" ") : [],
    inferred: button.dataset.inferred !== undefined,
  }));
}

function writeDown(button) {
  const parts = partsOf(button.closest("#_deal"));
  const mine = parts.find((part) => part.part === button.dataset.part);
  const others = parts.filter((part) => part !== mine && !part.inferred);
  const taken = new Set(others.flatMap((part) => part.cards));
  desk.dataset.mode = "deal";
  choosing.end();
  pad.apply(pad.keys.map((key) => (taken.has(key.dataset.card) ? "p" : "c")));
  const name = button.querySelector("b").textContent;
  status.replaceChildren(strong(name));
  choosing.start({
    kind: "deal",
    least: mine.size,
    most: mine.size,
    given: mine.inferred ? [] : mine.cards,
    only: (key) => key.dataset.state === "clear",
    cancel: () => leaveDeal(),
    finish: (cards) => {
      leaveDeal();
      save({ op: "deal", deal: dealOf([...others, { part: mine.part, cards }]) });
    },
  });
  side().replaceChildren();
}

function leaveDeal() {
  show(now);
}

function dealOf(parts) {
  const hands = Array.from({ length: now.seats }, (_, seat) => {
    const cards = parts.find((part) => part.part === String(seat))?.cards;
    return cards?.length ? cards : null;
  });
  const stock = parts.find((part) => part.part === "stock")?.cards;
  return { hands, stock: stock?.length ? stock : null };
}

// ---- Forms -----------------------------------------------------------------------------------------------------------

desk.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches(".seal-bar")) return;
  event.preventDefault();
  if (form.id === "typed-form") return readTyped();
  const fields = new FormData(form);
  if (form.dataset.anyway) return recordAnyway(form, fields);
  if (form.dataset.comment !== undefined) return save({ op: "act", action: { kind: "note", text: fields.get("text") } });
  if (form.dataset.ruling !== undefined) {
    const points = fields.getAll("points").map(Number);
    save({ op: "act", action: { kind: "ruling", text: fields.get("text"), points } });
  }
});

desk.addEventListener("input", (event) => {
  const form = event.target.closest("[data-anyway]");
  if (!form) return;
  const chosen = form.querySelector("[name=reason]:checked");
  const other = form.querySelector("[name=other]");
  other.hidden = !chosen || chosen.value !== "";
  form.querySelector(".refuse").disabled = !chosen || (chosen.value === "" && !other.value.trim());
});

// The reason goes where the fault lies: in this entry, or in the earlier one that it proves wrong.
function recordAnyway(form, fields) {
  const reason = fields.get("reason") || fields.get("other").trim();
  const changes = JSON.parse(form.dataset.anyway, (key, value) => (key === "irregular" && value === "" ? reason : value));
  outbox.clear();
  side().replaceChildren();
  for (const change of changes) outbox.add(change);
}

function readTyped() {
  const text = typed.value;
  if (now.mode === "auction") {
    const calls = Array.from(document.querySelectorAll("[data-call]"), (card) => ({
      key: card.dataset.call,
      name: card.querySelector(".voice").textContent.trim().toLowerCase(),
    }));
    const tokens = text.trim().split(/[\s,;]+/).filter(Boolean);
    const whole = callOf(text, calls);
    const meant = whole ? [whole] : tokens.map((token) => callOf(token, calls));
    const wrong = meant.indexOf("");
    for (const call of wrong < 0 ? meant : meant.slice(0, wrong)) act({ kind: "call", call });
    typed.value = wrong < 0 ? "" : tokens.slice(wrong).join(" ");
    typed.setAttribute("aria-invalid", String(wrong >= 0));
    return;
  }
  const { cards, wrong } = cardsOf(text, { led: now.led, lying: now.lying + ahead, seats: now.seats });
  if (choosing.active) for (const card of cards) choosing.tap(pad.byCard.get(card));
  else if (now.called) for (const card of cards) act({ kind: "king", card });
  else for (const card of cards) play(card);
  typed.value = wrong;
  typed.setAttribute("aria-invalid", String(Boolean(wrong)));
}

// ---- The line to the server ---------------------------------------------------------------------------------------------

outbox.addEventListener("acknowledged", ({ detail: { body } }) => show(body));

outbox.addEventListener("refused", ({ detail: { entry, body } }) => {
  outbox.clear();
  show(now);
  status.className = "refused";
  status.replaceChildren(strong(status.dataset.refused), ` ${body.refused ? pad.byCard.get(body.refused).dataset.name : body.message ?? ""}. ${now.status[0]}`);
  if (body.side && side()) openSide(body.side);
  if (body.refused) refuse(body.refused);
  for (const card of body.evidence ?? []) pad.mark(card, "evidence");
  tellLine({ state: "refused", count: 0, entry });
});

// The card lies on the table, framed as not recorded, as long as the panel is open.
function refuse(card) {
  pad.state(pad.byCard.get(card), "refused");
  const place = document.querySelector("#stage .place.next");
  if (!place) return;
  place.classList.replace("next", "refused");
  place.replaceChildren(faceOf(card));
}

outbox.addEventListener("stale", () => refresh(true));
outbox.addEventListener("missed", () => refresh(false));

async function refresh(other) {
  const answer = await fetch(desk.dataset.desk, { headers: { Accept: "application/json" } });
  if (!answer.ok) return location.reload();
  const body = await answer.json();
  const waitingEntries = outbox.queue.length;
  show(body);
  if (other && waitingEntries) tellLine({ state: "other", count: waitingEntries });
  else outbox.version = body.version;
}

function tellLine({ state, count }) {
  const words = { saved: "saved", sending: "sending", waiting: "waiting", offline: "offline", "sign-in": "signIn", other: "other", refused: "refused" }[state];
  const waiting = state === "sending" && count > 1 ? "waiting" : words;
  line.querySelector(".words").textContent = line.dataset[waiting].replace("%n", count);
  line.className = `push chip ${state === "saved" ? "saved" : state === "refused" || state === "other" ? "refused" : count > 1 || state !== "sending" ? "unsent" : ""}`;
  line.dataset.state = state;
  const dots = line.querySelector(".dots");
  dots.replaceChildren(...Array.from({ length: Math.min(count, 8) }, () => document.createElement("i")));
  const seal = document.querySelector(".seal");
  if (seal) seal.toggleAttribute("data-unsent", count > 0);
}

outbox.addEventListener("line", ({ detail }) => tellLine(detail));

line.addEventListener("click", () => {
  if (line.dataset.state === "sign-in") location.assign(line.dataset.signInUrl);
  else if (line.dataset.state === "other") outbox.renew(Number(desk.dataset.version));
  else outbox.drain();
});

addEventListener("keydown", (event) => {
  if (event.key === "Escape") return close();
  if (event.target.closest("input, textarea, button, a, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter") {
    const forced = desk.querySelector('.key[data-state="forced"]');
    if (forced && desk.dataset.mode === "pad") return tapKey(forced);
  }
  if (/^[a-z0-9]$/i.test(event.key) && desk.dataset.mode !== "score") typed.focus();
});

addEventListener("beforeunload", (event) => {
  if (outbox.queue.length && !outbox.store) event.preventDefault();
});

settle();
outbox.start();
