"""One hand of the Jeu de Taros as it stands: no auction, twelve tricks, everybody alone."""

from ..story import Story
from .sheet import best_place, broken_duty


class TarosStory(Story):
    """What the Jeu de Taros adds: a Fool that is a trump, a dealer who leads."""

    @property
    def mode(self):
        return self.setting.options["fool_mode"]

    def best_place(self, cards):
        return best_place(cards, self.mode)

    def duty(self, held, trick, card):
        return broken_duty(held, trick, card, self.mode)

    @property
    def opening_leader(self):
        """A11."""
        dealer = self.setting.dealer
        return dealer if self.setting.options["first_lead"] == "dealer" else self.after(dealer)

    @property
    def undealt(self):
        return self.setting.parts[-1]

    def is_elsewhere(self, seat, card):
        own = self.dealt(seat)
        if card in self.played or (own is not None and card not in own):
            return True
        others = [part for place, part in enumerate(self.setting.parts) if place != seat]
        return any(part is not None and card in part for part in others)

    def surely_held(self, seat):
        return (self.dealt(seat) or set()) - set(self.played)
