// The engine as a page sees it: `new Engine("/engine/")`, `start(language)`, `call(name, args)`. It runs in worker.js.
// A page does not need it: whatever goes wrong here is reported, and the server judges as before.

const LEAST_MEMORY = 2; // gigabytes, where the browser says how much there is
const START_PATIENCE = 180000; // milliseconds; over a slow line the files take their time
const PATIENCE = 10000; // for one answer
const KEPT = "clubtarot-engine"; // the files, kept by js/worker.js
const INSTALLING = 5000; // milliseconds that a start waits for it
const IDLE = 5000;

/** What Python has refused or could not do: `name` is the type of its error. */
export class EngineError extends Error {
  constructor({ type, message, trace }) {
    super(message);
    this.name = type;
    this.trace = trace;
  }
}

/**
 * Events: `ready`; `failed` (detail: `why`, a code, and `message`); `stopped`; `kept`: the next start needs no server.
 *
 * Codes of `why`: "off", "no-webassembly", "little-memory" (nothing was fetched), "files" (a file could not be had, or
 * was not the one that the server named; or Python did not start), "silent" (no answer in time), "died".
 */
export class Engine extends EventTarget {
  /**
   * `address`: where the server describes its engine, "" where it is switched off; `keeper`: the address of the service
   * worker that keeps the files, "" for none; `patience`: milliseconds for one answer.
   * @param {string} address
   * @param {{ keeper?: string, patience?: number }} [options]
   */
  constructor(address, { keeper = "", patience = PATIENCE } = {}) {
    super();
    this.address = address;
    this.keeper = keeper;
    this.patience = patience;
    this.state = "stopped"; // "starting", "ready", "failed"
    this.why = "";
    this.digest = ""; // of the engine that runs
    this.calls = new Map();
    this.lastId = 0;
  }

  get isReady() {
    return this.state === "ready";
  }

  // Resolves to whether the engine is ready; `why` says why not. Waits until the page has been drawn and is idle.
  // Once it has failed it can be started again, and then fetches its files again.
  start(language) {
    if (this.state === "stopped" || this.state === "failed") this.started = this.begin(language);
    return this.started;
  }

  async begin(language) {
    const unable = this.unable();
    const refetch = this.why === "files";
    if (unable) return this.fail(unable);
    this.state = "starting";
    this.why = "";
    const turn = (this.turn = {}); // a start that was stopped in the meantime ends here
    await idle();
    if (this.turn === turn) await this.install(refetch);
    return this.turn === turn ? this.run(language, refetch) : false;
  }

  unable() {
    if (!this.address) return "off";
    if (typeof WebAssembly !== "object") return "no-webassembly";
    const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
    return deviceMemory < LEAST_MEMORY ? "little-memory" : "";
  }

  // The service worker has to be there before the engine's worker, which it answers for from then on.
  async install(refetch) {
    const { serviceWorker } = navigator;
    if (refetch) await globalThis.caches?.delete(KEPT).catch(() => {});
    if (!this.keeper || !serviceWorker) return;
    const late = new Promise((resolve) => setTimeout(resolve, INSTALLING));
    await Promise.race([late, active(serviceWorker, this.keeper, this.address)]).catch(() => {});
  }

  run(language, refetch) {
    const worker = new Worker(`${this.address}worker.js`, {
      type: "module",
      credentials: "omit",
    });
    this.worker = worker;
    return new Promise((resolve) => {
      this.settle = resolve;
      this.timer = setTimeout(() => this.fail("silent"), START_PATIENCE);
      worker.onmessage = ({ data }) => this.take(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.fail(this.isReady ? "died" : "files", event.message);
      };
      worker.postMessage({ start: { language, refetch } });
    });
  }

  take({ ready, kept, failed, id, answer }) {
    if (failed !== undefined) return this.fail(this.isReady ? "died" : "files", failed);
    if (ready) return this.getReady(ready);
    if (kept) return this.dispatchEvent(new Event("kept"));
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    clearTimeout(call.timer);
    const { answer: value, error } = JSON.parse(answer);
    if (error) call.reject(new EngineError(error));
    else call.resolve(value);
  }

  getReady({ digest, took, memory }) {
    clearTimeout(this.timer);
    this.state = "ready";
    this.digest = digest;
    this.took = took; // milliseconds from the start of the worker to the end of each part
    this.memory = memory; // bytes that Python has taken
    this.dispatchEvent(new CustomEvent("ready", { detail: { digest, took, memory } }));
    this.settle(true);
  }

  // One request of games/engine/door.py. Rejects with an EngineError where Python says no, with an Error where there is
  // no engine, or none any more: then the page asks the server.
  call(name, args = {}) {
    if (!this.isReady) return Promise.reject(new Error(`The engine is ${this.state}.`));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail("silent"), this.patience);
      this.calls.set(id, { resolve, reject, timer });
      this.worker.postMessage({ id, name, args: JSON.stringify(args) });
    });
  }

  fail(why, message = "") {
    this.end("failed", why);
    this.dispatchEvent(new CustomEvent("failed", { detail: { why, message } }));
    return false;
  }

  stop() {
    this.end("stopped", "");
    this.dispatchEvent(new CustomEvent("stopped"));
  }

  end(state, why) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.turn = null;
    this.state = state;
    this.why = why;
    for (const { reject, timer } of this.calls.values()) {
      clearTimeout(timer);
      reject(new Error(`The engine has ${state}: ${why}`));
    }
    this.calls.clear();
    this.settle?.(false);
  }
}

// Resolves when the page has come with all that belongs to it, and has nothing else to do.
async function idle() {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  const whenIdle = globalThis.requestIdleCallback ?? ((done) => setTimeout(done, 200));
  await new Promise((resolve) => whenIdle(resolve, { timeout: IDLE }));
}

// Resolves when the service worker answers for the addresses below `scope`.
export async function active(serviceWorker, keeper, scope) {
  const registration = await serviceWorker.register(keeper, { scope });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return;
  await new Promise((resolve) => {
    coming.addEventListener("statechange", () => coming.state === "activated" && resolve());
  });
}
