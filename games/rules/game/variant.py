"""What a variant is: a value that says in the order of its rule sheet what holds in that game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.rules.game.endings import OPEN_END, Ending
from games.rules.game.options import Option, Options, Preset
from games.rules.game.packs import Pack
from games.rules.game.settings import DIRECTION
from games.rules.game.terms import AnnouncementKind, Ban, Bid, Seating, Step, Table, nothing
from games.rules.hand.drawing import Pile
from games.rules.phases.tricks import TrickRules

if TYPE_CHECKING:
    from games.rules.game.scoring import Line, Settlement, Standing
    from games.rules.hand.state import State
    from games.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: facts in the order of its rule sheet, then the few special rules as functions.

    `rules` maps the topics that the phase modules cite to numbers on the sheet; `tricks` gives the rules of the
    tricks under some options, `packs` the pack as its cards count under them where that is agreed (the same cards as
    `pack`); `phases` the module for each kind of action that not every game has; `challenges` are
    the calls that answer another; `teams` the seats that always play together, by the number of players; `ending`
    what ends a match where the club agrees nothing else; `settings` what it may agree on for a match, with an effect on
    no hand (`games.rules.game.settings`); `reconstructed` the rules (numbers) that the sources leave open, each with the
    word that is shown beside it wherever the rule is named.
    `priced(options, bid)` is a bid with what it multiplies under these options. Other functions take the State:

    `speaking` the way the auction goes round, 1 with the play or -1 against it.

    `next_step` what the exchange waits for next, None where nothing is left; what follows by itself it does.
    `leader` the seat that leads to trick 1; `lead_bar` the mask of cards that may not be led to it; `holding_bar` the
    problem with the first call because of a known holding; `bans` and `keeps` what may not be laid away and what is
    not laid away face down (mask).
    `told` is asked when a card of `state.watched` falls, `at_last_card` before the last card of the hand (mask),
    `after_trick` when a trick has been gathered; `pile` makes the draw pile of a hand, by options and number of
    players, where there is one; `stock_in_order`: it matters how the stock lies; `last_winner` is the winner of the last trick; `notice` what
    the table is told when a trick has been won, if anything; `settle` the end of the hand; `standing` the card points on the way there.
    """

    key: str
    name: str
    direction: str
    rules: Mapping[str, str]
    pack: Pack
    tables: Mapping[int, Table]
    bids: tuple[Bid, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    tricks: Callable[[Options], TrickRules]
    zero_sum: bool
    leader: Callable[[State], int]
    settle: Callable[[State], Settlement | None]
    standing: Callable[[State], Standing | None] = lambda state: None
    packs: Callable[[Options], Pack] | None = None
    phases: Mapping[type, Any] = field(default_factory=dict)
    challenges: tuple[str, ...] = ()
    teams: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    speaking: Callable[[State], int] = lambda state: 1
    priced: Callable[[Options, Bid], Bid] = lambda options, bid: bid
    announcements: tuple[AnnouncementKind, ...] = ()
    announced_from: str = "exchange"
    next_step: Callable[[State], Step | None] = nothing
    bans: Callable[[State], tuple[Ban, ...]] = lambda state: ()
    keeps: Callable[[State, int, int], int] = lambda state, seat, shown: 0
    lead_bar: Callable[[State], int] = lambda state: 0
    holding_bar: Callable[[State], Problem | None] = nothing
    told: Callable[[State, int, int], None] = nothing
    at_last_card: Callable[[State, int], Problem | None] | None = None
    after_trick: Callable[[State], None] | None = None
    pile: Callable[[Options, int], Pile | None] = nothing
    stock_in_order: bool = False
    last_winner: Callable[[State], int] = lambda state: state.winners[-1]
    notice: Callable[[State], Line | None] = nothing
    ending: Ending = OPEN_END
    settings: tuple[Option, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    reconstructed: Mapping[str, str] = field(default_factory=dict)
    # Worked out once from what stands above; asked for at every call and card.
    _bids: Mapping[str, Bid] = field(init=False, repr=False, compare=False)
    _heights: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _announcements: Mapping[str, AnnouncementKind] = field(init=False, repr=False, compare=False)
    _defaults: Options = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = {
            "_bids": {bid.key: bid for bid in self.bids},
            "_heights": {bid.key: height for height, bid in enumerate(self.bids, 1)},
            "_announcements": {kind.key: kind for kind in self.announcements},
            "_defaults": {option.key: option.default for option in self.options},
        }
        for name, value in found.items():
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

    @property
    def calls(self) -> tuple[Bid, ...]:
        """The bids from low to high."""
        return self.bids

    def pack_of(self, options: Options) -> Pack:
        """The pack as its cards count under these options."""
        return self.packs(options) if self.packs else self.pack

    def hand_size(self, players: int) -> int:
        """Cards dealt to each of so many players."""
        return self.tables[players].hand

    def stock_size(self, players: int) -> int:
        """Cards that are not dealt to a player."""
        return self.tables[players].stock

    def discard_size(self, players: int) -> int:
        """Cards that a seat lays away."""
        return self.tables[players].discard or self.tables[players].stock

    def team(self, players: int, seat: int) -> tuple[int, ...]:
        """The seats that always play together with a seat, itself among them."""
        alone = (seat,)
        return next((team for team in self.teams.get(players, ()) if seat in team), alone)

    def bid(self, key: str) -> Bid | None:
        """The bid of that name."""
        return self._bids.get(key)

    def height(self, key: str) -> int:
        """The place of a bid among the bids, from 1; 0 for a pass."""
        return self._heights.get(key, 0)

    def announcement(self, key: str) -> AnnouncementKind | None:
        """The announcement of that name."""
        return self._announcements.get(key)

    def option(self, key: str) -> Option | None:
        """The option of that name."""
        return next((option for option in self.options if option.key == key), None)

    def default_options(self) -> dict[str, Any]:
        """Every option at its default."""
        return dict(self._defaults)

    def complete_settings(self, settings: Options) -> dict[str, Any]:
        """The settings of a match in which these differ from the game's own."""
        return {one.key: settings.get(one.key, one.default) for one in self.settings}

    def turns(self, settings: Options) -> str:
        """Which way a match with these settings goes round: "clockwise" or "counter-clockwise"."""
        way: str = settings.get(DIRECTION, self.direction)
        return way

    def suit(self, number: int) -> int | str:
        """A suit as a fact of a problem: its number, or this game's own word for it."""
        return self.labels.get(f"suit-{number}", number)

    def mark(self, rule: str) -> str:
        """The word shown beside a rule (number) that the sources leave open, "" for one that they settle."""
        return self.reconstructed.get(rule, "")

    def cite(self, topic: str) -> str:
        """The rule of a topic as records cite it: "french/1.9.3a"."""
        return f"{self.key}/{self.rules[topic]}"
