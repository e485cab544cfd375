// Entries on their way to the server: one in flight, strictly in order, kept on the tablet until acknowledged.
// An entry keeps its key, and the version of the hand that it was made against: sending it again changes nothing,
// and it never slips in behind something that its scorer has not seen.

import { newKey, post, renewToken } from "./server.js";
import { Store } from "./store.js";

const WAIT_FIRST = 1000; // milliseconds
const WAIT_LONGEST = 30000;
const OTHERS_WROTE = new Set(["stale-version", "version-ahead"]);

export class Outbox extends EventTarget {
  constructor({ hand, user, url, version }) {
    super();
    Object.assign(this, { hand, user, url, version });
    this.store = new Store();
    this.queue = [];
    // Why nothing is sent: "loading", "refused" (what waits came after a refused entry), "other" (tablet wrote).
    this.halted = "loading";
    this.state = "saved";
    this.sending = false;
    this.wait = WAIT_FIRST;
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
    const made = changes.map((change) => ({ key: newKey(), hand: this.hand, user: this.user, change, sent: false }));
    if (this.halted === "refused") return this.renumber(made);
    for (const entry of made) this.push(entry);
    this.tell();
    this.drain();
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

  // Goes on after a halt. What waits was never recorded, so that it may follow what the scorer sees by now.
  renumber(first = []) {
    const waiting = this.queue;
    this.queue = [];
    this.resume(first, waiting);
  }

  resume(...parts) {
    for (const entry of parts.flat()) this.push(entry);
    this.halted = "";
    this.tell();
    this.drain();
  }

  // Takes the last entry out again; false where it may have been recorded, or nothing waits.
  takeBack() {
    const last = this.queue.at(-1);
    if (!last || (last.sent && !this.halted)) return false;
    this.forget(last);
    if (!this.queue.length) {
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
    const [entry] = this.queue;
    entry.sent = true;
    this.store.put(entry);
    this.state = "sending";
    this.tell();
    const pause = await this.send(entry).catch(() => this.pauseAfter(navigator.onLine ? "waiting" : "offline"));
    this.sending = false;
    this.tell();
    if (pause) this.timer = setTimeout(() => this.drain(), pause);
    else this.drain();
  }

  pauseAfter(state) {
    this.state = state;
    const pause = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, WAIT_LONGEST);
    return pause;
  }

  // Resolves to the milliseconds to wait before the next attempt; 0: go on. Rejects where no answer came.
  async send(entry) {
    const { version, key, change } = entry;
    let answer = await post(this.url, { version, key, change });
    if (answer.status === 403 && (await renewToken(this.user))) answer = await post(this.url, { version, key, change });
    if (answer.status === 401 || answer.status === 403) {
      this.state = "sign-in";
      return WAIT_LONGEST;
    }
    if (answer.status >= 500 || answer.status === 429) return answer.pause || this.pauseAfter("waiting");
    if (!answer.body) throw new Error("no answer of the server"); // but of something between, such as a hotel's Wi-Fi
    this.wait = WAIT_FIRST;
    if (answer.ok) this.acknowledge(entry, answer.body);
    else this.refuse(entry, answer.body);
    return 0;
  }

  acknowledge(entry, body) {
    this.forget(entry);
    this.version = body.version;
    this.state = this.queue.length ? "sending" : "saved";
    this.announce("acknowledged", { entry, body });
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
    this.halted = this.queue.length ? "refused" : "";
    this.state = this.halted || "saved"; // nothing waits: the panel says what was not recorded
    this.announce("refused", { entry, body });
  }

  announce(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  tell() {
    this.announce("line", { state: this.state, count: this.queue.length });
  }
}
