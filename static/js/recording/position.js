// The one state that the screen is drawn from: what the server has acknowledged (`base`), and behind it what was judged on
// this tablet and waits. Nothing else moves the screen, so that what is settled later never brings an older one back.

export const NOT_DEALT = "new-"; // how the ids of hands begin that the server has not dealt yet
// What leads from one hand to the next, and is no change of a hand: a step of games/recording/tablet.py.
export const isStep = ({ change }) => change.step !== undefined;

export function positionOf({ hand, match, known }, judged) {
  const acknowledged = { hand, match, changes: known, given: "", disputes: [] };
  return judged.reduce((at, { outcome }) => after(at, outcome), acknowledged);
}

// After a change, a score that somebody has confirmed or disputed, a hand that is over (its `row` in the match) or dealt.
function after(at, { change, hand, row, given = "", disputes = at.disputes }) {
  if (hand) return { ...at, hand, match: withRow(at.match, row), changes: [], given, disputes: [] };
  if (row) return { ...at, match: withRow(at.match, row) };
  const changes = change ? [...at.changes, change] : at.changes;
  return { ...at, changes, given, disputes }; // any further entry makes a confirmation void, no dispute
}

// A hand has its id from the server alone.
function withRow(match, row) {
  const before = match.hands.find(({ number }) => number === row.number);
  const others = match.hands.filter((other) => other !== before);
  const hands = [...others, { ...row, public_id: before?.public_id ?? row.public_id }];
  return { ...match, hands: hands.sort((one, other) => one.number - other.number) };
}

// Whether the hand is over, as its match says: what comes next is on the screen, until it is dealt.
export function isLeft({ hand, match }) {
  const row = match.hands.find(({ number }) => number === hand.number);
  return row !== undefined && row.state !== "open";
}

// Which hand the table is at, and whether it is over: so much of it is told around the stage.
export function handOf(at) {
  return `${at.hand.number} ${isLeft(at)}`;
}

// Two positions that look alike have the same text. While a hand is recorded nobody sees the ids of hands.
export function lookOf(at) {
  const hands = at.match.hands.map((row) => isLeft(at) ? row : { ...row, public_id: "" });
  const { facts, number } = at.hand;
  return JSON.stringify([number, facts, hands, at.changes, at.given, at.disputes]);
}
