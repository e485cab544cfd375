"""What a tablet is answered: the screen after an entry, the page between two hands, refusals.

A `Sitting` and the changes of its entries go in, JSON-able values and HTML from the templates come
out, on the server as on the tablet. Nothing is read or written.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.display.reasons import Voice, http_status, sentence
from games.matches.match_so_far import MatchSoFar
from games.matches.standings import stand_of
from games.recording.drawing import draw_screen
from games.recording.score import standing_context
from games.recording.screen import (
    SCORE,
    Screen,
    refusal_of,
    rows_kept,
    screen_of,
)
from games.recording.sitting import Sitting
from games.rules import (
    OVER,
    Change,
    LastTap,
    NoLiveAction,
    Problem,
    Replay,
    entering,
)

Body = dict[str, Any]


class Panel(NamedTuple):
    """A panel: the template that draws it, and its context."""

    template: str
    context: dict[str, Any]

    def draw(self) -> str:
        """Return the panel as HTML."""
        return render_to_string(self.template, self.context)


class Answer(NamedTuple):
    """Status and body, or panel, of an answer; `facts` are for a tablet that asked its engine."""

    status: int
    body: Body | Panel
    facts: Body = {}


# --- the screen ----------------------------------------------------------------------------------


def answer(hand: Sitting, replayed: Replay, last: LastTap, change: Change | None = None) -> Body:
    """Return what the tablet needs after an entry, except the score: see `recording`.

    `last` is what an undo would take back. `change` is the change that led here from the tablet's
    screen: after a card, the answer has only the `parts` that it changed instead of the `stage`.
    """
    kept = None if change is None else rows_kept(replayed.state, change)
    screen = _screen(hand, replayed, last, kept or 0)
    if kept is not None:
        seats, panel, rows = draw_screen(screen, voice_of(screen), hand.addresses)
        drawn: Body = {"parts": [*seats, *panel, *rows]}
    elif screen.finished:
        drawn = {"stage": ""}
    else:
        drawn = {"stage": render_to_string("recording/_stage.html", context_of(hand, screen))}
    return {"version": hand.version, "mode": screen.mode, **drawn, **pad_of(screen)}


def between(hand: Sitting, match: MatchSoFar, written: str) -> Body:
    """Return the screen after a hand that was sealed or given up.

    It shows the result of the hand, how the match stands, and who deals next. `match` includes the
    hand; `written` says what gets written down of the next.
    """
    context = {
        **{"between": True, "club": hand.club, "match": match, "written": written},
        **standing_context(stand_of(match)),
        "void_id": hand.public_id,
    }
    return {
        **pad_of(screen_of(hand.replay_of([]))),
        **{"version": hand.version, "mode": SCORE, "phase": OVER, "turn": None},
        **{"status": ["", ""], "undo": "", "keys": [], "asks": "", "select": None},
        **{"claim": False, "announce": False, "rest": []},
        "stage": render_to_string("recording/_stage.html", context),
    }


def dealt(hand: Sitting) -> Body:
    """Return the first screen of a hand that has just been dealt."""
    return answer(hand, hand.replay_of([]), entering.last_tap([]))


def around(match: MatchSoFar, number: int) -> Body:
    """Return what is around the screen of hand `number`: how the match stands, which hand it is."""
    stand = stand_of(match)
    context = {"running": stand, "match": match}
    running = render_to_string("recording/_running.html", context)
    return {"running": running, "hand_words": stand.coming(number)}


def undone(hand: Sitting, screen: Screen, changes: list[Change]) -> Body | None:
    """Return the screen that an undo at the end of a hand leads back to.

    For a tablet that is offline. None if the hand is not over, or would still be over after the
    undo.
    """
    if not screen.finished or not hand.is_open:
        return None
    undo: Change = {"op": "undo"}
    _change, follows = entering.judge(hand.facts, changes, undo)
    if follows.problem is not None or follows.state.phase == OVER:
        return None
    return answer(hand, follows, entering.last_tap([*changes, undo]))


def screen_after(hand: Sitting, replayed: Replay, changes: list[Change]) -> Screen:
    """Return the whole screen of a hand after its changes."""
    return _screen(hand, replayed, entering.last_tap(changes))


def _screen(hand: Sitting, replayed: Replay, last: LastTap, kept: int = 0) -> Screen:
    return screen_of(replayed, sits_out=hand.sits_out, kept=kept, last=last)


def voice_of(screen: Screen) -> Voice:
    """Return the words for this screen's sentences: the names of its players, and its game."""
    return Voice(screen.names, screen.game)


