// Entries on their way to the server: one request in flight, in order, each kept on the tablet until acknowledged.
// An entry keeps its key, and the version of the hand that it was made against: sending it again changes nothing,
// and it never slips in behind something that its scorer has not seen.

import { Held } from "./held.js";
import { isLeft, isStep, lookOf, NOT_DEALT, positionOf } from "./position.js";
import { Sending } from "./sending.js";
import { newKey } from "./server.js";
import { Store } from "./store.js";

const MOST_AT_ONCE = 20; // cards in one request, as games/recording/entry_pages.py; entries judged in a row
const HALTS = new Set(["refused", "other"]);
const OTHERS_WROTE = new Set(["stale-version", "version-ahead"]);
const OTHERS_ENDED = new Set(["hand-sealed", "hand-void"]);

export class Outbox extends EventTarget {
  constructor({ match, user, recording, version, judge }) {
    super();
    this.judge = judge;
    this.judging = false;
    this.match = match;
    this.user = user;
    this.recording = recording;
    this.version = version;
    this.store = new Store();
    this.queue = [];
    this.held = new Held(this);
    this.ofOthers = []; // what is kept here of this match for other accounts: they alone send it
    // Why nothing is sent: "loading", "refused" (what waits came after a refused entry), "other" (tablet wrote).
    this.halted = "loading";
    this.refused = null; // the entry in front of what waits, as long as nothing has taken its place
    this.state = "saved";
    this.sending = new Sending(this);
    this.last = 0; // when an entry was put into the queue: no two at one time
  }

  // Whether the last attempt to send something failed.
  get away() {
    return this.sending.away;
  }

  // Whether what is tapped is judged here: the engine runs, and has seen all that was recorded.
  get canJudge() {
    return this.judge.isReady && this.judge.version === this.version;
  }

  // What is kept here and not on the screen yet, for nobody has judged it; a refused entry first.
  get unjudged() {
    const entries = this.queue.filter(({ judged }) => !judged);
    return this.refused ? [this.refused, ...entries] : entries;
  }

  // What the screen shows and the server has not acknowledged yet.
  get shown() {
    return this.queue.filter(({ judged }) => judged);
  }

  // The state that the screen is drawn from.
  get at() {
    return positionOf(this.judge.base, this.shown);
  }

  // What the engine says of it; null where it cannot.
  ask(name, facts) {
    return this.judge.ask(this.at, name, facts);
  }

  // Whether what a page before has left is still to be judged here, and nothing of it is shown before.
  get readsBack() {
    return this.isReadingBack && !this.halted && this.unjudged.length > 0 && this.judge.isComing;
  }

  // Takes up what was kept before the page was loaded.
  async start() {
    await this.store.open();
    const kept = await this.store.all();
    const { hand } = this.recording.dataset;
    const ours = (entry) => entry.match === this.match || entry.hand === hand;
    const isMine = ({ user }) => user === this.user;
    const mine = kept.filter((entry) => ours(entry) && isMine(entry));
    this.ofOthers = kept.filter((entry) => ours(entry) && !isMine(entry));
    const since = this.queue;
    for (const entry of mine) entry.judged = false; // on the page before, of which nothing is left
    this.queue = mine.sort((one, other) => one.at - other.at || one.version - other.version);
    this.last = Math.max(0, ...mine.map(({ at }) => at));
    this.isReadingBack = mine.length > 0;
    addEventListener("online", () => this.drain());
    this.resume([], since);
  }

  // New entries go to the end; after a refusal they mend what was refused and go before what waits.
  add(...changes) {
    const made = changes.map((change) => this.entryOf(change));
    if (this.halted === "refused") return this.renumber([...made, ...this.refusedAgain(changes)]);
    for (const entry of made) this.push(entry);
    this.goOn();
    if (this.halted === "other") this.announce("more");
  }

  goOn() {
    this.judgeNext(); // first of all: the engine works while the page goes on
    this.tell();
    this.drain();
  }

