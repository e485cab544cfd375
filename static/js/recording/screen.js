// What the scorer sees: the screen as the server says it stands, and what was tapped since, drawn ahead of it.

import { renew } from "../renew.js";
import { Ahead } from "./ahead.js";
import { handOf, lookOf } from "./position.js";
import { get } from "./server.js";
import { after } from "./typed.js";

// What is done once a hand is over: it is confirmed, sealed; the next one is dealt.
const NEXT =
  ".who-confirms :is(input:not([type=hidden]), button):enabled, .seal-bar > .seal:enabled, .next-deal .act";

const SEAL = ".seal-bar > .seal:enabled";

const SOON = 50; // milliseconds in which the engine answers as a rule

// Each by itself: a row of a table is one only where nothing else stands before it.
function elementOf(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  return parsed.content.firstElementChild;
}

// Whether a new element is htmx's: looking through the whole stage costs more than drawing a card. A link that stays
// leads where it led (renew.js), so that htmx has nothing to learn of it.
const asks = (element) => element.matches("[hx-get]") || element.querySelector("[hx-get]");

// Tab passes the list of tricks in one step, on its way to the keys: each of its cards can be opened there as well.
function shortenTheWay(stage) {
  for (const cell of stage.querySelectorAll(".tricks-panel a")) cell.tabIndex = -1;
}

export class Screen {
  constructor({ recording, pad, choosing, outbox, spare }) {
    this.recording = recording;
    this.pad = pad;
    this.choosing = choosing;
    this.outbox = outbox;
    this.spare = spare;
    this.status = document.getElementById("status");
    this.typed = document.getElementById("typed");
    this.undo = document.getElementById("undo");
    this.now = JSON.parse(document.getElementById("pad-now").textContent);
    this.kept = document.createElement("template"); // the stage as the server has drawn it
    this.keep(this.stage.outerHTML);
    this.now.mode = recording.dataset.mode;
    this.now.version = Number(recording.dataset.version);
    this.look = lookOf(outbox.at); // of what was drawn last; "" where that is not known here
    this.around = handOf(outbox.at); // of which the words around the stage tell
    this.sealsNext = false; // whether what was just recorded is sealed as soon as its score is drawn
    for (const ended of ["refused", "stale"]) {
      outbox.addEventListener(ended, () => (this.sealsNext = false));
    }
    this.drawn = 0; // how often the stage was
    this.sight = null; // the frame before which it is scrolled
    this.ahead = new Ahead(this);
    shortenTheWay(this.stage);
    addEventListener("resize", () => this.keepInSight());
  }

  get stage() {
    return document.getElementById("stage");
  }

  get side() {
    return document.getElementById("side");
  }

  // Whether the server has another hand than the one that the words around the stage tell of, or has not ended it.
  get isOfAnotherHand() {
    return handOf(this.outbox.judge.base) !== this.around;
  }

  // Whether an answer that tells only what has changed can be put into what is here.
  follows({ parts, version }) {
    return !parts || version === this.now.version + 1;
  }

  // What the table looks like by now (`look`), and the words about the match, where they are new. A scorer who is
  // choosing cards or writing in a panel is not disturbed.
  take(body, look = this.lookOf(body), words = undefined) {
    this.hold(body, look, words);
    if (!this.choosing.apart) this.draw();
    this.spare.write(this);
  }

  show(body, look = this.lookOf(body), words = undefined) {
    this.hold(body, look, words);
    this.restore();
    this.spare.write(this);
  }

  // What another tablet has recorded: panels stay open, but for the refusal of a card whose turn is over.
  follow(body) {
    if (this.side?.querySelector("#_refusal")) this.show(body);
    else this.take(body);
  }

  // Of an answer of the server.
  lookOf({ version }) {
    const { at, shown } = this.outbox;
    return shown.length || version !== at.changes.length ? "" : lookOf(at);
  }

