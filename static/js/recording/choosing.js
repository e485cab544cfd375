// Choosing several cards before one entry: the dog, the discard, a handful, a hand that is written down.

const EXCHANGE = new Set(["stock", "discard"]);

export class Choosing {
  constructor({ pad, done, giveUp, unseen, faces, nameUndo }) {
    this.pad = pad;
    this.done = done;
    this.giveUp = giveUp;
    this.unseen = unseen;
    this.faces = faces;
    this.nameUndo = nameUndo;
    this.wanted = null;
    this.forget();
    done.addEventListener("click", () => this.finish());
    giveUp.addEventListener("click", () => this.stop());
    unseen.addEventListener("click", () => this.wanted?.nobodySaw());
  }

  get active() {
    return this.wanted !== null;
  }

  // Whether the scorer is choosing for something that the screen did not ask for.
  get apart() {
    return this.active && !EXCHANGE.has(this.wanted.kind);
  }

  get ready() {
    return this.active && this.cards.length >= this.wanted.least &&
      this.cards.length <= this.wanted.most;
  }

  // wanted: { kind, least, most, only(key), finish(cards, reason), cancel(), nobodySaw(), given: [cards], one, keys, named }
  // `one`: a single card, which needs no confirmation; `keys(cards)` resolves to the keys as they are with a choice;
  // `named(count)`: what that many cards make.
  start(wanted) {
    this.wanted = wanted;
    if (wanted.given || this.kind !== wanted.kind) {
      this.forget();
      this.kind = wanted.kind;
      this.cards = [...(wanted.given ?? [])];
    }
    this.giveUp.hidden = !wanted.cancel;
    this.unseen.hidden = !wanted.nobodySaw;
    for (const card of this.cards) this.press(card, true);
    this.tell();
    if (this.cards.length) this.follow();
  }

  // What was chosen so far is kept while a panel is open or an entry is on its way.
  forget() {
    this.kind = "";
    this.cards = [];
    this.reasons = new Map();
  }

  // A tap on a key; true where it was taken for the choice.
  tap(key) {
    const { card } = key.dataset;
    if (this.cards.includes(card)) this.take(card);
    else if (!this.wanted.only(key)) return false;
    else if (this.cards.length < this.wanted.most) this.put(card);
    if (this.wanted.one) this.finish();
    return true;
  }

  put(card, reason = "") {
    if (reason) this.reasons.set(card, reason);
    this.cards.push(card);
    this.press(card, true);
    this.tell();
    this.follow();
  }

  take(card) {
    this.reasons.delete(card);
    this.cards = this.cards.filter((other) => other !== card);
    this.press(card, false);
    this.tell();
    this.follow();
  }

  // What may be chosen next may depend on the choice so far: a king needs a trump with it.
  async follow() {
    const { wanted } = this;
    const chosen = this.cards.join();
    const keys = wanted.keys && (await wanted.keys(this.cards));
    if (!keys || this.wanted !== wanted || this.cards.join() !== chosen) return;
    this.pad.apply(keys);
    for (const card of this.cards) {
      this.pad.state(this.pad.byCard.get(card), "clear"); // what it is once it is taken back
      this.press(card, true);
    }
  }

  takeLast() {
    const card = this.active && this.cards.at(-1);
    if (card) this.take(card);
    return Boolean(card);
  }

  press(card, chosen) {
    const key = this.pad.byCard.get(card);
    if (chosen) key.dataset.before = key.dataset.state;
    this.pad.state(key, chosen ? "chosen" : key.dataset.before ?? "clear");
    key.setAttribute("aria-pressed", String(chosen));
  }

  tell() {
    const { least, most, named } = this.wanted;
    const { words, open } = this.done.dataset;
    this.done.hidden = Boolean(this.wanted.one);
    this.done.disabled = !this.ready;
    this.done.textContent = named?.(this.cards.length) ??
      (least === most ? words : open).replace("%n", this.cards.length).replace("%m", least);
    this.lay();
    this.nameUndo(this.cards.at(-1));
  }

  // The cards chosen so far, face up on the table.
  lay() {
    const row = document.querySelector("#stage .chosen");
    if (!row || this.apart) return;
    const slots = Array.from({ length: Number(row.dataset.count) }, (_, at) => {
      const slot = document.createElement("li");
      const face = this.cards[at] && this.faces(this.cards[at]);
      if (face) slot.append(face);
      else slot.className = "free";
      return slot;
    });
    row.replaceChildren(...slots);
    document.querySelector("#stage .so-far").textContent =
      `${this.cards.length} / ${row.dataset.count}`;
  }

  finish() {
    const { wanted, cards, reasons } = this;
    if (!this.ready) return;
    this.end();
    wanted.finish(cards, reasons.values().next().value);
  }

  stop() {
    const { wanted } = this;
    this.end();
    this.forget();
    wanted?.cancel?.();
  }

  end() {
    this.wanted = null;
    this.done.hidden = this.giveUp.hidden = this.unseen.hidden = true;
  }
}
