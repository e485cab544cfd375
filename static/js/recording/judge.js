// The engine on this tablet: what is tapped is judged here at once, by the rules the server has, and the screen after
// it drawn from the same templates. The server judges it again when it is sent; where no engine runs, the server alone.

import { Engine, EngineError } from "../engine/engine.js";

export class Judge extends EventTarget {
  /** @param {PageElement} recording */
  constructor(recording) {
    super();
    const { hand, match, changes, ...facts } = JSON.parse(
      document.getElementById("sitting").textContent,
    );
    this.facts = facts; // what a function of games/recording/tablet.py takes besides, the same all evening
    // What the server has acknowledged: the hand, its match, and the change of every entry, in order.
    this.base = { hand, match, known: changes };
    this.engine = new Engine(recording.dataset.engine, { keeper: recording.dataset.worker });
    this.distrusted = false;
    this.started = null;
    for (const name of ["ready", "kept", "failed", "stopped"]) {
      this.engine.addEventListener(name, () => this.dispatchEvent(new Event(name)));
    }
  }

  // Resolves once the engine runs, or cannot.
  start() {
    this.started ??= this.engine.start(document.documentElement.lang).catch(() => {});
    return this.started;
  }

  // Whether what is tapped is judged here.
  get isReady() {
    return this.engine.isReady && !this.distrusted;
  }

  // Whether it is, or will be as soon as the engine runs.
  get isComing() {
    return this.isReady || this.engine.state === "starting";
  }

  // From now on the server judges again: it has said something else of the same hand, or the engine has broken down.
  distrust(why) {
    this.distrusted = true;
    this.dispatchEvent(new CustomEvent("distrusted", { detail: { why } }));
  }

  // The server has another engine by now: it is fetched, and until it is here the server judges.
  renew(digest) {
    if (digest === this.engine.digest || !this.isReady) return;
    this.engine.stop();
    this.started = null;
    this.start();
  }

  // How many entries of the hand the server has acknowledged.
  get version() {
    return this.base.known.length;
  }

  // What the server has acknowledged, or another tablet recorded, behind the first `since` changes.
  learn(since, changes) {
    const { known } = this.base;
    const isNew = since + changes.length > known.length;
    if (isNew && since <= known.length) known.splice(since, Infinity, ...changes);
  }

  // The hand that the server has dealt, or the match with the hand that it has sealed.
  settle({ hand = this.base.hand, match, changes = this.base.known }) {
    this.base = { hand, match, known: changes };
  }

  // What was kept of the page before: it may know more than this one.
  takeUp(base) {
    const isSame = base.hand.public_id === this.base.hand.public_id;
    if (isSame && base.known.length < this.version) return;
    this.base = base;
  }

  /**
   * What the server would answer: `{status, body}`; null where the engine cannot say.
   * @param {object} at the position it is asked about (position.js)
   * @param {string} name of a function in games/recording/tablet.py
   * @param {object} facts it takes besides
   */
  async ask(at, name, facts = {}) {
    if (!this.isReady) return null;
    const sent = { ...at, ...this.facts, ...facts };
    try {
      return await this.engine.call(name, sent);
    } catch (error) {
      if (error instanceof EngineError) this.distrust(error.trace);
      return null;
    }
  }
}
