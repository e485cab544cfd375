// Sending what waits: one request under way, and after a failure the same again, with the same keys.

import { isStep } from "./position.js";
import { isLineThere, post, renewToken } from "./server.js";

// Milliseconds from the start of one attempt to the start of the next, so that none is further away than the longest
// once the line is back.
const WAIT_FIRST = 1000;
const WAIT_LONGEST = 4000;
const WAIT_LEAST = 100; // after an attempt that took longer than the wait
const WAIT_SIGNED_OUT = 30000; // for somebody who signs in on another tab, or may record again
const SHUT = new Set([403, 404]); // the hand is not open to this account

export class Sending {
  constructor(outbox) {
    this.outbox = outbox;
    this.isUnderWay = false;
    this.away = false; // whether the last attempt failed: the line is tried before an entry is sent again
    this.wait = WAIT_FIRST;
  }

  async goOn() {
    const { outbox } = this;
    if (this.isUnderWay || !outbox.coming().length) return;
    this.isUnderWay = true;
    clearTimeout(this.timer);
    const began = Date.now();
    const wait = (await this.lineIsBack()) ? await this.sendFirst() : this.failed();
    this.isUnderWay = false;
    outbox.tell();
    if (!wait) return outbox.drain();
    const rest = wait - (Date.now() - began);
    this.timer = setTimeout(() => outbox.drain(), Math.max(WAIT_LEAST, rest));
  }

  // After a failed attempt something light is asked for first, so that tablets do not send their entries over and over
  // to a server that cannot keep up.
  lineIsBack() {
    return this.away ? isLineThere() : Promise.resolve(true);
  }

  // Resolves to the milliseconds from the start of this attempt to the next; 0: go on.
  sendFirst() {
    const { outbox } = this;
    const entries = outbox.coming();
    for (const entry of entries) {
      entry.sent = true;
      outbox.store.put(entry);
    }
    outbox.state = "sending";
    outbox.tell();
    return this.send(entries).catch(() => this.failed());
  }

  // The wait grows up to the longest, and is not the same on two tablets.
  failed(state = navigator.onLine ? "waiting" : "offline") {
    this.outbox.state = state;
    this.away = true;
    const wait = this.wait * (0.75 + Math.random() / 4);
    this.wait = Math.min(this.wait * 2, WAIT_LONGEST);
    return wait;
  }

  // As `sendFirst`. Rejects where no answer came.
  async send(entries) {
    const answer = await this.post(entries, this.letterOf(entries));
    if (answer.status === 401 || SHUT.has(answer.status)) {
      this.failed(answer.status === 401 ? "sign-in" : "shut");
      return WAIT_SIGNED_OUT;
    }
    if (answer.status >= 500 || answer.status === 429) {
      return Math.max(answer.pause || 0, this.failed("waiting"));
    }
    if (!answer.body) throw new Error("no answer of the server"); // but of something between, such as a hotel's Wi-Fi
    this.away = false;
    this.wait = WAIT_FIRST;
    this.outbox.take(entries, answer);
    return 0;
  }

  // Where entries go, and in which words.
  letterOf(entries) {
    const { dataset } = this.outbox.recording;
    const [{ change, hand, key, version }] = entries;
    const address = (name) => dataset[name].replace(dataset.hand, hand);
    const { step, ...facts } = change;
    if (step === "deal") return { url: dataset.deal, body: { key, ...facts } };
    if (isStep(entries[0])) return { url: address(step), body: { version, key, ...facts } };
    const bodies = entries.map(({ version, key, change }) => ({ version, key, change }));
    return { url: address("entries"), body: bodies.length > 1 ? { entries: bodies } : bodies[0] };
  }

  // How many entries wait here, and for how many seconds the oldest: the site's administrator hears of what waits long.
  get held() {
    const made = this.outbox.queue.map(({ at }) => at);
    const seconds = Math.max(0, Math.round((Date.now() - Math.min(...made)) / 1000));
    return made.length ? `${made.length} ${seconds}` : "";
  }

  async post(entries, { url, body }) {
    const { judge, user } = this.outbox;
    const engine = entries.every(({ judged }) => judged) ? judge.engine.digest : "";
    const answer = await post(url, body, engine, this.held);
    if (!SHUT.has(answer.status)) return answer;
    const status = await renewToken(user);
    return status === 200 ? post(url, body, engine, this.held) : { ...answer, status };
  }
}
