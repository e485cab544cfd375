// The line to the server, always in words: saved, sending, a number not sent, another tablet; and what becomes of what
// is kept here while nothing can be sent.

import { isStep } from "./position.js";

const WORDS = {
  saved: "saved",
  sending: "sending",
  waiting: "waiting",
  offline: "offline",
  "sign-in": "signIn",
  shut: "shut",
  other: "other",
  refused: "refused",
  held: "held",
  others: "others",
};
const LOUD = new Set(["refused", "other", "held", "others", "shut"]);
const OURS = new Set(["sign-in", "shut"]); // the line is there, and the account cannot use it
const MOST_DOTS = 8;
const HERE =
  ".seal-bar > .seal, .here .seal, .seal-here .seal, .dispute-here .seal, .went-wrong .seal"; // what the engine can do without the server

export class Line {
  // `held`: says what waits for another hand; `conflict`: what two tablets wrote at once.
  constructor(chip, screen, { held, conflict }) {
    this.chip = chip;
    this.tellHeld = held;
    this.tellConflict = conflict;
    this.screen = screen;
    this.outbox = screen.outbox;
    this.kept = document.getElementById("kept");
    this.spoken = document.getElementById("line-spoken");
    this.heard = "saved";
    this.outbox.addEventListener("line", ({ detail }) => this.tell(detail));
    chip.addEventListener("click", () => this.tap());
  }

  tell({ state, count, hands = 1, entries = count }) {
    const { chip } = this;
    const words = state === "sending" && count > 1 ? "waiting" : WORDS[state];
    const isMore = hands > 1 && words !== "saved" && !LOUD.has(state);
    const text = chip.dataset[isMore ? "hands" : words]
      .replace("%h", hands).replace("%n", isMore || state === "held" ? entries : count)
      .replace("%w", () => this.accounts);
    const label = chip.querySelector(".words");
    if (label.textContent !== text) label.textContent = text; // else it would be laid out and painted again
    chip.dataset.state = state;
    chip.classList.toggle("saved", state === "saved");
    chip.classList.toggle("refused", LOUD.has(state));
    chip.classList.toggle("unsent", !LOUD.has(state) && state !== "saved" && words !== "sending");
    const dots = Array.from(
      { length: words === "waiting" ? Math.min(count, MOST_DOTS) : 0 },
      () => document.createElement("i"),
    );
    chip.querySelector(".dots").replaceChildren(...dots);
    this.guard();
    this.tellKept(state);
  }

  // Whose entries are kept here besides: older pages did not write down the name.
  get accounts() {
    const { ofOthers } = this.outbox;
    const names = ofOthers.map(({ account }) => account ?? this.chip.dataset.somebody);
    return [...new Set(names)].join(", ");
  }

  // Sealing waits for the last entry, and so does what ends a hand or a match. Where the engine runs sealing waits for it
  // alone, and can be taken back as long as it waits.
  guard() {
    const { away, canJudge, canTakeBack, held, queue, unjudged } = this.outbox;
    for (const button of document.querySelectorAll(".seal:not([data-never])")) {
      const isHere = canJudge && button.matches(HERE);
      button.disabled = (isHere ? unjudged : queue).length > 0;
    }
    for (const button of document.querySelectorAll(".close-match button")) {
      button.disabled = queue.length + held.entries.length > 0;
    }
    const undo = document.getElementById("undo-seal");
    if (undo) undo.hidden = !canTakeBack || !away;
  }

  // What is kept here, and what becomes of it.
  tellKept(state) {
    const { kept, outbox } = this;
    const words = outbox.away && outbox.queue.length ? this.wordsOfKept(state) : "";
    kept.hidden = !words;
    kept.textContent = words;
    if (state !== "sending") this.speak(words && !OURS.has(state) ? "away" : state, words);
  }

  // What was kept of the page before, while it is read back.
  tellReading() {
    const reading = document.getElementById("reading");
    if (!reading.hidden) return;
    const entries = this.outbox.unjudged.filter((entry) => !isStep(entry));
    const hands = new Set(entries.map(({ hand }) => hand)).size;
    const words = hands > 1 ? reading.dataset.hands : reading.dataset.hand;
    reading.textContent = words.replace("%h", String(hands)).replace("%n", String(entries.length));
    reading.hidden = false;
  }

  wordsOfKept(state) {
    const { dataset } = this.kept;
    if (OURS.has(state)) return dataset[WORDS[state]];
    if (this.outbox.canJudge) return dataset.judged;
    return this.screen.waits ? dataset.exchange : dataset.entries;
  }

  // Screen readers hear it when it changes, not at each card.
  speak(state, words) {
    if (state === this.heard) return;
    this.heard = state;
    this.spoken.textContent = words || this.chip.querySelector(".words").textContent;
  }

  tap() {
    const { chip, outbox } = this;
    if (chip.dataset.state === "sign-in") location.assign(chip.dataset.signInUrl);
    else if (chip.dataset.state === "shut") location.assign(chip.dataset.keptUrl);
    else if (outbox.halted === "other") this.tellConflict();
    else if (outbox.halted === "refused") outbox.renumber(outbox.refusedAgain());
    else if (outbox.held.entries.length) this.tellHeld();
    else if (chip.dataset.state === "others") this.screen.say(chip.dataset.othersHow);
    else outbox.drain();
  }
}
