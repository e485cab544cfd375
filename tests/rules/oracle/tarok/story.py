"""One hand of Tarok as it stands: tricks, and a card drawn after each while the pile lasts."""

from functools import cached_property

from ..story import Story
from .sheet import best_place, broken_duty, refuses, suit


class TarokStory(Story):
    """What Tarok adds: a pile, a hand that ends when one is empty, revokes proven by counting."""

    duty = staticmethod(broken_duty)

    def best_place(self, cards):
        return best_place(cards, self.setting.options["fool_rank"])

    # The draws (C9, C11)

    @cached_property
    def draws(self):
        """Every draw so far: (number of the trick it ends, seat, place in the pile from 0)."""
        drawn: list[tuple[int, int, int]] = []
        for place, trick in enumerate(self.finished_tricks):
            left = self.setting.stock_size - len(drawn)
            whole_round = left >= self.setting.players
            if not whole_round and self.setting.options["short_draw"] == "none":
                continue
            for seat, _ in trick[:left]:
                drawn.append((place, seat, len(drawn)))
        return drawn

    def draws_of(self, seat):
        return [(trick, place) for trick, drawer, place in self.draws if drawer == seat]

    def cards_left(self, seat):
        return super().cards_left(seat) + len(self.draws_of(seat))

    # Where the hand stands

    @property
    def played_out(self):
        """C11: over after the trick in which some hand becomes empty."""
        return not self.table and any(self.cards_left(seat) == 0 for seat in self.seats)

    # What is known

    def drawn_faces(self, seat):
        """The cards that the seat is known to have drawn: {card: number of the trick before}."""
        pile = self.setting.stock_in_order
        return {pile[place]: trick for trick, place in self.draws_of(seat)} if pile else {}

    def unseen_draws(self, seat):
        """The numbers of the tricks after which the seat drew a card whose face is not known."""
        if self.setting.stock_in_order:
            return []
        return [trick for trick, _ in self.draws_of(seat)]

    def is_elsewhere(self, seat, card):
        if card in self.played:
            return True
        for other in self.seats:
            if other != seat and card in (self.dealt(other) or ()):
                return True
        pile = self.setting.stock_in_order
        return bool(pile) and card in pile and card not in self.drawn_faces(seat)

    def is_crowded(self, seat, cards):
        """The cards of a written pile are told by their faces."""
        pile = self.setting.stock_in_order
        return not (pile and set(cards) <= set(pile)) and super().is_crowded(seat, cards)

    def surely_held(self, seat):
        held = (self.dealt(seat) or set()) | set(self.drawn_faces(seat))
        return held - set(self.played)

    def proves_wrong(self, card, place, action):
        """C-i: more cards of the suit since the refusal than unknown cards drawn since."""
        before, trick, seat = (
            self.trick_before(place),
            place // self.setting.players,
            action["seat"],
        )
        if not refuses(before, action["card"]) or suit(card) != suit(before[0]):
            return False
        mine = [play["card"] for _, play in self.plays[place + 1 :] if play["seat"] == seat]
        known, led = self.drawn_faces(seat), suit(before[0])
        shown = [each for each in [*mine, card] if suit(each) == led and each not in known]
        drawn = [after for after in self.unseen_draws(seat) if after >= trick]
        return len(shown) > len(drawn)
