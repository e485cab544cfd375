// What was recorded of a next hand that cannot be dealt as long as the hand before it is not left: kept on the tablet, out of
// the line, until it can, or until the scorer drops it.

import { isStep } from "./position.js";

export class Held {
  constructor(outbox) {
    this.outbox = outbox;
    this.entries = [];
  }

  // A step is refused: what would have followed it in its hand is for the scorer to do again, and what was recorded of the
  // next hand waits until that can be dealt.
  takeBehind(step) {
    const { outbox } = this;
    const isNext = ({ hand, change }) => hand !== step.hand || change.step === "deal";
    const waits = outbox.queue.filter(({ judged }) => !judged);
    outbox.forget(step);
    const next = waits.filter(isNext);
    if (!isNext(step)) {
      for (const other of waits) if (isStep(other) && !isNext(other)) outbox.forget(other);
    }
    outbox.queue = outbox.queue.filter((entry) => !next.includes(entry));
    for (const entry of next) {
      entry.sent = false;
      outbox.store.put(entry);
    }
    this.entries = [...next, ...this.entries];
    outbox.state = outbox.queue.length ? "sending" : "saved";
  }

  // The hand before it is left.
  release() {
    const { entries } = this;
    this.entries = [];
    for (const entry of entries) this.outbox.push(entry);
  }

  drop() {
    for (const entry of this.entries) this.outbox.store.remove(entry);
    this.entries = [];
    this.outbox.tell();
  }
}
