// The engine on this tablet: what is tapped is judged here at once, by the rules the server has, and the screen after
// it drawn from the same templates. The server judges it again when it is sent; where no engine runs, the server alone.

import { Engine, EngineError } from "../engine/engine.js";

export class Judge extends EventTarget {
  /** @param {PageElement} desk */
  constructor(desk) {
    super();
    const { hand, match, changes, ...facts } = JSON.parse(
      document.getElementById("sitting").textContent,
    );
    this.facts = facts; // what a function of games/recording/tablet.py takes besides, the same all evening
    // What the server has acknowledged: the hand, its match, and the change of every entry, in order.
    this.base = { hand, match, known: changes };
    this.at = this.base; // what the screen shows; another hand where the last one waits to be sealed
    this.before = new Map(); // what the screen showed before each step, by the key of its entry
    this.engine = new Engine(desk.dataset.engine, { keeper: desk.dataset.worker });
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
    const isShown = this.at.hand.public_id === this.base.hand.public_id;
    this.base = { hand, match, known: changes };
    if (isShown) this.at = { ...this.at, ...this.base };
  }

  // Whether a hand is over, as its match says: what comes next is on the screen, until it is dealt.
  isLeft({ hand, match } = this.at) {
    const row = match.hands.find(({ number }) => number === hand.number);
    return row !== undefined && row.state !== "open";
  }

  // What was kept of the page before: it may know more than this one.
  takeUp(base) {
    const isSame = base.hand.public_id === this.base.hand.public_id;
    if (isSame && base.known.length < this.version) return;
    this.base = this.at = base;
  }

  // Back to what the server has acknowledged.
  goBack() {
    this.at = this.base;
  }

  // Back to what a step has left; the server may have acknowledged more of it, or dealt it, in the meantime.
  goBackBefore({ key }) {
    const before = this.before.get(key);
    if (!before) return;
    const { hand, known } = this.base;
    this.at = before.hand.number === hand.number ? { ...before, hand, known } : before;
  }

  // On to the next entry, to the score that somebody has confirmed or disputed, to the match with the hand that is over, or to the
  // next hand.
  goOn({ hand, match, given, disputes }, { key }) {
    if (hand ?? match ?? given ?? disputes) this.before.set(key, this.at);
    if (hand) this.at = { hand, match, known: [] };
    else if (match) this.at = { ...this.at, match };
    else if (disputes) this.at = { ...this.at, given, disputes };
    else this.at = { ...this.at, given }; // void after any further entry; what is disputed stays so
  }

  /**
   * What the server would answer: `{status, body}`; null where the engine cannot say.
   * @param {string} name of a function in games/recording/tablet.py
   * @param {object} facts it takes besides the hand
   * @param {object[]} waiting changes that are judged and not acknowledged yet
   */
  async ask(name, facts = {}, waiting = []) {
    if (!this.isReady) return null;
    const { at: { hand, match, known, given = "", disputes = [] } } = this;
    const changes = [...known, ...waiting];
    const sent = { hand, match, given, disputes, changes, ...this.facts, ...facts };
    try {
      return await this.engine.call(name, sent);
    } catch (error) {
      if (error instanceof EngineError) this.distrust(error.trace);
      return null;
    }
  }
}
