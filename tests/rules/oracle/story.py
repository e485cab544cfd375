"""What has happened so far: every question is answered from the whole list of actions anew."""

from functools import cached_property

from .cards import FOOL, read_card
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

    A game adds `phase` and `turn`, perhaps `status`, and `best_place(cards)`: the place in a
    trick of the card that wins it.
    """

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

    def dealt(self, seat):
        return self.setting.parts[seat]

    def announced(self, what):
        return [
            (index, action) for index, action in self.of_kind("announce") if action["what"] == what
        ]

    @property
    def status(self):
        """`in-progress`, `passed-out` or `annulled`; `scored` is said where `settle` can."""
        return "in-progress"

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

    def fool_trick(self):
        """The number of the trick that holds the Fool and its player, or None."""
        for place, trick in enumerate(self.tricks):
            for seat, card in trick:
                if card == FOOL:
                    return place, seat
        return None
