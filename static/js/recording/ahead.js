// What waits on the tablet, drawn ahead of the server's answer: cards lie on the table and stand in the list, trick by
// trick, and the next player is marked. None of it has been judged yet, so no key is shown as forbidden meanwhile.

import { unseen } from "./pad.js";
import { Order, seatAfter, tricksAhead } from "./tricks.js";

const SLOW = 600; // milliseconds in which the server usually says whose turn it is
const SAME_TURN = new Set(["play", "takeback", "note", "announce"]); // acts that leave the order of the seats alone

// What one tap entered: of several changes those that only give a reason to an earlier card leave the table as it is.
function actsOf(change) {
  return change.changes?.filter(({ op }) => op === "act") ?? [change];
}

// The changes that still stand; `behind`: an undo among them takes back something that was recorded before.
function standing(entries) {
  const changes = [];
  let behind = false;
  for (const { change } of entries) {
    if (change.op !== "undo") changes.push(change);
    else if (!changes.pop()) behind = true;
  }
  return { changes: changes.flatMap(actsOf), behind };
}

export class Ahead {
  constructor(screen) {
    const { pad } = screen;
    this.screen = screen;
    this.order = new Order(pad.root.dataset, pad.keys.map(({ dataset }) => dataset.card));
  }

  // What waits by now. Who plays what is certain as long as nothing on its way changes the order of the seats.
  read() {
    const { now, outbox } = this.screen;
    const waiting = now.back ? outbox.unjudged.slice(1) : outbox.unjudged;
    const { changes, behind } = standing(waiting);
    const acts = changes.map(({ action }) => action ?? {});
    this.behind = behind;
    this.last = acts.at(-1);
    this.cards = acts.filter(({ kind }) => kind === "play").map(({ card }) => card);
    this.calls = outbox.refused
      ? []
      : acts.filter(({ kind }) => kind === "call").map(({ call }) => call);
    this.refused = outbox.refused?.change.action?.card; // the first of them
    this.onlyCards = !behind && this.cards.length === changes.length;
    this.certain = !behind && now.turn !== null && acts.every(({ kind }) => SAME_TURN.has(kind));
    this.tricks = this.certain ? tricksAhead(now, this.cards, this.order) : [];
    this.complete = this.certain && now.left > 0 && this.cards.length >= now.left;
    return this;
  }

  // Whose card comes next; null where nobody can say. What takes the place of a refused card is for the same player.
  get turn() {
    const { outbox, now } = this.screen;
    if (outbox.refused) return now.turn;
    if (!this.certain || this.complete) return null;
    return seatAfter(this.tricks.at(-1), now.seats, this.order);
  }

  // All of it, on the stage and the keys as the server has drawn them.
  draw() {
    const { screen, calls, cards, refused } = this.read();
    for (const call of calls) screen.hear(screen.nameOfCall(call));
    for (const card of cards) if (card !== refused) screen.pad.send(card);
    for (const trick of this.tricks) {
      for (let place = trick.recorded; place < trick.cards.length; place += 1) {
        this.put(trick, place);
      }
    }
    if (!this.certain) this.listWithoutSeats();
    this.nameUndo();
    this.showTurn();
  }

  // One card more, at once.
  play(card) {
    this.read();
    this.screen.pad.send(card);
    this.nameUndo();
    const trick = this.tricks.at(-1);
    if (trick) this.put(trick, trick.cards.length - 1)?.classList.add("arrives");
    else this.listWithoutSeats();
    this.showTurnLater();
  }

  // The last of it that still stands. What lies behind it the server alone can name.
  nameUndo() {
    const { behind, last, screen } = this;
    if (last?.card) screen.nameUndo(screen.pad.byCard.get(last.card).dataset.name);
    else if (last?.call) screen.nameUndo(screen.nameOfCall(last.call));
    else if (last || behind) screen.nameUndo("");
  }

  // ---- The list of tricks ----------------------------------------------------------------------------------

  // A card of a trick; once refused it has no place on the table, and what follows it waits for another.
  put(trick, place) {
    const { halted } = this.screen.outbox;
    const row = this.rowOf(trick);
    const seat = (trick.leader + place) % this.screen.now.seats;
    if (row) this.list(row, trick, place, seat);
    return halted === "refused" ? null : this.lay(trick, place, seat);
  }

  list(row, trick, place, seat) {
    const { now } = this.screen;
    const cell = this.cellFor(trick.cards[place]);
    if (this.order.led(trick.cards) === place) this.mark(cell, "led");
    row.cells[seat + 1].replaceChildren(cell);
    const isLast = this.complete && trick === this.tricks.at(-1); // who has taken that one is for the rules to say
    if (place + 1 < now.seats || isLast) return;
    const taken = row.cells[seatAfter(trick, now.seats, this.order) + 1].firstElementChild;
    if (!taken.classList.contains("won")) this.mark(taken, "won");
  }

