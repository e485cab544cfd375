// The panels next to the table: refusals, previews, claim, comment, ruling, announcements.

import { choose, factsOf, isComplete, pressDigit } from "./facts.js";
import { ResultLine } from "./result-line.js";
import { post } from "./server.js";
import { sayUnderstood } from "./understood.js";

const TRUMP = /^(T\d+|F)$/;
const FIRST = ".act, input, textarea, button";
const HAS_KEYS = matchMedia("(any-pointer: fine)"); // a finger alone has none: the tablet's own would cover the form

export class Panels {
  constructor(screen) {
    this.screen = screen;
    this.recording = screen.recording;
    this.outbox = screen.outbox;
  }

  put(html) {
    const { side } = this.screen;
    this.remember();
    side.innerHTML = html;
    htmx.process(side);
    this.opened();
  }

  remember() {
    const { screen } = this;
    if (!screen.side.contains(document.activeElement)) screen.back = document.activeElement;
  }

  opened() {
    const amount = this.screen.side.querySelector("[data-result] .amount");
    if (amount) choose(amount.closest("form"), amount);
    const line = HAS_KEYS.matches && this.screen.side.querySelector("[data-typed]");
    (line || this.screen.side.querySelector(FIRST))?.focus({ preventScroll: true });
  }

  async open(name, values = {}) {
    this.remember();
    if (await this.openHere("panel", { name, ...values })) return;
    const url = this.recording.dataset.panels.replace("NAME", name);
    const into = { target: "#side", swap: "innerHTML", values };
    await htmx.ajax("GET", url, into).catch(() => {}); // the status line says that no answer came
  }

  // Opens a panel that the engine draws; false where it does not run.
  async openHere(request, facts) {
    const answer = await this.outbox.ask(request, facts);
    if (answer?.body.side) this.put(answer.body.side);
    return answer !== null;
  }

  save(...changes) {
    this.screen.side?.replaceChildren();
    this.outbox.add(...changes);
  }

  // Saves a change that the panel offers. Where something was recorded since it was worked out, or is on its way,
  // it is worked out again, and the scorer looks once more.
  async saveChecked(button) {
    const change = JSON.parse(button.dataset.change);
    const { version } = button.closest("[data-version]").dataset;
    const { halted, unjudged } = this.outbox;
    const isOnItsWay = unjudged.length > 0 && halted !== "refused";
    if (!isOnItsWay && version === this.recording.dataset.version) {
      this.screen.sealsNext = "seals" in button.dataset;
      return this.save(change);
    }
    const form = button.closest("[data-result]");
    const again = form ? this.state(form) : this.check(change);
    if (form || (await again).side) this.screen.say(this.recording.dataset.meanwhile);
  }

  // A text in the notation: the server reads it, and says what of it fits.
  async paste(text) {
    this.tell(await this.ask("paste", { text }));
  }

  // What would follow from a change, before anything is saved.
  async check(change) {
    const body = await this.ask("preview", { change });
    this.tell(body);
    return body;
  }

  tell(body) {
    if (body.side) this.put(body.side);
    else this.screen.say(body.message, "", "refused");
  }

  // Why a card may not go into the discard. Let stand, it is chosen like the others, with the reason.
  async why(change, card) {
    const body = await this.ask("preview", { change, refusal: true });
    if (!body.side) return this.screen.say(body.message, "", "refused");
    this.put(body.side);
    this.screen.pad.state(this.screen.pad.byCard.get(card), "refused");
    this.screen.side.querySelector("[data-anyway]")?.setAttribute("data-card", card);
  }

  // The engine is asked first, then the server.
  async ask(request, body) {
    const here = await this.outbox.ask(request, body);
    return here ? here.body : this.askServer(request, body);
  }

  async askServer(request, body) {
    const answer = await post(this.recording.dataset[request], body).catch(() => null);
    return answer?.body ?? { message: this.recording.dataset.unreachable };
  }

  announce(button) {
    const { seat, announce } = button.dataset;
    this.save({ op: "act", action: { kind: "announce", seat: Number(seat), what: announce } });
  }

  showCards(button) {
    const { seat, show, tap } = button.dataset;
    const { pad } = this.screen;
    const { length: most } = pad.keys;
    const tiers = [...button.querySelectorAll("[data-least]")];
    const least = Number(tiers[0]?.dataset.least ?? 1);
    const only = ({ dataset }) =>
      TRUMP.test(dataset.card) && !(dataset.state === "played" && dataset.note);
    const named = (count) => this.nameShown(button, tiers, count);
    this.choose(tap, { kind: show, least, most, only, named }, (cards) => (
      { kind: "announce", seat: Number(seat), what: show, cards }
    ));
    pad.forbid((key) => !only(key));
    pad.show("T");
  }

  // What that many cards make; the status line says what some more would.
  nameShown({ dataset: { tap, makes, more } }, tiers, count) {
    const least = ({ dataset }) => Number(dataset.least);
    const reached = tiers.findLast((tier) => least(tier) <= count);
    const next = tiers.find((tier) => least(tier) > count);
    const missing = next &&
      more.replace("%n", least(next) - count).replace("%t", next.textContent);
    this.screen.say(tap, reached && missing ? missing : "");
    return reached ? makes.replace("%n", count).replace("%t", reached.textContent) : missing;
  }

