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

    # The play, for games that say `first_leader`, `duty`, `choose`, `best_place`, `goes_on`

    def first_leader(self):
        return (self.dealer + 1) % self.players

    def duty(self, seat, trick, card):
        """The code of the duty that the card breaks, or None."""
        raise NotImplementedError

    def choose(self, seat, cards):
        return self.rng.choice(cards)

    def best_place(self, trick):
        raise NotImplementedError

    def goes_on(self, leader, winner):
        """Whether there is a next trick; also the place to let the players draw cards."""
        return any(self.hands)

    def forbidden_card(self, seat, trick, cards):
        """A forbidden card, every kind of fault being as likely as the others."""
        kinds = {card: self.duty(seat, trick, card) for card in cards}
        kind = self.rng.choice(sorted(set(kinds.values())))
        return self.rng.choice([card for card in cards if kinds[card] == kind])

    def play_card(self, seat, trick):
        """One card to the trick, mostly a legal one."""
        held = sorted(self.hands[seat])
        wrong = [card for card in held if self.duty(seat, trick, card)]
        card = self.choose(seat, [each for each in held if each not in wrong])
        action = self.add("play", seat=seat, card=card)
        if wrong and self.at_fault():
            action["card"] = card = self.forbidden_card(seat, trick, wrong)
            self.mark(action)
        elif self.manner == "marked" and self.chance(0.02):
            self.mark(action)
        self.hands[seat].discard(card)
        trick.append(card)

    def play_out(self, longest):
        """Tricks to the end of the hand, or to a claim before `longest` cards are played."""
        claim = self.rng.randrange(1, longest) if self.chance(0.13) else 0
        leader, plays, more = self.first_leader(), 0, True
        while more:
            trick: list[str] = []
            for step in range(self.players):
                if claim and plays == claim:
                    self.add("claim", seat=self.rng.randrange(self.players))
                    return
                self.play_card((leader + step) % self.players, trick)
                plays += 1
            winner = (leader + self.best_place(trick)) % self.players
            more = self.goes_on(leader, winner)
            leader = winner