  hold(body, look, words) {
    this.look = look;
    if (words) this.tellAround(words);
    this.now = body;
    if (body.stage) this.keep(body.stage);
    const { content } = this.kept;
    for (const part of (body.parts ?? []).map(elementOf)) {
      const before = content.getElementById(part.id);
      if (before) before.replaceWith(part);
      else content.querySelector(".tricks tbody").append(part);
      shortenTheWay(part);
    }
  }

  keep(stage) {
    this.kept.innerHTML = stage;
    shortenTheWay(this.kept.content);
  }

  draw() {
    if (this.outbox.readsBack) return;
    this.drawn += 1;
    this.leaveScore();
    const { recording, now, typed } = this;
    recording.dataset.mode = now.mode;
    document.body.classList.toggle("scored", now.mode === "score");
    recording.dataset.phase = now.phase;
    recording.dataset.version = now.version;
    // Around the side: a panel that stays open, or is on its way, finds it.
    const added = renew(this.stage, this.kept.content.querySelector("#stage"));
    for (const element of added) if (asks(element)) htmx.process(element);
    this.lead();
    typed.placeholder = now.mode === "auction" ? typed.dataset.auction : typed.dataset.pad;
    this.settle();
  }

  // Once a hand is over the focus goes where the next key is needed, if it is nowhere else.
  lead() {
    if (this.now.mode === "score" && this.sealsNext) {
      this.sealsNext = false;
      queueMicrotask(() => this.stage.querySelector(SEAL)?.click());
    }
    const { activeElement, body } = document;
    const isFree = !activeElement || activeElement === body;
    if (isFree && this.now.mode === "score") {
      this.stage.querySelector(NEXT)?.focus({ preventScroll: true });
    }
  }

  // The server has dealt a hand that had another id here: it is named in all that is drawn already, and stays as it is.
  rename(before, hand) {
    const { recording, kept, now } = this;
    this.now = JSON.parse(JSON.stringify(now).replaceAll(before, hand));
    for (const root of [recording, kept.content]) {
      for (const one of root.querySelectorAll(`[href*="${before}"], [action*="${before}"]`)) {
        for (const { name, value } of [...one.attributes]) {
          if (value.includes(before)) one.setAttribute(name, value.replaceAll(before, hand));
        }
      }
    }
    htmx.process(recording);
  }

  // How the match stands, and which of its hands this is.
  tellAround({ running, hand_words: words }) {
    this.around = handOf(this.outbox.at);
    document.getElementById("_running").outerHTML = running;
    document.getElementById("hand-words").textContent = words;
  }

  // Where an undo leads from the score the server has said with the score: no line is needed for it.
  leaveScore() {
    const { now, outbox } = this;
    if (!now.undone || outbox.halted || outbox.unjudged[0]?.change.op !== "undo") return;
    this.hold({ ...now.undone, version: now.version, back: true }, this.look); // the first undo that waits is drawn
  }

  // Draws the last answer again: whatever was half done is gone.
  restore() {
    this.side?.replaceChildren();
    for (const opened of this.stage.querySelectorAll("details[open]")) opened.open = false;
    this.draw();
  }

  // What stays where it is: keys, status line, buttons, the choice that the exchange asks for.
  settle() {
    const { now, choosing, recording, outbox, pad } = this;
    choosing.end();
    this.sayStatus();
    recording.querySelector(".tail-claim").hidden = !now.claim;
    this.offerRest(now.rest);
    recording.querySelector(".tail-announce").hidden = !now.announce;
    if (now.keys.length) pad.apply(now.keys);
    pad.open(now.led);
    this.nameUndo(now.undo);
    this.ahead.draw();
    if (!now.select) choosing.forget();
    else if (!outbox.unjudged.length) this.exchange(now.select);
    this.keepInSight();
  }

  // The trick that is being played, and who speaks, are in sight, also on a tablet that has been turned: just before the
  // next picture, for which the browser lays out the page anyway.
  keepInSight() {
    this.sight ??= requestAnimationFrame(() => {
      this.sight = null;
      const tricks = this.stage.querySelector(".tricks-panel");
      if (tricks) tricks.scrollTop = tricks.scrollHeight;
      const speaks = this.stage.querySelector(".said-list .now");
      if (!speaks) return;
      speaks.parentElement.scrollTop = speaks.offsetTop - speaks.parentElement.offsetTop - 80;
    });
  }

