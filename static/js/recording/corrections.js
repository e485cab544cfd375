// An earlier entry is looked at and changed: what follows is checked before anything is saved.

const TRUMP = /^(T\d+|F)$/;

export class Corrections {
  constructor(screen, panels) {
    this.screen = screen;
    this.panels = panels;
  }

  entryIn(button) {
    const panel = button.closest("[data-action]");
    return { index: Number(panel.dataset.index), action: JSON.parse(panel.dataset.action) };
  }

  // The entry of a panel with these fields; null takes it out.
  change({ index, action }, fields) {
    return this.panels.check({
      op: "change",
      edits: [[index, fields && { ...action, ...fields }]],
    });
  }

  // The next tap on the pad is the card that was really played, or called.
  oneCard(button) {
    const entry = this.entryIn(button);
    this.choose(
      button,
      { least: 1, most: 1, one: true, given: [], only: () => true },
      ([card]) => this.change(entry, { card, _inferred: undefined }),
    ); // somebody has seen it after all
  }

  // The cards of a dog, a discard or a handful, from the beginning.
  cards(button) {
    const entry = this.entryIn(button);
    const shows = entry.action.kind === "announce";
    const [least, most] = shows
      ? [1, this.screen.pad.keys.length]
      : Array(2).fill(this.screen.now.sizes[entry.action.kind]);
    const only = ({ dataset }) => !shows || TRUMP.test(dataset.card);
    this.choose(
      button,
      { least, most, only, given: entry.action.cards ?? [] },
      (cards) => this.change(entry, { cards, ...this.shown(entry.action, cards) }),
    );
  }

  shown({ kind }, cards) {
    return kind === "discard" ? { shown: undefined, ...this.screen.shownOf(cards) } : {};
  }

  choose(button, wanted, then) {
    const { screen } = this;
    const { choosing, recording, pad } = screen;
    choosing.end();
    recording.dataset.mode = "deal";
    pad.apply(pad.keys.map(() => "c"));
    screen.say(button.dataset.tap);
    choosing.start({
      kind: "again",
      ...wanted,
      cancel: () => screen.restore(),
      finish: (cards) => {
        screen.restore();
        then(cards);
      },
    });
    screen.side.replaceChildren();
  }

  recall(button) {
    return this.change(this.entryIn(button), { call: button.dataset.recall });
  }

  text(form) {
    return this.change(this.entryIn(form), { text: new FormData(form).get("text") });
  }

  // It was not a fault after all.
  regular(button) {
    return this.change(this.entryIn(button), { irregular: undefined });
  }

  remove(button) {
    return this.change(this.entryIn(button), null);
  }
}
