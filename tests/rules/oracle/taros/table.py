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
        return self.deal_round({self.star: wanted})

    def duty(self, seat, trick, card):
        return broken_duty(self.hands[seat], trick, card, self.rules["fool_mode"])

    def best_place(self, trick):
        return best_place(trick, self.rules["fool_mode"])

    def worth(self, card):
        return is_trump(card), strength(card)

    def choose(self, seat, cards):
        if self.is_strong_first(seat):
            return max(cards, key=lambda card: (self.worth(card), card))
        if self.policy == "keep" and FOOL in cards and len(cards) > 1 and self.chance(0.8):
            return self.rng.choice([card for card in cards if card != FOOL])
        return self.rng.choice(cards)

    def first_leader(self):
        return self.dealer if self.rules["first_lead"] == "dealer" else super().first_leader()

    def claim_after(self, longest):
        places = [0, longest - 1, self.rng.randrange(longest)]
        return self.rng.choice(places) if self.chance(0.25) else None

    def play_hand(self):
        self.play_out()
