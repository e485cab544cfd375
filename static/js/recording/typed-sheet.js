// A sheet on paper, typed in: each line is understood here and judged by the server, which keeps it. What it does not have
// yet is kept in the browser.

import { renew } from "../renew.js";
import { factsOf } from "./facts.js";
import { ResultLine } from "./result-line.js";
import { post, renewToken } from "./server.js";
import { sayUnderstood } from "./understood.js";

const PAUSE = 600; // milliseconds without a key, before what is typed is sent
const RETRY = 4000;
const page = document.getElementById("recording");
const { account, match, save: address, user } = page.dataset;
const sides = page.dataset.sides.split(" ");
const SHELF = `clubtarot-sheet ${account} ${match}`;

const read = (text) => JSON.parse(text ?? "null");

class TypedSheet {
  constructor() {
    this.base = this.typed; // the lines that the server has
    this.timer = 0;
    this.latest = ""; // the id of the row typed in last
    this.isBusy = false;
    this.isAgain = false; // something was typed while it was sent
    page.addEventListener("input", ({ target }) => this.hear(target));
    page.addEventListener("keydown", (event) => this.press(event));
    page.addEventListener("click", ({ target }) => this.decide(target));
    page.addEventListener("submit", (event) => this.submit(event));
    addEventListener("storage", (event) => event.key === SHELF && this.follow(event));
    document.addEventListener("visibilitychange", () => document.hidden || this.send());
    this.takeShelf();
    this.rows.forEach((row) => this.say(row));
    this.focus(Math.max(0, this.typed.findLastIndex(Boolean) + 1));
  }

  get form() {
    return document.forms.namedItem("_typed_sheet");
  }

  get rows() {
    return Array.from(document.querySelectorAll("#sheet-lines > tr"));
  }

  get inputs() {
    return this.rows.map((row) => row.querySelector("[data-typed]"));
  }

  get typed() {
    return this.inputs.map(({ value }) => value.trim());
  }

  get isSaved() {
    return this.typed.every((line, at) => line === (this.base[at] ?? ""));
  }

  // ---- What is typed ------------------------------------------------------------------------------------

  hear(input) {
    if (input.dataset.typed === undefined) return;
    const row = input.closest("tr");
    row.dataset.state = "typing";
    this.latest = row.id;
    this.say(row);
    this.shelve();
    this.later(PAUSE);
  }

  // The line of a row, understood by the form of those who play its hand.
  read(row) {
    const form = Array.from(document.forms)
      .find(({ dataset }) => dataset.table === row.dataset.table);
    if (!form) { // others sit there by now
      location.reload();
      return null;
    }
    form.reset();
    const slots = form.dataset.slots.split(" ");
    const named = slots.length === sides.length
      ? Object.fromEntries(slots.map((slot, seat) => [seat, sides[slot]]))
      : {};
    const line = new ResultLine(form, row.querySelector("[data-typed]").value, named);
    line.fillIn();
    return { line, facts: line.left ? null : factsOf(form) };
  }

  // What is understood of a line; once the server has judged it, its words stand there.
  say(row) {
    const line = this.read(row)?.line;
    if (!line) return;
    const said = row.dataset.state === "typing" ? [line.understood.join(", ")] : [];
    sayUnderstood(row.querySelector(".typed-words"), said.filter(Boolean), line.left, line);
  }

  press(event) {
    const { key, target, repeat } = event;
    const at = this.inputs.indexOf(target);
    if (at < 0) return;
    if (key === "ArrowUp" || key === "ArrowDown") {
      event.preventDefault();
      this.focus(at + (key === "ArrowUp" ? -1 : 1));
    }
    if (key !== "Enter") return;
    event.preventDefault();
    if (repeat) return;
    this.send();
    if (target.value.trim()) this.focus(at + 1);
    else this.end(target);
  }

  focus(at) {
    const input = this.inputs[at];
    if (!input) return;
    input.focus();
    input.closest("tr").scrollIntoView({ block: "nearest" });
  }

  // On to the button that ends the sheet, once all is judged; to the first line that is not right where it cannot be pressed.
  // Nothing moves where somebody has gone to another line by then: the next Enter would press the button.
  async end(from) {
    await this.sent;
    if (document.activeElement !== from) return;
    const button = this.form.querySelector("[data-end]:enabled");
    const wrong = this.rows.findIndex(({ dataset: { state } }) =>
      !["right", "empty"].includes(state)
    );
    if (button) button.focus();
    else if (wrong >= 0) this.focus(wrong);
  }

  // Of two lines that differ one is right.
  decide(target) {
    const { decide } = target.closest("[data-decide]")?.dataset ?? {};
    if (!decide) return;
    const row = target.closest("tr");
    const input = row.querySelector("[data-typed]");
    if (decide === "mine") row.dataset.over = row.dataset.theirs;
    else input.value = row.dataset.typedThere;
    input.focus();
    this.send();
  }

