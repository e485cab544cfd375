"""Hands of every game as a scorer might tap them, by chance, and all that the screen asks besides.

With slips, and with every way of putting them right: refused cards, some of which the table lets
stand, corrections, what is taken back, claims, results, rulings, pasted texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from games.matches.match_so_far import MatchHand, MatchSoFar, match_as_json
from games.recording.answers import PANELS
from games.recording.drawing import Addresses
from games.recording.pasting import pasted_of
from games.recording.screen import claim_so_far, entry_of, refusal_of
from games.recording.sitting import ClubHere, MatchHere, Sitting
from games.rules import (
    OVER,
    VARIANTS,
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
    facts,
    foresight,
    notation,
    play,
    replay,
    rotation,
)
from tests.matches.by_chance import match_by_chance
from tests.rules.properties.playing import MODES, at_random, written
from tests.rules.properties.wrong_entries import probably_wrong

Action = dict[str, Any]

SLIPS = 0.15  # how often something else is tapped than what happened next
MOST_SLIPS = 25  # a hand; after them it is recorded to its end
BESIDE = ("note", "ruling")
NTH = "_nth"  # stands in an action that happened: its place in the hand
REASONS = ("All agreed", "Vu trop tard, « tant pis »", "Ruling")
WRITES = ("tricks-only", "all-hands", "some-hands", "auction", "result-only")
TEXTS = ("Conceded at once.", "Zoé & <Anna>: “lead!”\n2nd line", "½ point, 25 %")
UNREADABLE: tuple[Any, ...] = (
    None,
    {"op": "act"},
    {"op": "replay"},
    {"op": "act", "action": {"kind": "play", "card": "H99"}},
    {"op": "act", "action": {"kind": "play", "card": 7}},
    {"op": "act", "action": {"kind": "play", "card": ["H1"]}},
    {"op": "act", "action": {"kind": "dance"}},
    {"op": "act", "action": {"kind": "call", "call": "schneider"}},
    {"op": "act", "action": {"kind": "call", "call": 7}},
    {"op": "act", "action": {"kind": "announce", "seat": 0, "what": "whist"}},
    {"op": "act", "action": {"kind": "take", "half": "third"}},
    {"op": "act", "action": {"kind": "discard", "cards": 7}},
    {"op": "act", "action": {"kind": "result", "facts": [7]}},
    {"op": "act", "action": {"kind": "ruling", "text": "so", "points": "none"}},
    {"op": "change", "edits": [[0, {"kind": "play", "seat": 0, "card": "H99"}]]},
    {"op": "act", "action": {"kind": "note", "text": "a" * 5_000}},
    {"op": "rewind", "to": -1},
    {"op": "rewind", "to": 399},
    {"op": "change", "edits": [[399, None]]},
    {"op": "several", "changes": []},
)
PASTED = ("", "A: H1 HX", "what is this?", "format tarot-hand/1\nvariant whist\nplayer A a")


class Asked(NamedTuple):
    """One request to the engine: behind how many entries, its name, what it says itself."""

    after: int
    name: str
    facts: Mapping[str, Any]


class TappedHand(NamedTuple):
    """A hand at its table, the changes of all its entries, and what was asked in the course."""

    hand: dict[str, Any]
    match: dict[str, Any]
    written: str
    changes: list[Change]
    asked: list[Asked]

    def sent(self, asked: Asked) -> dict[str, Any]:
        """A request as the tablet sends it."""
        so_far = {"changes": self.changes[: asked.after]}
        return {**self.table, **so_far, **asked.facts}

    @property
    def table(self) -> dict[str, Any]:
        """What every request says."""
        facts = {"written": self.written, "confirms": "no", "me": ""}
        return {"hand": self.hand, "match": self.match, **facts}


def tapped(variant: Variant, players: int, seed: int, mode: str) -> TappedHand:
    """One hand; the same for the same seed. `mode`, one of `MODES`: whose cards are written
    down."""
    return _Tapping(variant, players, seed, mode).whole()


def hands_tapped(variant: Variant, count: int) -> Iterator[TappedHand]:
    """So many hands of a game, at all its tables and in all modes in turn; of one hand each, two
    games after each other have two modes."""
    first = VARIANTS.index(variant)
    for number in range(count):
        rounds, table = divmod(number, len(variant.seats))
        mode = MODES[(first + number + rounds) % len(MODES)]
        yield tapped(variant, variant.seats[table], number, mode)


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


class _Tapping:
    """A scorer at work on one hand: `live` are the actions that stand."""

    def __init__(self, variant: Variant, players: int, seed: int, mode: str) -> None:
        self.luck = Random(f"{variant.key} {players} {seed} {mode}")
        self.whole_record = at_random(variant, players, self.luck.randrange(2**40))
        self.record = written(self.whole_record, self.luck.randrange(2**40), mode)
        self.hand, self.match = table_of(self.record, self.luck)
        self.changes: list[Change] = []
        self.asked: list[Asked] = []
        self.slips = MOST_SLIPS
        self.is_dealt = mode == "none"
        self.before = self.hand.replay_of([])

    def whole(self) -> TappedHand:
        """Record the hand to its end, with slips."""
        self.asks("desk")
        self.asks("screen")
        if self.luck.random() < 0.8:
            self.deals()
        seen = -1
        while True:
            is_over = self.state.phase == OVER
            if is_over and seen != len(self.changes):
                seen = len(self.changes)
                self.ends()
            if self.slips and self.luck.random() < (0.6 if is_over else SLIPS):
                self.slips -= 1
                self.luck.choice(SLIPS_BY_WEIGHT)(self)
            elif is_over or not self.goes_on():
                break
        hand, match = self.hand.as_json(), match_as_json(self.match)
        return TappedHand(hand, match, "Tricks only", self.changes, self.asked)

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
        self.asks("screen")
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
        """How many actions of the hand stand, in order, and the index of the first entry that did
        not happen, or not then; None where all did."""
        count = 0
        for index, action in enumerate(self.live):
            if action["kind"] in BESIDE or (NTH in action and action["kind"] == "takeback"):
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
        """The next so many actions of the hand."""
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
        self.asks("desk")
        if self.before.outcome.scores is None:
            return
        self.asks("seal")
        row = self.match.hand(self.hand.number).as_sealed(self.before)
        match = as_browsers_write(match_as_json(self.match.with_hand(row)))
        self.asks("deal", id="hand456", match=match)

    # --- slips, and what else is tapped ----------------------------------------------------------

    def asks_beside(self) -> None:
        """Open a panel or an entry, or ask for the screen."""
        code = card_code(self.luck.choice(cards_of(self.record.variant.pack.cards)))
        self.asks("panel", name=self.luck.choice(list(PANELS)), card=code)
        self.asks("entry", index=self.luck.randrange(self.before.count + 2))
        self.asks("desk")
        chosen = cards_of(exchange.legal(self.state) if exchange.awaits(self.state) else 0)
        self.asks("choosing", cards=[card_code(card) for card in chosen[:2]])

    def enters_wrongly(self) -> None:
        """Something that is probably forbidden: the table may let it stand."""
        change = act(self.wrong())
        self.previews(change, refusal=True)
        for _ in range(self.luck.choice((1, 3, 3))):
            refused = self.enters(change)
            if refused is None or refused.problem is None:
                return
            anyway = refusal_of(self.before, refused.problem, entering.read(change)).anyway
            if not anyway:
                return
            reason = json.dumps(self.luck.choice(REASONS))
            change = json.loads(anyway.replace('"irregular": ""', f'"irregular": {reason}'))

    def wrong(self) -> Action:
        """An action that is probably forbidden; where no card is left each is."""
        any_card = {"kind": "play", "seat": 0, "card": "H1"}
        turn = self.state.turn
        if turn is None or not self.state.possible(turn):
            return any_card
        if self.state.phase == "play" and self.luck.random() < 0.7:
            # A card that the seat may have and that breaks a duty, or one that it cannot have.
            pack = self.record.variant.pack.cards
            own = self.state.possible(turn) & ~play.legal(self.state)
            card = card_code(self.luck.choice(cards_of(own or pack)))
            return {"kind": "play", "card": card}
        following = (self.coming(1) or [any_card])[0]
        following.pop(NTH, None)
        return probably_wrong(self.state, following, self.luck)

    def enters_nonsense(self) -> None:
        """What cannot be read."""
        change = self.luck.choice(UNREADABLE)
        self.enters(change)
        self.previews(change)

    def undoes(self) -> None:
        """Take back the last tap."""
        for _ in range(self.luck.choice((1, 1, 3))):
            self.enters({"op": "undo"})

    def rewinds(self) -> None:
        """Take back several entries, having been asked."""
        change = {"op": "rewind", "to": max(0, self.before.count - self.luck.randrange(9))}
        self.previews(change)
        self.enters(change)

    def corrects(self) -> None:
        """Change an earlier entry, in one way or another."""
        live = self.live
        if not live:
            return
        index = self.luck.choice((len(live) - 1, self.luck.randrange(len(live))))
        self.asks("entry", index=index)
        edits: list[list[Any]] = [[index, self.corrected(live[index])]]
        if self.luck.random() < 0.2:
            other = self.luck.randrange(len(live))
            edits.append([other, {**live[other], "note": self.luck.choice(TEXTS)}])
        change = {"op": "change", "edits": edits}
        self.previews(change)
        self.enters(change)

    def corrected(self, action: Action) -> Action | None:
        """Another action in the place of one that was recorded; None for nothing."""
        way = self.luck.random()
        if way < 0.3:
            return {**action, "note": self.luck.choice(TEXTS)}
        if way < 0.4:
            return None
        other = {key: value for key, value in action.items() if key != NTH}
        if "card" in action:
            cards = cards_of(self.record.variant.pack.cards)
            return other | {"card": card_code(self.luck.choice(cards))}
        if action["kind"] == "call":
            bids = [bid.key for bid in self.record.variant.bids]
            return other | {"call": self.luck.choice(["pass", *bids])}
        if "seat" in action:
            return other | {"seat": self.luck.randrange(self.state.seats)}
        return other

    def swaps(self) -> None:
        """Exchange two cards that were mixed up."""
        plays = [at for at, action in enumerate(self.live) if action["kind"] == "play"]
        if len(plays) < 2:
            return
        one, other = self.luck.sample(plays[-12:], 2)
        live = self.live
        first = live[one] | {"card": live[other]["card"]}
        self.previews({"op": "change", "edits": [[one, first]]})
        second = live[other] | {"card": live[one]["card"]}
        for action in (first, second):
            action.pop(NTH, None)
        self.enters({"op": "change", "edits": [[one, first], [other, second]]})

    def takes_back(self) -> None:
        """A card that lay on the table goes back into the hand."""
        if self.state.play_actions:
            last = self.state.play_actions[-1]
            self.asks("entry", index=last)
            change = json.loads(entry_of(self.before, last).taken_back)
            self.previews(change)
            self.enters(change)

    def remarks(self) -> None:
        """Write down a comment."""
        self.enters(act({"kind": "note", "text": self.luck.choice(TEXTS)}))

    def rules(self) -> None:
        """Write down what somebody else ruled."""
        points = [0.5, -0.5, *(0 for _ in range(self.state.seats - 2))]
        ruling = {"kind": "ruling", "text": self.luck.choice(TEXTS), "points": points}
        self.enters(act(ruling))

    def records_several(self) -> None:
        """Cards that play themselves, or the next ones at one tap."""
        rest = foresight.rest(self.state)
        cards = [{"kind": "play", "seat": one.seat, "card": card_code(one.card)} for one in rest]
        if not rest and not self.is_astray:
            cards = self.coming(self.luck.randrange(1, 6))
        if cards:
            self.enters({"op": "several", "changes": [*map(act, cards)]})

    def claims(self) -> None:
        """Somebody takes the rest; what the score lacks is asked for."""
        said: dict[str, Any] = {}
        steps: tuple[tuple[str, Any], ...] = (
            ("", None),
            ("claimed", self.luck.randrange(self.state.seats)),
            ("fool", self.luck.randrange(self.state.seats)),
            ("laid", self.luck.choice((0, 3.5, 4, 12))),
        )
        self.asks("panel", name="claim")
        for name, value in steps:
            said |= {name: value} if name else {}
            self.asks("preview", claim=dict(said))
        change = claim_so_far(self.before, said).change
        self.enters(json.loads(change) if change else act({"kind": "claim", "seat": 0}))

    def states_the_result(self) -> None:
        """Say what the hand came to, fact by fact, and perhaps record it."""
        end = replay(self.whole_record)
        stating = self.record.variant.stating
        values = stating.of(end.state) if end.state.status == "scored" else None
        if values is None:
            return
        stated = facts.written(stating, values, self.state)
        self.asks("panel", name="result")
        for count in range(0, len(stated) + 1, 2):
            some = dict(list(stated.items())[:count])
            self.previews(act({"kind": "result", "facts": some}))
        wrong = stated | {self.luck.choice(list(stated)): self.luck.choice((None, 7, "x", 999, []))}
        self.previews(act({"kind": "result", "facts": wrong}))
        self.enters(act({"kind": "result", "facts": self.luck.choice((wrong, stated, stated))}))

    def pastes(self) -> None:
        """Paste the hand as text, or a piece of it, or anything else."""
        players = tuple(self.hand.facts["players"])
        pieces = [action for action in self.coming(9) if action["kind"] == "play"]
        lines = [f"{'ABCDEF'[one['seat']]}: {one['card']}" for one in pieces]
        texts = (
            "\n".join(lines),
            notation.format_text(self.record._replace(players=players)),
            self.luck.choice(PASTED),
        )
        for text in texts:
            self.asks("paste", text=text)
        try:
            pasted = pasted_of(self.hand, self.changes, texts[0])
        except (ValueError, RecordError):
            return
        for change in json.loads(pasted.changes):
            self.enters(change)

    def says_about(self) -> None:
        """What an import says of a hand besides."""
        extra = {"_source": self.luck.choice(TEXTS)}
        self.enters({"op": "about", "meta": self.hand.facts["meta"], "extra": extra})


SLIPS_BY_WEIGHT = (
    *(6 * (_Tapping.enters_wrongly,)),
    *(3 * (_Tapping.corrects,)),
    *(2 * (_Tapping.undoes, _Tapping.swaps, _Tapping.takes_back, _Tapping.records_several)),
    *(_Tapping.rewinds, _Tapping.remarks, _Tapping.rules, _Tapping.claims, _Tapping.pastes),
    *(_Tapping.states_the_result, _Tapping.enters_nonsense, _Tapping.asks_beside),
    _Tapping.says_about,
)


def act(action: Action) -> Change:
    """The change that records one action."""
    return {"op": "act", "action": action}


def seat_left_out(action: Action, luck: Random) -> Action:
    """As the pad sends most cards: whose turn it is goes without saying."""
    if action["kind"] != "play" or luck.random() < 0.3:
        return action
    return {key: value for key, value in action.items() if key != "seat"}
