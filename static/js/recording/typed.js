// Typed entry: `h7 hk t4 f`, the led suit may be left out; in the auction the name of a call or its beginning.

const SUITS = "SHDC";
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"];
// What else players write: ace, valet, page, roi; after a suit also cavalier and dame.
const ALSO = { A: "1", V: "J", P: "J", R: "K" };
const AFTER_SUIT = { ...ALSO, C: "N", D: "Q" };
const BETWEEN = /[\s,;]+/;

export const wordsOf = (line) => line.trim().split(BETWEEN).filter(Boolean);

// The code of one typed card, or "" where it is none. `led` fills in a suit that was left out.
export function cardOf(token, led) {
  const typed = token.toUpperCase();
  if (/^(F|X|EX)$/.test(typed)) return "F";
  if (/^T\d/.test(typed)) return trumpOf(typed.slice(1));
  if (typed.length > 1 && SUITS.includes(typed[0])) {
    return suited(typed[0], AFTER_SUIT, typed.slice(1));
  }
  return led === "T" ? trumpOf(typed) : suited(led, ALSO, typed);
}

function trumpOf(digits) {
  return /^([1-9]|1\d|2[01])$/.test(digits) ? `T${digits}` : "";
}

function suited(suit, also, typed) {
  const rank = also[typed] ?? typed;
  return suit && RANKS.includes(rank) ? suit + rank : "";
}

// The open trick with one more card: `led` its suit ("" before one), `lying` the cards on the table, `fool` the suit
// that the Fool belongs to ("" where it excuses from following).
export function after({ led, lying, seats, fool = "" }, card) {
  const open = lying % seats === 0 ? "" : led;
  return { led: open || (card === "F" ? fool : card[0]), lying: lying + 1, seats, fool };
}

// The cards of a line as far as they can be read, and what is left of it from the first word that is none.
export function cardsOf(line, trick) {
  const cards = [];
  const tokens = wordsOf(line);
  let open = trick;
  while (tokens.length) {
    const card = cardOf(tokens[0], open.lying % open.seats === 0 ? "" : open.led);
    if (!card) break;
    tokens.shift();
    cards.push(card);
    open = after(open, card);
  }
  return { cards, left: tokens.join(" ") };
}

// The call that is meant: its key, its name, the initials of a name of several words, or a clear beginning.
export function callOf(token, calls) {
  const typed = token.trim().toLowerCase();
  const isCall = ({ key, name }) =>
    typed === key || typed === name || (name.includes(" ") && typed === initials(name));
  const exact = calls.find(isCall);
  if (exact || !typed) return exact?.key ?? "";
  const begun = calls.filter(({ key, name }) => key.startsWith(typed) || name.startsWith(typed));
  // One letter means the lowest call that begins with it: p is a pass, g a garde.
  return begun.length === 1 || (begun.length && typed.length === 1) ? begun[0].key : "";
}

function initials(name) {
  return wordsOf(name).map((word) => word[0]).join("");
}

// The calls of a line, as `cardsOf`. A name of several words may be the whole line.
export function callsOf(line, calls) {
  const read = [];
  const tokens = callOf(line, calls) ? [line] : wordsOf(line);
  while (tokens.length) {
    const call = callOf(tokens[0], calls);
    if (!call) break;
    tokens.shift();
    read.push(call);
  }
  return { calls: read, left: tokens.join(" ") };
}
