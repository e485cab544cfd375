// Ways from the recording screen to pages and forms of the server: without a line they would lead to the browser's error
// page, and the hand with them. There the screen stays, and says why.

import { isLineThere } from "./server.js";

const SECONDS = 10; // that the bar says it, where the screen has no line of its own for it
const HERE = 'a[href]:not([href^="#"])';

export class Leaving {
  /** `redraw`: draws the screen as it can be used without the server. */
  constructor({ screen, tablets, redraw }) {
    this.screen = screen;
    this.tablets = tablets;
    this.outbox = screen.outbox;
    this.redraw = redraw;
    this.tried = false; // whether the line has just been found
    document.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("submit", (event) => this.send(event));
  }

  // Whether the last that was heard of the server is that it did not answer.
  get isCut() {
    return this.outbox.away || this.tablets.misses > 0 || !navigator.onLine;
  }

  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {PageElement} */ (event.target).closest(HERE);
    if (link) this.guard(event, link, () => link.click());
  }

  /** @param {SubmitEvent} event */
  send(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.guard(event, form, () => form.requestSubmit(event.submitter));
  }

  // What a script of ours, or htmx, has taken needs no page.
  async guard(event, { dataset }, goOn) {
    if (event.defaultPrevented || this.tried || !this.isCut) return;
    event.preventDefault();
    if (!(await isLineThere())) return this.stay(dataset);
    this.tried = true;
    goOn();
    this.tried = false;
  }

  async stay({ needs }) {
    const { recording } = this.screen;
    if (needs && this.outbox.canJudge) await this.redraw();
    this.say(needs ?? recording.dataset.needsLine);
  }

  // The line of the status is part of the table; a score has none.
  say(words) {
    const { screen, tablets } = this;
    if (screen.now.mode === "score") tablets.say(words, SECONDS);
    else screen.say(words, "", "refused");
  }
}