  // The last cards of a hand that nobody can play otherwise.
  offerRest(plays) {
    const rest = document.getElementById("rest");
    rest.hidden = !plays.length || this.outbox.unjudged.length > 0;
    rest.textContent = rest.dataset.words.replace("%n", plays.length);
  }

  // The line of the status as it was said last: each time it is another element.
  get said() {
    return this.status.firstElementChild;
  }

  say(first, rest = "", mark = "") {
    const strong = document.createElement("strong");
    strong.textContent = first;
    this.status.className = mark;
    this.status.replaceChildren(strong, ` ${rest}`);
  }

  // Who is next; or that two tablets wrote, or what was refused, and the ways on, as long as something waits.
  sayStatus() {
    const { recording, now, outbox, pad, status } = this;
    if (outbox.halted === "other") {
      return this.say(recording.dataset.other, recording.dataset.otherHow);
    }
    if (!outbox.refused) return this.say(now.status[0], now.status[1]);
    const { message, change } = outbox.refused;
    const name = pad.byCard.get(change.action?.card)?.dataset.name ?? message;
    this.say(`${status.dataset.refused} ${name}.`, status.dataset.waysOn, "refused");
  }

  nameUndo(words) {
    const { canTakeBack, dealtLast, unjudged } = this.outbox;
    const said = words || (canTakeBack && dealtLast ? this.undo.dataset.deal : "");
    this.undo.querySelector(".second").textContent = said;
    this.undo.disabled = !words && !canTakeBack && !unjudged.length;
  }

  act(action) {
    this.outbox.add({ op: "act", action });
  }

  // The seat for which a tap is: whose turn the screen shows. Left out where it shows nobody's, or where the engine has
  // still to judge what was tapped before: then the one that follows from it is meant.
  get forTurn() {
    const { ahead, now, outbox } = this;
    if (outbox.halted === "other" || now.version !== outbox.at.changes.length) return {};
    if (outbox.canJudge && outbox.unjudged.length && !outbox.refused) return {};
    const seat = now.mode === "auction" ? this.speaker : ahead.read().turn;
    return seat === null ? {} : { seat };
  }

  // Who speaks next, as the list of the calls shows it; null for nobody.
  get speaker() {
    const speaks = this.stage.querySelector(".said-list .now[data-seat]");
    return speaks && Number(speaks.dataset.seat);
  }

  play(card) {
    this.act({ kind: "play", card, ...this.forTurn });
    if (this.outbox.halted) this.pad.send(card); // an engine shows nothing more of it until that is settled
    this.showAhead(() => this.ahead.play(card));
  }

  // Shows on the table what was just tapped, before it is judged. Where an engine runs, only once it is late: as a rule it
  // has answered before the next picture, and two pictures take longer than one.
  showAhead(show) {
    const { drawn, outbox } = this;
    const isStill = () => drawn === this.drawn && outbox.unjudged.length && !outbox.halted;
    if (outbox.canJudge) setTimeout(() => isStill() && show(), SOON);
    else show();
  }

  // What may have been recorded the server takes back; what waits is drawn without it.
  takeBack() {
    const waits = this.outbox.unjudged.length > 0;
    this.outbox.add({ op: "undo" });
    if (this.outbox.canJudge) return;
    if (waits || this.now.undone) this.restore();
    else this.ahead.showTurnLater();
  }

  /**
   * A call of the seat on turn, or out of turn where the card names a seat; a challenge names the bid it answers.
   * @param {PageElement} card
   */
  call({ dataset: { call, of, seat } }) {
    this.act({
      kind: "call",
      call,
      ...(of ? { of } : {}),
      ...(seat ? { seat: Number(seat) } : this.forTurn),
    });
    this.showAhead(() => this.hear(call));
  }

