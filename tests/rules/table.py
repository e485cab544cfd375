"""A hand told in a few words, so that a test reads like a ruling.

    hand().says("guard pass pass pass").turns_up("D1 D2 D3 D4 D5 D6").lays_away(None).plays("H1 HK")

Every step gives a new `Hand`, so that a beginning can have several ends. Cards are written as in
records; a call or a card with "!" behind it was let stand by the table (`irregular`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from games.rules import (
    VARIANTS,
    Line,
    Outcome,
    Problem,
    Record,
    RecordError,
    Replay,
    State,
    card_code,
    cards_of,
    parse_record,
    verify,
)
from games.rules import replay as replayed
from games.rules.phases.play import legal
from games.rules.record.shape import format_of
from games.rules.replaying.replay import fold
from tests.rules.refusals import assert_well_said
from tests.rules.written import codes, in_order

FRENCH = next(variant for variant in VARIANTS if variant.key == "french")
NAMES = ("Anna", "Boris", "Chloe", "Dario", "Elise", "Farid")
LET_STAND = "nobody noticed in time"
# The steps between deal and play, of which some games have none.
EXCHANGES: tuple[dict[str, Any], ...] = (
    {"kind": "stock", "cards": ["S1"]},
    {"kind": "discard", "seat": 0, "cards": ["S1", "S2"]},
    {"kind": "discard", "seat": 0, "cards": None},
    {"kind": "king", "seat": 0, "card": "SK"},
    {"kind": "take", "seat": 0, "half": "first"},
    {"kind": "buy", "seat": 0, "card": None},
)


def preset(key: str) -> dict[str, str | int | bool]:
    """The options of a preset of French Tarot."""
    return dict(next(one for one in FRENCH.presets if one.key == key).options)


@dataclass(frozen=True)
class Hand:
    """A record being written. `deal` holds the known hands by seat; `variant` is a key."""

    players: int
    dealer: int
    options: Mapping[str, Any]
    deal: Mapping[int, str]
    stock: str | None
    actions: tuple[Mapping[str, Any], ...] = ()
    variant: str = "french"

    # ---- what happens ------------------------------------------------------------------------

    def does(self, kind: str, **fields: Any) -> Self:
        """Any action; `from_` is the field "from"."""
        named = {name.rstrip("_"): value for name, value in fields.items()}
        return replace(self, actions=(*self.actions, {"kind": kind, **named}))

    def says(self, calls: str) -> Self:
        """Calls of the auction, one a seat from the dealer's right."""
        told = self
        for call in calls.split():
            spoken = sum(action["kind"] == "call" for action in told.actions)
            seat = (self.dealer + 1 + spoken) % self.players
            told = told.does("call", seat=seat, call=call.rstrip("!"), **_let_stand(call))
        return told

    def names(self, card: str) -> Self:
        """The taker calls a card for a partner."""
        return self.does("king", seat=self.taker, card=card)

    def turns_up(self, cards: str) -> Self:
        """The dog is turned up."""
        return self.does("stock", cards=cards.split())

    def lays_away(self, cards: str | None, **fields: Any) -> Self:
        """The taker's discard; None: face down, nobody saw. `shown` may be a text of cards."""
        if isinstance(fields.get("shown"), str):
            fields["shown"] = fields["shown"].split()
        laid = None if cards is None else cards.split()
        return self.does("discard", seat=self.taker, cards=laid, **fields)

    def shows(self, cards: str, *, seat: int | None = None, **fields: Any) -> Self:
        """A handful, by the taker where nobody else is named."""
        who = self.taker if seat is None else seat
        return self.does("announce", seat=who, what="handful", cards=cards.split(), **fields)

    def calls_slam(self, *, seat: int | None = None) -> Self:
        """A slam, by the taker where nobody else is named."""
        return self.does("announce", seat=self.taker if seat is None else seat, what="slam")

    def plays(self, cards: str) -> Self:
        """Cards in the order in which they fall; each belongs to the seat that is on turn."""
        told, state = self, self.state
        for code in cards.split():
            seat = 0 if state.turn is None else state.turn
            card = {"card": code.rstrip("!"), **_let_stand(code)}
            told = told.does("play", seat=seat, **card)
            fold(state, told.actions[-1:])
        return told

    def plays_on(self, cards: int) -> Self:
        """Everybody plays the lowest card that they may, until that many lie there or are won."""
        told, state = self, self.state
        while len(state.played) < cards:
            action = {
                "kind": "play",
                "seat": state.turn,
                "card": card_code(cards_of(legal(state))[0]),
            }
            told = replace(told, actions=(*told.actions, action))
            assert fold(state, [action]) is None
        return told

    def knowing(self, *seats: int, stock: bool = False) -> Self:
        """The same record with only these hands written down, and the dog only if asked."""
        deal = {seat: self.deal[seat] for seat in seats}
        return replace(self, deal=deal, stock=self.stock if stock else None)

    def as_seen(self, *, shown: str | None = None, unseen: bool = True) -> Self:
        """What the table saw of it: no hand, the dog turned up, the discard face down but for the
        cards shown (None: those that were). A closed dog stays closed."""
        actions = list(self.actions)
        for place, action in enumerate(self.actions):
            if action["kind"] == "discard":
                open_cards = action.get("shown", []) if shown is None else shown.split()
                cards = None if unseen else action["cards"]
                actions[place] = {**action, "cards": cards, "shown": open_cards}
                actions.insert(place, {"kind": "stock", "cards": (self.stock or "").split()})
        return replace(self, deal={}, stock=None, actions=tuple(actions))

    def takes_back(self, seat: int, card: str) -> Self:
        """A seat takes a card back that lay on the table."""
        return self.does("takeback", seat=seat, card=card)

    def claims(self, seat: int) -> Self:
        """A seat claims all remaining tricks."""
        return self.does("claim", seat=seat)

    def results(self, **facts: Any) -> Self:
        """The scorer states the facts of the hand."""
        return self.does("result", facts=facts)

    def rules(self, *points: float) -> Self:
        """The director gives and takes points, one number a seat."""
        return self.does("ruling", text="as agreed", points=list(points))

    def remarks(self, text: str = "a long think") -> Self:
        """A comment at this point."""
        return self.does("note", text=text)

    # ---- its result ------------------------------------------------------------------------------

    @property
    def taker(self) -> int:
        """The seat of the last bid."""
        bids = [
            one["seat"] for one in self.actions if one["kind"] == "call" and one["call"] != "pass"
        ]
        return bids[-1] if bids else 0

    @property
    def json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        seats = range(self.players)
        hands = [self.deal[seat].split() if seat in self.deal else None for seat in seats]
        return {
            "format": format_of(self.actions),
            "variant": self.variant,
            "options": dict(self.options),
            "players": list(NAMES[: self.players]),
            "dealer": self.dealer,
            "deal": {"hands": hands, "stock": None if self.stock is None else self.stock.split()},
            "actions": [dict(action) for action in self.actions],
        }

    @property
    def line(self) -> bytes:
        """The record as a line of text."""
        return json.dumps(self.json).encode()

    @property
    def record(self) -> Record:
        """The record as the rules read it."""
        return parse_record(self.line)

    @property
    def replay(self) -> Replay:
        """The record replayed."""
        return replayed(self.record)

    @property
    def state(self) -> State:
        """Where the good part of the record leads."""
        return self.replay.state

    @cached_property
    def outcome(self) -> Outcome:
        """The hand's result. Nothing in it may be refused."""
        result = self.replay
        assert result.problem is None, (result.problem.code, str(result.problem))
        return result.outcome

    @property
    def scores(self) -> list[int | float] | None:
        """What each seat wins or loses."""
        return None if self.outcome.scores is None else list(self.outcome.scores)

    @property
    def lines(self) -> dict[str, Line]:
        """The lines of the score sheet by their labels, words filled in."""
        return {str(line.as_json(NAMES)["label"]): line for line in self.outcome.lines}

    def pays(self, label: str) -> int | float | None:
        """The points of a line of the score sheet."""
        return self.lines[label].points

    # ---- rulings -----------------------------------------------------------------------------

    def stands(self) -> Self:
        """Nothing in the record may be refused."""
        assert self.outcome
        return self

    def refused(
        self,
        code: str,
        rule: str = "",
        *,
        cards: str = "",
        legal: str | None = None,
        earlier: int | None = None,
        seat: int | None = None,
        action: int | None = -1,
    ) -> Problem:
        """The last action (or the one named) must be refused with this; gives the problem."""
        problem = self.problem
        place = len(self.actions) + action if action is not None and action < 0 else action
        assert (problem.code, problem.action) == (code, place), str(problem)
        assert problem.rule == (f"{self.variant}/{rule}" if rule else ""), str(problem)
        assert codes(problem.cards) == in_order(cards), str(problem)
        found = None if problem.legal is None else codes(problem.legal)
        assert found == (None if legal is None else in_order(legal)), str(problem)
        assert problem.earlier == earlier, str(problem)
        assert seat is None or problem.seat == seat, str(problem)
        return problem

    @property
    def problem(self) -> Problem:
        """What is wrong with the record, a whole sentence that cites a rule of the sheet."""
        problem = self._problem()
        assert problem is not None, "nothing is refused"
        assert_well_said(problem)
        error = verify(self.line)["error"]
        assert (error["code"], error["action"]) == (problem.code, problem.action)
        assert error["message"] == str(problem)
        assert error.get("rule", "") == problem.rule
        return problem

    def _problem(self) -> Problem | None:
        try:
            return self.replay.problem
        except RecordError as error:
            return error.problem


def _let_stand(word: str) -> dict[str, str]:
    return {"irregular": LET_STAND} if word.endswith("!") else {}


def hand(
    players: int = 4,
    *,
    dealer: int | None = None,
    deal: Mapping[int, str] | None = None,
    stock: str | None = None,
    variant: str = "french",
    **options: Any,
) -> Hand:
    """A hand of French Tarot, or of another variant, before the first call. The last seat deals,
    so that seat 0 speaks and leads first; nothing is known of the cards; the options are the
    defaults except those named."""
    last = players - 1 if dealer is None else dealer
    return Hand(players, last, options, deal or {}, stock, variant=variant)


def said(told: Hand) -> list[tuple[object, ...]]:
    """The score sheet as it is read: label, how, points, rule."""
    lines = [line.as_json(NAMES) for line in told.outcome.lines]
    return [(line["label"], line.get("how", ""), line["points"], line["rule"]) for line in lines]
