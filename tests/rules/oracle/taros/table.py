"""One hand of Taros at a true table, with deals that make something happen to the Fool."""

from ..cards import FOOL, KINGS, PACK, TRUMPS, is_plain, is_trump
from ..made import Made
from .sheet import best_place, broken_duty, points, strength

STYLES = ["plain"] * 4 + ["strong", "strong", "weak", "weak", "figures", "figures"]


def wanted_cards(rng, style):
    """The twelve cards of the seat in the middle of the story."""
    if style == "strong":
        ranked = [*sorted(KINGS), *(f"{suit}Q" for suit in "SHDC"), *TRUMPS]
        return [FOOL, *ranked[-11:]] if rng.random() < 0.5 else ranked[-12:]
    low = [card for card in PACK if is_plain(card) and strength(card) < 7]
    if style == "weak":
        return [FOOL, *rng.sample(low, 11)]
    high = [card for card in PACK if points(card) and card != FOOL]
    return [FOOL, *rng.sample(high, 5), *rng.sample(TRUMPS[-6:-1], 2), *rng.sample(low, 4)]


class TarosTable(Made):
    """Plays one hand with random but legal cards, but for a few marked or secret faults."""

    def __init__(self, game, rng):
        super().__init__(rng, game, rng.choice([2, 2, 3, 4, 5, 6, 6]))

    def deal_out(self):
        style = self.rng.choice(STYLES)
        self.star = None if style == "plain" else self.rng.randrange(self.players)
        wanted = [] if self.star is None else wanted_cards(self.rng, style)
        rest = [card for card in self.rng.sample(PACK, len(PACK)) if card not in wanted]
        hands = []
        for seat in range(self.players):
            hand = wanted if seat == self.star else [rest.pop() for _ in range(self.size)]
            hands.append(self.rng.sample(hand, len(hand)))
        return hands, rest

    def legal(self, seat, trick):
        mode, hand = self.rules["fool_mode"], self.hands[seat]
        return sorted(card for card in hand if not broken_duty(hand, trick, card, mode))

    def wrong_card(self, seat, trick):
        """A forbidden card, every kind of fault being as likely as the others, or None."""
        mode, hand = self.rules["fool_mode"], self.hands[seat]
        duties = {card: broken_duty(hand, trick, card, mode) for card in sorted(hand)}
        kinds = sorted({duty for duty in duties.values() if duty})
        kind = self.rng.choice(kinds) if kinds else None
        return self.rng.choice([card for card in duties if duties[card] == kind]) if kind else None

    def choose(self, seat, cards):
        if self.policy == "strong-first" and seat == self.star:
            return max(cards, key=lambda card: (is_trump(card), strength(card), card))
        if self.policy == "keep" and FOOL in cards and len(cards) > 1 and self.chance(0.8):
            return self.rng.choice([card for card in cards if card != FOOL])
        return self.rng.choice(cards)

    def play_hand(self):
        first = 0 if self.rules["first_lead"] == "dealer" else 1
        seat = (self.dealer + first) % self.players
        total = self.size * self.players
        claim = self.rng.choice([0, total - 1, self.rng.randrange(total)])
        claim = claim if self.chance(0.25) else None
        trick: list[tuple[int, str]] = []
        for count in range(total):
            if count == claim:
                self.add("claim", seat=self.rng.randrange(self.players))
                return
            trick.append((seat, self.play(seat, [card for _, card in trick])))
            seat = (seat + 1) % self.players
            if len(trick) == self.players:
                cards = [card for _, card in trick]
                seat = trick[best_place(cards, self.rules["fool_mode"])][0]
                trick = []

    def play(self, seat, trick):
        card = self.choose(seat, self.legal(seat, trick))
        wrong = self.wrong_card(seat, trick) if self.at_fault() else None
        action = self.add("play", seat=seat, card=wrong or card)
        if wrong or (self.manner == "marked" and self.chance(0.02)):
            self.mark(action)
        self.hands[seat].discard(action["card"])
        return action["card"]
