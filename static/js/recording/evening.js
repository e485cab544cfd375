// From one hand to the next, with the server or without it: the steps that lead there, and what the page says of the
// hand that it is at. Where the engine runs a step waits in the outbox like an entry, and is judged here.

import { wordsOutside } from "./spare.js";

export const NOT_DEALT = "new-"; // how the ids of hands begin that the server has not dealt yet
// What leads from one hand to the next, and is no change of a hand: a step of games/recording/tablet.py.
export const isStep = ({ change }) => change.step !== undefined;

// The forms of the screen that are such a step.
const STEPS = {
  ".who-confirms.here": "confirm",
  ".dispute-here": "dispute",
  ".seal-bar, .seal-here": "seal",
  ".went-wrong form": "give_up",
  ".next-deal": "deal",
};
// What these forms say: who confirms, why nobody can be asked, how and why a hand went wrong.
const FACTS = ["player", "unconfirmed", "void_as", "because"];
// The code of a hand that was dealt here, and that somebody else deals.
const OTHERWISE = "dealt-otherwise";

export class Evening {
  constructor({ screen, panels, tablets }) {
    this.screen = screen;
    this.panels = panels;
    this.tablets = tablets;
    this.desk = screen.desk;
    this.outbox = screen.outbox;
    this.judge = screen.judge;
    this.why = { code: "", message: "" }; // what was said when a step was refused last
    // What the page says of the match outside the stage, for each hand that the screen may go back to.
    this.words = new Map([[this.desk.dataset.hand, wordsOutside()]]);
    this.outbox.addEventListener("settled", ({ detail }) => this.settle(detail));
    this.outbox.addEventListener(
      "refused",
      ({ detail }) => isStep(detail.entry) && this.refuse(detail),
    );
  }

  // ---- Steps -----------------------------------------------------------------------------------------------

  // Takes down the step that a form is; false where it is none, or is for the server alone.
  take(form, button) {
    const selector = Object.keys(STEPS).find((one) => form.matches(one));
    if (!selector || !this.outbox.canJudge) return false;
    this.screen.side?.replaceChildren();
    this.outbox.add({ step: STEPS[selector], ...this.factsOf(form, button) });
    return true;
  }

  /**
   * @param {PageElement} form
   * @param {PageElement} button with which it was sent
   */
  factsOf(form, { name, value }) {
    const fields = new FormData(/** @type {HTMLFormElement} */ (form));
    if (name) fields.set(name, value);
    const said = FACTS.filter((fact) => fields.has(fact));
    return Object.fromEntries(said.map((fact) => [fact, fields.get(fact)]));
  }

  // The server has done it.
  async settle({ entry, body: { hand, live } }) {
    const { judge, outbox, screen, tablets } = this;
    if (hand) {
      this.words.set(hand.public_id, this.words.get(NOT_DEALT + entry.key) ?? wordsOutside());
      this.nameHand(hand.public_id);
      tablets.moveTo(live);
      await this.drawAnew();
    } else if (judge.isLeft(judge.base)) tablets.leave(live);
    else if (!outbox.queue.length) tablets.refresh(); // who has confirmed is for the server to say
    screen.spare.write(screen);
  }

  // ---- The next hand waits -----------------------------------------------------------------------------------

  // A step could not be done.
  async refuse({ body, shown }) {
    if (shown) await this.drawAnew();
    else this.screen.restore();
    this.why = body;
    this.tellHeld();
  }

  // Why it could not, and what of the next hand waits for it.
  tellHeld() {
    const { message, code } = this.why;
    const { entries: held } = this.outbox.held;
    const { content } = document.getElementById("held-words");
    const panel = document.importNode(content, true).firstElementChild;
    const count = String(held.filter((entry) => !isStep(entry)).length);
    const ways = { next: code !== OTHERWISE, otherwise: code === OTHERWISE };
    panel.querySelector(".why").textContent = message;
    for (const part of panel.querySelectorAll("[data-behind]")) {
      part.hidden = !held.length || !(ways[part.dataset.behind] ?? true);
      part.textContent = part.textContent.replace("%n", count);
    }
    panel.querySelector("[data-alone]").hidden = held.length > 0;
    this.panels.put(panel.outerHTML);
  }

  // ---- The hand that the page is at --------------------------------------------------------------------------

  // The screen after all that is judged and still stands; the server is asked where the engine does not run.
  async drawAnew() {
    const { judge, outbox, screen, tablets } = this;
    const answer = await judge.ask(judge.isLeft() ? "between" : "desk", {}, outbox.judged);
    if (!answer) return tablets.refresh();
    if (outbox.halted === "other") return; // the server's screen is shown, with what both sides wrote
    this.showHand();
    if (answer.body.version === judge.at.known.length + outbox.judged.length) {
      screen.show(answer.body);
    }
  }

  // The next hand lies on the table.
  deal(body) {
    this.words.set(this.judge.at.hand.public_id, body);
    this.showHand();
  }

  // The page was kept by the browser, and may be older than what is kept beside it.
  takeUp(words) {
    const { public_id: hand } = this.judge.base.hand;
    this.nameHand(hand);
    this.words.set(hand, words);
    this.showHand();
  }

  showHand() {
    const { running, hand_words: words } = this.words.get(this.judge.at.hand.public_id);
    document.getElementById("_running").outerHTML = running;
    document.getElementById("hand-words").textContent = words;
  }

  // The addresses of the page are those of this hand.
  nameHand(hand) {
    const { dataset } = this.desk;
    const { hand: before } = dataset;
    for (const name of Object.keys(dataset)) dataset[name] = dataset[name].replace(before, hand);
  }
}
