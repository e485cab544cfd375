"""The requests of the recording screen, in one table.

It serves both the server (`http.py`) and the engine on a tablet (`tablet.py`). Each request takes
the `Table` of a hand, the changes of its entries and what was sent with the request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.display.chairs import chairs_of
from games.matches.match_so_far import MatchSoFar
from games.recording import answers
from games.recording.answers import Answer, Body, Panel, panel_context
from games.recording.pasting import judged
from games.recording.score import score_context
from games.recording.screen import (
    WAYS_TO_END,
    ResultSoFar,
    bought_of,
    claim_form,
    claim_so_far,
    entry_of,
    keys_of,
    other_entries,
    parts_of,
    preview_of,
    refusal_of,
    result_form,
    result_so_far,
    screen_of,
)
from games.recording.sitting import Sitting
from games.rules import Change, NoLiveAction, RecordError, Replay, card_id, entering, mask_of

Sent = Mapping[str, Any]


class HandAtTable(NamedTuple):
    """A hand at its table.

    What only a finished hand needs is looked up when it is asked for: the `match` so far, and what
    is asked about the score (`score_context`). `written` says what gets written down; `forms` is
    the context that forms need.
    """

    hand: Sitting
    match: Callable[[], MatchSoFar]
    asking: Callable[[Replay], object]
    written: str
    forms: Body


Request = Callable[[HandAtTable, list[Change], Sent], Answer]


def recording(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return the screen as it stands, the score too; of a hand that is over, what comes next."""
    hand = table.hand
    if not hand.is_open:
        return Answer(200, answers.between(hand, table.match(), table.written))
    replayed = hand.replay_of(changes)
    body = answers.answer(hand, replayed, entering.last_tap(changes))
    if not body["stage"]:
        screen = answers.screen_after(hand, replayed, changes)
        context = answers.context_of(hand, screen) | scored(table, replayed)
        body["stage"] = render_to_string("recording/_stage.html", context)
        body["undone"] = answers.undone(hand, screen, changes)
    return Answer(200, body)


def scored(table: HandAtTable, end: Replay) -> Body:
    """Return the context of the score of a finished hand."""
    score = score_context(table.match(), table.hand.number, end, table.asking(end))
    return score | table.forms


# --- panels --------------------------------------------------------------------------------------


def panel(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return the panel `name`, or 404; `card` is the code of the one that is to be bought."""
    facts_of, replayed = PANELS.get(sent["name"]), table.hand.replay_of(changes)
    facts = facts_of(replayed, sent.get("card", "")) if facts_of else None
    if facts is None:
        return Answer(404, {})
    context = panel_context(table.hand, replayed, **facts)
    return Answer(200, Panel(f"recording/_{sent['name']}.html", context))


def _bought(replayed: Replay, card: str) -> Body | None:
    bought = bought_of(replayed.state, replayed.record.players, card)
    return bought and {"bought": bought}


# The context of each panel next to the screen, from the hand and a card.
PANELS: Mapping[str, Callable[[Replay, str], Body | None]] = {
    "announce": lambda replayed, card: {"screen": screen_of(replayed)},
    "bought": _bought,
    "claim": lambda replayed, card: {"form": claim_form(replayed)},
    "comment": lambda replayed, card: {"endings": WAYS_TO_END},
    "deal": lambda replayed, card: {"parts": parts_of(replayed)},
    "entries": lambda replayed, card: {"entries": other_entries(replayed)},
    "give_up": lambda replayed, card: {"endings": WAYS_TO_END},
    "result": lambda replayed, card: {
        "form": result_form(replayed),
        "out": chairs_of(replayed.record).out,
    },
    "ruling": lambda replayed, card: {"screen": screen_of(replayed)},
}


def entry(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return the panel of the entry at `index`, to look at or to change; 404 if there is none."""
    index, replayed = sent["index"], table.hand.replay_of(changes)
    if index >= replayed.count:
        return Answer(404, {})
    context = panel_context(table.hand, replayed, entry=entry_of(replayed, index))
    return Answer(200, Panel("recording/_entry.html", context))


# --- before anything is recorded -----------------------------------------------------------------


def choosing(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return the `keys` while cards are laid away: which may be added to `cards` (codes)."""
    try:
        chosen = mask_of([card_id(code) for code in sent["cards"]])
    except KeyError:
        return malformed(_("This is not a tarot card."))
    return Answer(200, {"keys": keys_of(table.hand.replay_of(changes).state, {}, chosen)})


def preview(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return what would follow from a `change`: whether it fits, or the first conflict.

    `refusal` asks only why not. For a result or a `claim`, return what follows so far, and what
    else is asked.
    """
    change: Any = sent.get("change")
    try:
        return Answer(200, _preview(table.hand, changes, sent))
    except RecordError as error:
        return answers.refused(table.hand, changes, error.problem, change)
    except NoLiveAction:
        return answers.nothing_to_undo()


def _preview(hand: Sitting, changes: list[Change], sent: Sent) -> Body:
    before = hand.replay_of(changes)
    if isinstance(sent.get("claim"), dict):
        return _so_far(hand, before, claim_so_far(before, sent["claim"]))
    change = entering.read(sent.get("change"))
    follows = entering.judge(hand.facts, changes, change)[1]
    if change["op"] == "act" and change["action"]["kind"] == "result":
        facts = change["action"].get("facts")
        return _so_far(hand, before, result_so_far(before, follows, facts))
    if sent.get("refusal") is True and follows.problem is not None:
        refusal = refusal_of(before, follows.problem, change)
        return {"side": _drawn("recording/_refusal.html", hand, before, refusal=refusal)}
    shown = preview_of(before, follows, change)
    side = _drawn("recording/_preview.html", hand, before, preview=shown)
    return {"fits": follows.problem is None, "side": side}


def _so_far(hand: Sitting, before: Replay, so_far: ResultSoFar) -> Body:
    """Return what follows so far, the foot of the form, and what else it asks."""
    foot = _drawn("recording/_result_so_far.html", hand, before, so_far=so_far)
    return {"fits": bool(so_far.change), "result": foot, "asked": so_far.asked}


def _drawn(template: str, hand: Sitting, before: Replay, **facts: object) -> str:
    return Panel(template, panel_context(hand, before, **facts)).draw()


def paste(table: HandAtTable, changes: list[Change], sent: Sent) -> Answer:
    """Return the panel that says what a `text` in the notation would record."""
    text = sent.get("text")
    if not isinstance(text, str):
        return malformed(_("Send the “text” that was pasted."))
    hand = table.hand
    context = {"club": hand.club, "hand": hand, **judged(hand, changes, text)}
    return Answer(200, {"side": Panel("recording/_pasted.html", context).draw()})


def malformed(message: str, status: int = 400) -> Answer:
    """Return the answer to what cannot be read."""
    return Answer(status, {"code": "malformed", "message": message})


REQUESTS: Mapping[str, Request] = {
    "recording": recording,
    "panel": panel,
    "entry": entry,
    "choosing": choosing,
    "preview": preview,
    "paste": paste,
}
