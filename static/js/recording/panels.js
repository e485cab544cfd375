// The panels beside the table: refusals, previews, claim, comment, ruling, announcements.

import { factsOf } from "./facts.js";
import { post } from "./server.js";

const TRUMP = /^(T\d+|F)$/;
const FIRST = ".act, input, textarea, button";

export class Panels {
  constructor(screen) {
    this.screen = screen;
    this.desk = screen.desk;
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
    this.screen.side.querySelector(FIRST)?.focus({ preventScroll: true });
  }

  open(name, values = {}) {
    this.remember();
    const url = this.desk.dataset.panels.replace("NAME", name);
    return htmx.ajax("GET", url, { target: "#side", swap: "innerHTML", values });
  }

  save(...changes) {
    this.screen.side?.replaceChildren();
    this.outbox.add(...changes);
  }

  // Saves a change that the panel offers. Where something was recorded since it was worked out, or is on its way,
  // it is worked out anew, and the scorer looks once more.
  async saveChecked(button) {
    const change = JSON.parse(button.dataset.change);
    const { version } = button.closest("[data-version]").dataset;
    const { halted, queue } = this.outbox;
    const isOnItsWay = queue.length > 0 && halted !== "refused";
    if (!isOnItsWay && version === this.desk.dataset.version) return this.save(change);
    const { side } = await this.check(change);
    if (side) this.screen.say(this.desk.dataset.meanwhile);
  }

  // A text in the notation: the server reads it, and says what of it fits.
  async paste(text) {
    this.tell(await this.ask(this.desk.dataset.paste, { text }));
  }

  // What would follow from a change, before anything is saved.
  async check(change) {
    const body = await this.ask(this.desk.dataset.preview, { change });
    this.tell(body);
    return body;
  }

  tell(body) {
    if (body.side) this.put(body.side);
    else this.screen.say(body.message, "", "refused");
  }

  // Why a card may not go into the discard. Let stand, it is chosen like the others, with the reason.
  async why(change, card) {
    const body = await this.ask(this.desk.dataset.preview, { change, refusal: true });
    if (!body.side) return this.screen.say(body.message, "", "refused");
    this.put(body.side);
    this.screen.pad.state(this.screen.pad.byCard.get(card), "refused");
    this.screen.side.querySelector("[data-anyway]")?.setAttribute("data-card", card);
  }

  async ask(url, body) {
    const answer = await post(url, body).catch(() => null);
    return answer?.body ?? { message: this.desk.dataset.unreachable };
  }

  announce(button) {
    const { seat, announce } = button.dataset;
    this.save({ op: "act", action: { kind: "announce", seat: Number(seat), what: announce } });
  }

  showCards(button) {
    const { seat, show, tap } = button.dataset;
    const { length: most } = this.screen.pad.keys;
    const only = ({ dataset }) =>
      TRUMP.test(dataset.card) && !(dataset.state === "played" && dataset.note);
    this.choose(tap, { kind: show, least: 1, most, only }, (cards) => (
      { kind: "announce", seat: Number(seat), what: show, cards }
    ));
  }

  // A card is bought: what is paid for it lies face down, or is tapped next.
  buy(form, paid) {
    const { buy: card, seat, tap } = form.dataset;
    const action = {
      kind: "buy",
      seat: Number(seat),
      card,
      pay: null,
      from: Number(new FormData(form).get("from")),
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

  // The facts of the hand: the server says what they score, or why they cannot be, and nothing is saved.
  state(form) {
    return this.check({ op: "act", action: { kind: "result", facts: factsOf(form) } });
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

  // A reason is needed; "other" opens a field for it.
  input(form) {
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
