// The other tablets at this hand: what they record comes by itself, with who records, and where two wrote at once both
// sides are shown. A scorer with something waiting here, or choosing cards, is left alone until that is done.

import { Live } from "../live.js";
import { isLeft, isStep } from "./position.js";
import { get } from "./server.js";
import { tabletName } from "./tablet.js";

const AGAIN = 2000; // milliseconds before the screen is asked for once more
const TOLD = 60000; // milliseconds in which a tablet says what others recorded while it was away
const MISSES = 3; // after this many questions without an answer, and what is shown may be old

export class Tablets {
  // `draw`: draws where the table is by now, as the engine judges.
  constructor({ screen, panels, line, draw }) {
    this.screen = screen;
    this.draw = draw;
    this.panels = panels;
    this.line = line;
    this.outbox = screen.outbox;
    this.judge = this.outbox.judge;
    this.recording = screen.recording;
    this.words = document.getElementById("writers");
    this.rest = this.restOf(this.recording.dataset.mark);
    this.isHeld = false; // whether something new waits for a panel to be closed
    this.matchMark = ""; // between two hands: what is known of the match, which is followed then
    this.misses = 0;
    this.turn = null; // the last time that the screen was asked for
    this.outbox.addEventListener("stale", () => this.refresh());
    this.outbox.addEventListener("missed", () => this.refresh());
    this.outbox.addEventListener("more", () => this.showConflict()); // the tap has closed what was shown
  }

  start() {
    this.tell(JSON.parse(document.getElementById("writers-now").textContent));
    this.live = new Live({
      address: this.recording.dataset.live,
      mark: () => this.matchMark || `${this.screen.now.version}.${this.rest}`,
      changed: (mark) => this.follow(mark),
      isReady: () => this.isReady,
      reached: (isThere) => this.reach(isThere),
    });
    this.live.start();
  }

  // The hand was sealed or given up here, and what it has become is on the screen: the match is followed until the next
  // hand is dealt, here or on another tablet.
  leave({ address, mark }) {
    this.live.address = address;
    this.matchMark = mark;
    if (this.judge.base.match.hands.some(({ state }) => state === "open")) this.goOn();
  }

  // From now on the next hand is followed.
  moveTo({ address, mark }) {
    this.live.address = address;
    this.matchMark = "";
    this.rest = this.restOf(mark);
  }

  // To the hand that another tablet has dealt; not while something waits here.
  goOn() {
    if (this.isReady) location.assign(this.recording.dataset.record);
  }

  // A mark is the version of the hand, and what else there is to know of it.
  restOf(mark) {
    return mark.slice(mark.indexOf(".") + 1);
  }

  get isReady() {
    const { outbox, screen } = this;
    if (!screen.side?.firstElementChild) this.isHeld = false;
    const isBusy = outbox.queue.length || outbox.halted || screen.choosing.apart;
    return !isBusy && !this.isHeld;
  }

  async follow(mark) {
    if (this.matchMark || this.restOf(mark).split(".")[0] !== "open") return this.goOn();
    const body = await this.fetch();
    if (!body || !this.isReady || body.version < this.screen.now.version) return;
    this.isHeld = this.wouldClose(body);
    if (this.isHeld) return;
    this.rest = this.restOf(mark);
    this.outbox.version = body.version;
    this.screen.follow(body);
    this.tell(body.writers);
  }

  // The score has no room for a panel that was opened next to the table.
  wouldClose({ mode }) {
    const { now, side } = this.screen;
    return side?.firstElementChild && mode !== now.mode && [mode, now.mode].includes("score");
  }

  // The screen as it stands; nothing where the server cannot be asked now.
  async fetch() {
    const { recording, line, outbox, judge } = this;
    const since = judge.version;
    const answer = await get(`${recording.dataset.recording}?since=${since}`).catch(() => null);
    if (answer?.ok) {
      judge.learn(since, answer.body.changes);
      if (answer.body.match) judge.settle({ match: answer.body.match });
    }
    if (answer?.status === 401) line.tell({ state: "sign-in", count: outbox.queue.length });
    return answer?.ok || answer?.status === 401 ? answer.body : undefined;
  }

  // Fetches the screen as it stands: the hand is over, or somebody else has written. Then what waits here is sent
  // only when the scorer says so. Asked several times at once the last answer is shown: an earlier one would close the
  // panel that belongs to it.
  async refresh() {
    const { judge, outbox, screen } = this;
    const turn = (this.turn = {});
    const body = await this.fetch();
    if (turn !== this.turn) return;
    if (body === undefined) return setTimeout(() => this.refresh(), AGAIN);
    if (body && !outbox.halted) outbox.judgeNext();
    if (!body || (!outbox.halted && outbox.queue.length)) return; // signed out; or the answer to a tap tells
    const isPast = isLeft(judge.base) || screen.isOfAnotherHand;
    if (isPast && this.isReady && !judge.isReady) return this.goOn();
    if (!isPast && !outbox.halted && body.version < screen.now.version) return;
    outbox.version = body.version;
    if (isPast && judge.isReady) {
      await this.draw();
      screen.restore();
    } else screen.show(body);
    this.tell(body.writers);
    this.showConflict();
  }

  // ---- Both tablets wrote ------------------------------------------------------------------------------------

  async showConflict() {
    const { outbox, panels } = this;
    if (outbox.halted !== "other") return;
    const [{ version, hand }] = outbox.queue;
    const waiting = outbox.queue.filter((entry) => entry.hand === hand && !isStep(entry));
    const changes = waiting.map(({ change }) => change);
    const last = outbox.queue.at(-1);
    const both = await panels.askServer("conflict", { version, changes });
    if (!both.side || outbox.halted !== "other" || last !== outbox.queue.at(-1)) return;
    outbox.seat(waiting, both.changes);
    panels.put(both.side);
  }

  sendMine() {
    this.screen.close();
    this.outbox.renumber();
  }

  dropMine() {
    this.outbox.dropHand();
    this.screen.restore();
  }

  // ---- Who records -------------------------------------------------------------------------------------------

  tell(writers) {
    const others = writers.filter((writer) => writer.device !== tabletName());
    const told = others.map((writer) => writer.told).filter(Boolean).join(". ");
    const [{ words, seconds }] = [...others, { words: "", seconds: 0 }];
    if (!told) return this.say(words, seconds);
    this.say(told, TOLD / 1000, () => this.say(words, seconds - TOLD / 1000));
  }

  say(words, seconds, then = () => this.say("", 0)) {
    clearTimeout(this.timer);
    const shown = seconds > 0 ? words : "";
    if (this.words.textContent !== shown) this.words.textContent = shown;
    if (shown && Number.isFinite(seconds)) this.timer = setTimeout(then, seconds * 1000);
  }

  // Without the server others may have recorded what is not here.
  reach(isThere) {
    if (isThere && this.misses >= MISSES) this.say("", 0);
    this.misses = isThere ? 0 : this.misses + 1;
    if (this.misses === MISSES) this.say(this.recording.dataset.alone, Infinity);
  }
}
