"""What a variant is: a value that says in the order of its rule sheet what holds in that game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.rules.game.endings import OPEN_END, Ending
from games.rules.game.facts import Stating
from games.rules.game.options import Option, Options, Preset, as_json
from games.rules.game.packs import Pack
from games.rules.game.pile import Pile
from games.rules.game.settings import DIRECTION
from games.rules.game.settlement import Line, PointsSoFar, Settlement
from games.rules.game.terms import Bid, Laying, Seating, Step, Table, Tier
from games.rules.game.tricks import TrickRules
from games.rules.problems import N_

if TYPE_CHECKING:
    from games.rules.hand.actions import Announce
    from games.rules.hand.state import State
    from games.rules.problems import Problem


def nothing(*facts: object) -> None:
    """Return None, for what a game does not have."""
    return None


def no_cards(*facts: object) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Ban:
    """Cards that may not be laid away, or not be chosen next.

    `barred(state, laying)` gives their mask. `owed(state, laying)` gives those (mask) of which more should have been
    shown. `together`: what is barred depends on what else is laid away.
    """

    code: str
    rule: str
    template: str
    barred: Callable[[State, Laying], int] = no_cards
    owed: Callable[[State, Laying], int] = no_cards
    together: bool = False


@dataclass(frozen=True, slots=True)
class AnnouncementKind:
    """An announcement of the variant.

    `check(state, announce)` gives the problem or None. Of one that shows cards, `time(state, seat)` says why it is
    not the moment, `offered(state, seat)` why this seat may not make it, whatever the cards, `again(state, seat)` which
    cards (mask) it may show although they are laid away, `tiers(options, players)` what how many of them make, from few
    to many. `reveals` are cards (mask) known to be in the hand of who
    makes it; `then(state, announce)` is what else it changes; `ends` is the status of the hand if the
    announcement ends it ("" where play goes on).
    """

    key: str
    label: str
    check: Callable[[State, Announce], Problem | None]
    shows_cards: bool = False
    time: Callable[[State, int], Problem | None] = nothing
    offered: Callable[[State, int], Problem | None] = nothing
    again: Callable[[State, int], int] = no_cards
    tiers: Callable[[Options, int], tuple[Tier, ...]] = lambda options, players: ()
    reveals: int = 0
    then: Callable[[State, Announce], None] = nothing
    ends: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: facts in the order of its rule sheet, then the few special rules as functions.

    What takes a `State` is asked about the hand as it stands; sets of cards are masks.
    """

    # ---- what the game is
    key: str
    name: str
    # A sentence for somebody who does not know it.
    about: str
    # Which way it goes round: "clockwise" or "counter-clockwise".
    direction: str
    # The topics that the phase modules cite, each with its number on the sheet.
    rules: Mapping[str, str]
    pack: Pack
    # What is dealt, by the number of players.
    tables: Mapping[int, Table]
    # From low to high; none where there is no auction.
    bids: tuple[Bid, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    tricks: Callable[[Options], TrickRules]
    # Whether the scores of a hand add up to nothing.
    zero_sum: bool
    # The seat that leads to trick 1.
    leader: Callable[[State], int]
    # The scored hand; None where what is unknown decides.
    settle: Callable[[State], Settlement | None]

    # The facts that a score follows from, where they are stated.
    stating: Stating

    # ---- what not every game has
    # The card points on the way to the score.
    points_so_far: Callable[[State], PointsSoFar | None] = lambda state: None
    # What every card counts for the side that wins it, on top of its worth, in the smallest unit of the pack.
    card_counts: int = 0
    # The seats whose cards pay for the fool of a seat, where it is not always the same that is paid.
    fool_paid_from: Callable[[State, int], tuple[int, ...]] = lambda state, player: ()
    # The pack as its cards count under some options: the same cards as `pack`.
    packs: Callable[[Options], Pack] | None = None
    # The module for each kind of action that not every game has.
    phases: Mapping[type, Any] = field(default_factory=dict)
    # The calls that answer another one.
    challenges: tuple[str, ...] = ()
    # The seats that always play together, by the number of players.
    teams: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    # The way the auction goes round: 1 with the play, -1 against it.
    speaking: Callable[[State], int] = lambda state: 1
    # A bid with what it multiplies under some options.
    priced: Callable[[Options, Bid], Bid] = lambda options, bid: bid
    announcements: tuple[AnnouncementKind, ...] = ()
    # The phase from which on something may be announced.
    announced_from: str = "exchange"
    # What the exchange waits for next, None where nothing is left; what follows by itself is done.
    next_step: Callable[[State], Step | None] = nothing
    # The cards that may be called for a partner (masks), each with those that the taker must hold then.
    ladder: Mapping[int, int] = field(default_factory=dict)
    # What may not be laid away.
    bans: Callable[[State], tuple[Ban, ...]] = lambda state: ()
    # The cards that may not be led to trick 1.
    lead_bar: Callable[[State], int] = lambda state: 0
    # The problem with the first call because of a holding that is known.
    holding_bar: Callable[[State], Problem | None] = nothing
    # Asked before the last card of the hand.
    at_last_card: Callable[[State, int], Problem | None] | None = None
    # Asked when a trick has been gathered.
    after_trick: Callable[[State], None] | None = None
    # The draw pile of a hand, by options and number of players.
    pile: Callable[[Options, int], Pile | None] = nothing
    # Whether the order of the cards in the stock matters.
    stock_in_order: bool = False
    # The winner of the last trick.
    last_winner: Callable[[State], int] = lambda state: state.winners[-1]
    # The notice shown when a trick has been won.
    notice: Callable[[State], Line | None] = nothing
    # What ends a match where the club agrees nothing else.
    ending: Ending = OPEN_END
    # What a club may agree on for a match, with an effect on no hand (`settings`).
    settings: tuple[Option, ...] = ()
    # The game's own words for things of the table.
    labels: Mapping[str, str] = field(default_factory=dict)
    # The rules that the sources leave open, each with the word that is shown next to it.
    reconstructed: Mapping[str, str] = field(default_factory=dict)

    # Worked out once from what stands above; asked for at every call and card.
    _bids: Mapping[str, Bid] = field(init=False, repr=False, compare=False)
    _heights: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _announcements: Mapping[str, AnnouncementKind] = field(init=False, repr=False, compare=False)
    _defaults: Options = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tables = {
            "_bids": {bid.key: bid for bid in self.bids},
            "_heights": {bid.key: height for height, bid in enumerate(self.bids, 1)},
            "_announcements": {kind.key: kind for kind in self.announcements},
            "_defaults": {option.key: option.default for option in self.options},
        }
        for name, value in tables.items():
            object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players the game allows."""
        return tuple(self.tables)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The ways people may sit down to it: all play, or one more than play where the dealer may sit out."""
        spare = (players + 1 for players, table in self.tables.items() if table.sits_out)
        everybody = (Seating(players) for players in self.tables)
        return (*everybody, *(Seating(people, dealer_sits_out=True) for people in spare))

    def pack_of(self, options: Options) -> Pack:
        """Return the pack as its cards count under these options."""
        return self.packs(options) if self.packs else self.pack

    def hand_size(self, players: int) -> int:
        """Return the number of cards dealt to each of that many players."""
        return self.tables[players].hand

    def stock_size(self, players: int) -> int:
        """Return how many cards are not dealt to a player."""
        return self.tables[players].stock

    def discard_size(self, players: int) -> int:
        """Return how many cards a seat lays away."""
        return self.tables[players].discard or self.tables[players].stock

    def team(self, players: int, seat: int) -> tuple[int, ...]:
        """Return the seats that always play together with a seat, including itself."""
        alone = (seat,)
        return next((team for team in self.teams.get(players, ()) if seat in team), alone)

    def bid(self, key: str) -> Bid | None:
        """Return the bid of that name."""
        return self._bids.get(key)

    def height(self, key: str) -> int:
        """Return the place of a bid among the bids, from 1; 0 for a pass."""
        return self._heights.get(key, 0)

    def call_label(self, call: str) -> str:
        """Return the label of a call (a bid, a challenge to one, a pass) as it is named at the table."""
        bid = self.bid(call)
        if bid is not None:
            return bid.label
        return self.labels[call] if call in self.challenges else N_("pass")

    def announcement(self, key: str) -> AnnouncementKind | None:
        """Return the announcement of that name."""
        return self._announcements.get(key)

    def option(self, key: str) -> Option | None:
        """Return the option of that name."""
        return next((option for option in self.options if option.key == key), None)

    def default_options(self) -> dict[str, Any]:
        return dict(self._defaults)

    def differing(self, options: Options) -> dict[str, Any]:
        """Return the options that differ from their defaults, by key, as a record holds them."""
        return {
            key: as_json(value)
            for key, value in sorted(options.items())
            if value != self._defaults[key]
        }

    def complete_settings(self, settings: Options) -> dict[str, Any]:
        """Return all settings of a match: these, and the game's own where none is given."""
        return {one.key: settings.get(one.key, one.default) for one in self.settings}

    def turns(self, settings: Options) -> str:
        """Return which way a match with these settings goes round: "clockwise" or "counter-clockwise"."""
        way: str = settings.get(DIRECTION, self.direction)
        return way

    def suit(self, number: int) -> int | str:
        """Return a suit as a fact of a problem: its number, or this game's own word for it."""
        return self.labels.get(f"suit-{number}", number)

    def mark(self, rule: str) -> str:
        """Return the word shown next to a rule (number) that the sources leave open, "" for one that they settle."""
        return self.reconstructed.get(rule, "")

    def cite(self, topic: str) -> str:
        """Return the rule of a topic as records cite it: "french/1.9.3a"."""
        return self.rule(self.rules[topic])

    def rule(self, number: str) -> str:
        """Return a rule of the sheet by its number, as records cite it."""
        return f"{self.key}/{number}"
