"""One hand of French Tarot as it stands: auction, king, exchange, play."""

from functools import cached_property

from ..story import Story
from . import knowledge
from .pack import broken_duty, winning_place


class FrenchStory(Story):
    """What French Tarot adds: a called card, a petit sec, a taker who may lead."""

    best_place = staticmethod(winning_place)
    duty = staticmethod(broken_duty)
    is_elsewhere = knowledge.is_elsewhere
    is_crowded = knowledge.is_crowded
    surely_held = knowledge.surely_held

    @cached_property
    def king(self):
        action = self.first("king")
        return action["card"] if action else None

    @property
    def opens_stock(self):
        return self.taker is not None and self.contract in ("small", "guard")

    @property
    def awaited(self):
        if self.setting.players == 5 and self.king is None:
            return "king"
        return "discard" if self.opens_stock and self.discard is None else None

    @property
    def stock(self):
        return self.parts[-1]

    @property
    def stock_joined(self):
        """Whether a known stock is now with the taker's cards (fine point 10)."""
        return self.opens_stock and self.awaited != "king" and self.stock is not None

    @property
    def slam_called(self):
        return bool(self.announced("slam"))

    def handful_of(self, seat):
        shown = [action for _, action in self.announced("handful") if action["seat"] == seat]
        return shown[0] if shown else None

    @property
    def annulled(self):
        return bool(self.announced("petit-sec"))

    @property
    def opening_leader(self):
        if self.slam_called and self.setting.options["slam_lead"] == "caller":
            return self.taker
        return super().opening_leader

    def further_faults(self, action):
        """A lead in the called card's suit; the discard, once all that the taker held is known."""
        codes = knowledge.aside_faults_at_the_end(self.with_one_more(action))
        if "irregular" not in action and self.is_banned_lead(action["card"]):
            codes["lead-not-allowed"] = None
        return codes

    def is_banned_lead(self, card):
        """The opening lead in the called card's suit, but for that card itself (1.6.6)."""
        if self.king is None or self.plays or card in (self.king, "F"):
            return False
        return card[0] == self.king[0]
