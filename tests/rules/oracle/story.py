"""What has happened so far: every question is answered from the whole list of actions anew."""

from functools import cached_property

from .pack import FOOL, read_card, winning_place
from .shapes import CALLS
from .strict import HAND_SIZE, OPTIONS, STOCK_SIZE, fill_last, written_parts

THRESHOLDS = {3: [13, 15, 18], 4: [10, 13, 15], 5: [8, 10, 13]}


class Setting:
    """The object around the actions, read: seats, dealer, options and what the deal tells."""

    def __init__(self, record):
        self.players = len(record["players"])
        self.dealer = record["dealer"]
        self.hand_size = HAND_SIZE[self.players]
        self.stock_size = STOCK_SIZE[self.players]
        self.options = {key: values[0] for key, values in OPTIONS.items()}
        self.options.update(record.get("options", {}))
        written = [
            None if part is None else {read_card(code) for code in part}
            for part in written_parts(record)
        ]
        self.parts = fill_last(written)


class Story:
    """A setting and the actions so far, all of them found valid before."""

    def __init__(self, setting, actions):
        self.setting = setting
        self.actions = list(enumerate(actions))
        self.seats = range(setting.players)

    def of_kind(self, kind):
        return [(index, action) for index, action in self.actions if action["kind"] == kind]

    def first(self, kind):
        found = self.of_kind(kind)
        return found[0][1] if found else None

    def after(self, seat, steps=1):
        return (seat + steps) % self.setting.players

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
        return fill_last([*self.setting.parts[:-1], set(turned["cards"])])

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

    def announced(self, what):
        return [
            (index, action) for index, action in self.of_kind("announce") if action["what"] == what
        ]

    @property
    def slam_called(self):
        return bool(self.announced("slam"))

    def handful_of(self, seat):
        shown = [action for _, action in self.announced("handful") if action["seat"] == seat]
        return shown[0] if shown else None

    # The play

    @cached_property
    def plays(self):
        return self.of_kind("play")

    @cached_property
    def played(self):
        return [action["card"] for _, action in self.plays]

    def played_by(self, seat):
        return [(index, action) for index, action in self.plays if action["seat"] == seat]

    @cached_property
    def tricks(self):
        """Every trick begun, each a list of (seat, card)."""
        pairs = [(action["seat"], action["card"]) for _, action in self.plays]
        step = self.setting.players
        return [pairs[start : start + step] for start in range(0, len(pairs), step)]

    @property
    def finished_tricks(self):
        return [trick for trick in self.tricks if len(trick) == self.setting.players]

    @property
    def table(self):
        """The trick that is not complete yet."""
        last = self.tricks[-1] if self.tricks else []
        return last if len(last) < self.setting.players else []

    def winner(self, trick):
        """The seat that wins a finished trick, the Fool aside."""
        return trick[winning_place([card for _, card in trick])][0]

    @property
    def all_played(self):
        return len(self.plays) == self.setting.hand_size * self.setting.players

    @property
    def opening_leader(self):
        if self.slam_called and self.setting.options["slam_lead"] == "caller":
            return self.taker
        return self.after(self.setting.dealer)

    # Where the hand stands

    @property
    def claim(self):
        return self.first("claim")

    @property
    def annulled(self):
        return bool(self.announced("petit-sec"))

    @property
    def passed_out(self):
        return self.auction_over and self.taker is None

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

    def fool_trick(self):
        """The number of the trick that holds the Fool and its player, or None."""
        for place, trick in enumerate(self.tricks):
            for seat, card in trick:
                if card == FOOL:
                    return place, seat
        return None