  // Whether the next step needs an answer first: only the server knows whose exchange it is.
  get waits() {
    return this.now.phase === "exchange" && this.outbox.unjudged.length > 0;
  }

  exchange({ kind, count, unseen, follows }) {
    const seat = this.now.turn;
    const discard = (cards, irregular) => ({
      kind,
      seat,
      cards,
      ...this.shownOf(cards),
      ...(irregular ? { irregular } : {}),
    });
    this.choosing.start({
      kind,
      least: count,
      most: count,
      only: (key) => key.dataset.state === "clear",
      keys: follows && ((cards) => this.keysBeside(cards)),
      finish: (cards, reason) =>
        this.act(kind === "stock" ? { kind, cards } : discard(cards, reason)),
      nobodySaw: unseen && (() => this.act({ kind: "discard", seat, cards: null })),
    });
  }

  // The keys to go with cards already chosen; undefined where the server cannot be asked now.
  async keysBeside(cards) {
    const local = await this.outbox.ask("choosing", { cards });
    if (local) return local.body.keys;
    const chosen = new URLSearchParams(cards.map((card) => ["card", card]));
    const answer = await get(`${this.recording.dataset.choosing}?${chosen}`).catch(() => null);
    return answer?.body?.keys;
  }

  // Trumps that go into the discard are shown where the rules ask for it.
  shownOf(cards) {
    const shown = this.now.shows ? cards.filter((card) => /^T\d+$/.test(card)) : [];
    return shown.length ? { shown } : {};
  }

  faceOf(card) {
    const faces = document.getElementById("faces").content;
    return faces.querySelector(`[data-face="${card}"]`).firstElementChild.cloneNode(true);
  }

  // The open trick as it will be once everything that waits is recorded.
  get trick() {
    const { led, lying, seats, fool } = this.now;
    return this.ahead.read().cards.reduce(after, { led, lying, seats, fool });
  }

  nameOfCall(key) {
    return this.stage.querySelector(`[data-call="${key}"] .voice`)?.textContent ?? key;
  }

  // A call on its way stands in the list at once. Where no engine answers in a moment, the next speaker is named.
  hear(call) {
    const line = this.stage.querySelector(".said-list .now");
    const name = this.nameOfCall(call);
    if (!line) return;
    line.querySelector(".voice").textContent = name;
    line.classList.replace("now", "not-sent");
    const next = line.nextElementSibling;
    next?.classList.add("now");
    if (next) next.querySelector(".voice").textContent = "…";
    this.nameUndo(name);
    if (!this.outbox.canJudge) this.letSpeak(next);
  }

  // Whose turn the list says it is, everywhere; the cards of the calls spoke of the one before.
  letSpeak(line) {
    const { recording, stage } = this;
    for (const plate of stage.querySelectorAll(".plate.turn")) plate.classList.remove("turn");
    const seat = line && stage.querySelector(`.seat[data-seat="${line.dataset.seat}"]`);
    seat?.querySelector(".plate").classList.add("turn");
    for (const card of stage.querySelectorAll("#_calls .call-card")) {
      delete card.dataset.refused;
      card.querySelector(".dense").textContent = "";
    }
    const name = line?.firstElementChild.textContent;
    if (!this.outbox.halted) this.say(name ? recording.dataset.toSpeak.replace("%n", name) : "");
  }

  // The card lies on the table, framed as not recorded, as long as the panel is open.
  refuse(card, evidence) {
    this.pad.state(this.pad.byCard.get(card), "refused");
    for (const guilty of evidence) this.pad.mark(guilty, "evidence");
    const place = this.stage.querySelector(".place.next");
    place?.classList.replace("next", "refused");
    place?.replaceChildren(this.faceOf(card));
  }

  // Closes whatever panel is open next to the table; what had the focus before has it again.
  close() {
    if (!this.side?.firstElementChild) return;
    this.restore();
    this.back?.focus({ preventScroll: true });
    this.back = null;
  }
}
