// What is typed or pasted on the recording screen instead of being tapped (typed.js reads it).

import { callsOf, cardsOf, folded, wordsOf } from "./typed.js";
import { sayUnderstood } from "./understood.js";

const NOTATION = /^\s*(format |[A-H]:|stock |note |ruling )/m; // whole lines: "A: call pass", "B: H7 HK T4"

export class TypedEntry {
  /** `press(key)`: what a tap on a key of the pad does. */
  constructor({ screen, panels, press }) {
    this.screen = screen;
    this.panels = panels;
    this.press = press;
    this.letters = JSON.parse(document.getElementById("letters").textContent);
    screen.typed.addEventListener("input", () => this.say(this.understand(screen.typed.value)));
    screen.recording.addEventListener("paste", (event) => this.paste(event));
    addEventListener("keydown", (event) => this.hear(event));
  }

  // The line of typed entry was sent.
  read() {
    const { choosing, recording, typed } = this.screen;
    if (!typed.value.trim()) return this.confirm();
    const line = this.understand(typed.value);
    if (
      !line.count && !choosing.active && recording.dataset.mode !== "score" &&
      this.namesPlayer(line.left)
    ) {
      return this.state(line.left);
    }
    this.screen.back = null;
    this.screen.close();
    line.enter();
    typed.value = line.left;
    this.say({ understood: [], left: line.left });
  }

  // What is typed so far, as far as it can be read: calls, or cards.
  understand(text) {
    const { choosing, now } = this.screen;
    return now.mode === "auction" && !choosing.active ? this.calls(text) : this.cards(text);
  }

  calls(text) {
    const { screen } = this;
    const cards = Array.from(screen.stage.querySelectorAll("[data-call]"));
    const nameOf = (card) => card.querySelector(".voice").textContent.trim();
    const known = cards.map((card) => ({ key: card.dataset.call, name: nameOf(card), card }));
    const { calls, left } = callsOf(text, known);
    const meant = calls.map((call) => known.find(({ key }) => key === call));
    return {
      count: meant.length,
      understood: [meant.map(({ name }) => name).join(", ")].filter(Boolean),
      left,
      enter: () => meant.forEach(({ card }) => screen.call(card)),
    };
  }

  cards(text) {
    const { screen } = this;
    const { cards, left } = cardsOf(text, screen.trick, this.letters);
    return {
      count: cards.length,
      understood: cards.map((card) => screen.pad.lineOf(card)),
      left,
      enter: () => cards.forEach((card) => this.enter(card)),
    };
  }

  enter(card) {
    const { screen } = this;
    const isTapped = screen.choosing.active || screen.now.asks || screen.waits;
    if (isTapped) this.press(screen.pad.byCard.get(card));
    else screen.play(card);
  }

  say({ understood, left }) {
    this.screen.typed.setAttribute("aria-invalid", String(Boolean(left)));
    sayUnderstood(document.getElementById("typed-words"), understood, left);
  }

  // Whether a line begins with the name of a player: then it is a result.
  namesPlayer(line) {
    const [word] = wordsOf(folded(line));
    const names = Array.from(this.screen.stage.querySelectorAll(".plate-name"));
    return word.length > 1 &&
      names.some(({ textContent }) =>
        wordsOf(folded(textContent)).some((part) => part.startsWith(word))
      );
  }

  // The form for the result is opened, with the line filled in.
  async state(line) {
    const { panels, screen } = this;
    screen.typed.value = "";
    this.say({ understood: [], left: "" });
    await panels.open("result");
    const form = screen.side.querySelector("[data-result]");
    form.querySelector("[data-typed]").value = line;
    panels.typeResult(form);
  }

  // Whole lines of the notation are read by the server; cards alone are typed here.
  paste(event) {
    const text = event.clipboardData.getData("text");
    if (!NOTATION.test(text)) return;
    event.preventDefault();
    this.screen.close();
    this.panels.paste(text);
  }

  // Enter alone: what is chosen is complete, or only one card is left to play.
  confirm() {
    const { choosing, recording } = this.screen;
    const forced = recording.dataset.mode === "pad" &&
      recording.querySelector('.key[data-state="forced"]');
    if (choosing.ready) choosing.finish();
    else if (forced) this.press(forced);
  }

  hear(event) {
    const { key, target } = event;
    const { screen } = this;
    const { recording } = screen;
    if (key === "Escape") return screen.close();
    if (key === "Enter" && event.repeat) return event.preventDefault(); // held down it would seal what nobody has seen
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (isCommand || target.closest("input, textarea, select")) return;
    const result = recording.querySelector("[data-result] [data-typed]");
    if (key === "Enter" && !result && !target.closest("button, a, summary")) this.confirm();
    if (!/^[\p{L}\d]$/u.test(key)) return;
    if (result) return result.focus();
    if (recording.dataset.mode === "score") return;
    screen.back = null;
    screen.close(); // what is typed is another card
    screen.typed.focus();
  }
}
