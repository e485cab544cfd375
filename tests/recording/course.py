"""A hand of any game while a scorer records it: what is entered, what is asked, what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from games.matches.match_so_far import MatchHand, MatchSoFar, match_as_json
from games.recording.drawing import Addresses
from games.recording.requests import PANELS
from games.recording.sitting import ClubHere, MatchHere, Sitting
from games.rules import (
    Change,
    NoLiveAction,
    Record,
    RecordError,
    Replay,
    State,
    Variant,
    card_code,
    cards_of,
    entering,
    exchange,
    play,
    rotation,
)
from tests.matches.by_chance import match_by_chance
from tests.rules.properties.playing import at_random, written

Action = dict[str, Any]

REMOVABLE = ("note", "ruling")
NTH = "_nth"  # stands in an action that happened: its place in the hand
WRITES = ("tricks-only", "all-hands", "some-hands", "auction", "result-only")


class Asked(NamedTuple):
    """One request to the engine: behind how many entries, its name, what it says itself."""

    after: int
    name: str
    facts: Mapping[str, Any]


def as_browsers_write(value: Any) -> Any:
    """A JSON value as it comes back from a browser, which knows no difference between 1.0 and 1."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list | tuple):
        return [as_browsers_write(part) for part in value]
    if isinstance(value, dict):
        return {key: as_browsers_write(part) for key, part in value.items()}
    return value


def table_of(record: Record, luck: Random) -> tuple[Sitting, MatchSoFar]:
    """A table at which this hand is dealt, some way into a match."""
    assert record.dealer is not None
    seats = len(record.players)
    tables = [one for one in record.variant.seatings if one.players == seats]
    seating = luck.choice(tables)
    match = match_by_chance(record.variant, seating, luck.randrange(2**30))
    number, _deal = match.coming()
    sits_out = record.dealer + 1 if seating.dealer_sits_out else None
    row = MatchHand("hand123", number, record.variant.key, record.dealer, sits_out)
    match = match.with_hand(row)
    people = [player.name for player in match.seats.at(number)]
    meta = {"date": "2026-11-20", "club": "Les Atouts", "board": str(number)}
    if sits_out is not None:
        meta["sits_out"] = people[sits_out]
    club, ours = "les-atouts", "/c/les-atouts/hands/hand123"
    return Sitting(
        club=ClubHere(club),
        match=MatchHere(match.public_id, match.title, match.variant, luck.choice(WRITES)),
        public_id="hand123",
        number=number,
        version=0,
        is_open=True,
        writes=luck.choice(WRITES),
        sits_out=sits_out,
        facts={
            "variant": record.variant.key,
            "options": {key: as_browsers_write(value) for key, value in record.options.items()},
            "players": rotation.seated(people, sits_out),
            "dealer": record.dealer,
            "meta": meta,
        },
        addresses=Addresses(f"{ours}/entries/", f"{ours}/panel/entries/"),
    ), match


