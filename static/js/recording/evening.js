// From one hand to the next, with the server or without it: the steps that lead there, and the drawing of where they have
// led. Where the engine runs a step waits in the outbox like an entry, and is judged here.

import { isLeft, isStep, lookOf, NOT_DEALT } from "./position.js";

// The forms of the screen that are such a step.
const STEPS = {
  ".who-confirms.here": "confirm",
  ".dispute-here": "dispute",
  ".seal-bar, .seal-here": "seal",
  ".went-wrong form": "give_up",
  ".take-up": "take_up",
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
    this.recording = screen.recording;
    this.outbox = screen.outbox;
    this.judge = this.outbox.judge;
    this.why = { code: "", message: "" }; // what was said when a step was refused last
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
    if (fields.get("other")) fields.set("because", fields.get("other"));
    const said = FACTS.filter((fact) => fields.has(fact));
    return Object.fromEntries(said.map((fact) => [fact, fields.get(fact)]));
  }

  // The server has done it: what is on the screen is as it was, but for the id of a hand that the server has dealt.
  async settle({ entry, body: { hand, live } }) {
    const { judge, outbox, screen, tablets } = this;
    if (hand) {
      screen.rename(NOT_DEALT + entry.key, hand.public_id);
      this.nameHand(hand.public_id);
      tablets.moveTo(live);
    } else if (isLeft(judge.base)) tablets.leave(live);
    else if (entry.change.step === "take_up") tablets.moveTo(live);
    else if (!outbox.queue.length) return tablets.refresh(); // who has confirmed is for the server to say
    await this.draw();
    if (!screen.choosing.active && !outbox.unjudged.length) screen.nameUndo(screen.now.undo);
    screen.spare.write(screen);
  }

  // ---- The next hand waits -----------------------------------------------------------------------------------

  // A step could not be done.
  async refuse({ body }) {
    await this.draw();
    this.screen.restore();
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

  // Draws where the table is by now, if that is not what the screen shows already. Writing in a panel is not
  // disturbed. The server is asked where the engine does not run.
  async draw() {
    const { outbox, screen, tablets } = this;
    while (!outbox.readsBack && screen.look !== lookOf(outbox.at)) {
      const { at } = outbox;
      const answer = await outbox.ask("recording");
      if (!answer) return outbox.queue.length ? undefined : tablets.refresh();
      if (lookOf(outbox.at) === lookOf(at)) screen.take(answer.body, lookOf(at), answer.words);
    }
  }

  // What one more entry has led to, of which the engine has drawn what is new: it goes into the screen that showed `before`.
  drawOn({ body, before, words }) {
    const { outbox, screen } = this;
    if (outbox.readsBack) return undefined;
    const fits = before === screen.look && (body.stage || body.parts) && screen.follows(body);
    return fits ? screen.take(body, lookOf(outbox.at), words) : this.draw();
  }

  // The addresses of the page are those of this hand.
  nameHand(hand) {
    const { dataset } = this.recording;
    const { hand: before } = dataset;
    for (const name of Object.keys(dataset)) dataset[name] = dataset[name].replace(before, hand);
  }
}
