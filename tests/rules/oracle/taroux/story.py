"""One hand of Taroux of Six as it stands: auction, halves of the stock, discards, play."""

from functools import cached_property
from itertools import takewhile

from ..cards import PACK
from ..story import Story, fill_last
from .sheet import BIDS, SIGNALS, best_place, partner


class TarouxStory(Story):
    """A setting and the actions so far, all of them found valid before."""

    # The auction

    @cached_property
    def calls(self):
        return [action for _, action in self.of_kind("call")]

    @cached_property
    def since_bid(self):
        """The last bid, which stands even where it is irregular, and all the calls after it."""
        places = [place for place, call in enumerate(self.calls) if call["call"] in BIDS]
        return self.calls[places[-1] :] if places else []

    @property
    def last_bid(self):
        return self.since_bid[0] if self.since_bid else None

    @property
    def contract(self):
        return self.last_bid["call"]

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

    @property
    def status(self):
        return "passed-out" if self.passed_out else "in-progress"

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

    @cached_property
    def parts(self):
        """The dealt parts as far as they are known, a set or None: the seats', then the stock."""
        turned = self.first("stock")
        if turned is None:
            return self.setting.parts
        return fill_last([*self.setting.parts[:-1], set(turned["cards"])], PACK)

    def dealt(self, seat):
        return self.parts[seat]

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

    # The play

    def best_place(self, cards):
        return best_place(cards)

    @cached_property
    def phase(self):
        if self.passed_out or self.claim or self.all_played:
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
            return self.caller
        if self.phase == "exchange" and self.of_kind("discard"):
            return partner(self.bidder)
        if self.table:
            return self.after(self.table[-1][0])
        return self.winner(self.tricks[-1]) if self.tricks else self.bidder
