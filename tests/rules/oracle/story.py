"""What has happened so far: every question is answered from the whole list of actions anew."""

from functools import cached_property

from .cards import read_card
from .strict import written_parts


def fill_last(parts, pack):
    """Where all parts but one are known, that part follows by subtraction."""
    if parts.count(None) != 1:
        return parts
    rest = set(pack).difference(*[part for part in parts if part is not None])
    return [rest if part is None else part for part in parts]


def has_no_room(held, left, cards):
    """Whether a hand of `left` cards, `held` surely among them, has no room for all of `cards`."""
    return len(set(cards) - held) > max(0, left - len(held))


class Setting:
    """The object around the actions, read: seats, dealer, options and what the deal tells.

    `parts`: the dealt parts as far as they are known, a set or None: the seats', then the stock.
    `stock_in_order`: the stock as it was written, top first, or None.
    """

    def __init__(self, game, record):
        self.game = game
        self.players = len(record["players"])
        self.dealer = record["dealer"]
        self.hand_size = game.hand_size[self.players]
        self.stock_size = game.stock_size[self.players]
        self.options = {key: values[0] for key, values in game.options.items()}
        self.options.update(record.get("options", {}))
        written = [
            None if part is None else [read_card(code) for code in part]
            for part in written_parts(record)
        ]
        self.stock_in_order = written[-1]
        self.parts = fill_last([None if part is None else set(part) for part in written], game.pack)


class Story:
    """A setting and the actions so far, all of them found valid before.

    This is a hand in which each seat calls once, the highest bid stands, and all cards are played.
    A game says `best_place(cards)`, the place in a trick of the card that wins it; `duty(held,
    trick, card)`, the code of the duty that a card breaks; `is_elsewhere` and `surely_held`, what
    is known of a hand; and where it differs, the rest.
    """

    def __init__(self, setting, actions):
        self.setting = setting
        self.actions = list(enumerate(actions))
        self.seats = range(setting.players)

    def with_one_more(self, action):
        return type(self)(self.setting, [*(done for _, done in self.actions), action])

    @cached_property
    def by_kind(self):
        """The actions of each kind with their numbers: no list of them is ever changed."""
        found: dict[str, list] = {}
        for index, action in self.actions:
            found.setdefault(action["kind"], []).append((index, action))
        return found

    def of_kind(self, kind):
        return self.by_kind.get(kind, [])

    def first(self, kind):
        found = self.of_kind(kind)
        return found[0][1] if found else None

    def after(self, seat, steps=1):
        return (seat + steps) % self.setting.players

    def announced(self, what):
        return [
            (index, action) for index, action in self.of_kind("announce") if action["what"] == what
        ]

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
    def contract(self):
        return self.last_bid["call"]

    @property
    def caller(self):
        """The seat whose turn it is to call."""
        return self.after(self.setting.dealer, 1 + len(self.calls))

    @property
    def auction_over(self):
        return not self.setting.game.bids or len(self.calls) == self.setting.players

    @property
    def taker(self):
        """The seat that plays alone or with a partner: taker, declarer, bidder."""
        return self.last_bid["seat"] if self.auction_over and self.last_bid else None

    @property
    def passed_out(self):
        return bool(self.setting.game.bids) and self.auction_over and self.taker is None

    # The exchange

    @property
    def awaited(self) -> str | None:
        """The kind of action that it waits for."""
        return None

    @property
    def exchanger(self):
        """The seat whose turn it is meanwhile."""
        return self.taker

    @cached_property
    def discard(self):
        return self.first("discard")

    @cached_property
    def parts(self):
        """The dealt parts as far as they are known, a set or None: the seats', then the stock."""
        turned = self.first("stock")
        if turned is None:
            return self.setting.parts
        return fill_last([*self.setting.parts[:-1], set(turned["cards"])], self.setting.game.pack)

    def dealt(self, seat):
        return self.parts[seat]

    # Where the hand stands

    @property
    def annulled(self):
        return False

    @property
    def status(self):
        """`in-progress`, `passed-out` or `annulled`; `scored` is said where `settle` can."""
        if self.annulled:
            return "annulled"
        return "passed-out" if self.passed_out else "in-progress"

    @property
    def played_out(self):
        return self.all_played

    @cached_property
    def phase(self):
        if self.annulled or self.passed_out or self.claim or self.played_out:
            return "over"
        if not self.auction_over:
            return "auction"
        if self.awaited:
            return "exchange"
        return "play" if self.plays or not self.setting.game.bids else "announcements"

    @property
    def opening_leader(self):
        return self.after(self.setting.dealer)

    @cached_property
    def turn(self):
        if self.phase == "over":
            return None
        if self.phase == "auction":
            return self.caller
        if self.phase == "exchange":
            return self.exchanger
        if self.table:
            return self.after(self.table[-1][0])
        return self.winner(self.tricks[-1]) if self.tricks else self.opening_leader

    # What is known

    def is_elsewhere(self, seat, card):
        """Whether a card is known to be anywhere but in the hand of the seat."""
        raise NotImplementedError

    def surely_held(self, seat):
        """The cards surely in the hand of the seat now."""
        raise NotImplementedError

    def is_crowded(self, seat, cards):
        """Whether the hand has no room for all these cards beside those that are surely there."""
        return has_no_room(self.surely_held(seat), self.cards_left(seat), cards)

    def cannot_have(self, seat, cards):
        elsewhere = any(self.is_elsewhere(seat, card) for card in cards)
        return elsewhere or self.is_crowded(seat, cards)

    @property
    def not_played(self):
        return set(self.setting.game.pack) - set(self.played)

    # What a play breaks

    def duty(self, held, trick, card):
        raise NotImplementedError

    def trick_before(self, place):
        """The cards that lay on the table before the play at that place."""
        return self.played[place - place % self.setting.players : place]

    def proves_wrong(self, card, place, action):
        """Whether a card shows that the play at that place broke a duty."""
        return self.duty({card}, self.trick_before(place), action["card"])

    def proven_revoke(self, seat, card):
        """The index of the earliest play of the seat that this card shows to have been wrong."""
        for place, (index, action) in enumerate(self.plays):
            mine = action["seat"] == seat and "irregular" not in action
            if mine and self.proves_wrong(card, place, action):
                return index
        return None

    def further_faults(self, action):
        """What else a play breaks in this game."""
        return {}

    # The play

    @cached_property
    def plays(self):
        return self.of_kind("play")

    @cached_property
    def played(self):
        return [action["card"] for _, action in self.plays]

    def played_by(self, seat):
        return [(index, action) for index, action in self.plays if action["seat"] == seat]

    def cards_left(self, seat):
        """How many cards the seat still holds, all exchanges done."""
        return self.setting.hand_size - len(self.played_by(seat))

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

    def best_place(self, cards):
        raise NotImplementedError

    def winner(self, trick):
        """The seat whose card wins a finished trick."""
        return trick[self.best_place([card for _, card in trick])][0]

    @property
    def all_played(self):
        return len(self.plays) == self.setting.hand_size * self.setting.players

    @property
    def claim(self):
        return self.first("claim")
