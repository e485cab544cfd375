"""The whole recording screen as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.book.live_actions import ONE_ACTION, LastTap
from games.display.card_names import card_name
from games.display.chairs import Chairs, chairs_of
from games.display.entry_words import own_words, word
from games.display.faces import face_svg
from games.display.headlines import margin_in_points, winner
from games.models import Hand
from games.recording import contract
from games.recording.calls import CallCard, Said, call_cards, said_so_far, typed_call
from games.recording.drawing import draw_seats, draw_tricks
from games.recording.pad import Offer, keys_of, offers
from games.recording.steps import Buying, Half, buying_of, halves_of
from games.recording.table import seats_of
from games.recording.words import bans, status, undo_words
from games.rules import CODES, Replay, State, Stock, cards_of, exchange, foresight

AUCTION, PAD, SCORE = "auction", "pad", "score"


@dataclass(frozen=True, slots=True)
class Selection:
    """Several cards chosen before one entry: what for, how many, whether nobody may have seen them,
    which are open already; `follows`: what may be chosen next depends on what is chosen."""

    kind: str
    count: int
    unseen: bool
    dog: tuple[SafeString, ...]
    follows: bool = False


class Desk(NamedTuple):
    """What the scorer sees.

    `mode` is "auction" (calls instead of keys), "pad" or "score"; `keys` one short text a key
    (games.recording.pad); `undo` names what an undo takes back, "" where there is nothing. `seats`,
    `contract` and `rows` (the trick list) are drawn already.
    """

    hand: Hand
    mode: str
    version: int
    state: State
    names: tuple[str, ...]
    seats: tuple[SafeString, ...]
    contract: tuple[SafeString, ...]
    rows: tuple[SafeString, ...]
    calls: tuple[CallCard, ...]
    said: tuple[Said, ...]
    chairs: Chairs
    status: str
    hint: str
    keys: list[str]
    selection: Selection | None
    halves: tuple[Half, ...]
    buying: Buying | None
    bans: tuple[tuple[str, str], ...]
    offers: tuple[Offer, ...]
    may_claim: bool
    undo: str
    called: str
    stock_word: str
    stock_backs: range
    finished: bool
    replay: Replay

    @property
    def game(self) -> str:
        """The key of the variant, in whose words cards are named."""
        return self.state.variant.key

    @property
    def slot_out(self) -> int | None:
        """The slot of the chair whose player deals and sits out; None where nobody does."""
        empty = self.chairs.empty
        return None if empty is None else self.chairs.slot_of(empty, first=1)

    @property
    def bid_stands(self) -> tuple[str, ...]:
        """How the auction stands, where bids are answered."""
        return contract.stands_in_words(self.state, self.names)

    @property
    def auction_help(self) -> str:
        """How the auction goes, in a sentence; "" where the game has none."""
        return own_words(self.state, "auction")

    @property
    def typed_call(self) -> str:
        """What may be typed in the auction, for example."""
        return typed_call(self.state)


class Addresses(NamedTuple):
    """Where the panels of a hand are: an entry, up to its index; all entries beside the tricks."""

    entry: str = ""
    beside: str = ""


def desk_of(
    hand: Hand,
    replay: Replay,
    addresses: Addresses,
    kept: int = 0,
    last: LastTap = ONE_ACTION,
) -> Desk:
    """The screen of an open hand as it stands.

    `kept` rows of the trick list are left out; `last` is what an undo would take back.
    """
    state, names = replay.state, replay.record.players
    irregular = {
        index: replay.record.actions[index]["irregular"] for index in sorted(state.irregular)
    }
    mode = _mode(state)
    selection = _selection(state)
    called = "" if state.called is None else str(card_name(CODES[state.called], state.variant.key))
    first, hint = status(state, names)
    chairs = chairs_of(replay.record, hand.sits_out)
    return Desk(
        hand=hand,
        mode=mode,
        version=hand.version,
        state=state,
        names=names,
        seats=draw_seats(
            seats_of(state, names, irregular, chairs),
            state.variant.key,
            places=mode == PAD and selection is None,
        ),
        contract=contract.drawn(state, names, called, addresses.beside) if mode == PAD else (),
        rows=draw_tricks(state, _marks(replay, irregular), addresses.entry, kept),
        calls=call_cards(state, names) if mode == AUCTION else (),
        said=said_so_far(replay, dealer_plays=not chairs.out) if mode == AUCTION else (),
        chairs=chairs,
        status=first,
        hint=hint,
        keys=keys_of(state, irregular) if mode == PAD else [],
        selection=selection,
        halves=halves_of(state),
        buying=buying_of(state, names),
        bans=bans(state) if selection else (),
        offers=offers(state, names),
        may_claim=state.phase == "play",
        undo=undo_words(state, replay.record.actions, names, last),
        called=called,
        stock_word=word(state, "stock"),
        stock_backs=range(state.variant.stock_size(state.seats)),
        finished=state.phase == "over",
        replay=replay,
    )


def _marks(replay: Replay, irregular: Mapping[int, str]) -> dict[int, str]:
    """What is marked in the trick list."""
    marks = {
        at: "inferred"
        for at, action in enumerate(replay.record.actions)
        if foresight.FILLED in action
    }
    return marks | dict.fromkeys(irregular, "irregular")


def _mode(state: State) -> str:
    if state.phase == "over":
        return SCORE
    return AUCTION if state.phase == "auction" else PAD


def _selection(state: State) -> Selection | None:
    """The cards of the stock or of the discard, with what of the stock lies open in the hand."""
    step, variant = state.waiting_for, state.variant
    waiting = exchange.awaits(state)
    if step is None or waiting not in ("stock", "discard"):
        return None
    if waiting == "stock":
        return Selection(waiting, variant.stock_size(state.seats), step.unseen, ())
    turned_up = (state.stock or 0) & state.sure[step.seat] if Stock in variant.phases else 0
    faces = tuple(face_svg(CODES[card], variant.key) for card in cards_of(turned_up))
    follows = any(ban.together for ban in variant.bans(state))
    return Selection(waiting, variant.discard_size(state.seats), True, faces, follows)


def rows_kept(state: State, change: Mapping[str, Any]) -> int | None:
    """How many rows of the trick list stay after a change; None where all of the stage may be new.

    A card changes the seats, the points so far, and the rows from its own on.
    """
    plays = change["op"] == "act" and change["action"]["kind"] == "play"
    if not plays or state.phase == "over":
        return None
    return (len(state.played) - 1) // state.seats


def parts_of(desk: Desk) -> list[str]:
    """What a card has changed of the stage: elements, each with its id."""
    return [*desk.seats, *desk.contract, *desk.rows]


def title_of(desk: Desk) -> str:
    """The title of the score: "Samir loses his Petite by 9" in neutral words."""
    state, outcome = desk.state, desk.replay.outcome
    if outcome.status == "passed-out":
        return _("Everybody passed")
    if outcome.status == "annulled":
        return _("The hand is annulled")
    if outcome.scores is None:
        return _("The score cannot be worked out")
    if state.taker is None or state.contract is None:
        return winner(desk.names, [int(2 * score) for score in outcome.scores])
    facts = {"player": desk.names[state.taker], "contract": _(state.contract.label)}
    if outcome.margin is None:
        made, lost = _("%(player)s makes the %(contract)s"), _("%(player)s loses the %(contract)s")
        return (made if outcome.won else lost) % facts
    margin = margin_in_points(int(2 * outcome.margin))
    facts["margin"] = str(margin)
    if not outcome.won:
        return _("%(player)s loses the %(contract)s by %(margin)s") % facts
    if margin == 0:
        return _("%(player)s just makes the %(contract)s") % facts
    return _("%(player)s makes the %(contract)s by %(margin)s") % facts
