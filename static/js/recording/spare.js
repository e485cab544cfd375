// The screen as it stands, kept in the browser for a page that is loaded again while no server answers. The page
// itself is handed out by the worker (js/worker.js). Both need https; without it a lost page waits for the line.

const CACHE = "clubtarot-recording";

// What the page says of the match outside the stage.
const wordsOutside = () => ({
  running: document.getElementById("_running").outerHTML,
  hand_words: document.getElementById("hand-words").textContent,
});

export class Spare {
  constructor(recording) {
    const { recording: url, kept, statics, worker, workerScope } = recording.dataset;
    this.url = url;
    this.statics = statics;
    this.worker = worker;
    this.workerScope = workerScope;
    this.isUsed = kept !== undefined; // the page came from the browser, and may be older than what follows
    this.written = Promise.resolve();
  }

  // What the screen was when the page before was lost; null where nothing is known.
  async read() {
    const kept = await globalThis.caches?.match(this.url, { ignoreVary: true }).catch(() => null);
    return kept ? kept.json() : null;
  }

  // From now on page, files and screen are kept. Without a worker, or room, recording goes on all the same.
  async prepare(screen) {
    const { serviceWorker } = navigator;
    if (!serviceWorker || !globalThis.caches) return;
    this.hold(screen); // before the engine goes on from it
    this.cache = await caches.open(CACHE);
    this.write(screen);
    if (!serviceWorker.controller) await this.install(serviceWorker);
    for (const url of this.files()) if (!(await this.cache.match(url))) await this.cache.add(url);
  }

  // The worker was not there yet when the page came.
  async install(serviceWorker) {
    await serviceWorker.register(this.worker, { scope: this.workerScope });
    await serviceWorker.ready;
    const page = await fetch(location.pathname, { redirect: "error" });
    if (page.ok) await this.cache.put(location.pathname, page);
  }

  files() {
    const urls = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    return urls.filter(({ origin, pathname }) =>
      origin === location.origin && pathname.startsWith(this.statics)
    );
  }

  // The screen, and what the server has acknowledged, if anything is new. One after the other, so that the last stands.
  write(screen) {
    if (!this.cache) return;
    const { base } = screen.outbox.judge;
    const isHeld = this.hold(screen);
    if (!isHeld && base === this.base && base.known.length === this.known) return;
    this.base = base;
    this.known = base.known.length;
    const body = JSON.stringify({ ...this.screen, base });
    const answer = new Response(body, { headers: { "Content-Type": "application/json" } });
    this.written = this.written.then(() => this.cache.put(this.url, answer)).catch(() => {});
  }

  // Returns whether it is held: what only the engine has seen so far is kept in the outbox.
  hold({ now, kept, outbox }) {
    if (outbox.shown.length) return false;
    const { public_id: hand } = outbox.judge.base.hand;
    this.screen = { ...now, parts: undefined, stage: kept.innerHTML, hand, ...wordsOutside() };
    return true;
  }
}
