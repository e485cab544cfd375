"""What a tablet asks its own engine while a hand is recorded: the requests of the recording screen,
answered without the server (`static/js/recording/judge.js`).

Every function takes by name `hand` (`Sitting.as_json`), `match` (`match_as_json`), `changes` (those
of all entries so far, recorded or waiting), `written` (what the match writes down, in words),
`confirms` (how the club wants scores confirmed), `me` (the id of the account's player, or ""), and
what it says itself. It returns `{status, body}`, as the server would answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from games.recording import answers
from games.recording.score import score_context
from games.recording.screen import WAYS_TO_END, canonical
from games.recording.sitting import Sitting
from games.rules import (
    ONE_ACTION,
    NoLiveAction,
    RecordError,
    Replay,
    entering,
    opponents,
    position_digest,
    rotation,
)

Sent = Mapping[str, Any]
Answer = dict[str, Any]


def _answered(body: answers.Body, status: int = 200) -> Answer:
    return {"status": status, "body": body}


def _refused(status: int, body: answers.Body) -> Answer:
    return _answered(body, status)


def _at_table(sent: Sent) -> tuple[Sitting, list[entering.Change]]:
    """The hand and its changes; its version is their number."""
    changes = sent["changes"]
    return Sitting.from_json(sent["hand"])._replace(version=len(changes)), changes


def enter(**sent: Any) -> Answer:
    """Judge one `change` more: the screen after it, or why not.

    With `change` as it is recorded, and `digest`, that of the position after it.
    """
    hand, changes = _at_table(sent)
    wanted = sent["change"]
    try:
        wanted = entering.read(wanted)
        change, follows = entering.judge(hand.facts, changes, wanted)
        problem = follows.problem
    except RecordError as error:
        problem = error.problem
    except NoLiveAction:
        return _refused(*answers.nothing_to_undo())
    if problem is not None:
        return _refused(*answers.refused(hand, changes, problem, wanted))
    after = hand._replace(version=hand.version + 1)
    last = ONE_ACTION if change["op"] == "act" else entering.last_tap([*changes, change])
    body = answers.answer(after, follows, last, change) | {"digest": position_digest(follows)}
    return {**_answered(body, 201), "change": change}


def enter_row(**sent: Any) -> Answer:
    """Judge a `row` of changes without drawing any: those before the first that is refused, as
    `enter` does."""
    hand, changes = _at_table(sent)
    entered: list[Answer] = []
    for wanted in sent["row"]:
        try:
            change, follows = entering.judge(hand.facts, changes, entering.read(wanted))
        except (RecordError, NoLiveAction):
            break
        if follows.problem is not None:
            break
        changes = [*changes, change]
        entered.append({"change": change, "digest": position_digest(follows)})
    return {**_answered({}, 201), "entered": entered}


def screen(**sent: Any) -> Answer:
    """The screen as a value, before it is drawn: to be compared with the server's."""
    hand, changes = _at_table(sent)
    shown = answers.screen_after(hand, hand.replay_of(changes), changes)
    return _answered({"screen": canonical(shown).decode()})


def recording(**sent: Any) -> Answer:
    """The screen as it stands."""
    hand, changes = _at_table(sent)
    match = match_from_json(sent["match"])

    def score(end: Replay) -> answers.Body:
        return score_context(match, hand.number, end, _asking(hand, match, end, sent))

    body = answers.recording(hand, changes, score)
    return {**_answered(body), "words": answers.around(match, hand.number)}


class Given(NamedTuple):
    """A confirmation that waits on the tablet: the name of who gave it."""

    player: str


class Disputed(NamedTuple):
    """A dispute that waits on the tablet: the name of who says so, and what is wrong."""

    player: str
    because: str


class AskedHere(NamedTuple):
    """As `games.confirming.asking`, as far as a tablet can know without the server (`away`); `undo`
    is what an undo takes back first, "" for the last entry."""

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
        """Whether the hand can be sealed without saying why nobody was asked."""
        return bool(self.given or self.disputes)


def _asking(hand: Sitting, match: MatchSoFar, end: Replay, sent: Sent) -> AskedHere | None:
    """What is asked about the score: `confirms` says how the club wants it, `me` is the player of
    this account, `given` the id of who has confirmed, `disputes` are those that wait."""
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


def confirm(**sent: Any) -> Answer:
    """Take down that `player` (an id) agrees with the score: the screen with it, who it was
    (`given`), and the `disputes` that are left, since they withdraw their own."""
    given = sent["player"]
    disputes = [one for one in sent.get("disputes", []) if one["player"] != given]
    said = {"given": given, "disputes": disputes}
    return {**recording(**{**sent, **said}), **said}


def dispute(**sent: Any) -> Answer:
    """Take down that `player` (an id) says the score is wrong, `because` of what: the screen with
    it, and all `disputes`."""
    try:
        because = read_reason(sent["because"], _("Say in a few words what is wrong."))
    except ValidationError as error:
        return _malformed(error.messages[0])
    others = [one for one in sent.get("disputes", []) if one["player"] != sent["player"]]
    said = {"disputes": [*others, {"player": sent["player"], "because": because}]}
    return {**recording(**{**sent, **said}), **said}


