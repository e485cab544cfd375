// What is typed or pasted on the recording screen instead of being tapped (typed.js reads it).

import { callsOf, cardsOf } from "./typed.js";

const NOTATION = /^\s*(format |[A-H]:|stock |note |ruling )/m; // whole lines: "A: call pass", "B: H7 HK T4"

export class TypedEntry {
  /** `press(key)`: what a tap on a key of the pad does. */
  constructor({ screen, panels, press }) {
    this.screen = screen;
    this.panels = panels;
    this.press = press;
    screen.desk.addEventListener("paste", (event) => this.paste(event));
    addEventListener("keydown", (event) => this.hear(event));
  }

  // The line of typed entry was sent.
  read() {
    const { screen } = this;
    const { choosing, now, typed } = screen;
    if (!typed.value.trim()) return this.confirm();
    screen.back = null;
    screen.close();
    const calling = now.mode === "auction" && !choosing.active;
    const left = calling ? this.call(typed.value) : this.play(typed.value);
    typed.value = left;
    typed.setAttribute("aria-invalid", String(Boolean(left)));
  }

  // Returns what of it cannot be read.
  call(text) {
    const { screen } = this;
    const cards = Array.from(screen.stage.querySelectorAll("[data-call]"));
    const name = (card) => card.querySelector(".voice").textContent.trim().toLowerCase();
    const { calls, left } = callsOf(
      text,
      cards.map((card) => ({ key: card.dataset.call, name: name(card) })),
    );
    for (const call of calls) screen.call(cards.find(({ dataset }) => dataset.call === call));
    return left;
  }

  // The same, for cards.
  play(text) {
    const { screen } = this;
    const { cards, left } = cardsOf(text, screen.trick);
    for (const card of cards) {
      const isTapped = screen.choosing.active || screen.now.asks || screen.waits;
      if (isTapped) this.press(screen.pad.byCard.get(card));
      else screen.play(card);
    }
    return left;
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
    const { choosing, desk } = this.screen;
    const forced = desk.dataset.mode === "pad" && desk.querySelector('.key[data-state="forced"]');
    if (choosing.ready) choosing.finish();
    else if (forced) this.press(forced);
  }

  hear(event) {
    const { key, target } = event;
    const { screen } = this;
    const { desk } = screen;
    if (key === "Escape") return screen.close();
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (isCommand || target.closest("input, textarea, select")) return;
    const result = desk.querySelector("[data-result] [data-typed]");
    if (key === "Enter" && !result && !target.closest("button, a, summary")) this.confirm();
    if (!/^[a-z0-9]$/i.test(key)) return;
    if (result) return result.focus();
    if (desk.dataset.mode === "score") return;
    screen.back = null;
    screen.close(); // what is typed is another card
    screen.typed.focus();
  }
}
