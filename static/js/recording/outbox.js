// Entries on their way to the server: one request in flight, in order, each kept on the tablet until acknowledged.
// An entry keeps its key, and the version of the hand that it was made against: sending it again changes nothing,
// and it never slips in behind something that its scorer has not seen.

import { isLineThere, newKey, post, renewToken } from "./server.js";
import { Store } from "./store.js";

// Milliseconds from the start of one attempt to the start of the next, so that none is further away than the longest
// once the line is back.
const WAIT_FIRST = 1000;
const WAIT_LONGEST = 4000;
const WAIT_LEAST = 100; // after an attempt that took longer than the wait
const WAIT_SIGNED_OUT = 30000; // for somebody who signs in on another tab
const MOST_AT_ONCE = 20; // cards in one request, as games/recording/entry_pages.py
const OTHERS_WROTE = new Set(["stale-version", "version-ahead"]);

export class Outbox extends EventTarget {
  constructor({ hand, user, url, version }) {
    super();
    this.hand = hand;
    this.user = user;
    this.url = url;
    this.version = version;
    this.store = new Store();
    this.queue = [];
    // Why nothing is sent: "loading", "refused" (what waits came after a refused entry), "other" (tablet wrote).
    this.halted = "loading";
    this.refused = null; // the entry in front of what waits, as long as nothing has taken its place
    this.state = "saved";
    this.sending = false;
    this.away = false; // whether the last attempt failed: the line is tried before an entry is sent again
    this.wait = WAIT_FIRST;
  }

  // What is kept here, a refused entry first.
  get waiting() {
    return this.refused ? [this.refused, ...this.queue] : this.queue;
  }

  // Takes up what was kept before the page was loaded.
  async start() {
    await this.store.open();
    const kept = await this.store.all();
    const mine = kept.filter((entry) => entry.hand === this.hand && entry.user === this.user);
    const since = this.queue;
    this.queue = mine.sort((one, other) => one.version - other.version);
    addEventListener("online", () => this.drain());
    this.resume([], since);
  }

  // New entries go to the end; after a refusal they mend what was refused and go before what waits.
  add(...changes) {
    const made = changes.map((change) => this.entryOf(change));
    if (this.halted === "refused") return this.renumber([...made, ...this.refusedAgain(changes)]);
    for (const entry of made) this.push(entry);
    this.tell();
    this.drain();
  }

  entryOf(change) {
    return { key: newKey(), hand: this.hand, user: this.user, change, sent: false };
  }

  // What was refused is tried again, unless one of these changes takes its place: the right card, or a reason.
  refusedAgain(changes = []) {
    const { change } = this.refused;
    const takesItsPlace = ({ op, action }) =>
      op === change.op && action?.kind === change.action?.kind;
    return changes.some(takesItsPlace) ? [] : [this.entryOf(change)];
  }

  push(entry) {
    entry.version = (this.queue.at(-1)?.version ?? this.version - 1) + 1;
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

  // Goes on after a halt. What waits was never recorded, so that it may follow what the scorer sees by now.
  renumber(first = []) {
    const waiting = this.queue;
    this.forgetRefused();
    this.queue = [];
    this.resume(first, waiting);
  }

  resume(...parts) {
    for (const entry of parts.flat()) this.push(entry);
    this.halted = "";
    this.tell();
    this.drain();
  }

  // Takes the last entry out again; false where it may have been recorded, is an undo itself, or nothing waits.
  takeBack() {
    const last = this.queue.at(-1);
    if (!last || ((last.sent || last.change.op === "undo") && !this.halted)) return false;
    this.forget(last);
    if (!this.queue.length) {
      this.forgetRefused();
      this.halted = "";
      this.state = "saved";
    }
    this.tell();
    return true;
  }

  async drain() {
    if (this.halted || this.sending || !this.queue.length) return;
    this.sending = true;
    clearTimeout(this.timer);
    const began = Date.now();
    const wait = (await this.lineIsBack()) ? await this.sendFirst() : this.failed();
    this.sending = false;
    this.tell();
    if (wait) {
      this.timer = setTimeout(
        () => this.drain(),
        Math.max(WAIT_LEAST, wait - (Date.now() - began)),
      );
    } else this.drain();
  }

  // After a failed attempt something light is asked for first, so that tablets do not send their entries over and over
  // to a server that cannot keep up.
  lineIsBack() {
    return this.away ? isLineThere() : Promise.resolve(true);
  }

  // Resolves to the milliseconds from the start of this attempt to the next; 0: go on.
  sendFirst() {
    const entries = this.coming();
    for (const entry of entries) {
      entry.sent = true;
      this.store.put(entry);
    }
    this.state = "sending";
    this.tell();
    return this.send(entries).catch(() => this.failed());
  }

  // The first of what waits; where that is a card, with the cards behind it.
  coming() {
    const end = this.queue.findIndex(({ change }, at) =>
      change.action?.kind !== "play" || at === MOST_AT_ONCE
    );
    return this.queue.slice(0, end < 0 ? this.queue.length : Math.max(1, end));
  }

  // The wait grows up to the longest, and is not the same on two tablets.
  failed(state = navigator.onLine ? "waiting" : "offline") {
    this.state = state;
    this.away = true;
    const wait = this.wait * (0.75 + Math.random() / 4);
    this.wait = Math.min(this.wait * 2, WAIT_LONGEST);
    return wait;
  }

  // As `sendFirst`. Rejects where no answer came.
  async send(entries) {
    const bodies = entries.map(({ version, key, change }) => ({ version, key, change }));
    const body = bodies.length > 1 ? { entries: bodies } : bodies[0];
    let answer = await post(this.url, body);
    if (answer.status === 403 && (await renewToken(this.user))) answer = await post(this.url, body);
    if (answer.status === 401 || answer.status === 403) {
      this.failed("sign-in");
      return WAIT_SIGNED_OUT;
    }
    if (answer.status >= 500 || answer.status === 429) {
      return Math.max(answer.pause || 0, this.failed("waiting"));
    }
    if (!answer.body) throw new Error("no answer of the server"); // but of something between, such as a hotel's Wi-Fi
    this.away = false;
    this.wait = WAIT_FIRST;
    if (answer.ok) this.acknowledge(entries.slice(0, answer.body.recorded), answer.body);
    else this.refuse(entries[0], answer.body);
    return 0;
  }

  acknowledge(entries, body) {
    for (const entry of entries) this.forget(entry);
    this.version = body.version;
    this.state = this.queue.length ? "sending" : "saved";
    this.announce("acknowledged", { entry: entries.at(-1), body });
    if (body.behind && !this.queue.length) this.announce("missed");
  }

  refuse(entry, body) {
    if (OTHERS_WROTE.has(body.code)) {
      this.halted = this.state = "other";
      return this.announce("stale", { entry, body });
    }
    this.forget(entry);
    if (body.code === "already-recorded") {
      this.version = entry.version + 1;
      this.state = this.queue.length ? "sending" : "saved";
      return this.announce("missed");
    }
    const [next] = this.queue;
    if (next?.change.op === "undo") { // its scorer has taken it back already
      this.forget(next);
      this.state = this.queue.length ? "sending" : "saved";
      this.renumber();
      return this.announce("missed");
    }
    if (next) this.keepRefused({ ...entry, message: body.message });
    this.halted = next ? "refused" : "";
    this.state = this.halted || "saved"; // nothing waits: the panel says what was not recorded
    this.announce("refused", { entry, body });
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
    this.announce("line", { state: this.state, count: this.queue.length });
  }
}
