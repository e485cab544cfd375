"""One hand of Taroux of Six as it stands: auction, halves of the stock, discards, play."""

from functools import cached_property
from itertools import takewhile

from ..story import Story
from . import knowledge
from .sheet import BIDS, SIGNALS, best_place, broken_duty, partner


class TarouxStory(Story):
    """What Taroux of Six adds: an auction to six passes, two pairs of halves and discards."""

    best_place = staticmethod(best_place)
    is_elsewhere = knowledge.is_elsewhere
    is_crowded = knowledge.is_crowded
    surely_held = knowledge.surely_held

    def duty(self, held, trick, card):
        return broken_duty(held, trick, card, self.setting.options)

    # The auction

    @cached_property
    def since_bid(self):
        """The last bid, which stands even where it is irregular, and all the calls after it."""
        places = [place for place, call in enumerate(self.calls) if call["call"] in BIDS]
        return self.calls[places[-1] :] if places else []

    @property
    def last_bid(self):
        return self.since_bid[0] if self.since_bid else None

    def challenges(self, call):
        """The contras or re-contras of the last bid."""
        return [each for each in self.since_bid if each["call"] == call]

    @property
    def factor(self):
        """B23."""
        if not self.challenges("contra"):
            return 1
        return 4 if self.challenges("recontra") else 2

    @property
    def passes(self):
        """Passes in a row; a re-contra is not counted and does not interrupt (B21, B22)."""
        in_turn = [call["call"] for call in self.calls if call["call"] != "recontra"]
        return len(list(takewhile(lambda call: call == "pass", reversed(in_turn))))

    @property
    def auction_over(self):
        """B16."""
        return self.passes == (5 if self.last_bid else 6)

    @property
    def caller(self):
        """The seat whose turn it is to call (B12)."""
        in_turn = [call for call in self.calls if call["call"] != "recontra"]
        forward = self.setting.options["auction_direction"] == "with-play"
        return self.after(self.setting.dealer, 1 + (1 if forward else -1) * len(in_turn))

    @property
    def passed_out(self):
        """B18."""
        return self.auction_over and (self.last_bid is None or self.contract in SIGNALS)

    # The sides

    @property
    def bidder(self):
        return self.last_bid["seat"]

    @property
    def declarers(self):
        return sorted([self.bidder, partner(self.bidder)])

    def side_of(self, seat):
        """True for the Declarers, False for the Defenders."""
        return seat in self.declarers

    # The exchange

    @property
    def stock_in_order(self):
        turned = self.first("stock")
        return turned["cards"] if turned else self.setting.stock_in_order

    def half_of(self, seat):
        """The stock cards that a seat has taken (B24), a set."""
        take = self.first("take")
        if take is None or seat not in self.declarers:
            return set()
        first = (seat == self.bidder) == (take["half"] == "first")
        return set(self.stock_in_order[:3] if first else self.stock_in_order[3:])

    def discard_of(self, seat):
        mine = [action for _, action in self.of_kind("discard") if action["seat"] == seat]
        return mine[0] if mine else None

    @property
    def awaited(self):
        """The kind of action that the exchange waits for, or None when it is over."""
        if self.contract != "take":
            return None
        if self.stock_in_order is None:
            return "stock"
        if self.first("take") is None:
            return "take"
        return "discard" if len(self.of_kind("discard")) < 2 else None

    @property
    def exchanger(self):
        return partner(self.bidder) if self.of_kind("discard") else self.bidder

    @property
    def opening_leader(self):
        return self.bidder
