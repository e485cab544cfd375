"""One hand of the Jeu de Taros as it stands: no auction, twelve tricks, everybody alone."""

from functools import cached_property

from ..story import Story
from .sheet import best_place


class TarosStory(Story):
    """A setting and the actions so far, all of them found valid before."""

    @property
    def mode(self):
        return self.setting.options["fool_mode"]

    def best_place(self, cards):
        return best_place(cards, self.mode)

    @property
    def opening_leader(self):
        """A11."""
        dealer = self.setting.dealer
        return dealer if self.setting.options["first_lead"] == "dealer" else self.after(dealer)

    @cached_property
    def phase(self):
        return "over" if self.claim or self.all_played else "play"

    @cached_property
    def turn(self):
        if self.phase == "over":
            return None
        if self.table:
            return self.after(self.table[-1][0])
        return self.winner(self.tricks[-1]) if self.tricks else self.opening_leader

    # What is known

    @property
    def undealt(self):
        return self.setting.parts[-1]

    def is_elsewhere(self, seat, card):
        """Whether a card is known to be anywhere but in the hand of the seat."""
        own = self.dealt(seat)
        if card in self.played or (own is not None and card not in own):
            return True
        others = [part for place, part in enumerate(self.setting.parts) if place != seat]
        return any(part is not None and card in part for part in others)

    def surely_held(self, seat):
        return (self.dealt(seat) or set()) - set(self.played)
