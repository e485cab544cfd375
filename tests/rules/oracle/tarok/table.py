"""One hand of Tarok at a true table, played at random."""

from ..cards import FOOL, PLAIN, TRUMPS
from ..made import Made
from .sheet import best_place, broken_duty, strength, suit

STYLES = ["plain"] * 6 + ["majors"] * 2 + ["suit"] * 2 + ["kings", "low", "fool"]


def wanted_cards(rng, style):
    """The cards that the seat in the middle of the story is given first."""
    if style == "majors":
        return rng.sample([*TRUMPS, FOOL], rng.randint(8, 15))
    if style == "suit":
        letter = rng.choice("SHDC")
        return [card for card in PLAIN if card[0] == letter][-rng.randint(6, 14) :]
    if style == "kings":
        return [letter + rank for rank in "KQN" for letter in "SHDC"]
    if style == "low":
        return [letter + str(rank) for letter in "SHDC" for rank in (1, 2, 3)]
    return [FOOL, "T21", "T1"] if style == "fool" else []


class TarokTable(Made):
    """Legal actions, but for a few marked or secret faults."""

    def __init__(self, game, rng):
        super().__init__(rng, game, rng.choice([2, 3, 3, 4, 4, 4]))

    def deal_out(self):
        rng = self.rng
        style = rng.choice(STYLES)
        star = rng.randrange(self.players)
        wanted = wanted_cards(rng, style)
        return self.deal_round({star: wanted})

    def play_hand(self):
        self.pile = list(self.stock)
        if self.chance(0.02):
            self.add("claim", seat=self.rng.randrange(self.players))
            return
        self.play_out(74)

    def duty(self, seat, trick, card):
        return broken_duty(self.hands[seat], trick, card)

    def choose(self, seat, cards):
        if self.policy == "strong-first":
            return max(cards, key=lambda card: strength(card, self.rules["fool_rank"]))
        if self.policy == "keep" and self.chance(0.8):
            # long suits first: refusals come soon, and cards of the suit are drawn later
            suits = [suit(card) for card in self.hands[seat]]
            return max(cards, key=lambda card: suits.count(suit(card)))
        return self.rng.choice(cards)

    def best_place(self, trick):
        return best_place(trick, self.rules["fool_rank"])

    def goes_on(self, leader, winner):
        """Draw, and go on until a hand is empty."""
        enough = len(self.pile) >= self.players or self.rules["short_draw"] == "partial"
        for step in range(self.players):
            if self.pile and enough:
                self.hands[(leader + step) % self.players].add(self.pile.pop(0))
        return all(self.hands)
