// Typed entry: `h7 hk t4 f`, the led suit may be left out; in the auction the name of a call or its beginning.

const BETWEEN = /[\s,;]+/;
const PIP = /^([1-9]|10)$/;
const TRUMP = /^([1-9]|1\d|2[01])$/;
const FOOL = new Set(["F", "X", "EX"]);

// The letters of the reader's language (games/display/card_names.py) are understood, and these where they can mean nothing else
// in it: those of English and of the codes, and what else players write: valet, page, roi, cavalier, dame.
const ENGLISH = {
  suits: { S: "S", H: "H", D: "D", C: "C", T: "T" },
  ranks: { K: "K", Q: "Q", N: "N", J: "J", A: "1" },
  fool: "F",
};
const ALSO = { ...ENGLISH.ranks, V: "J", P: "J", R: "K", C: "N", D: "Q" };
const PASSING = new Set(["passe", "passen", "passt"]);

export const folded = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("œ", "oe").trim();

export const wordsOf = (line) => line.trim().split(BETWEEN).filter(Boolean);

// The code of one typed card, or "" where it is none, or may be two. `led` fills in a suit that was left out.
function cardOf(token, led, letters = ENGLISH) {
  const typed = folded(token).toUpperCase();
  if (FOOL.has(typed) || typed === letters.fool) return "F";
  const { suits, ranks } = letters;
  const own = suited(typed, suits, ranks);
  if (own) return own;
  const isTurned = [...typed].some((_, at) => ranks[typed.slice(0, at)] && suits[typed.slice(at)]); // "dk" in French: dame de carreau, or English and the king of diamonds
  const other = !isTurned && suited(typed, { ...free(suits), ...suits }, { ...ALSO, ...ranks });
  if (other) return other;
  if (TRUMP.test(typed) && !PIP.test(typed)) return `T${typed}`;
  const alone = Object.entries(ALSO).filter(([letter]) => !beginsOne(letter, suits));
  return led ? cardIn(led, typed, { ...Object.fromEntries(alone), ...ranks }) : "";
}

// The beginnings of suits in English that begin none of another suit in this language.
function free(suits) {
  const isFree = ([letter, suit]) => !beginsOne(letter, suits, suit);
  return Object.fromEntries(Object.entries(ENGLISH.suits).filter(isFree));
}

const beginsOne = (letter, suits, but = "") =>
  Object.entries(suits).some(([name, suit]) => suit !== but && folded(name)[0] === folded(letter));

function suited(typed, suits, ranks) {
  const longestFirst = Object.keys(suits).sort((one, other) => other.length - one.length);
  for (const name of longestFirst) {
    const begins = folded(name).toUpperCase();
    const card = typed.startsWith(begins) &&
      cardIn(suits[name], typed.slice(begins.length), ranks);
    if (card) return card;
  }
  return "";
}

function cardIn(suit, typed, ranks) {
  if (suit === "T") return TRUMP.test(typed) ? `T${typed}` : "";
  const rank = PIP.test(typed) ? typed : ranks[typed];
  return rank ? suit + rank : "";
}

// The open trick with one more card: `led` its suit ("" before one), `lying` the cards on the table, `fool` the suit
// that the Fool belongs to ("" where it excuses from following).
export function after({ led, lying, seats, fool = "" }, card) {
  const open = lying % seats === 0 ? "" : led;
  return { led: open || (card === "F" ? fool : card[0]), lying: lying + 1, seats, fool };
}

// The cards of a line as far as they can be read, and what is left of it from the first word that is none.
export function cardsOf(line, trick, letters = ENGLISH) {
  const cards = [];
  const tokens = wordsOf(line);
  let open = trick;
  while (tokens.length) {
    const card = cardOf(tokens[0], open.lying % open.seats === 0 ? "" : open.led, letters);
    if (!card) break;
    tokens.shift();
    cards.push(card);
    open = after(open, card);
  }
  return { cards, left: tokens.join(" ") };
}

// The call that is meant: its key, its name, the initials of a name of several words, or a clear beginning.
export function callOf(token, calls) {
  const typed = folded(token);
  const isCall = ({ key, name }) =>
    typed === key || typed === folded(name) || (name.includes(" ") && typed === initials(name)) ||
    (key === "pass" && PASSING.has(typed));
  const exact = calls.find(isCall);
  if (exact || !typed) return exact?.key ?? "";
  const begun = calls.filter(({ key, name }) =>
    key.startsWith(typed) || folded(name).startsWith(typed)
  );
  // One letter means the lowest call that begins with it: p is a pass, g a garde.
  return begun.length === 1 || (begun.length && typed.length === 1) ? begun[0].key : "";
}

function initials(name) {
  return wordsOf(folded(name)).map((word) => word[0]).join("");
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