  entryOf(change) {
    const { match, user } = this;
    const { public_id: hand } = this.at.hand;
    const { account } = this.recording.dataset;
    return { key: newKey(), match, hand, user, account, change, sent: false };
  }

  // What was refused is tried again, unless one of these changes takes its place: the right card, or a reason.
  refusedAgain(changes = []) {
    const { change } = this.refused;
    const takesItsPlace = ({ op, action }) =>
      op === change.op && action?.kind === change.action?.kind;
    return changes.some(takesItsPlace) ? [] : [this.entryOf(change)];
  }

  push(entry) {
    entry.judged = false;
    entry.at = this.last = Math.max(Date.now(), this.last + 1);
    const before = this.queue.filter(({ hand }) => hand === entry.hand);
    const first = entry.hand === this.judge.base.hand.public_id ? this.version : 0;
    entry.version = first + before.filter((one) => !isStep(one)).length;
    this.queue.push(entry);
    this.store.put(entry);
  }

  forget(entry) {
    this.queue = this.queue.filter((other) => other !== entry);
    this.store.remove(entry);
  }

  forgetRefused() {
    if (this.refused) this.store.remove(this.refused);
    this.refused = null;
  }

  // What waits, with the seats for which it was tapped: none of it has been recorded.
  seat(entries, changes) {
    for (const [at, entry] of entries.entries()) {
      entry.change = changes[at];
      this.store.put(entry);
    }
  }

  // Goes on after a halt. What waits was never recorded, so that it may follow what the scorer sees by now.
  renumber(first = []) {
    const waiting = this.queue.filter(({ judged }) => !judged);
    this.forgetRefused();
    this.queue = this.queue.filter(({ judged }) => judged);
    this.resume(first, waiting);
  }

  resume(...parts) {
    for (const entry of parts.flat()) this.push(entry);
    this.halted = "";
    this.goOn();
  }

  // Drops what waits for the hand that somebody else has written in, its seal as well: the scorer meant another score.
  dropHand() {
    const { public_id: hand } = this.judge.base.hand;
    for (const entry of this.queue) {
      if (entry.hand === hand && entry.change.step !== "deal") this.forget(entry);
    }
    this.state = this.queue.length ? "sending" : "saved";
    this.renumber();
  }

  // Whether the last that was done is the deal of the hand on the screen.
  get dealtLast() {
    return this.queue.at(-1)?.change.step === "deal";
  }

  // Whether the last entry can be taken out again: it has not been recorded for certain, and is no undo itself.
  get canTakeBack() {
    const last = this.queue.at(-1);
    return last !== undefined &&
      (Boolean(this.halted) || !(last.sent || last.change.op === "undo"));
  }

  // Takes the last entry out again, if that can be done.
  takeBack() {
    if (!this.canTakeBack) return false;
    this.forget(this.queue.at(-1));
    if (this.queue.every(({ judged }) => judged)) {
      this.forgetRefused();
      this.halted = "";
      if (!this.queue.length) this.state = "saved";
    }
    this.goOn();
    return true;
  }

  // What waits is judged here, each in the position that the ones before it lead to: what was just tapped by itself, what
  // was kept in a row.
  async judgeNext() {
    if (this.halted || this.judging || !this.canJudge) return;
    const entry = this.queue.find(({ judged }) => !judged);
    if (!entry || this.isElsewhere(entry)) return;
    const before = lookOf(this.at);
    this.judging = true;
    const row = this.readsBack && !isStep(entry) ? this.rowFrom(entry) : [];
    const entered = row.length > 1 ? await this.judgeRow(row) : [];
    const answer = entered?.length ? entered : await this.judgeOne(entry);
    this.judging = false;
    const isAsAsked = !this.halted && answer && lookOf(this.at) === before;
    if (isAsAsked && entered?.length) this.hearRow(row, entered);
    else if (isAsAsked && this.queue.includes(entry)) this.hear(entry, answer, before);
    this.tell();
    if (answer) this.judgeNext();
    this.drain();
  }

