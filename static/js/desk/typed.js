// Typed entry: `h7 hk t4 f`, the led suit may be left out; in the auction the name of a call or its beginning.

const SUITS = "SHDC";
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"];
// Other languages' letters on the same keys: cavalier, dame, roi, valet.
const ALSO = { A: "1", V: "J", R: "K" };

// The code of one typed card, or "" where it is none. `led` fills in a suit that was left out.
export function cardOf(token, led) {
  const typed = token.toUpperCase();
  if (/^(F|X|EX)$/.test(typed)) return "F";
  const trump = typed.match(/^T(\d{1,2})$/);
  if (trump) return trump[1] >= 1 && trump[1] <= 21 ? `T${Number(trump[1])}` : "";
  const suited = typed.length > 1 && SUITS.includes(typed[0]);
  const suit = suited ? typed[0] : led;
  const rank = ALSO[suited ? typed.slice(1) : typed] ?? (suited ? typed.slice(1) : typed);
  if (suit === "T") return /^\d{1,2}$/.test(rank) && rank >= 1 && rank <= 21 ? `T${Number(rank)}` : "";
  return suit && RANKS.includes(rank) ? suit + rank : "";
}

// The cards of a line as far as they can be read, and what is left of it from the first word that is none.
export function cardsOf(line, { led, lying, seats }) {
  const cards = [];
  const tokens = line.trim().split(/[\s,;]+/).filter(Boolean);
  let open = led;
  while (tokens.length) {
    if ((lying + cards.length) % seats === 0 && cards.length) open = "";
    const card = cardOf(tokens[0], open);
    if (!card) break;
    tokens.shift();
    cards.push(card);
    if (!open && card !== "F") open = card[0];
  }
  return { cards, left: tokens.join(" ") };
}

// The call that is meant: its key, its name, the initials of a name of several words, or a clear beginning.
export function callOf(token, calls) {
  const typed = token.trim().toLowerCase();
  const initials = (name) => name.split(/\s+/).map((word) => word[0]).join("");
  const exact = calls.find(({ key, name }) => typed === key || typed === name || (name.includes(" ") && typed === initials(name)));
  if (exact) return exact.key;
  const begun = calls.filter(({ key, name }) => key.startsWith(typed) || name.startsWith(typed));
  // One letter means the lowest call that begins with it: p is a pass, g a garde.
  return begun.length === 1 || (begun.length && typed.length === 1) ? begun[0].key : "";
}