class Course:
    """A hand and its scorer: `live` are the actions that stand, `asked` all requests so far."""

    def __init__(self, variant: Variant, players: int, seed: int, mode: str) -> None:
        self.luck = Random(f"{variant.key} {players} {seed} {mode}")
        self.whole_record = at_random(variant, players, self.luck.randrange(2**40))
        self.record = written(self.whole_record, self.luck.randrange(2**40), mode)
        self.hand, self.match = table_of(self.record, self.luck)
        self.changes: list[Change] = []
        self.asked: list[Asked] = []
        self.is_dealt = mode == "none"
        self.before = self.hand.replay_of([])

    # --- what is asked ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.before.state

    @property
    def live(self) -> list[Action]:
        return entering.fold(self.changes)[1]

    def asks(self, request: str, /, **said: Any) -> None:
        self.asked.append(Asked(len(self.changes), request, as_browsers_write(said)))

    def enters(self, change: Any) -> Replay | None:
        """Enter a change; returns the refused hand where the rules refuse it, else None."""
        change = as_browsers_write(change)
        self.asks("enter", change=change)
        try:
            read = entering.read(change)
            complete, follows = entering.judge(self.hand.facts, self.changes, read)
        except (RecordError, NoLiveAction):
            return None
        if follows.problem is not None:
            return follows
        self.changes.append(as_browsers_write(complete))
        self.before = self.hand.replay_of(self.changes)
        return None

    def previews(self, change: Any, **said: Any) -> None:
        self.asks("preview", change=change, **said)

    # --- what happens in the hand ----------------------------------------------------------------

    def deals(self) -> None:
        if not self.is_dealt:
            self.is_dealt = True
            codes = [hand and [*map(card_code, hand)] for hand in self.record.hands]
            stock = self.record.stock
            deal = {"hands": codes, "stock": stock and [*map(card_code, stock)]}
            self.asks("panel", name="deal")
            self.enters({"op": "deal", "deal": deal})

    def goes_on(self) -> bool:
        """Enter what comes next; False where nothing does."""
        if self.is_astray:
            return self.plays_anything() or self.returns()
        coming = self.coming(1)
        if not coming:
            return False
        if self.luck.random() < 0.05:
            self.asks_beside()
        if not self.acts(seat_left_out(coming[0], self.luck)):
            self.deals()
            assert self.acts(coming[0]), coming[0]
        return True

    def acts(self, action: Action) -> bool:
        """Enter an action; whether it was recorded."""
        count = len(self.changes)
        self.enters(act(action))
        return len(self.changes) > count

    def followed(self) -> tuple[int, int | None]:
        """How many actions stand, in order; the first entry that did not happen then, or None."""
        count = 0
        for index, action in enumerate(self.live):
            if action["kind"] in REMOVABLE or (NTH in action and action["kind"] == "takeback"):
                continue
            if action.get(NTH) != count:
                return count, index
            count += 1
        return count, None

    @property
    def is_astray(self) -> bool:
        """Whether something has been recorded that did not happen in this hand."""
        return self.followed()[1] is not None

    def coming(self, count: int) -> list[Action]:
        """The next actions of the hand."""
        first, _other = self.followed()
        following = self.record.actions[first : first + count]
        return [dict(one) | {NTH: first + at} for at, one in enumerate(following)]

    def plays_anything(self) -> bool:
        """Go on with any card that may be played, as nobody saw; False where none can be."""
        if self.state.phase != "play":
            return False
        cards = cards_of(play.legal(self.state))
        self.luck.shuffle(cards)
        return any(self.acts({"kind": "play", "card": card_code(card)}) for card in cards[:5])

    def returns(self) -> bool:
        """Go back to where the hand was still as it happened."""
        _count, other = self.followed()
        self.previews({"op": "rewind", "to": other})
        self.enters({"op": "rewind", "to": other})
        return True

    def ends(self) -> None:
        """Look at the score, seal the hand, deal the next."""
        self.asks("recording")
        if self.before.outcome.scores is None:
            return
        self.asks("seal")
        row = self.match.hand(self.hand.number).as_sealed(self.before)
        match = as_browsers_write(match_as_json(self.match.with_hand(row)))
        self.asks("deal", id="hand456", match=match)

    def asks_beside(self) -> None:
        """Open a panel or an entry, or ask for the screen."""
        code = card_code(self.luck.choice(cards_of(self.record.variant.pack.cards)))
        self.asks("panel", name=self.luck.choice(list(PANELS)), card=code)
        self.asks("entry", index=self.luck.randrange(self.before.count + 2))
        self.asks("recording")
        chosen = cards_of(exchange.legal(self.state) if exchange.awaits(self.state) else 0)
        self.asks("choosing", cards=[card_code(card) for card in chosen[:2]])


def act(action: Action) -> Change:
    """The change that records one action."""
    return {"op": "act", "action": action}


def seat_left_out(action: Action, luck: Random) -> Action:
    """As the pad sends most cards: whose turn it is goes without saying."""
    if action["kind"] != "play" or luck.random() < 0.3:
        return action
    return {key: value for key, value in action.items() if key != "seat"}
