// Choosing several cards before one entry: the dog, the discard, a handful, a hand that is written down.

export class Choosing {
  constructor({ pad, done, giveUp, unseen, faces }) {
    Object.assign(this, { pad, done, giveUp, unseen, faces });
    this.wanted = null;
    done.addEventListener("click", () => this.finish());
    giveUp.addEventListener("click", () => this.stop());
    unseen.addEventListener("click", () => this.wanted?.nobodySaw());
  }

  get active() {
    return this.wanted !== null;
  }

  // wanted: { kind, least, most, finish(cards), cancel(), nobodySaw(), only(card), given: [cards] }
  start(wanted) {
    this.wanted = wanted;
    this.cards = [...(wanted.given ?? [])];
    this.giveUp.hidden = !wanted.cancel;
    this.unseen.hidden = !wanted.nobodySaw;
    for (const card of this.cards) this.press(card, true);
    this.tell();
  }

  // A tap on a key; true where it was taken for the choice.
  tap(key) {
    const card = key.dataset.card;
    if (this.cards.includes(card)) {
      this.cards = this.cards.filter((other) => other !== card);
      this.press(card, false);
    } else if (this.wanted.only(key)) {
      if (this.cards.length >= this.wanted.most) return true;
      this.cards.push(card);
      this.press(card, true);
    } else {
      return false;
    }
    this.tell();
    return true;
  }

  press(card, chosen) {
    const key = this.pad.byCard.get(card);
    if (chosen) key.dataset.before = key.dataset.state;
    this.pad.state(key, chosen ? "chosen" : key.dataset.before ?? "clear");
    key.setAttribute("aria-pressed", String(chosen));
  }

  tell() {
    const { least, most } = this.wanted;
    const enough = this.cards.length >= least && this.cards.length <= most;
    this.done.hidden = false;
    this.done.disabled = !enough;
    const words = least === most ? this.done.dataset.words : this.done.dataset.open;
    this.done.textContent = words.replace("%n", this.cards.length).replace("%m", least);
    const row = document.querySelector("#stage .chosen");
    if (!row) return;
    const slots = Array.from({ length: Number(row.dataset.count) }, (_, at) => {
      const slot = document.createElement("li");
      const face = this.cards[at] && this.faces(this.cards[at]);
      if (face) slot.append(face);
      else slot.className = "free";
      return slot;
    });
    row.replaceChildren(...slots);
    const soFar = document.querySelector("#stage .so-far");
    if (soFar) soFar.textContent = `${this.cards.length} / ${row.dataset.count}`;
  }

  finish() {
    const { wanted, cards } = this;
    if (!wanted) return;
    this.end();
    wanted.finish(cards);
  }

  stop() {
    const { wanted } = this;
    this.end();
    wanted?.cancel?.();
  }

  end() {
    this.wanted = null;
    this.done.hidden = this.giveUp.hidden = this.unseen.hidden = true;
  }
}
