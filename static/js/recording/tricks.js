// Tricks that the server has not judged yet: which card takes one, and so who leads to the next. The order of the
// cards comes from the server (games/recording/screen/pad.py). It is all that the tablet knows of a game, and it forbids nothing.

export class Order {
  // order: a word for each of `cards`, its suit and its strength there, "-" where it takes no trick; trump: the suit
  // that beats the others, "" where none does.
  constructor({ order, trump }, cards) {
    const words = order.split(" ");
    this.trump = trump;
    this.ranks = new Map(
      cards.map((card, at) => [card, { suit: words[at][0], strength: Number(words[at].slice(1)) }]),
    );
  }

  // Which of the cards of a trick, in the order of play, takes it so far; -1: none.
  taker(cards) {
    return cards.reduce((best, card, at) => (this.beats(card, cards[best]) ? at : best), -1);
  }

  beats(card, best) {
    const { suit, strength } = this.ranks.get(card);
    if (suit === "-" || !best) return suit !== "-";
    const taking = this.ranks.get(best);
    return suit === taking.suit ? strength > taking.strength : suit === this.trump;
  }

  // Which of them sets the suit; -1: none yet.
  led(cards) {
    return cards.findIndex((card) => this.ranks.get(card).suit !== "-");
  }
}

// The open trick and those after it once `cards` are played: { leader, cards, recorded: how many of them are }.
export function tricksAhead({ open, turn, seats }, cards, order) {
  const tricks = [{
    leader: (turn + seats - open.length) % seats,
    cards: [...open],
    recorded: open.length,
  }];
  for (const card of cards) {
    const last = tricks.at(-1);
    if (last.cards.length < seats) last.cards.push(card);
    else tricks.push({ leader: seatAfter(last, seats, order), cards: [card], recorded: 0 });
  }
  return tricks;
}

// The seat that plays the next card: it follows, or has taken the trick.
export function seatAfter({ leader, cards }, seats, order) {
  return (leader + (cards.length < seats ? cards.length : order.taker(cards))) % seats;
}
