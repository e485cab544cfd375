"""One hand of Droggn as it stands: auction, exchange, purchase, announcement, play."""

from functools import cached_property

from ..cards import FOOL
from ..story import Story
from .sheet import BIDS, best_place


class DroggnStory(Story):
    """A setting and the actions so far, all of them found valid before."""

    # The auction (2.5)

    @cached_property
    def calls(self):
        return [action for _, action in self.of_kind("call")]

    @cached_property
    def last_bid(self):
        bids = [call for call in self.calls if call["call"] != "pass"]
        return bids[-1] if bids else None

    @property
    def rank_to_beat(self):
        return BIDS.index(self.last_bid["call"]) if self.last_bid else -1

    @property
    def auction_over(self):
        return len(self.calls) == self.setting.players

    @property
    def declarer(self):
        return self.last_bid["seat"] if self.auction_over and self.last_bid else None

    @property
    def contract(self):
        return self.last_bid["call"]

    @property
    def slam_bid(self):
        return self.declarer is not None and self.contract == "slam"

    # The exchange (2.6, 2.7)

    @property
    def exchanges(self):
        return self.declarer is not None and self.contract in ("ansager", "solo")

    @cached_property
    def discard(self):
        return self.first("discard")

    @cached_property
    def purchase(self):
        return self.first("buy")

    @property
    def awaited(self):
        """`discard`, `buy` or None."""
        if self.exchanges and self.discard is None:
            return "discard"
        buys = self.declarer is not None and self.contract == "ansager"
        return "buy" if buys and self.purchase is None else None

    # The play (2.8)

    @property
    def ultimo_announced(self):
        return bool(self.announced("pagat-ultimo"))

    @property
    def fool_displayed(self):
        return bool(self.announced("fool-last"))

    def best_place(self, cards):
        return best_place(cards)

    def winner(self, trick):
        """The displayed Fool wins the last trick of a slam (2.8.3)."""
        fool = [seat for seat, card in trick if card == FOOL]
        if fool and self.fool_displayed and self.all_played and trick == self.tricks[-1]:
            return fool[0]
        return super().winner(trick)

    @cached_property
    def winners(self):
        """The seats that won the finished tricks."""
        return [self.winner(trick) for trick in self.finished_tricks]

    @property
    def slam_lost(self):
        """2.8.7."""
        return self.slam_bid and any(seat != self.declarer for seat in self.winners)

    # Where the hand stands

    @property
    def passed_out(self):
        return self.auction_over and self.declarer is None

    @property
    def status(self):
        return "passed-out" if self.passed_out else "in-progress"

    @cached_property
    def phase(self):
        if self.passed_out or self.claim or self.all_played or self.slam_lost:
            return "over"
        if not self.auction_over:
            return "auction"
        if self.awaited:
            return "exchange"
        return "play" if self.plays else "announcements"

    @cached_property
    def turn(self):
        if self.phase == "over":
            return None
        if self.phase == "auction":
            return self.after(self.setting.dealer, 1 + len(self.calls))
        if self.table:
            return self.after(self.table[-1][0])
        return self.winners[-1] if self.winners else self.declarer
