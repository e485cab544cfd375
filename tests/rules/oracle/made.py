"""A hand made up at random: the parts of a game's generator that all games share."""

from .cards import FOOL, KINGS
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
        self.taker, self.contract = -1, ""
        self.plays = 0

    star: int | None = None  # the seat in the middle of the story

    def deal_out(self):
        raise NotImplementedError

    def deal_round(self, wanted, stock=()):
        """(hands, stock) in which seats have what is `wanted`, by seat, and the stock begins so."""
        given = {card for cards in (*wanted.values(), stock) for card in cards}
        pack = self.game.pack
        rest = [card for card in self.rng.sample(pack, len(pack)) if card not in given]
        hands = [list(wanted.get(seat, ())) for seat in range(self.players)]
        for hand in hands:
            hand += [rest.pop() for _ in range(self.size - len(hand))]
            self.rng.shuffle(hand)
        return hands, [*stock, *rest]

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

    # The auction, where each seat calls once

    def auction(self):
        """One call a seat, most of them legal. Returns whether somebody has bid."""
        bids, low, floor = self.game.bids, -1, self.rng.choice([0.0, 0.3, 0.5, 0.5, 1.0])
        for step in range(1, self.players + 1):
            seat = (self.dealer + step) % self.players
            eager = 0.95 if seat == self.star else 0.1 if self.star is not None else floor
            call, irregular = "pass", low >= 0 and self.chance(0.02)
            if irregular:
                call = self.rng.choice(bids[: low + 1])
            elif low < len(bids) - 1 and self.chance(eager):
                lowest = [bids[low + 1]] * self.rng.choice([0, 4])
                call = self.rng.choice([*bids[low + 1 :], *lowest])
                floor /= 2
            action = self.add("call", seat=seat, call=call)
            if irregular:
                action["irregular"] = self.rng.choice(REASONS)
            if call != "pass":
                low, self.taker, self.contract = bids.index(call), seat, call
        return low >= 0

    # The play: a game says `duty` and `best_place`, and where it differs the rest

    def first_leader(self):
        return (self.dealer + 1) % self.players

    def duty(self, seat, trick, card):
        """The code of the duty that the card breaks, or None."""
        raise NotImplementedError

    def best_place(self, trick):
        raise NotImplementedError

    def before_card(self, seat):
        """What somebody may do before the next card."""

    def goes_on(self, leader, winner):
        """Whether there is a next trick; also the place to let the players draw cards."""
        return any(self.hands)

    def worth(self, card):
        """What `strong-first` plays first."""
        raise NotImplementedError

    def is_strong_first(self, seat):
        return self.policy == "strong-first" and seat == self.star

    def choose(self, seat, cards):
        if self.is_strong_first(seat):
            kept = {FOOL: -2, "T1": -1}
            return max(cards, key=lambda card: (kept.get(card, self.worth(card)), card))
        if self.policy == "keep" and self.chance(0.95):
            rest = [card for card in cards if card not in (FOOL, "T1") and card not in KINGS]
            return self.rng.choice(rest or [card for card in cards if card != FOOL] or cards)
        return self.rng.choice(cards)

    def errs(self, duties):
        """Whether a card is played that breaks one of these duties."""
        return self.at_fault()

    def forbidden_card(self, duties):
        """A forbidden card, every kind of fault being as likely as the others."""
        kind = self.rng.choice(sorted(set(duties.values())))
        return self.rng.choice([card for card in duties if duties[card] == kind])

    def play_card(self, seat, trick):
        """One card to the trick, mostly a legal one."""
        duties = {card: self.duty(seat, trick, card) for card in sorted(self.hands[seat])}
        wrong = {card: duty for card, duty in duties.items() if duty}
        card = self.choose(seat, [each for each in duties if each not in wrong])
        action = self.add("play", seat=seat, card=card)
        if wrong and self.errs(wrong):
            action["card"] = card = self.forbidden_card(wrong)
            self.mark(action)
        elif self.manner == "marked" and self.chance(0.02):
            self.mark(action)
        self.hands[seat].discard(card)
        self.plays += 1
        trick.append(card)

    def claim_after(self, longest):
        """After how many cards of at most `longest` somebody claims; None: nobody does."""
        return self.rng.randrange(1, longest) if self.chance(0.13) else None

    def play_out(self, longest=0):
        """Tricks to the end of the hand, or to a claim before `longest` cards are played."""
        claim = self.claim_after(longest or self.size * self.players)
        leader, more = self.first_leader(), True
        while more:
            trick: list[str] = []
            for step in range(self.players):
                if self.plays == claim:
                    self.add("claim", seat=self.rng.randrange(self.players))
                    return
                seat = (leader + step) % self.players
                self.before_card(seat)
                self.play_card(seat, trick)
            winner = (leader + self.best_place(trick)) % self.players
            more = self.goes_on(leader, winner)
            leader = winner
