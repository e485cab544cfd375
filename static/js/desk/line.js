// The line to the server, always in words: saved, sending, so many not sent, another tablet.

const WORDS = {
  saved: "saved",
  sending: "sending",
  waiting: "waiting",
  offline: "offline",
  "sign-in": "signIn",
  other: "other",
  refused: "refused",
};
const LOUD = new Set(["refused", "other"]);

export class Line {
  constructor(chip, outbox, desk) {
    Object.assign(this, { chip, outbox, desk });
    outbox.addEventListener("line", ({ detail }) => this.tell(detail));
    chip.addEventListener("click", () => this.tap());
  }

  tell({ state, count }) {
    const { chip } = this;
    const words = state === "sending" && count > 1 ? "waiting" : WORDS[state];
    chip.querySelector(".words").textContent = chip.dataset[words].replace("%n", count);
    chip.dataset.state = state;
    chip.className = "push chip";
    if (state === "saved") chip.classList.add("saved");
    else if (LOUD.has(state)) chip.classList.add("refused");
    else if (words !== "sending") chip.classList.add("unsent");
    const dots = Array.from({ length: words === "waiting" ? Math.min(count, 8) : 0 }, () => document.createElement("i"));
    chip.querySelector(".dots").replaceChildren(...dots);
    this.guard(count);
  }

  // Sealing waits for the last entry.
  guard(count) {
    const seal = document.querySelector(".seal:not([data-never])");
    if (seal) seal.disabled = count > 0;
  }

  tap() {
    const { chip, outbox, desk } = this;
    if (chip.dataset.state === "sign-in") location.assign(chip.dataset.signInUrl);
    else if (chip.dataset.state === "other") outbox.renew(Number(desk.dataset.version));
    else outbox.drain();
  }
}
