"""A hand as it is now: the generic fields that every variant shares.

A variant never adds a field: what a rule needs is derived from what is written here. The state changes in
place while a record is folded (a new object for each play would cost a multiple); nothing outside
`games.rules` changes it.
"""

from __future__ import annotations

from games.rules.game.facts import Values
from games.rules.game.options import Options
from games.rules.game.ranks import NO_SUIT
from games.rules.game.terms import Bid, Step
from games.rules.game.variant import Variant
from games.rules.hand.actions import Announce, Call
from games.rules.hand.deeds import Bought, Laid, Trick

AUCTION, EXCHANGE, ANNOUNCEMENTS, PLAY, OVER = (
    "auction",
    "exchange",
    "announcements",
    "play",
    "over",
)
_COPIED = (list, set)  # what changes in place


class State:
    """A hand in progress. Seats count from 0 in turn order; sets of cards are masks.

    `seats` is how many play, `hand_size` how many cards each is dealt. `sure[s]` are the cards certainly in the hand of
    seat s, `may[s]` those that may be there as far as nothing places them elsewhere and the hand is not full without
    them, `lacks[s]` those that its plays deny; `played` are the cards played, in order, `unplayed` all others (mask).
    `stock` is what was not dealt (None: unknown), of a `draw_pile` what has not been drawn yet; `stock_cards` is the
    same in the order before the first draw. `opening` is a trick before its first card, `position` that of the current
    trick, `winning` the seat winning it at the moment (-1: nobody), `taken[s]` the cards in the tricks that seat s has
    won, `unwon` those in no finished trick. `waiting_for` is the step of the exchange that comes next. A rule may
    change `opening` and `after_trick` for the rest of a hand.
    """

    __slots__ = (
        "after_trick", "announcements", "bought", "called", "calls", "claim", "contract", "dealer", "dealer_known", "dealt",
        "draw_pile", "exchanged", "hand_size", "index", "irregular", "knowledge", "known", "lacks", "laid",
        "last_play", "leader", "may", "opening", "options", "pack", "phase", "play_actions", "played", "position",
        "rulings", "sealed", "seats", "second_format", "stated", "status", "stock", "stock_cards", "sure", "taken", "taker", "trick_rules",
        "tricks_in_all", "turn", "unplayed", "unwon", "variant", "waiting_for", "watched", "winners", "winning",
    )  # fmt: skip

    def __init__(self, variant: Variant, options: Options, n: int, dealer: int | None) -> None:
        self.variant = variant
        self.options = options
        self.pack = variant.pack_of(options)
        self.seats = n
        # Who dealt matters to no fact that is stated but Scarto's: any seat will do.
        self.dealer, self.dealer_known = dealer or 0, dealer is not None
        self.hand_size = variant.hand_size(n)
        self.tricks_in_all = variant.tables[n].tricks or self.hand_size
        self.last_play = self.tricks_in_all * n - 1
        self.phase = AUCTION
        self.status = "in-progress"
        self.turn: int | None = (self.dealer + 1) % n
        self.index = 0
        self.irregular: set[int] = set()
        # what is known of the cards
        self.knowledge = "none"
        self.dealt: list[int | None] = [None] * n
        self.stock: int | None = None
        self.stock_cards: tuple[int, ...] | None = None
        self.sure = [0] * n
        self.may = [variant.pack.cards] * n
        self.lacks = [0] * n
        self.known = [False] * n
        self.unplayed = variant.pack.cards
        # auction and exchange
        self.calls: list[Call] = []
        self.taker: int | None = None
        self.contract: Bid | None = None
        self.called: int | None = None
        self.exchanged = False
        self.waiting_for: Step | None = None
        self.laid: list[Laid] = []
        self.bought: Bought | None = None
        self.announcements: list[Announce] = []
        # play
        self.played: list[int] = []
        self.play_actions: list[int] = []
        self.winners: list[int] = []
        self.taken = [0] * n
        self.unwon = variant.pack.cards
        self.leader = 0
        self.trick_rules = variant.tricks(options)
        self.opening = self.position = self.trick_rules.opening
        self.after_trick = variant.after_trick
        self.draw_pile = variant.pile(options, n)
        self.winning = -1
        self.claim: int | None = None
        self.watched = 0
        self.rulings: list[tuple[int, ...]] = []
        # the facts that were stated (games.rules.game.facts); whether the record's format knows them, and whether those
        # that it states hold because they were sealed
        self.stated: Values | None = None
        self.second_format = self.sealed = False
        if not variant.bids:  # a game without an auction begins with the first trick
            self.phase, self.turn = PLAY, variant.leader(self)
            self.leader = self.turn

    def fork(self) -> State:
        """Return a copy of the position: cards played in one are not played in the other."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if type(value) in _COPIED else value)
        other.draw_pile = self.draw_pile and self.draw_pile.fork()
        return other

    # ---- reading -------------------------------------------------------------------------------------------

    @property
    def led(self) -> int:
        """Return the suit to follow in the open trick; -1 where nothing is led."""
        return self.position.led

    @property
    def best(self) -> int:
        """The best trump in the open trick (1 to 22); 0 where there is none."""
        return self.position.best

    @property
    def stock_use(self) -> str:
        """What the last bid makes of the stock (`Bid.stock`); "" before the first."""
        return "" if self.contract is None else self.contract.stock

    @property
    def shown(self) -> int:
        """The cards (mask) that were shown while they were laid away."""
        cards = 0
        for laid in self.laid:
            cards |= laid.shown
        return cards

    @property
    def discard(self) -> int | None:
        """Return the cards laid away (mask); None where there are none, or nobody saw all of them."""
        cards = 0
        for laid in self.laid:
            if laid.cards is None:
                return None
            cards |= laid.cards
        return cards if self.laid else None

    def held(self, seat: int) -> int:
        """Return the cards surely in a hand now (mask)."""
        return self.sure[seat] & self.unplayed

    def possible(self, seat: int) -> int:
        """Return the cards that may be in a hand now: not played, not known elsewhere, not denied by its own plays."""
        in_last_trick = len(self.played) > self.last_play - self.seats
        if in_last_trick and not self.in_hand(seat):
            return 0
        return self.may[seat] & self.unplayed & ~self.lacks[seat]

    def room(self, seat: int) -> int:
        """Return how many cards of a hand nobody knows: those it holds beyond the ones surely there."""
        step = self.waiting_for
        taken_up = step is not None and step.kind == "discard" and step.seat == seat
        held = self.in_hand(seat) + (self.variant.discard_size(self.seats) if taken_up else 0)
        return held - self.sure[seat].bit_count()

    def crowded_out(self, seat: int, cards: int, room: int) -> int:
        """Return those `cards` (mask) that are not surely in a hand, where they exceed its `room`; else 0.

        `cards` are what the hand should hold.
        """
        new = cards & ~self.sure[seat]
        return new if new.bit_count() > room else 0

    def close_full_hand(self, seat: int) -> None:
        """Rule out other cards for a hand that surely holds as many as it has left (fine points, "What is known").

        This is called wherever a hand may have become full: cards of it were seen, or it has played another one.
        """
        if not self.known[seat] and self.room(seat) <= 0:
            self.may[seat] = self.sure[seat]

    @property
    def placed(self) -> int:
        """The cards (mask) that are surely in somebody's hand."""
        cards = 0
        for held in self.sure:
            cards |= held
        return cards

    def in_hand(self, seat: int) -> int:
        """Return how many cards a seat holds in the play (after the exchange)."""
        tricks, in_trick = divmod(len(self.played), self.seats)
        has_played = (seat - self.leader) % self.seats < in_trick
        drawn = 0 if self.draw_pile is None else self.draw_pile.drawn(seat)
        return self.hand_size + drawn - tricks - has_played

    def on_table(self) -> dict[int, int]:
        """Return the open trick: seat -> card, in the order played."""
        count = len(self.played) % self.seats
        cards = self.played[len(self.played) - count :] if count else []
        return {(self.leader + place) % self.seats: card for place, card in enumerate(cards)}

    def seat_of_play(self, number: int) -> int:
        """Return the seat that played the card number `number` (from 0) of the hand."""
        trick, place = divmod(number, self.seats)
        leader = self.leader if trick == len(self.winners) else self._leader_of(trick)
        return (leader + place) % self.seats

    def card_by(self, seat: int, trick: int) -> int:
        """Return the card that a seat played to the trick of that number, counted from 0."""
        return self.played[trick * self.seats + (seat - self._leader_of(trick)) % self.seats]

    def _leader_of(self, trick: int) -> int:
        return self.winners[trick - 1] if trick else self.first_leader

    @property
    def first_leader(self) -> int:
        """Return the seat that leads, or led, to trick 1."""
        return self.variant.leader(self)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, the open one included."""
        return tuple(self.trick(number) for number in range(-(-len(self.played) // self.seats)))

    def trick(self, number: int) -> Trick:
        """Return the trick of that number, counted from 0."""
        first = number * self.seats
        cards = tuple(self.played[first : first + self.seats])
        suit_of = self.trick_rules.ranks.suit_of
        led = next((card for card in cards if suit_of[card] != NO_SUIT), None)
        won = number < len(self.winners)
        return Trick(
            number + 1,
            self._leader_of(number),
            cards,
            tuple(self.play_actions[first : first + self.seats]),
            self.winners[number] if won else None,
            None if led is None else suit_of[led],
            self.pack.points_of(cards),
            led,
        )

    @property
    def handfuls(self) -> list[tuple[int, int, int | None]]:
        """The handfuls shown: seat, cards (mask), tier claimed (None: the highest reached)."""
        return [
            (shown.seat, sum(1 << card for card in shown.cards), shown.size)
            for shown in self.announcements
            if shown.what == "handful"
        ]

    @property
    def slam_called(self) -> bool:
        return any(made.what == "slam" for made in self.announcements)

    @property
    def level(self) -> str:
        """Return how much of the hand was written down before its facts were stated.

        This is "result", "auction" or "tricks"; "full" where the facts follow from the cards.
        """
        if self.stated is None:
            return "full"
        if self.played:
            return "tricks"
        return "auction" if self.calls or self.exchanged or self.laid else "result"

    @property
    def over(self) -> bool:
        """Return whether nothing but notes and rulings can follow."""
        return self.phase == OVER

    def place_of(self, card: int) -> tuple[str, int | None]:
        """Return where a card is: "played" (its number), "hand", "discard" (seat), "stock", "unknown"."""
        bit = 1 << card
        if not self.unplayed & bit:
            return "played", self.played.index(card)
        for laid in self.laid:
            if ((laid.cards or 0) | laid.shown) & bit:
                return "discard", laid.seat
        for seat in range(self.seats):
            if self.sure[seat] & bit:
                return "hand", seat
        if self.stock is not None and self.stock & bit and not self.exchanged:
            return "stock", None
        return "unknown", None

    def cite(self, topic: str) -> str:
        """Return the rule of a topic, as problems cite it."""
        return self.variant.cite(topic)