  // A card is bought: what is paid for it lies face down, or is tapped next.
  buy(form, paid) {
    const { buy: card, seat, tap } = form.dataset;
    const from = new FormData(form).get("from");
    form.querySelector("[data-missing]").hidden = from !== null;
    if (from === null) return;
    const action = {
      kind: "buy",
      seat: Number(seat),
      card,
      pay: null,
      from: Number(from),
    };
    if (paid === "unseen") return this.save({ op: "act", action });
    const only = ({ dataset }) => dataset.card !== card && dataset.state !== "played";
    this.choose(
      tap,
      { kind: "pay", least: 1, most: 1, one: true, only },
      ([pay]) => ({ ...action, pay }),
    );
  }

  // The next taps choose cards for an entry, in place of the panel; `tap` says which.
  choose(tap, wanted, action) {
    const { screen } = this;
    screen.side.replaceChildren();
    screen.choosing.end();
    screen.say(tap);
    screen.choosing.start({
      ...wanted,
      given: [],
      cancel: () => screen.restore(),
      finish: (cards) => {
        screen.restore();
        this.save({ op: "act", action: action(cards) });
      },
    });
  }

  // The facts of the hand or of a claim, as far as they are stated: the server says what follows, and nothing is
  // saved. Without a line they can be recorded all the same, once nothing is missing.
  async state(form) {
    const facts = factsOf(form);
    const isClaim = form.dataset.result === "claim";
    const action = isClaim ? { kind: "claim", seat: facts.claimed } : { kind: "result", facts };
    const change = { op: "act", action };
    this.stating = change;
    const told = isClaim ? { claim: facts } : { change };
    const { result, asked, message } = await this.ask("preview", told);
    if (this.stating !== change || !form.isConnected) return;
    const soFar = form.querySelector("#_result_so_far");
    if (result) {
      soFar.outerHTML = result;
      for (const part of form.querySelectorAll("[data-asked]")) {
        part.hidden = !asked.includes(part.dataset.asked);
      }
      return;
    }
    const offline = isComplete(form) && message === this.recording.dataset.unreachable;
    const button = soFar.querySelector("[data-change]");
    button.disabled = !offline;
    button.dataset.change = JSON.stringify(change);
    soFar.dataset.version = this.recording.dataset.version;
    soFar.querySelector("[role=status]").textContent = offline ? soFar.dataset.offline : message;
  }

  pressDigit({ dataset }) {
    const form = this.screen.side.querySelector("[data-result]");
    pressDigit(form, dataset.digit);
    this.state(form);
  }

  // Enter in the line of the form: what was typed is filled in; nothing typed, and the result is recorded.
  async typeResult(form) {
    const typed = form.querySelector("[data-typed]");
    if (!typed?.value.trim()) {
      await this.stated;
      return form.querySelector("[data-change]:enabled")?.click();
    }
    const line = new ResultLine(form, typed.value, this.sides);
    line.fillIn();
    typed.value = line.left;
    this.sayTyped(form, line, []);
    this.stated = this.state(form); // a second Enter, which records it, may come before the answer
  }

  // What is understood of the line so far; after Enter the form itself says it.
  sayTyped(form, line, understood = [line.understood.join(", ")].filter(Boolean)) {
    const { left } = line;
    form.querySelector("[data-typed]").setAttribute("aria-invalid", String(Boolean(left)));
    sayUnderstood(form.querySelector(".typed-words"), understood, left, line);
  }

  // The sides of a table of four, as it is drawn, by seat.
  get sides() {
    const chairs = Array.from(this.screen.stage.querySelectorAll(".ring [data-slot]"));
    const sides = this.recording.dataset.sides.split(" ");
    if (chairs.length !== sides.length) return {};
    const seats = chairs.filter(({ dataset }) => dataset.seat);
    return Object.fromEntries(seats.map(({ dataset: { seat, slot } }) => [seat, sides[slot]]));
  }

  submit(form) {
    const fields = new FormData(form);
    if (form.dataset.anyway) return this.recordAnyway(form, fields);
    const text = fields.get("text");
    if (form.dataset.comment !== undefined) {
      return this.save({ op: "act", action: { kind: "note", text } });
    }
    const points = fields.getAll("points").map(Number);
    return this.save({ op: "act", action: { kind: "ruling", text, points } });
  }

  // Something was tapped or typed in a form.
  input(target) {
    const result = target.closest("[data-result]");
    if (target.dataset.typed !== undefined) {
      this.sayTyped(result, new ResultLine(result, target.value, this.sides));
    } else if (result) this.state(result);
    const anyway = target.closest("[data-anyway]");
    if (anyway) this.reason(anyway);
    const wrong = target.closest(".went-wrong form");
    if (wrong) wrong.elements.other.required = !wrong.querySelector("[name=because]:checked");
  }

  // A reason is needed; "other" opens a field for it.
  reason(form) {
    const chosen = form.querySelector("[name=reason]:checked");
    const other = form.querySelector("[name=other]");
    other.hidden = !chosen || chosen.value !== "";
    form.querySelector(".refuse").disabled = !chosen ||
      (chosen.value === "" && !other.value.trim());
  }

  // The reason goes where the fault lies: in this entry, or in the earlier one that it proves wrong.
  recordAnyway(form, fields) {
    const reason = fields.get("reason") || fields.get("other").trim();
    const { screen } = this;
    if (form.dataset.card) {
      screen.close();
      return screen.choosing.put(form.dataset.card, reason);
    }
    const fill = (key, value) => (key === "irregular" && value === "" ? reason : value);
    this.save(JSON.parse(form.dataset.anyway, fill));
  }
}
