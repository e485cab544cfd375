// The 78 keys: their states come from the server as one short text a key (games/desk/pad.py); keys never move.

const STATES = { c: "clear", o: "possible", f: "forbidden", p: "played", g: "forced" };

export class Pad {
  constructor(root) {
    this.root = root;
    this.keys = Array.from(root.querySelectorAll(".key"));
    this.byCard = new Map(this.keys.map((key) => [key.dataset.card, key]));
    this.words = JSON.parse(root.dataset.words);
    this.dog = root.dataset.dog;
    root.addEventListener("click", (event) => {
      const tab = event.target.closest(".suit-tab");
      if (tab) this.show(tab.dataset.suit);
    });
    this.show("S");
  }

  // On a phone one suit shows at a time.
  show(suit) {
    this.root.dataset.suit = suit;
    for (const tab of this.root.querySelectorAll(".suit-tab")) {
      tab.setAttribute("aria-selected", String(tab.dataset.suit === suit));
    }
  }

  apply(states) {
    this.states = states;
    this.keys.forEach((key, at) => this.set(key, states[at] ?? "p"));
  }

  set(key, text) {
    const irregular = text[1] === "!";
    const note = text.slice(irregular ? 2 : 1);
    this.state(key, STATES[text[0]]);
    if (note) key.dataset.note = note === "d" ? this.dog : note;
    else delete key.dataset.note;
    if (irregular) key.dataset.mark = "irregular";
    else delete key.dataset.mark;
    key.removeAttribute("aria-pressed");
  }

  state(key, state) {
    key.dataset.state = state;
    key.setAttribute("aria-label", this.words[state] ? `${key.dataset.name}, ${this.words[state]}` : key.dataset.name);
  }

  mark(card, mark) {
    const key = this.byCard.get(card);
    if (key) key.dataset.mark = `${key.dataset.mark ?? ""} ${mark}`.trim();
  }

  // A card on its way: at once, before the server has answered.
  send(card) {
    const key = this.byCard.get(card);
    if (!key) return;
    this.state(key, "played");
    this.mark(card, "not-sent");
  }

  restore() {
    if (this.states) this.apply(this.states);
  }
}
