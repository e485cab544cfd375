// Writing down hands: a hand is chosen card by card; what is left over fills itself on the server.

function partsIn(panel) {
  return Array.from(panel.querySelectorAll("[data-part]"), ({ dataset }) => ({
    part: dataset.part,
    size: Number(dataset.size),
    cards: dataset.cards ? dataset.cards.split(" ") : [],
    inferred: dataset.inferred !== undefined,
  }));
}

function dealOf(parts, seats) {
  const cardsOf = (name) => {
    const cards = parts.find((part) => part.part === name)?.cards;
    return cards?.length ? cards : null;
  };
  return {
    hands: Array.from({ length: seats }, (_, seat) => cardsOf(String(seat))),
    stock: cardsOf("stock"),
  };
}

// Starts choosing the cards of one part of the deal; `button` is that part's button.
export function writeDown(button, screen, panels) {
  const { choosing, pad, recording, now } = screen;
  const parts = partsIn(button.closest("#_deal"));
  const mine = parts.find((part) => part.part === button.dataset.part);
  const others = parts.filter((part) => part !== mine && !part.inferred);
  const taken = new Set(others.flatMap((part) => part.cards));
  choosing.end();
  recording.dataset.mode = "deal";
  pad.apply(pad.keys.map((key) => (taken.has(key.dataset.card) ? "p" : "c")));
  screen.say(`${button.querySelector("b").textContent}.`, button.dataset.tap);
  choosing.start({
    kind: "deal",
    least: mine.size,
    most: mine.size,
    given: mine.inferred ? [] : mine.cards,
    only: (key) => key.dataset.state === "clear",
    cancel: () => screen.restore(),
    finish: (cards) => {
      screen.restore();
      panels.save({ op: "deal", deal: dealOf([...others, { part: mine.part, cards }], now.seats) });
    },
  });
  screen.side.replaceChildren();
}

// The next hand that is to be written down, where all are.
export function nextPart(panel) {
  return panel.querySelector("[data-part]:not([data-inferred])[data-cards='']");
}
