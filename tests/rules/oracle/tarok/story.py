"""One hand of Tarok as it stands: tricks, and a card drawn after each while the pile lasts."""

from functools import cached_property

from ..story import Story, has_no_room
from .sheet import best_place


class TarokStory(Story):
    """A setting and the actions so far, all of them found valid before."""

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

    def cards_in_hand(self, seat):
        count = self.setting.hand_size + len(self.draws_of(seat))
        return count - len(self.played_by(seat))

    # Where the hand stands

    @cached_property
    def phase(self):
        """C11: over after the trick in which some hand becomes empty."""
        ended = not self.table and any(self.cards_in_hand(seat) == 0 for seat in self.seats)
        return "over" if self.claim or ended else "play"

    @cached_property
    def turn(self):
        if self.phase == "over":
            return None
        if self.table:
            return self.after(self.table[-1][0])
        return self.winner(self.tricks[-1]) if self.tricks else self.after(self.setting.dealer)

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
        """Whether a card is known to be anywhere but in the hand of the seat."""
        if card in self.played:
            return True
        for other in self.seats:
            if other != seat and card in (self.dealt(other) or ()):
                return True
        pile = self.setting.stock_in_order
        if pile and card in pile:
            return card not in self.drawn_faces(seat)
        return has_no_room(self.surely_held(seat), self.cards_in_hand(seat), [card])

    def surely_held(self, seat):
        held = (self.dealt(seat) or set()) | set(self.drawn_faces(seat))
        return held - set(self.played)
