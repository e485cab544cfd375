"""What a tablet asks its own engine while a hand is recorded.

That is the requests of the recording screen (`requests.py`), and what is judged here before the
server has seen it (`static/js/recording/judge.js`).

With every request comes `hand` (`Sitting.as_json`), `match` (`match_as_json`), `changes` (those of
all entries so far, recorded or waiting), `written` (what the match writes down, in words),
`confirms` (how the club wants scores confirmed), `me` (the id of the account's player, or ""), and
the request's own fields. The answer is `{status, body}`, as the server would give it, and for what
is judged here what becomes of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.display.typed_reasons import read_reason
from games.matches.match_so_far import (
    MatchHand,
    MatchPlayer,
    MatchSoFar,
    hand_as_json,
    match_as_json,
    match_from_json,
)
from games.recording import answers, requests
from games.recording.answers import Answer, Panel
from games.recording.requests import HandAtTable, Sent, malformed
from games.recording.screen import WAYS_TO_END
from games.recording.sitting import Sitting
from games.rules import (
    ONE_ACTION,
    Change,
    NoLiveAction,
    RecordError,
    Replay,
    entering,
    opponents,
    position_digest,
    rotation,
)


def table_of(sent: Sent) -> HandAtTable:
    """Return the hand as its requests need it; its version is the number of its changes."""
    hand = Sitting.from_json(sent["hand"])._replace(version=len(sent["changes"]))
    return HandAtTable(
        hand=hand,
        match=lambda: match_from_json(sent["match"]),
        asking=lambda end: _asking(hand, match_from_json(sent["match"]), end, sent),
        written=sent.get("written", ""),
        forms={},
    )


# --- entries -------------------------------------------------------------------------------------


def enter(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Judge one `change` more: the screen after it, or why not.

    With `change` as it is recorded, and `digest`, that of the position after it.
    """
    hand, wanted = table.hand, sent["change"]
    try:
        wanted = entering.read(wanted)
        change, follows = entering.judge(hand.facts, changes, wanted)
        problem = follows.problem
    except RecordError as error:
        problem = error.problem
    except NoLiveAction:
        return answers.nothing_to_undo()
    if problem is not None:
        return answers.refused(hand, changes, problem, wanted)
    after = hand._replace(version=hand.version + 1)
    last = ONE_ACTION if change["op"] == "act" else entering.last_tap([*changes, change])
    body = answers.answer(after, follows, last, change) | {"digest": position_digest(follows)}
    return Answer(201, body, {"change": change})


