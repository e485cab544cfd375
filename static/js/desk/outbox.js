// Entries on their way to the server: one in flight, strictly in order, kept on the tablet until acknowledged.
// An entry keeps its key for ever and the version it was first sent against, so sending it again changes nothing.

const WAIT_FIRST = 1000;
const WAIT_LONGEST = 30000;
const PATIENCE = 10000;
const STORE = "entries";

const request = (wanted) =>
  new Promise((resolve, reject) => {
    wanted.onsuccess = () => resolve(wanted.result);
    wanted.onerror = () => reject(wanted.error);
  });

async function openStore() {
  try {
    const opening = indexedDB.open("clubtarot-outbox", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "key" });
    return await request(opening);
  } catch {
    return null; // private windows have no store: the entries live as long as the page
  }
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function csrfToken() {
  const found = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/);
  return found ? decodeURIComponent(found[1]) : document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

export async function post(url, body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken(), Accept: "application/json" },
      body: JSON.stringify(body),
      signal: stop.signal,
      redirect: "manual",
    });
  } finally {
    clearTimeout(timer);
  }
}

export class Outbox extends EventTarget {
  constructor({ hand, user, url, version }) {
    super();
    this.hand = hand;
    this.user = user;
    this.url = url;
    this.version = version;
    this.queue = [];
    this.sending = false;
    this.wait = WAIT_FIRST;
    this.state = "saved";
  }

  async start() {
    this.store = await openStore();
    if (this.store) {
      const all = await request(this.store.transaction(STORE).objectStore(STORE).getAll());
      const mine = all.filter((entry) => entry.hand === this.hand && entry.user === this.user);
      this.queue = [...mine.sort((one, other) => one.order - other.order), ...this.queue];
    }
    addEventListener("online", () => this.drain());
    this.tell();
    this.drain();
  }

  add(change, label = "") {
    const entry = { key: newKey(), hand: this.hand, user: this.user, change, label, order: Date.now() + this.queue.length / 1000 };
    this.queue.push(entry);
    this.keep(entry);
    this.tell();
    this.drain();
    return entry;
  }

  keep(entry) {
    this.store?.transaction(STORE, "readwrite").objectStore(STORE).put(entry);
  }

  forget(entry) {
    this.queue = this.queue.filter((other) => other !== entry);
    this.store?.transaction(STORE, "readwrite").objectStore(STORE).delete(entry.key);
  }

  // Gives up every entry that waits: an explicit act of the scorer, or the end of a refusal.
  clear() {
    for (const entry of [...this.queue]) this.forget(entry);
    this.stopped = false;
    this.state = "saved";
    this.tell();
  }

  // Sends what waits after somebody else's entry: with new keys, since they are new entries now.
  renew(version) {
    this.version = version;
    const waiting = this.queue;
    this.clear();
    for (const entry of waiting) this.add(entry.change, entry.label);
  }

  async drain() {
    if (this.sending || this.stopped || !this.queue.length) return;
    this.sending = true;
    clearTimeout(this.timer);
    const entry = this.queue[0];
    entry.version ??= this.version;
    this.keep(entry);
    this.state = "sending";
    this.tell();
    let again = 0;
    try {
      again = await this.send(entry);
    } catch {
      this.state = navigator.onLine ? "waiting" : "offline";
      again = this.wait * (0.75 + Math.random() / 2);
      this.wait = Math.min(this.wait * 2, WAIT_LONGEST);
    }
    this.sending = false;
    this.tell();
    if (again) this.timer = setTimeout(() => this.drain(), again);
    else this.drain();
  }

  // Returns the milliseconds to wait before the next attempt; 0: go on.
  async send(entry) {
    const answer = await post(this.url, { version: entry.version, key: entry.key, change: entry.change });
    if (answer.ok) {
      const body = await answer.json();
      this.forget(entry);
      this.version = body.version;
      this.wait = WAIT_FIRST;
      this.state = this.queue.length ? "sending" : "saved";
      this.dispatchEvent(new CustomEvent("acknowledged", { detail: { entry, body } }));
      return 0;
    }
    if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403) {
      this.state = "sign-in";
      return WAIT_LONGEST;
    }
    if (answer.status === 503 || answer.status === 429) {
      this.state = "waiting";
      return 1000 * Number(answer.headers.get("Retry-After") || 2);
    }
    const body = await answer.json().catch(() => ({ code: "", message: answer.statusText }));
    if (body.code === "already-recorded") {
      this.forget(entry);
      this.version = body.version;
      this.dispatchEvent(new CustomEvent("missed", { detail: body }));
      return 0;
    }
    this.stopped = true;
    this.state = answer.status === 409 ? "other" : "refused";
    this.dispatchEvent(new CustomEvent(answer.status === 409 ? "stale" : "refused", { detail: { entry, body } }));
    return 0;
  }

  tell() {
    this.dispatchEvent(new CustomEvent("line", { detail: { state: this.state, count: this.queue.length } }));
  }
}
