// What the scorer sees: the screen as the server says it stands, and what was tapped since, drawn ahead of it.

export class Screen {
  constructor({ desk, pad, choosing, outbox }) {
    Object.assign(this, { desk, pad, choosing, outbox });
    this.status = document.getElementById("status");
    this.typed = document.getElementById("typed");
    this.undo = document.getElementById("undo");
    this.ahead = 0; // plays that were tapped and are not acknowledged yet
    this.now = JSON.parse(document.getElementById("pad-now").textContent);
    this.now.stage = this.stage.outerHTML;
    this.now.mode = desk.dataset.mode;
    this.now.version = Number(desk.dataset.version);
  }

  get stage() {
    return document.getElementById("stage");
  }

  get side() {
    return document.getElementById("side");
  }

  show(body) {
    this.now = body;
    const { desk, typed } = this;
    desk.dataset.mode = body.mode;
    desk.dataset.phase = body.phase;
    desk.dataset.version = body.version;
    const fresh = document.createElement("template");
    fresh.innerHTML = body.stage;
    this.stage.replaceWith(fresh.content.firstElementChild);
    htmx.process(this.stage);
    typed.placeholder = body.mode === "auction" ? typed.dataset.auction : typed.dataset.pad;
    this.settle();
  }

  // Draws the last answer again: whatever was half done is gone.
  restore() {
    this.show(this.now);
  }

  // What stays where it is: keys, status line, buttons, the choice that the exchange asks for.
  settle() {
    const { now, choosing, desk, outbox, pad, undo } = this;
    choosing.end();
    delete desk.dataset.replacing;
    const tricks = this.stage.querySelector(".tricks-panel");
    if (tricks) tricks.scrollTop = tricks.scrollHeight;
    this.say(now.status[0], now.status[1]);
    undo.querySelector(".second").textContent = now.undo;
    undo.disabled = !now.undo && !outbox.queue.length;
    desk.querySelector(".tail-claim").hidden = !now.claim;
    desk.querySelector(".tail-announce").hidden = !now.announce;
    if (now.keys.length) pad.apply(now.keys);
    if (now.led) pad.show(now.led);
    this.ahead = 0;
    for (const entry of outbox.queue) this.waiting(entry.change);
    if (now.select && !outbox.queue.length) this.exchange(now.select);
  }

  say(first, rest = "", mark = "") {
    const strong = document.createElement("strong");
    strong.textContent = first;
    this.status.className = mark;
    this.status.replaceChildren(strong, ` ${rest}`);
  }

  act(action) {
    return this.outbox.add({ op: "act", action });
  }

  exchange({ kind, count }) {
    const seat = this.now.turn;
    const discard = (cards) => ({ kind, seat, cards, ...this.shownOf(cards) });
    this.choosing.start({
      kind,
      least: count,
      most: count,
      only: (key) => key.dataset.state === "clear",
      finish: (cards) => this.act(kind === "stock" ? { kind, cards } : discard(cards)),
      nobodySaw: () => this.act({ kind: "discard", seat, cards: null }),
    });
  }

  // Trumps that go into the discard are shown where the rules ask for it.
  shownOf(cards) {
    const shown = this.now.shows ? cards.filter((card) => /^T\d+$/.test(card)) : [];
    return shown.length ? { shown } : {};
  }

  faceOf(card) {
    const faces = document.getElementById("faces").content;
    return faces.querySelector(`[data-face="${card}"]`)?.firstElementChild.cloneNode(true);
  }

  places() {
    return this.stage.querySelectorAll(".place");
  }

  // A card on its way: its key is used up at once, and it lies on the table as far as its place is clear.
  waiting(change) {
    const { now, ahead, pad } = this;
    const action = change.action;
    if (change.op !== "act" || action?.kind !== "play" || now.turn === null) return;
    pad.send(action.card);
    if (now.lying + ahead === 0) for (const place of this.places()) place.replaceChildren();
    const seat = (now.turn + ahead) % now.seats;
    const place = this.stage.querySelector(`.place[data-seat="${seat}"]`);
    if (place && now.lying + ahead < now.seats) {
      const face = this.faceOf(action.card);
      face.classList.add("arrives");
      place.classList.remove("next", "winning");
      place.replaceChildren(face);
    }
    this.ahead += 1;
  }

  // The card lies on the table, framed as not recorded, as long as the panel is open.
  refuse(card, evidence) {
    this.pad.state(this.pad.byCard.get(card), "refused");
    for (const guilty of evidence) this.pad.mark(guilty, "evidence");
    const place = this.stage.querySelector(".place.next");
    place?.classList.replace("next", "refused");
    place?.replaceChildren(this.faceOf(card));
  }

  // Closes whatever panel is open beside the table.
  close() {
    if (this.desk.dataset.replacing || this.side?.firstElementChild) this.restore();
  }
}
