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

from django.utils.translation import gettext as _

from games.matches.match_so_far import (
    MatchHand,
    MatchPlayer,
    MatchSoFar,
    match_as_json,
    match_from_json,
)
from games.recording import answers
from games.recording.score import score_context
from games.recording.screen import canonical
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


def screen(**sent: Any) -> Answer:
    """The screen as a value, before it is drawn: to be compared with the server's."""
    hand, changes = _at_table(sent)
    shown = answers.screen_after(hand, hand.replay_of(changes), changes)
    return _answered({"screen": canonical(shown).decode()})


def desk(**sent: Any) -> Answer:
    """The screen as it stands."""
    hand, changes = _at_table(sent)
    match = match_from_json(sent["match"])

    def score(end: Replay) -> answers.Body:
        return score_context(match, hand.number, end, _asking(hand, match, end, sent))

    return _answered(answers.desk(hand, changes, score))


class Given(NamedTuple):
    """A confirmation that waits on the tablet: the name of who gave it."""

    player: str


class AskedHere(NamedTuple):
    """As `games.confirming.asking`, as far as a tablet can know without the server (`away`)."""

    by_pin: bool
    names: Sequence[MatchPlayer]
    given: Given | None
    disputes: Sequence[str] = ()
    away: bool = True

    @property
    def ready(self) -> bool:
        """Whether the hand can be sealed without saying why nobody was asked."""
        return self.given is not None


def _asking(hand: Sitting, match: MatchSoFar, end: Replay, sent: Sent) -> AskedHere | None:
    """What is asked about the score: `confirms` says how the club wants it, `me` is the player of
    this account, `given` the id of who has confirmed."""
    if sent["confirms"] == "no" or end.outcome.status != "scored" or not hand.is_open:
        return None
    table = rotation.seated(match.seats.at(hand.number), hand.sits_out)
    others = [table[seat] for seat in opponents(end)]
    by_id = {player.public_id: Given(player.name) for player in table}
    return AskedHere(
        by_pin=sent["confirms"] == "pin",
        names=[one for one in others if one.public_id != sent["me"]] or others,
        given=by_id.get(sent.get("given", "")),
    )


def confirm(**sent: Any) -> Answer:
    """Take down that `player` (an id) agrees with the score: the screen with it, and who it was."""
    given = sent["player"]
    return {**desk(**{**sent, "given": given}), "given": given}


def seal(**sent: Any) -> Answer:
    """Leave the finished hand, as if it were sealed: the page after it, and the `match` with it."""
    hand, changes = _at_table(sent)
    end, match = hand.replay_of(changes), match_from_json(sent["match"])
    if end.outcome.scores is None:
        return _refused(
            409, {"code": "hand-not-finished", "message": _("The hand is not finished.")}
        )
    match = match.with_hand(match.hand(hand.number).as_sealed(end))
    body = answers.between(hand, end, match, sent["written"])
    return {**_answered(body), "match": match_as_json(match)}


def deal(**sent: Any) -> Answer:
    """Deal the next hand, with this `id`: its first screen, the `hand`, and the `match` with it."""
    match = match_from_json(sent["match"])
    hand = Sitting.from_json(sent["hand"]).next_dealt(sent["id"], match)
    row = MatchHand("", hand.number, match.variant, hand.facts["dealer"], hand.sits_out)
    match = match.with_hand(row)
    facts = {"hand": hand.as_json(), "match": match_as_json(match)}
    return {**_answered(answers.dealt(hand, match), 201), **facts}


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
    return _answered(answers.choosing(hand.replay_of(changes), sent["cards"]))


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


REQUESTS: Mapping[str, Callable[..., Answer]] = {
    request.__name__: request
    for request in (
        *(enter, screen, desk, panel, entry, choosing, preview, paste),
        *(confirm, seal, deal),
    )
}
