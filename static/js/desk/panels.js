// The panels beside the table: refusals, entries that are looked at and changed, claim, comment, ruling, announcements.

import { post } from "./outbox.js";

export class Panels {
  constructor(screen) {
    this.screen = screen;
    this.desk = screen.desk;
    this.outbox = screen.outbox;
  }

  put(html) {
    const { side } = this.screen;
    side.innerHTML = html;
    htmx.process(side);
    side.querySelector("button, input, textarea, a")?.focus({ preventScroll: true });
  }

  open(name) {
    htmx.ajax("GET", this.desk.dataset.panels.replace("NAME", name), { target: "#side", swap: "innerHTML" });
  }

  save(...changes) {
    this.screen.side?.replaceChildren();
    for (const change of changes) this.outbox.add(change);
  }

  // What would follow from a change, before anything is saved.
  async check(change) {
    const body = await this.preview({ change });
    if (body.side) this.put(body.side);
    else this.screen.say(body.message ?? "", "", "refused");
  }

  // Why a card may not go into the discard.
  async why(change, card) {
    const body = await this.preview({ change, refusal: true });
    if (!body.side) return;
    this.put(body.side);
    this.screen.pad.state(this.screen.pad.byCard.get(card), "refused");
  }

  async preview(body) {
    try {
      return await (await post(this.desk.dataset.preview, body)).json();
    } catch {
      return { message: this.desk.dataset.unreachable };
    }
  }

  entryIn(button) {
    const panel = button.closest("[data-action]");
    return { index: Number(panel.dataset.index), action: JSON.parse(panel.dataset.action) };
  }

  // The next tap on the pad is the card that was really played.
  startReplacing(button) {
    const entry = this.entryIn(button);
    button.disabled = true;
    for (const key of this.screen.pad.keys) this.screen.pad.state(key, "clear");
    this.desk.dataset.replacing = JSON.stringify(entry);
  }

  replace(card) {
    const { index, action } = JSON.parse(this.desk.dataset.replacing);
    this.screen.restore();
    this.check({ op: "change", edits: [[index, { ...action, card }]] });
  }

  recall(button) {
    const { index, action } = this.entryIn(button);
    this.check({ op: "change", edits: [[index, { ...action, call: button.dataset.recall }]] });
  }

  announce(button) {
    const { seat, announce } = button.dataset;
    this.save({ op: "act", action: { kind: "announce", seat: Number(seat), what: announce } });
  }

  showCards(button) {
    const { choosing } = this.screen;
    const { seat, show } = button.dataset;
    this.screen.side.replaceChildren();
    choosing.end();
    choosing.start({
      kind: show,
      least: 1,
      most: 22,
      only: ({ dataset }) => /^(T\d+|F)$/.test(dataset.card) && !(dataset.state === "played" && dataset.note),
      cancel: () => this.screen.restore(),
      finish: (cards) => this.save({ op: "act", action: { kind: "announce", seat: Number(seat), what: show, cards } }),
    });
  }

  submit(form) {
    const fields = new FormData(form);
    if (form.dataset.anyway) return this.recordAnyway(form, fields);
    const text = fields.get("text");
    if (form.dataset.comment !== undefined) return this.save({ op: "act", action: { kind: "note", text } });
    const points = fields.getAll("points").map(Number);
    return this.save({ op: "act", action: { kind: "ruling", text, points } });
  }

  // A reason is needed; "other" opens a field for it.
  input(form) {
    const chosen = form.querySelector("[name=reason]:checked");
    const other = form.querySelector("[name=other]");
    other.hidden = !chosen || chosen.value !== "";
    form.querySelector(".refuse").disabled = !chosen || (chosen.value === "" && !other.value.trim());
  }

  // The reason goes where the fault lies: in this entry, or in the earlier one that it proves wrong.
  recordAnyway(form, fields) {
    const reason = fields.get("reason") || fields.get("other").trim();
    const fill = (key, value) => (key === "irregular" && value === "" ? reason : value);
    this.outbox.clear();
    this.save(...JSON.parse(form.dataset.anyway, fill));
  }
}
