// What waits on the tablet and nobody has judged yet, drawn ahead of the answer: a card lies on the table as soon as it is
// tapped, and stands in the row of the open trick. Who takes a trick the rules alone know: cards behind it are listed in
// their order. No key is shown as forbidden meanwhile.

import { unseen } from "./pad.js";

const SLOW = 600; // milliseconds in which the answer usually says whose turn it is
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
    this.screen = screen;
  }

  // What waits by now. Who plays what is certain in the open trick, as long as nothing on its way changes the turn.
  read() {
    const { now, outbox } = this.screen;
    const waiting = now.back ? outbox.unjudged.slice(1) : outbox.unjudged;
    const { changes, behind } = standing(waiting);
    const acts = changes.map(({ action }) => action ?? {});
    const isCertain = !behind && now.turn !== null && acts.every(({ kind }) => SAME_TURN.has(kind));
    this.behind = behind;
    this.last = acts.at(-1);
    this.cards = acts.filter(({ kind }) => kind === "play").map(({ card }) => card);
    this.calls = outbox.refused
      ? []
      : acts.filter(({ kind }) => kind === "call").map(({ call }) => call);
    this.refused = outbox.refused?.change.action?.card; // the first of them
    this.room = isCertain ? now.seats - now.open.length : 0; // how many cards the open trick still takes
    return this;
  }

  // The seat that plays one of the cards; null where nobody can say.
  seatOf(index) {
    const { seats, turn } = this.screen.now;
    return index < this.room ? (turn + index) % seats : null;
  }

  // Whose card comes next; null where nobody can say. What takes the place of a refused card is for the same player.
  get turn() {
    const { now, outbox } = this.screen;
    return outbox.refused ? now.turn : this.seatOf(this.cards.length);
  }

  // All of it, on the stage and the keys as they were drawn last.
  draw() {
    const { calls, cards, screen } = this.read();
    for (const call of calls) screen.hear(call);
    screen.stage.querySelector("[data-unseated]")?.remove();
    for (const [index, card] of cards.entries()) this.put(card, index);
    this.nameUndo();
    this.showTurn();
  }

  // One card more, at once.
  play(card) {
    const { cards } = this.read();
    this.nameUndo();
    this.put(card, cards.lastIndexOf(card))?.classList.add("arrives");
    this.showTurnLater();
  }

  // The last of it that still stands. What lies behind it the server alone can name.
  nameUndo() {
    const { behind, last, screen } = this;
    if (last?.card) screen.nameUndo(screen.pad.byCard.get(last.card).dataset.name);
    else if (last?.call) screen.nameUndo(screen.nameOfCall(last.call));
    else if (last || behind) screen.nameUndo("");
  }

  // A card in its row and on the table; once one is refused none lies there, and what follows it waits for another.
  put(card, index) {
    const { outbox, pad, stage } = this.screen;
    const seat = this.seatOf(index);
    if (card !== this.refused) pad.send(card);
    if (seat === null) return this.list(card);
    stage.querySelector(".tricks .now")?.cells[seat + 1].replaceChildren(this.cellFor(card));
    return outbox.halted === "refused" ? null : this.lay(card, seat, index);
  }

  lay(card, seat, index) {
    const { now, stage } = this.screen;
    const place = stage.querySelector(`.seat[data-seat="${seat}"] .place`);
    const face = this.screen.faceOf(card);
    if (!now.open.length && !index) {
      for (const other of stage.querySelectorAll(".place")) other.replaceChildren();
    }
    place?.classList.remove("next");
    place?.replaceChildren(face);
    return face;
  }

  // Where nobody can say who played them, cards stand behind the tricks in their order.
  list(card) {
    const { now, stage } = this.screen;
    const body = stage.querySelector(".tricks tbody");
    if (!body) return null;
    const row = body.querySelector("[data-unseated]") ?? body.insertRow();
    if (!row.cells.length) {
      row.dataset.unseated = "";
      row.insertCell();
      row.insertCell().colSpan = now.seats + 1;
    }
    row.cells[1].append(this.cellFor(card));
    this.screen.keepInSight();
    return null;
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
    const { behind, cards, screen, turn } = this;
    const { choosing, outbox, pad, recording, stage } = screen;
    if ((!cards.length && !behind) || choosing.active || outbox.halted) return;
    for (const plate of stage.querySelectorAll(".plate.turn")) plate.classList.remove("turn");
    for (const cell of stage.querySelectorAll(".trick-cell.next")) cell.remove();
    for (const place of stage.querySelectorAll(".place.next")) place.classList.remove("next");
    pad.loosen();
    const seat = stage.querySelector(`.seat[data-seat="${turn}"]`);
    const place = seat?.querySelector(".place"); // none in the auction, to which an undo may have led
    if (!place) return say("");
    seat.querySelector(".plate").classList.add("turn");
    place.classList.add("next");
    say(recording.dataset.toPlay.replace("%n", seat.querySelector(".plate-name").textContent));
  }
}
