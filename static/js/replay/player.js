// The player: at which step the reader is, and what the page shows then.

import { Addresses } from "./address.js";
import { Film } from "./film.js";
import * as motion from "./motion.js";
import { layCards } from "./table.js";

// New words in the text that is there: less to do than to put a new one in its place.
function setText(element, words) {
  if (element.firstChild) element.firstChild.data = words;
  else element.textContent = words;
}

export class Player {
  constructor(root) {
    this.root = root;
    const data = JSON.parse(document.getElementById("replay-steps").textContent);
    layCards(root, data.laid);
    this.film = new Film(root, data);
    this.addresses = new Addresses(root, this.film);
    this.step = Number(root.dataset.step);
    this.shown = { seat: root.dataset.seat, bottom: root.dataset.bottom, tab: root.dataset.tab };
    this.places = document.querySelectorAll("[data-place]:not(.now-said b)");
    this.place = root.querySelector(".now-said b");
    this.words = root.querySelector("[data-said]");
    this.ways = [...root.querySelectorAll("a[data-go]")];
    this.here = [...document.querySelectorAll("a[data-here]")];
    this.panels = [...root.querySelectorAll("[data-panel]")];
    this.tabs = [...root.querySelectorAll("a[data-tab]")];
    this.scroll = root.querySelector(".beside-scroll");
    this.keys = document.querySelectorAll("input[data-key]");
    this.links = [...document.querySelectorAll("[data-link]")];
    this.lasting = String(new URL(".", this.links[0].href ?? this.links[0].value));
    this.embed = document.querySelector("[data-embed]:not(#replay)");
    this.listeners = [];
    this.drawing = [];
    this.ahead = new Map();
  }

  // Calls `listener(player)` after each step.
  onStep(listener) {
    this.listeners.push(listener);
    listener(this);
  }

  // Calls `listener(player)` before the picture of a step is drawn.
  onDrawn(listener) {
    this.drawing.push(listener);
    listener(this);
  }

  // Where the buttons and keys lead from here.
  target(way) {
    const { film, step } = this;
    return {
      first: () => 0,
      partBack: () => film.before(film.phases, step),
      back: () => film.before(film.stops, step),
      prev: () => Math.max(0, step - 1),
      next: () => Math.min(film.last, step + 1),
      forward: () => film.after(film.stops, step),
      partOn: () => film.after(film.phases, step),
      last: () => film.last,
    }[way]();
  }

  // The page shows something else: nothing is written into it or its address any more.
  stop() {
    this.addresses.stop();
    cancelAnimationFrame(this.waiting);
  }

  // A step on or back; from the last step on to the next hand, from the first to the one before.
  move(way) {
    const beyond = this.beyond(way);
    if (beyond && this.target(way) === this.step) location.assign(beyond);
    else this.go(this.target(way));
  }

  beyond(way) {
    return { prev: this.root.dataset.end, next: this.root.dataset.after }[way];
  }

  go(target) {
    if (target === this.step || !(target >= 0 && target <= this.film.last)) return;
    const changes = this.film.between(this.step, target);
    this.seen = motion.allowed() && this.ahead.get(target);
    this.ahead.clear();
    motion.settle();
    this.film.show(changes);
    this.step = target;
    this.write();
  }

  // The words and links of the step.
  write() {
    const { key, place, words, part } = this.film.steps[this.step];
    setText(this.place, place.charAt(0).toLocaleUpperCase() + place.slice(1));
    setText(this.words, words);
    this.root.dataset.key = key;
    this.openTab(this.shown.tab || part);
    this.addresses.write(() => this.address());
    for (const listener of this.listeners) listener(this);
    this.waiting ??= requestAnimationFrame(() => this.draw());
  }

  // What follows before the next picture is drawn: a step that is overtaken needs none of it. All
  // that is measured comes first.
  draw() {
    this.waiting = null;
    const travels = this.seen ? motion.travels(this.root, this.seen) : [];
    this.seen = null;
    this.keepRowInSight();
    this.lookAhead();
    motion.start(travels);
    this.pointLinks();
    for (const listener of this.drawing) listener(this);
  }

  address(changes = {}) {
    return this.addresses.of(this.step, { ...this.shown, ...changes });
  }

  // Where the cards are that the next step, or the one before, would take away.
  lookAhead() {
    this.ahead.clear();
    if (!motion.allowed()) return;
    for (const target of [this.step - 1, this.step + 1]) {
      if (target < 0 || target > this.film.last) continue;
      this.ahead.set(target, motion.look(this.root, this.film.between(this.step, target)));
    }
  }

  // The links from here, and what they are called.
  pointLinks() {
    const { key, place } = this.film.steps[this.step];
    for (const element of this.places) setText(element, place);
    for (const input of this.keys) input.setAttribute("value", key);
    for (const link of this.here) {
      const { seat = this.shown.seat, tab = this.shown.tab } = link.dataset;
      const bottom = seat === this.shown.seat ? this.shown.bottom : "";
      link.href = this.address({ seat, bottom, tab });
    }
    this.pointLasting();
    for (const link of this.ways) {
      const target = this.target(link.dataset.go);
      const beyond = target === this.step && this.beyond(link.dataset.go);
      link.href = beyond || this.addresses.of(target, this.shown);
      if (target === this.step && !beyond) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
  }

  // The lasting address of the step, which has no club in it, to be copied or put into a frame.
  pointLasting() {
    const shown = { ...this.shown, tab: "", embed: false };
    const address = this.addresses.of(this.step, shown, this.lasting);
    for (const link of this.links) {
      if (link.href === undefined) link.value = address;
      else link.href = address;
    }
    if (!this.embed) return;
    const frame = this.addresses.of(this.step, { ...shown, embed: true }, this.lasting);
    this.embed.value = this.embed.value.replace(
      /src="[^"]*"/,
      `src="${frame.replaceAll("&", "&amp;")}"`,
    );
  }

  // The reader looks at something else: every link of the page keeps to it.
  look(shown) {
    Object.assign(this.shown, shown);
    Object.assign(this.root.dataset, shown);
    for (const link of this.root.querySelectorAll("a[href]:not([data-go], [data-here])")) {
      const step = this.film.stepOf(link);
      if (step !== undefined) link.href = this.addresses.of(step, this.shown);
    }
    this.write();
  }

  // A tab that the reader chose stays; else the step opens the part that it belongs to.
  openTab(name) {
    if (this.open === name) return;
    this.open = name;
    this.row = null;
    for (const link of this.tabs) {
      if (link.dataset.tab === name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const panel of this.panels) panel.hidden = panel.dataset.panel !== name;
  }

  keepRowInSight() {
    const row = this.open === "tricks" && this.root.querySelector(".tricks tr.now");
    const box = this.scroll;
    if (!row || row === this.row) return;
    this.row = row;
    if (box.scrollHeight <= box.clientHeight) return;
    const [line, frame] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
    const head = box.querySelector("thead")?.offsetHeight ?? 0;
    if (line.top < frame.top + head) box.scrollTop -= frame.top + head - line.top;
    else if (line.bottom > frame.bottom) box.scrollTop += line.bottom - frame.bottom;
  }
}