  judgeOne(entry) {
    const { change, key } = entry;
    if (!isStep(entry)) return this.ask("enter", { change });
    return this.ask(change.step, { ...change, id: NOT_DEALT + key });
  }

  // The entries of a hand that follow each other, and can be judged without drawing what is between them.
  rowFrom(first) {
    const { queue } = this;
    const behind = queue.slice(queue.indexOf(first), queue.indexOf(first) + MOST_AT_ONCE);
    const end = behind.findIndex((entry, at) =>
      isStep(entry) || entry.hand !== first.hand || entry.version !== first.version + at
    );
    return end < 0 ? behind : behind.slice(0, end);
  }

  async judgeRow(row) {
    const answer = await this.ask("enter_row", { row: row.map(({ change }) => change) });
    return answer?.entered;
  }

  hearRow(row, entered) {
    for (const [at, { change, digest }] of entered.entries()) {
      Object.assign(row[at], { judged: true, outcome: { change }, digest });
      if (!row[at].sent) this.seat([row[at]], [change]);
    }
    this.announce("judged", { entry: row[entered.length - 1], body: {} });
  }

  // Whether an entry belongs to a hand that the page does not know, or to an older position of it: the server says what
  // becomes of it.
  isElsewhere(entry) {
    const { at, judge: { base } } = this;
    const isHere = ({ hand }) => hand.public_id === entry.hand;
    if (entry.judged) return false;
    return isHere(at) ? !isStep(entry) && entry.version !== at.changes.length : !isHere(base);
  }

  hear(entry, answer, before) {
    const { status, body, there, deals, change, hand, row, given, disputes, words } = answer;
    if (there) return this.isThere(entry);
    if (status >= 400) return this.dropOrKeep(entry, body);
    const outcome = { change, hand, row, given, disputes };
    Object.assign(entry, { judged: true, outcome, digest: body.digest });
    if (change && !entry.sent) this.seat([entry], [change]);
    if (deals) this.keepDeal(entry, deals);
    if (isLeft(this.at)) this.held.release();
    this.announce("judged", { entry, body, before, words });
  }

  // The hand that was dealt here has been dealt by the server meanwhile.
  isThere(entry) {
    this.forget(entry);
    this.nameHand(entry, this.at.hand.public_id);
  }

  // The server has dealt the hand that this entry dealt here: what was recorded in it gets its name.
  nameHand({ key }, hand) {
    for (const one of this.queue.filter((entry) => entry.hand === NOT_DEALT + key)) {
      one.hand = hand;
      this.store.put(one);
    }
  }

  // What follows was recorded in this hand, and in no other that may be dealt instead.
  keepDeal(entry, deals) {
    entry.change = { ...entry.change, deals };
    this.store.put(entry);
  }

  // What the screen shows is no longer what these entries lead to.
  unjudge() {
    for (const entry of this.queue) entry.judged = false;
  }

  // A refused entry holds back what was tapped after it, not what was judged before it.
  get isHeldBack() {
    return this.halted === "refused" ? !this.shown.length : Boolean(this.halted);
  }

  drain() {
    if (!this.isHeldBack) this.sending.goOn();
  }

  // The first of what waits; where that is a card, with the cards behind it. Nothing that the engine is about to judge.
  coming() {
    const isJudgedFirst = this.canJudge &&
      !this.queue.slice(0, 1).some((entry) => this.isElsewhere(entry));
    const last = isJudgedFirst || this.halted ? this.shown.length : this.queue.length;
    const end = this.queue.findIndex(({ change }, at) =>
      change.action?.kind !== "play" || at === MOST_AT_ONCE
    );
    return this.queue.slice(0, Math.min(last, end < 0 ? this.queue.length : Math.max(1, end)));
  }

  /**
   * What the server has answered to entries.
   * @param {object[]} entries
   * @param {{ok: boolean, body: object}} answer
   */
  take([entry, ...others], { ok, body }) {
    if (ok && isStep(entry)) this.settle(entry, body);
    else if (ok) this.acknowledge([entry, ...others].slice(0, body.recorded), body);
    else this.refuse(entry, body);
  }