def seal(**sent: Any) -> Answer:
    """Leave the finished hand as if it were sealed: the page after it, its `row` in the match."""
    hand, changes = _at_table(sent)
    end, match = hand.replay_of(changes), match_from_json(sent["match"])
    if end.outcome.scores is None:
        return _refused(
            409, {"code": "hand-not-finished", "message": _("The hand is not finished.")}
        )
    return _left(hand, match, match.hand(hand.number).as_sealed(end), sent)


def give_up(**sent: Any) -> Answer:
    """Leave a hand that went wrong, as if it were void: how (`void_as`), and `because` of what; the
    page after it, and its `row` of the match."""
    hand, _changes = _at_table(sent)
    how, match = sent["void_as"], match_from_json(sent["match"])
    if how not in {ending.key for ending in WAYS_TO_END}:
        return _malformed(_("There is no such choice."))
    try:
        read_reason(sent["because"], _("Say in a few words what went wrong."))
    except ValidationError as error:
        return _malformed(error.messages[0])
    void = match.hand(hand.number)._replace(state="void", void_as=how)
    return _left(hand, match, void, sent)


def take_up(**sent: Any) -> Answer:
    """Go on with a hand that was given up: its screen as it was, and its `row` in the match."""
    hand, _changes = _at_table(sent)
    match = match_from_json(sent["match"])
    row = match.hand(hand.number)._replace(state="open", void_as="")
    return {
        **recording(**{**sent, "match": match_as_json(match.with_hand(row))}),
        "row": hand_as_json(row),
    }


def _malformed(message: str) -> Answer:
    return _refused(422, {"code": "malformed", "message": message})


def _left(hand: Sitting, match: MatchSoFar, row: MatchHand, sent: Sent) -> Answer:
    """The page after a hand, and what it is now in the match."""
    return {**_between(hand, match.with_hand(row), sent), "row": hand_as_json(row)}


def between(**sent: Any) -> Answer:
    """The page after a hand that the match says is over."""
    hand, _changes = _at_table(sent)
    return _between(hand, match_from_json(sent["match"]), sent)


def _between(hand: Sitting, match: MatchSoFar, sent: Sent) -> Answer:
    body = answers.between(hand, match, sent["written"])
    return {**_answered(body), "words": answers.around(match, hand.number)}


def deal(**sent: Any) -> Answer:
    """Deal the next hand, with this `id`: its first screen, the `hand`, and its `row` of the match.

    Also what was dealt, `deals`: asked again with it, no other hand is dealt; `there` says that it
    is the hand that is recorded.
    """
    match, here = match_from_json(sent["match"]), Sitting.from_json(sent["hand"])
    deals = sent.get("deals")
    if deals == here.deal:
        return {**_answered({}), "there": True}
    if match.open_hand is not None:
        return _refused(*answers.still_open(match.open_hand.number))
    hand = here.next_dealt(sent["id"], match)
    if deals not in (None, hand.deal):
        return _refused(*answers.dealt_otherwise(deals["number"]))
    row = MatchHand("", hand.number, match.variant, hand.facts["dealer"], hand.sits_out)
    facts = {"hand": hand.as_json(), "row": hand_as_json(row), "deals": hand.deal}
    words = answers.around(match.with_hand(row), hand.number)
    return {**_answered(answers.dealt(hand), 201), **facts, "words": words}


def panel(**sent: Any) -> Answer:
    """The panel `name`; `card` is the one that is to be bought."""
    hand, changes = _at_table(sent)
    card = sent.get("card", "")
    return _drawn(answers.panel_of(hand, hand.replay_of(changes), sent["name"], card))


def entry(**sent: Any) -> Answer:
    """The panel of the entry at `index`."""
    hand, changes = _at_table(sent)
    return _drawn(answers.entry_panel(hand, hand.replay_of(changes), sent["index"]))


def _drawn(panel: answers.Fragment | None) -> Answer:
    return _answered({}, 404) if panel is None else _answered({"side": panel.draw()})


def choosing(**sent: Any) -> Answer:
    """The `keys` while `cards` are chosen to be laid away."""
    hand, changes = _at_table(sent)
    try:
        return _answered(answers.choosing(hand.replay_of(changes), sent["cards"]))
    except ValueError as error:
        return _refused(400, {"code": "malformed", "message": str(error)})


def preview(**sent: Any) -> Answer:
    """What would follow from a `change`, or what a `claim` comes to; `refusal`: only why not."""
    hand, changes = _at_table(sent)
    try:
        return _answered(answers.preview(hand, changes, sent))
    except RecordError as error:
        return _refused(*answers.refused(hand, changes, error.problem, sent["change"]))
    except NoLiveAction:
        return _refused(*answers.nothing_to_undo())


def paste(**sent: Any) -> Answer:
    """What a `text` in the notation would record."""
    hand, changes = _at_table(sent)
    return _answered(answers.pasted(hand, changes, sent["text"]))


REQUESTS: dict[str, Callable[..., Answer]] = {
    request.__name__: request
    for request in (
        *(enter, enter_row, screen, recording, panel, entry, choosing, preview, paste),
        *(confirm, dispute, seal, give_up, take_up, between, deal),
    )
}
REQUESTS["desk"] = recording  # as pages ask that were opened before 0.3 and have fetched this