def enter_row(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Judge a `row` of changes without drawing any, as `enter`, up to the first refused."""
    entered = []
    for wanted in sent["row"]:
        try:
            change, follows = entering.judge(table.hand.facts, changes, entering.read(wanted))
        except (RecordError, NoLiveAction):
            break
        if follows.problem is not None:
            break
        changes = [*changes, change]
        entered.append({"change": change, "digest": position_digest(follows)})
    return Answer(201, {}, {"entered": entered})


# --- the screen as it stands, and what is asked about a score ------------------------------------


def recording(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return the screen as it stands, and what is shown around it (`words`)."""
    match, number = table.match(), table.hand.number
    hand = table.hand._replace(is_open=match.hand(number).state == "open")
    answer = requests.recording(table._replace(hand=hand), changes, sent)
    return answer._replace(facts={"words": answers.around(match, number)})


def _with(facts: Sent, sent: Sent, **match: Any) -> Answer:
    """Return the screen of a hand of which these facts are known besides."""
    sent = {**sent, **facts, **match}
    answer = recording(table_of(sent), sent["changes"], sent)
    return answer._replace(facts={**answer.facts, **facts})


class Given(NamedTuple):
    """A confirmation that waits on the tablet: the name of who gave it."""

    player: str


class Disputed(NamedTuple):
    """A dispute that waits on the tablet: the name of who says so, and what is wrong."""

    player: str
    because: str


class AskedHere(NamedTuple):
    """As `games.confirming.asking`, as far as a tablet can know without the server (`away`).

    `undo` is what an undo takes back first, "" for the last entry.
    """

    by_pin: bool
    names: Sequence[MatchPlayer]
    table: Sequence[MatchPlayer]
    given: Given | None
    disputes: Sequence[Disputed]
    undo: str
    away: bool = True
    key: str = ""

    @property
    def ready(self) -> bool:
        """Return whether the hand can be sealed without saying why nobody was asked."""
        return bool(self.given or self.disputes)


def _asking(hand: Sitting, match: MatchSoFar, end: Replay, sent: Sent) -> AskedHere | None:
    """Return what is asked about the score.

    `confirms` says how the club wants it, `me` is the player of this account, `given` the id of the
    player who has confirmed, `disputes` are those that wait.
    """
    if sent["confirms"] == "no" or end.outcome.status != "scored" or not hand.is_open:
        return None
    table = rotation.seated(match.seats.at(hand.number), hand.sits_out)
    others = [table[seat] for seat in opponents(end)]
    by_id = {player.public_id: player.name for player in table}
    given, disputes = by_id.get(sent.get("given", "")), sent.get("disputes", [])
    last = _("the confirmation") if given else _("the dispute") if disputes else ""
    return AskedHere(
        by_pin=sent["confirms"] == "pin",
        names=[one for one in others if one.public_id != sent["me"]] or others,
        table=table,
        given=Given(given) if given else None,
        disputes=[Disputed(by_id[one["player"]], one["because"]) for one in disputes],
        undo=last,
    )


# --- steps ---------------------------------------------------------------------------------------


def confirm(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Take down that `player` (an id) agrees with the score.

    Return the screen with it, who it was (`given`), and the `disputes` that are left, since a
    player who agrees withdraws their own.
    """
    given = sent["player"]
    disputes = [one for one in sent.get("disputes", []) if one["player"] != given]
    return _with({"given": given, "disputes": disputes}, sent)


def dispute(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Take down that `player` (an id) disputes the score; the screen then, and all `disputes`."""
    try:
        because = read_reason(sent["because"], _("Say in a few words what is wrong."))
    except ValidationError as error:
        return malformed(error.messages[0], 422)
    others = [one for one in sent.get("disputes", []) if one["player"] != sent["player"]]
    return _with({"disputes": [*others, {"player": sent["player"], "because": because}]}, sent)


def seal(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Leave the finished hand as if it were sealed: the page after it, its `row` in the match."""
    end = table.hand.replay_of(changes)
    if end.outcome.scores is None:
        words = _("The hand is not finished.")
        return Answer(409, {"code": "hand-not-finished", "message": words})
    return _with_row(table.match().hand(table.hand.number).as_sealed(end), sent)


def give_up(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Leave a hand as if it were void, `because`; the page after it, and its `row` of the match."""
    how = sent["void_as"]
    if how not in {ending.key for ending in WAYS_TO_END}:
        return malformed(_("There is no such choice."), 422)
    try:
        read_reason(sent["because"], _("Say in a few words what went wrong."))
    except ValidationError as error:
        return malformed(error.messages[0], 422)
    row = table.match().hand(table.hand.number)
    return _with_row(row._replace(state="void", void_as=how), sent)


def take_up(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Go on with a hand that was given up: its screen as it was, and its `row` in the match."""
    row = table.match().hand(table.hand.number)
    return _with_row(row._replace(state="open", void_as=""), sent)


def _with_row(row: MatchHand, sent: Sent) -> Answer:
    """Return the screen of a hand that its match has as `row` from now on."""
    match = match_from_json(sent["match"]).with_hand(row)
    return _with({"row": hand_as_json(row)}, sent, match=match_as_json(match))


def deal(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Deal the next hand, with this `id`: its first screen, the `hand`, and its `row` of the match.

    Also what was dealt, `deals`: asked again with it, no other hand is dealt; `there` says that it
    is the hand that is recorded.
    """
    match, deals = table.match(), sent.get("deals")
    if deals == table.hand.deal:
        return Answer(200, {}, {"there": True})
    if match.open_hand is not None:
        return answers.still_open(match.open_hand.number)
    hand = table.hand.next_dealt(sent["id"], match)
    if deals not in (None, hand.deal):
        return answers.dealt_otherwise(deals["number"])
    row = MatchHand("", hand.number, match.variant, hand.facts["dealer"], hand.sits_out)
    facts = {"hand": hand.as_json(), "row": hand_as_json(row), "deals": hand.deal}
    words = answers.around(match.with_hand(row), hand.number)
    return Answer(201, answers.dealt(hand), {**facts, "words": words})


# --- the door ------------------------------------------------------------------------------------


ANSWERS: Mapping[str, requests.Request] = {
    **requests.REQUESTS,
    **{"recording": recording, "enter": enter, "enter_row": enter_row},
    **{"confirm": confirm, "dispute": dispute, "seal": seal},
    **{"give_up": give_up, "take_up": take_up, "deal": deal},
    # as pages ask that were opened before 0.3 and have fetched this engine
    **{"desk": recording, "between": recording},
}


def _asked(name: str, /, **sent: Any) -> dict[str, Any]:
    status, body, facts = ANSWERS[name](table_of(sent), sent["changes"], sent)
    drawn = {"side": body.draw()} if isinstance(body, Panel) else body
    return {"status": status, "body": drawn, **facts}


REQUESTS: Mapping[str, Callable[..., Any]] = {name: partial(_asked, name) for name in ANSWERS}
