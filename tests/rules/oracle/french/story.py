"""One hand of French Tarot as it stands: auction, king, exchange, play."""

from functools import cached_property

from ..cards import PACK
from ..story import Story, fill_last
from .pack import CALLS, winning_place


class FrenchStory(Story):
    """A setting and the actions so far, all of them found valid before."""

    # The auction

    @cached_property
    def calls(self):
        return [action for _, action in self.of_kind("call")]

    @cached_property
    def last_bid(self):
        """The last bid, which is the contract so far, even where it stands irregularly."""
        bids = [call for call in self.calls if call["call"] != "pass"]
        return bids[-1] if bids else None

    @property
    def auction_over(self):
        return len(self.calls) == self.setting.players

    @property
    def taker(self):
        return self.last_bid["seat"] if self.auction_over and self.last_bid else None

    @property
    def contract(self):
        return self.last_bid["call"]

    @property
    def rank_to_beat(self):
        return CALLS.index(self.last_bid["call"]) if self.last_bid else 0

    # The exchange

    @cached_property
    def king(self):
        action = self.first("king")
        return action["card"] if action else None

    @property
    def needs_king(self):
        return self.setting.players == 5 and self.king is None

    @property
    def opens_stock(self):
        return self.taker is not None and self.contract in ("small", "guard")

    @cached_property
    def discard(self):
        return self.first("discard")

    @cached_property
    def parts(self):
        """The dealt parts as far as they are known, a set or None: the seats', then the stock."""
        turned = self.first("stock")
        if turned is None:
            return self.setting.parts
        return fill_last([*self.setting.parts[:-1], set(turned["cards"])], PACK)

    @property
    def stock(self):
        return self.parts[-1]

    def dealt(self, seat):
        return self.parts[seat]

    @property
    def stock_joined(self):
        """Whether a known stock is now with the taker's cards (fine point 10)."""
        return self.opens_stock and not self.needs_king and self.stock is not None

    # Announcements

    @property
    def slam_called(self):
        return bool(self.announced("slam"))

    def handful_of(self, seat):
        shown = [action for _, action in self.announced("handful") if action["seat"] == seat]
        return shown[0] if shown else None

    # The play

    def best_place(self, cards):
        return winning_place(cards)

    @property
    def opening_leader(self):
        if self.slam_called and self.setting.options["slam_lead"] == "caller":
            return self.taker
        return self.after(self.setting.dealer)

    # Where the hand stands

    @property
    def annulled(self):
        return bool(self.announced("petit-sec"))

    @property
    def passed_out(self):
        return self.auction_over and self.taker is None

    @property
    def status(self):
        if self.annulled:
            return "annulled"
        return "passed-out" if self.passed_out else "in-progress"

    @cached_property
    def phase(self):
        if self.annulled or self.passed_out or self.claim or self.all_played:
            return "over"
        if not self.auction_over:
            return "auction"
        if self.needs_king or (self.opens_stock and self.discard is None):
            return "exchange"
        return "play" if self.plays else "announcements"

    @cached_property
    def turn(self):
        if self.phase == "over":
            return None
        if self.phase == "auction":
            return self.after(self.setting.dealer, 1 + len(self.calls))
        if self.phase == "exchange":
            return self.taker
        if self.table:
            return self.after(self.table[-1][0])
        if self.tricks:
            return self.winner(self.tricks[-1])
        return self.opening_leader
