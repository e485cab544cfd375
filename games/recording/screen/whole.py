"""The whole recording screen as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.display.chairs import chairs_of
from games.display.table_parts import TrickRow
from games.recording.screen import contract
from games.recording.screen.calls import (
    AuctionLine,
    CallCard,
    auction_lines,
    call_cards,
    typed_call,
)
from games.recording.screen.contract import ContractPanel
from games.recording.screen.pad import SUIT_LETTERS, Offer, keys_of, last_cards, offers
from games.recording.screen.score import title_of
from games.recording.screen.steps import Buying, Half, buying_of, halves_of
from games.recording.screen.table import ScreenSeat, rows_of, seats_of
from games.recording.screen.words import Barred, bans, status, undo_words
from games.rules import (
    CODES,
    FOOL_CARD,
    NO_SUIT,
    ONE_ACTION,
    LastTap,
    Replay,
    Sentence,
    State,
    Stock,
    cards_of,
    exchange,
    foresight,
)

AUCTION, PAD, SCORE = "auction", "pad", "score"


@dataclass(frozen=True, slots=True)
class Selection:
    """Several cards that are chosen for one entry.

    What for, how many, whether nobody may have seen them, and which are open already (codes).
    `follows`: each choice changes what can be chosen next.
    """

    kind: str
    count: int
    unseen: bool
    dog: tuple[str, ...]
    follows: bool = False


class ScreenTable(NamedTuple):
    """Who sits where: the number of chairs round the table, and the seats of those who play.

    `out` is the name of the player who sits out, "" for nobody; `slot_out` is the position of their
    chair.
    """

    chairs: int
    seats: tuple[ScreenSeat, ...]
    out: str
    slot_out: int | None


class Auction(NamedTuple):
    """The auction: the calls that can be made and those that have been made.

    Also how it stands if bids can be answered; how it continues (a label), and the number of that
    rule.
    """

    calls: tuple[CallCard, ...]
    lines: tuple[AuctionLine, ...]
    stands: tuple[Sentence, ...]
    help: str
    rule: str


class OpenTrick(NamedTuple):
    """The trick on the table: the letter of the suit led ("" for none), and the cards (codes)."""

    led: str
    cards: tuple[str, ...]


class Screen(NamedTuple):
    """What the scorer sees. Words are sentences or labels, not yet translated; cards are codes.

    `mode` is "auction" (calls instead of keys), "pad" or "score"; `keys` is one short text for each
    key (`pad.py`); `undo` names what an undo takes back, None if there is nothing; `rows` is the
    trick list; `stock` is the label of the undealt cards, and their number; `rest` the plays that
    must end the hand; `left` the number of cards still to be played; `fool` the suit that the Fool
    belongs to, "" for none; `shows`: trumps laid away are shown; `asks`: a card is being called
    ("king") or bought ("buy"); `typed`: an example of what can be typed in an auction.
    """

    game: str
    zero_sum: bool
    mode: str
    phase: str
    names: tuple[str, ...]
    turn: int | None
    taker: int | None
    table: ScreenTable
    status: Sentence
    hint: tuple[Sentence, ...]
    undo: Sentence | None
    auction: Auction | None
    typed: Sentence | None
    contract: ContractPanel | None
    rows: tuple[TrickRow[bool], ...]
    keys: list[str]
    selection: Selection | None
    bans: tuple[Barred, ...]
    halves: tuple[Half, ...]
    buying: Buying | None
    offers: tuple[Offer, ...]
    may_claim: bool
    rest: list[dict[str, Any]]
    trick: OpenTrick
    left: int
    fool: str
    shows: bool
    asks: str
    stock: str
    stock_size: int
    discard_size: int
    tricks: int
    entries: int
    title: Sentence | None

    @property
    def finished(self) -> bool:
        """Return whether the hand is over and its score is shown."""
        return self.mode == SCORE


def screen_of(
    replay: Replay, *, sits_out: int | None = None, kept: int = 0, last: LastTap = ONE_ACTION
) -> Screen:
    """Return the screen of a hand at the moment.

    `sits_out` is the chair of the player who sits out, `last` is what an undo would take back; the
    first `kept` rows of the trick list are left out.
    """
    state, names = replay.state, replay.record.players
    variant, mode = state.variant, _mode(state)
    irregular = {
        index: replay.record.actions[index]["irregular"] for index in sorted(state.irregular)
    }
    selection, waiting = _selection(state), exchange.awaits(state)
    first, hint = status(state)
    lying = len(state.played) % state.seats
    return Screen(
        game=variant.key,
        zero_sum=variant.zero_sum,
        mode=mode,
        phase=state.phase,
        names=names,
        turn=state.turn,
        taker=state.taker,
        table=_table(replay, irregular, sits_out),
        status=first,
        hint=hint,
        undo=undo_words(state, replay.record.actions, last),
        auction=_auction(replay) if mode == AUCTION else None,
        typed=typed_call(state),
        contract=contract.panel_of(state, names) if mode == PAD else None,
        rows=rows_of(state, _marks(replay, irregular), kept),
        keys=keys_of(state, irregular) if mode == PAD else [],
        selection=selection,
        bans=bans(state) if selection else (),
        halves=halves_of(state),
        buying=buying_of(state, names),
        offers=offers(state, names),
        may_claim=state.phase == "play",
        rest=last_cards(state),
        trick=OpenTrick(
            SUIT_LETTERS[state.led] if state.led >= 0 else "",
            tuple(CODES[card] for card in state.played[-lying:]) if lying else (),
        ),
        left=state.last_play + 1 - len(state.played),
        fool="" if state.trick_rules.ranks.suit_of[FOOL_CARD] == NO_SUIT else "T",
        shows=any(ban.code == "discard-not-shown" for ban in variant.bans(state)),
        asks=waiting if waiting in ("king", "buy") else "",
        stock=variant.labels.get("stock", ""),
        stock_size=variant.stock_size(state.seats),
        discard_size=variant.discard_size(state.seats),
        tricks=len(state.winners),
        entries=replay.count,
        title=title_of(replay) if mode == SCORE else None,
    )


def _mode(state: State) -> str:
    if state.phase == "over":
        return SCORE
    return AUCTION if state.phase == "auction" else PAD


def _table(replay: Replay, irregular: Mapping[int, str], sits_out: int | None) -> ScreenTable:
    chairs = chairs_of(replay.record, sits_out)
    return ScreenTable(
        chairs=chairs.number,
        seats=seats_of(replay.state, replay.record.players, irregular, chairs),
        out=chairs.out,
        slot_out=None if chairs.empty is None else chairs.slot_of(chairs.empty, first=1),
    )


def _auction(replay: Replay) -> Auction:
    state, variant = replay.state, replay.record.variant
    dealer_plays = not chairs_of(replay.record).out
    return Auction(
        calls=call_cards(state),
        lines=auction_lines(replay, dealer_plays=dealer_plays),
        stands=contract.stands_in_words(state),
        help=variant.labels.get("auction", ""),
        rule=variant.rules.get("turns", ""),
    )


def _marks(replay: Replay, irregular: Mapping[int, str]) -> dict[int, str]:
    """Return the marks in the trick list."""
    marks = {
        at: "inferred"
        for at, action in enumerate(replay.record.actions)
        if foresight.FILLED in action
    }
    return marks | dict.fromkeys(irregular, "irregular")


def _selection(state: State) -> Selection | None:
    """Return the choice of cards for stock or discard, with the stock's cards that lie open."""
    step, variant = state.waiting_for, state.variant
    waiting = exchange.awaits(state)
    if step is None or waiting not in ("stock", "discard"):
        return None
    if waiting == "stock":
        return Selection(waiting, variant.stock_size(state.seats), step.unseen, ())
    turned_up = (state.stock or 0) & state.sure[step.seat] if Stock in variant.phases else 0
    dog = tuple(CODES[card] for card in cards_of(turned_up))
    follows = any(ban.together for ban in variant.bans(state))
    return Selection(waiting, variant.discard_size(state.seats), True, dog, follows)


def rows_kept(state: State, change: Mapping[str, Any]) -> int | None:
    """Return how many rows of the trick list stay as they are after a change.

    None if the whole stage may be new. A card changes the seats, the points so far, and the rows
    from its own row on.
    """
    plays = change["op"] == "act" and change["action"]["kind"] == "play"
    if not plays or state.phase == "over":
        return None
    return (len(state.played) - 1) // state.seats