  // ---- To the server ------------------------------------------------------------------------------------

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), pause);
  }

  /** Sends all lines; while some are on their way, once more afterwards. */
  send() {
    clearTimeout(this.timer);
    if (this.isBusy) this.isAgain = true;
    else this.sent = this.sendAll();
    return this.sent;
  }

  async sendAll() {
    this.isBusy = true;
    do {
      this.isAgain = false;
      await this.sendOnce();
    } while (this.isAgain);
    this.isBusy = false;
  }

  async sendOnce() {
    this.tell("sending");
    const lines = this.rows.map((row) => ({
      line: row.querySelector("[data-typed]").value.trim(),
      facts: this.read(row)?.facts ?? null,
      over: row.dataset.over ? JSON.parse(row.dataset.over) : null,
    }));
    try {
      const version = Number(this.form.dataset.version);
      const { ok, status, body } = await post(address, { version, lines });
      if (ok) this.take(body);
      else if (status === 409 && body?.sheet) this.merge(body);
      else if (status === 401 || status === 403) await this.signIn();
      else if (status >= 500) throw new Error(String(status));
      else this.tell("shut");
    } catch {
      this.tell("offline");
      this.later(RETRY);
    }
  }

  // Somebody else may have signed in here since: what was typed is sent for its own account alone.
  async signIn() {
    this.tell("signIn");
    if (await renewToken(user) === 200) this.isAgain = true;
    else this.later(RETRY);
  }

  take({ sheet, lines }) {
    this.draw(sheet);
    this.base = lines;
    if (this.isSaved) localStorage.removeItem(SHELF);
    else this.shelve();
    this.tell(this.isSaved ? "saved" : "sending");
  }

  // Another window has sent something since: of each line the newer, and both where both are new.
  merge({ sheet, lines }) {
    const mine = this.typed;
    this.draw(sheet);
    this.weave(this.base, mine, lines);
    this.base = lines;
    this.isAgain = true;
  }

  weave(base, mine, theirs) {
    this.inputs.forEach((input, at) => {
      const [was, here, there] = [base, mine, theirs].map((lines) => lines[at] ?? "");
      const woven = here === was ? there : here;
      if (input.value.trim() !== woven) input.value = woven; // or a space just typed is gone
      if (here !== was && there !== was && here !== there) this.tellElsewhere(at, there);
    });
    this.rows.forEach((row) => this.say(row));
  }

  tellElsewhere(at, line) {
    const list = document.getElementById("elsewhere");
    const item = document.createElement("li");
    item.textContent = list.dataset.line.replace("%i", at + 1).replace("%w", () => line || "–");
    list.append(item);
    list.hidden = false;
  }

  draw(sheet) {
    const typed = this.typed;
    const fresh = document.createElement("template");
    fresh.innerHTML = sheet;
    renew(this.form, fresh.content.querySelector("form"));
    for (const [at, row] of this.rows.entries()) {
      const input = row.querySelector("[data-typed]");
      if (at >= typed.length) input.value = input.getAttribute("value");
      else if (typed[at] !== input.getAttribute("value")) row.dataset.state = "typing";
      this.say(row);
    }
  }

  // ---- In the browser -----------------------------------------------------------------------------------

  shelve() {
    localStorage.setItem(SHELF, JSON.stringify({ base: this.base, lines: this.typed }));
  }

  // What was typed here before, and not sent.
  takeShelf() {
    const kept = read(localStorage.getItem(SHELF));
    this.tell("saved");
    if (!kept) return;
    this.weave(kept.base, kept.lines, this.typed);
    this.later(0);
  }

  // Another window of this browser types: it sends what is typed there. Of the line in which somebody types here it
  // knows less than this one.
  follow({ oldValue, newValue }) {
    const kept = read(newValue);
    if (!kept) return this.send();
    const was = read(oldValue)?.lines ?? kept.base;
    const at = this.rows.findIndex(({ id, dataset }) =>
      id === this.latest && dataset.state === "typing"
    );
    if (at >= 0) kept.lines[at] = was[at];
    this.weave(was, kept.lines, this.typed);
  }

  tell(state) {
    const place = document.getElementById("sheet-kept");
    place.textContent = place.dataset[state];
    place.dataset.state = state;
  }

  // A button sends the sheet as the server has judged it: first all of it must be there.
  async submit(event) {
    if (this.isSaved && !this.isBusy) return;
    event.preventDefault();
    const { submitter } = event;
    await this.send();
    const name = submitter.value;
    const button = this.form.querySelector(`button[value="${name}"]:enabled`);
    if (this.isSaved && button) this.form.requestSubmit(button);
  }
}

new TypedSheet();