def pad_of(screen: Screen) -> dict[str, Any]:
    """Return the parts of the screen that are never replaced: keys, status line, buttons."""
    voice, select = voice_of(screen), screen.selection
    return {
        "status": [voice.say(screen.status), " ".join(map(voice.say, screen.hint))],
        "keys": screen.keys,
        "undo": voice.say(screen.undo) if screen.undo else "",
        "claim": screen.may_claim,
        "rest": screen.rest,
        "announce": bool(screen.offers),
        "led": screen.trick.led,
        "lying": len(screen.trick.cards),
        "open": screen.trick.cards,
        "left": screen.left,
        "seats": len(screen.names),
        "fool": screen.fool,
        "select": {
            "kind": select.kind,
            "count": select.count,
            "unseen": select.unseen,
            "follows": select.follows,
        }
        if select
        else None,
        "turn": screen.turn,
        "phase": screen.phase,
        "sizes": {"stock": screen.stock_size, "discard": screen.discard_size},
        "shows": screen.shows,
        "asks": screen.asks,
    }


def context_of(hand: Sitting, screen: Screen) -> Body:
    """Return the context of the templates of the stage and of the panels."""
    voice = voice_of(screen)
    return {
        "screen": screen,
        "voice": voice,
        "drawn": draw_screen(screen, voice, hand.addresses),
        "club": hand.club,
        "hand": hand,
        "game_key": screen.game,
    }


def panel_context(hand: Sitting, replayed: Replay, **facts: Any) -> Body:
    """Return the context of a panel's template: `facts`, and the hand."""
    record = replayed.record
    context = {"club": hand.club, "hand": hand, "game_key": record.variant.key}
    return {**context, "voice": Voice(record.players, record.variant.key), **facts}


# --- refusals ------------------------------------------------------------------------------------


def still_open(number: int) -> Answer:
    """Refuse a deal while a hand is recorded."""
    words = _("Hand %(number)s is not sealed yet.") % {"number": number}
    return Answer(409, {"code": "hand-still-open", "message": words})


def dealt_otherwise(number: int) -> Answer:
    """Refuse a deal where the hand of that number is not the one that a tablet has dealt."""
    words = _("Hand %(number)s is dealt by somebody else than here.") % {"number": number}
    return Answer(409, {"code": "dealt-otherwise", "message": words})


def nothing_to_undo() -> Answer:
    """Refuse an undo where nothing is left."""
    return Answer(409, {"code": NoLiveAction.code, "message": _(NoLiveAction.sentence)})


def refused(hand: Sitting, changes: list[Change], problem: Problem, change: Change) -> Answer:
    """Say why a change was not recorded: code, sentence, and the panel if the rules refuse it."""
    status = http_status(problem.code)
    body: Body = {"code": problem.code, "message": sentence(problem)}
    if status == 400:
        return Answer(status, body)
    before = hand.replay_of(changes)
    refusal = refusal_of(before, problem, change)
    context = panel_context(hand, before, refusal=refusal)
    return Answer(
        status,
        {
            "code": problem.code,
            "message": capfirst(context["voice"].say(refusal.text)),
            "side": Panel("recording/_refusal.html", context).draw(),
            "refused": refusal.refused,
            "evidence": [proof.code for proof in refusal.proofs if proof.guilty],
        },
    )