  // The server has done a step.
  settle(entry, body) {
    this.forget(entry);
    this.judge.settle(body);
    if (body.hand) {
      this.version = body.changes.length;
      this.nameHand(entry, body.hand.public_id);
    }
    this.state = this.queue.length ? "sending" : "saved";
    this.announce("settled", { entry, body });
  }

  acknowledge(entries, body) {
    const [{ version }] = entries;
    const entry = entries.at(-1);
    for (const one of entries) this.forget(one);
    this.judge.learn(version, body.changes);
    this.version = body.version;
    this.state = this.queue.length ? "sending" : "saved";
    if (entry.judged && entry.digest !== body.digest) this.announce("differs", { entry, body });
    if (entry.judged && body.engine) this.judge.renew(body.engine);
    this.announce("acknowledged", { entry, body });
    if (body.behind && !this.queue.length) this.announce("missed");
  }

  // By the server; what the screen shows since is not what follows.
  refuse(entry, body) {
    if (body.code === "already-recorded") {
      this.forget(entry);
      if (entry.judged) this.judge.learn(entry.version, [entry.outcome.change]);
      this.version = entry.version + 1;
      this.state = this.queue.length ? "sending" : "saved";
      return this.announce("missed");
    }
    const { judged } = entry;
    this.unjudge();
    if (judged && body.side && !body.hidden) this.announce("differs", { entry, body });
    const isOver = OTHERS_ENDED.has(body.code) && (judged || !isStep(entry));
    if (OTHERS_WROTE.has(body.code) || isOver) {
      this.halted = this.state = "other";
      return this.announce("stale", { entry, body });
    }
    this.dropOrKeep(entry, body, judged);
  }

  // A refused entry: kept in front of what was tapped after it, dropped if that is nothing. `shown`: the screen showed it.
  dropOrKeep(entry, body, shown = false) {
    if (isStep(entry)) return this.refuseStep(entry, body);
    this.forget(entry);
    const next = this.queue.find(({ judged }) => !judged);
    if (next?.change.op === "undo") { // its scorer has taken it back already
      this.forget(next);
      this.state = this.queue.length ? "sending" : "saved";
      this.renumber();
      return shown || !this.canJudge ? this.announce("missed") : undefined;
    }
    if (next) this.keepRefused({ ...entry, message: body.message });
    this.halted = next ? "refused" : "";
    if (this.halted || !this.queue.length) this.state = this.halted || "saved"; // the panel says what was not recorded
    this.announce("refused", { entry, body });
  }

  refuseStep(entry, body) {
    this.held.takeBehind(entry);
    this.announce("refused", { entry, body });
    this.goOn();
  }

  // It stays in front of what waits: a page that is loaded again asks the server once more.
  keepRefused(entry) {
    this.refused = entry;
    this.store.put(entry);
  }

  announce(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  tell() {
    const { halted, held, ofOthers, queue, stateToTell: state } = this;
    if (halted === "loading" && !queue.length) return; // what is kept here has not been read
    const waiting = state === "others" ? ofOthers : [
      ...queue.filter(({ judged }) => halted !== "refused" || !judged),
      ...held.entries,
    ];
    const hands = new Set(waiting.map(({ hand }) => hand)).size;
    const entries = waiting.filter((entry) => !isStep(entry)).length;
    this.announce("line", { state, count: waiting.length, hands, entries });
  }

  // What its scorer has to decide stands before what becomes of the rest.
  get stateToTell() {
    const { halted, held, queue, state } = this;
    if (state !== "sign-in" && state !== "shut" && HALTS.has(halted)) return halted;
    if (state !== "saved") return state;
    if (queue.length) return "sending"; // or about to be judged
    if (held.entries.length) return "held";
    return this.ofOthers.length ? "others" : "saved";
  }
}
