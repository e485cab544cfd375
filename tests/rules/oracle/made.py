"""A hand made up at random: the parts of a game's generator that all games share."""

from .story import fill_last

NAMES = ["Ada", "Bastien", "Çelik", "Dörte", "Εύα", "Фёдор", "Gül", "花子", "O'Neil", "J. K."]
REASONS = ["nobody noticed in time", "déjà joué", "let stand by the table"]


def choose_options(rng, options):
    """Nothing, the whole second preset, or any mixture; defaults are sometimes written out."""
    kind = rng.random()
    if kind < 0.25:
        return {}
    if kind < 0.55:
        return {key: values[-1] for key, values in options.items()}
    keys = rng.sample(list(options), rng.randint(0, len(options)))
    return {key: rng.choice(options[key]) for key in keys}


def tell(rng, hands, stock):
    """What the record says of the deal, or None where it has no `deal` at all."""
    kind = rng.random()
    players = len(hands)
    if kind < 0.35:
        told = list(hands)
    elif kind < 0.6:
        told = [None] * players
    elif kind < 0.75:
        gone = rng.randrange(players)
        told = [None if seat == gone else hand for seat, hand in enumerate(hands)]
    else:
        told = [hand if rng.random() < 0.5 else None for hand in hands]
    deal = {"hands": told, "stock": stock if rng.random() < 0.5 else None}
    if not any(told) and rng.random() < 0.5:
        del deal["hands"]
    if deal["stock"] is None and rng.random() < 0.3:
        del deal["stock"]
    if not deal or deal == {"hands": [None] * players, "stock": None}:
        return rng.choice([None, deal, {}, "absent"])
    return deal


class Made:
    """A hand at a true table: everybody's cards are known here, but not to the record.

    A game's own class says `deal_out()` -> (hands, stock), lists of cards, and `play_hand()`,
    which adds the actions: legal ones, but for a few marked or secret faults.
    """

    def __init__(self, rng, game, players):
        self.rng = rng
        self.game = game
        self.players = players
        self.size, self.stock_size = game.hand_size[players], game.stock_size[players]
        self.options = choose_options(rng, game.options)
        self.rules = {key: values[0] for key, values in game.options.items()} | self.options
        hands, self.stock = self.deal_out()
        self.hands = [set(hand) for hand in hands]
        self.deal = tell(rng, hands, self.stock)
        written = self.deal if isinstance(self.deal, dict) else {}
        parts = [*written.get("hands", [None] * players), written.get("stock")]
        self.parts = fill_last([part and set(part) for part in parts], game.pack)
        self.dealer = rng.randrange(players)
        self.actions = []
        self.faults = {"none": 0.0, "marked": 0.04, "secret": 0.04}
        self.manner = rng.choice(["none"] * 7 + ["marked", "secret", "secret"])
        self.policy = rng.choice(["any", "keep", "keep", "strong-first"])

    def deal_out(self):
        raise NotImplementedError

    def play_hand(self):
        raise NotImplementedError

    def add(self, kind, **fields):
        self.actions.append({"kind": kind, **fields})
        return self.actions[-1]

    def chance(self, share):
        return self.rng.random() < share

    def at_fault(self):
        return self.chance(self.faults[self.manner])

    def mark(self, action):
        """A fault is either marked as irregular or left for the judge to find."""
        if self.manner == "marked":
            action["irregular"] = self.rng.choice(REASONS)