  mark(cell, name) {
    cell.classList.add(name);
    cell.append(unseen(this.screen.recording.dataset[name]));
  }

  // The row of a trick; a new one follows the last.
  rowOf(trick) {
    const body = this.screen.stage.querySelector(".tricks tbody");
    const rows = body ? [...body.rows] : [];
    if (!rows.length) return null;
    const at = this.tricks.indexOf(trick);
    const first = rows.findIndex(({ dataset }) => dataset.ahead !== undefined);
    const open = (first < 0 ? rows.length : first) - 1; // the row of the trick that was open at the last answer
    return rows[open + at] ?? this.addRow(body, rows.at(-1));
  }

  addRow(body, before) {
    const row = before.cloneNode(true);
    const number = Number(before.cells[0].textContent) + 1;
    row.id = `trick-${number}`;
    row.dataset.ahead = "";
    row.className = "now";
    row.cells[0].textContent = number;
    for (const cell of [...row.cells].slice(1)) cell.replaceChildren();
    before.classList.remove("now");
    body.append(row);
    this.screen.followTrick();
    return row;
  }

  // In a dashed frame, for it has not been judged.
  cellFor(card) {
    const { pad } = this.screen;
    const isRefused = card === this.refused;
    const cell = document.createElement("span");
    cell.className = `trick-cell ${isRefused ? "refused" : "not-sent"}`;
    cell.append(pad.lineOf(card), unseen(pad.words[isRefused ? "refused" : "sent"]));
    return cell;
  }

  // Where nobody can say who played what, the cards stand there in their order.
  listWithoutSeats() {
    const { stage, now } = this.screen;
    const body = stage.querySelector(".tricks tbody");
    if (!body) return;
    body.querySelector("[data-unseated]")?.remove();
    if (!this.cards.length) return;
    const row = body.insertRow();
    row.dataset.unseated = "";
    row.insertCell();
    const cell = row.insertCell();
    cell.colSpan = now.seats + 1;
    cell.append(...this.cards.map((card) => this.cellFor(card)));
    this.screen.followTrick();
  }

  // ---- The table -------------------------------------------------------------------------------------------

  lay({ leader, cards }, place, seat) {
    const { screen, order } = this;
    const { stage, now } = screen;
    if (place === 0) {
      for (const other of stage.querySelectorAll(".place")) other.replaceChildren();
      for (const flag of stage.querySelectorAll(".flag")) flag.remove();
    }
    const holder = stage.querySelector(`.seat[data-seat="${seat}"] .place`);
    const face = screen.faceOf(cards[place]);
    holder?.replaceChildren(face);
    if (order.led(cards) === place) holder?.append(this.flag());
    const takes = order.taker(cards.slice(0, place + 1));
    for (const other of stage.querySelectorAll(".place")) other.classList.remove("next", "winning");
    if (takes >= 0 && !this.complete) {
      stage.querySelector(`.seat[data-seat="${(leader + takes) % now.seats}"] .place`)?.classList
        .add("winning");
    }
    return face;
  }

  flag() {
    const flag = document.createElement("span");
    flag.className = "flag";
    flag.textContent = this.screen.recording.dataset.led;
    return flag;
  }

  // ---- Who is next -----------------------------------------------------------------------------------------

  // What was said since then stays: it is newer than whose turn it is.
  showTurnLater() {
    const { screen } = this;
    const { said } = screen;
    setTimeout(
      () => this.read().showTurn((words) => said === screen.said && screen.say(words)),
      SLOW,
    );
  }

  showTurn(say = (words) => this.screen.say(words)) {
    const { screen, cards, certain, complete } = this;
    const { choosing, recording, now, outbox, pad, stage } = screen;
    if ((!cards.length && !this.behind) || choosing.active || outbox.halted) return;
    for (const plate of stage.querySelectorAll(".plate.turn")) plate.classList.remove("turn");
    for (const cell of stage.querySelectorAll(".trick-cell.next")) cell.remove();
    pad.loosen();
    if (complete) return say(recording.dataset.lastCard);
    if (!certain) return say("");
    const trick = this.tricks.at(-1);
    const seat = stage.querySelector(`.seat[data-seat="${this.turn}"]`);
    seat.querySelector(".plate").classList.add("turn");
    if (trick.cards.length < now.seats) seat.querySelector(".place").classList.add("next");
    say(recording.dataset.toPlay.replace("%n", seat.querySelector(".plate-name").textContent));
  }
}
