// The 78 keys: their states come from the server as one short text a key (games/recording/screen/pad.py); keys never move.

const STATES = { c: "clear", o: "possible", f: "forbidden", a: "played", p: "played", g: "forced" };
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -14, ArrowDown: 14 };

const suitOf = (card) => card[0] === "F" ? "T" : card[0];
const isFree = ({ dataset }) => ["clear", "forced", "chosen"].includes(dataset.state);
const isPossible = ({ dataset }) => dataset.state === "possible";

// Words for those who hear the page.
export function unseen(words) {
  const span = document.createElement("span");
  span.className = "visually-hidden";
  span.textContent = ` ${words}`;
  return span;
}

export class Pad {
  constructor(root) {
    this.root = root;
    this.keys = Array.from(root.querySelectorAll(".key"));
    this.byCard = new Map(this.keys.map((key) => [key.dataset.card, key]));
    this.words = JSON.parse(root.dataset.words);
    this.dog = root.dataset.dog;
    root.addEventListener("click", ({ target }) => {
      const tab = target.closest(".suit-tab");
      if (tab) this.show(tab.dataset.suit);
    });
    root.addEventListener("keydown", (event) => this.move(event));
    root.addEventListener("focusin", ({ target }) => this.rest(target));
    this.rest(this.keys[0]);
    this.show("S");
  }

  // Tab reaches the pad once; arrows go from key to key.
  move(event) {
    const at = this.keys.indexOf(event.target);
    const next = at < 0 ? null : this.keys[at + STEPS[event.key]];
    if (!next) return;
    event.preventDefault();
    this.show(next.dataset.card[0]);
    next.focus();
  }

  rest(key) {
    if (!this.byCard.has(key.dataset.card)) return;
    for (const other of this.keys) other.tabIndex = other === key ? 0 : -1;
  }

  // On a phone one suit shows at a time.
  show(suit) {
    const wanted = suitOf(suit);
    this.root.dataset.suit = wanted;
    for (const tab of this.root.querySelectorAll(".suit-tab")) {
      tab.setAttribute("aria-pressed", String(tab.dataset.suit === wanted));
    }
  }

  // The suit that can be played is open: the one led, the one that is open already, or the one with the most cards
  // that can be. The Fool, which is always free, counts where nothing else does.
  open(led) {
    const fools = (key) => key.dataset.card === "F";
    for (const fits of [(key) => isFree(key) && !fools(key), isFree, isPossible]) {
      const suits = this.keys.filter(fits).map(({ dataset }) => suitOf(dataset.card));
      if (!suits.length) continue;
      const most = (suit) => suits.filter((other) => other === suit).length;
      const wanted = [led, this.root.dataset.suit].find((suit) => suits.includes(suit));
      return this.show(
        wanted ?? suits.reduce((best, suit) => most(suit) > most(best) ? suit : best),
      );
    }
  }

  apply(states) {
    this.states = states;
    this.keys.forEach((key, at) => this.set(key, states[at] ?? "p"));
  }

  set(key, text) {
    const irregular = text[1] === "!";
    const note = text.slice(irregular ? 2 : 1);
    if (note) key.dataset.note = note === "d" ? this.dog : note;
    else delete key.dataset.note;
    if (irregular) key.dataset.mark = "irregular";
    else delete key.dataset.mark;
    key.removeAttribute("aria-pressed");
    this.state(key, STATES[text[0]]);
  }

  state(key, state) {
    key.dataset.state = state;
    const word = this.words[state === "played" && !key.dataset.note ? "absent" : state];
    key.setAttribute("aria-label", [key.dataset.name, word].filter(Boolean).join(", "));
  }

  // Keys that are not wanted now, such as the suits while trumps are shown; the answer of the server brings them back.
  forbid(unwanted) {
    for (const key of this.keys) {
      if (key.dataset.state !== "played" && unwanted(key)) this.state(key, "forbidden");
    }
  }

  mark(card, mark) {
    const key = this.byCard.get(card);
    if (key) key.dataset.mark = `${key.dataset.mark ?? ""} ${mark}`.trim();
  }

  // Every card that somebody may still have: what the rules said of it was about the card before.
  loosen() {
    this.keys.forEach((key, at) => {
      const isOpen = this.states?.[at] && this.states[at][0] !== "p" &&
        !key.dataset.mark?.includes("not-sent");
      if (isOpen) this.state(key, "clear");
    });
  }

  // A card in a line of text.
  lineOf(card) {
    const key = this.byCard.get(card);
    const line = document.createElement("span");
    line.className = "card-line";
    line.dataset.suit = card[0];
    const star = key.querySelector(".key-star"); // its name is wider than a cell
    if (star) line.append(star.cloneNode(true), unseen(key.dataset.short));
    else line.textContent = key.dataset.short;
    return line;
  }

  // A card on its way: at once, before the server has answered.
  send(card) {
    const key = this.byCard.get(card);
    if (!key || key.dataset.mark?.includes("not-sent")) return;
    this.state(key, "played");
    this.mark(card, "not-sent");
    key.setAttribute("aria-label", `${key.dataset.name}, ${this.words.sent}`);
  }
}
