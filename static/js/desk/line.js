// The line to the server, always in words: saved, sending, so many not sent, another tablet.

const WORDS = { saved: "saved", sending: "sending", waiting: "waiting", offline: "offline", "sign-in": "signIn",
  other: "other", refused: "refused" };
const LOUD = new Set(["refused", "other"]);
const MOST_DOTS = 8;

export class Line {
  constructor(chip, outbox) {
    Object.assign(this, { chip, outbox });
    outbox.addEventListener("line", ({ detail }) => this.tell(detail));
    chip.addEventListener("click", () => this.tap());
  }

  tell({ state, count }) {
    const { chip } = this;
    const words = state === "sending" && count > 1 ? "waiting" : WORDS[state];
    chip.querySelector(".words").textContent = chip.dataset[words].replace("%n", count);
    chip.dataset.state = state;
    chip.classList.toggle("saved", state === "saved");
    chip.classList.toggle("refused", LOUD.has(state));
    chip.classList.toggle("unsent", !LOUD.has(state) && state !== "saved" && words !== "sending");
    const dots = Array.from({ length: words === "waiting" ? Math.min(count, MOST_DOTS) : 0 }, () =>
      document.createElement("i"));
    chip.querySelector(".dots").replaceChildren(...dots);
    this.guard(count);
  }

  // Sealing waits for the last entry.
  guard(count) {
    const seal = document.querySelector(".seal:not([data-never])");
    if (seal) seal.disabled = count > 0;
  }

  tap() {
    const { chip, outbox } = this;
    if (chip.dataset.state === "sign-in") location.assign(chip.dataset.signInUrl);
    else if (outbox.halted === "other") outbox.renumber();
    else outbox.drain();
  }
}
