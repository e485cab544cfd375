"""What a tablet is answered: the screen after an entry, panels, previews, refusals.

The same functions answer on the server and on the tablet (`tablet.py`): a `Sitting` and the changes
of its entries go in, JSON-able values and HTML from the templates come out. Nothing is read or
written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.display.chairs import chairs_of
from games.display.reasons import REASONS, Voice, sentence
from games.matches.match_so_far import MatchSoFar
from games.matches.standings import stand_of
from games.recording.drawing import draw_screen
from games.recording.pasting import judged
from games.recording.score import standing_context
from games.recording.screen import (
    SCORE,
    WAYS_TO_END,
    ResultSoFar,
    Screen,
    bought_of,
    claim_form,
    claim_so_far,
    entries_beside,
    entry_of,
    keys_of,
    parts_of,
    preview_of,
    refusal_of,
    result_form,
    result_so_far,
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
    card_id,
    entering,
    mask_of,
)

Body = dict[str, Any]


class Fragment(NamedTuple):
    """A panel: the template that draws it, and its context."""

    template: str
    context: dict[str, Any]

    def draw(self) -> str:
        """The panel as HTML."""
        return render_to_string(self.template, self.context)


# --- the screen ----------------------------------------------------------------------------------


def answer(hand: Sitting, replayed: Replay, last: LastTap, change: Change | None = None) -> Body:
    """What the tablet needs after an entry. The score is drawn by itself: see `recording`.

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


def recording(hand: Sitting, changes: list[Change], score: Callable[[Replay], Body]) -> Body:
    """The screen as it stands. `score` gives the context of the score, if the hand is over."""
    replayed, last = hand.replay_of(changes), entering.last_tap(changes)
    body = answer(hand, replayed, last)
    if not body["stage"]:
        screen = screen_after(hand, replayed, changes)
        context = context_of(hand, screen) | score(replayed)
        body["stage"] = render_to_string("recording/_stage.html", context)
        body["undone"] = undone(hand, screen, changes)
    return body


def between(hand: Sitting, match: MatchSoFar, written: str) -> Body:
    """The screen after a hand that was sealed or given up: what it came to, how the match stands,
    who deals next.

    `match` has the hand; `written` says what gets written down of the next.
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


def still_open(number: int) -> tuple[int, Body]:
    """The HTTP status and the body of an answer to a deal while a hand is recorded."""
    words = _("Hand %(number)s is not sealed yet.") % {"number": number}
    return 409, {"code": "hand-still-open", "message": words}


def dealt_otherwise(number: int) -> tuple[int, Body]:
    """The same where the hand of that number is not the one that a tablet has dealt: what was
    recorded in it there belongs to no hand of the match."""
    words = _("Hand %(number)s is dealt by somebody else than here.") % {"number": number}
    return 409, {"code": "dealt-otherwise", "message": words}


def dealt(hand: Sitting) -> Body:
    """The first screen of a hand that has just been dealt."""
    return answer(hand, hand.replay_of([]), entering.last_tap([]))


def around(match: MatchSoFar, number: int) -> Body:
    """What is said around the screen of hand `number`: how the match stands, which hand it is."""
    stand = stand_of(match)
    context = {"running": stand, "match": match}
    running = render_to_string("recording/_running.html", context)
    return {"running": running, "hand_words": stand.coming(number)}


def undone(hand: Sitting, screen: Screen, changes: list[Change]) -> Body | None:
    """At the end of a hand the screen that an undo leads back to, for a tablet that is offline.
    None if the hand is not over, or would still be over after the undo."""
    if not screen.finished or not hand.is_open:
        return None
    undo: Change = {"op": "undo"}
    _change, follows = entering.judge(hand.facts, changes, undo)
    if follows.problem is not None or follows.state.phase == OVER:
        return None
    return answer(hand, follows, entering.last_tap([*changes, undo]))


def screen_after(hand: Sitting, replayed: Replay, changes: list[Change]) -> Screen:
    """The whole screen of a hand after its changes."""
    return _screen(hand, replayed, entering.last_tap(changes))


def _screen(hand: Sitting, replayed: Replay, last: LastTap, kept: int = 0) -> Screen:
    return screen_of(replayed, sits_out=hand.sits_out, kept=kept, last=last)


def voice_of(screen: Screen) -> Voice:
    """The words in which this screen's sentences are written: the names of its players, and its
    game."""
    return Voice(screen.names, screen.game)


def pad_of(screen: Screen) -> dict[str, Any]:
    """The parts of the screen that are never replaced: keys, status line, buttons."""
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
    """The context of the templates of the stage and of the panels."""
    voice = voice_of(screen)
    return {
        "screen": screen,
        "voice": voice,
        "drawn": draw_screen(screen, voice, hand.addresses),
        "club": hand.club,
        "hand": hand,
        "game_key": screen.game,
    }


# --- panels --------------------------------------------------------------------------------------


def panel_of(hand: Sitting, replayed: Replay, name: str, card: str = "") -> Fragment | None:
    """The panel `name`, with which an entry is made; None where there is none now. `card` (a code)
    is the one that is to be bought."""
    forms = PANELS.get(name)
    if forms is None:
        return None
    facts = forms(replayed, card)
    if facts is None:
        return None
    return Fragment(f"recording/_{name}.html", panel_context(hand, replayed, **facts))


def _bought(replayed: Replay, card: str) -> Body | None:
    bought = bought_of(replayed.state, replayed.record.players, card)
    return bought and {"bought": bought}


# The context of each panel beside the screen, from the hand and a card.
PANELS: Mapping[str, Callable[[Replay, str], Body | None]] = {
    "announce": lambda replayed, card: {"screen": screen_of(replayed)},
    "bought": _bought,
    "claim": lambda replayed, card: {"form": claim_form(replayed)},
    "comment": lambda replayed, card: {"endings": WAYS_TO_END},
    "deal": lambda replayed, card: {"parts": parts_of(replayed)},
    "entries": lambda replayed, card: {"entries": entries_beside(replayed)},
    "give_up": lambda replayed, card: {"endings": WAYS_TO_END},
    "result": lambda replayed, card: {
        "form": result_form(replayed),
        "out": chairs_of(replayed.record).out,
    },
    "ruling": lambda replayed, card: {"screen": screen_of(replayed)},
}


def entry_panel(hand: Sitting, replayed: Replay, index: int) -> Fragment | None:
    """An entry of the hand, to look at or to change; None where there is none."""
    if index >= replayed.count:
        return None
    context = panel_context(hand, replayed, entry=entry_of(replayed, index))
    return Fragment("recording/_entry.html", context)


def panel_context(hand: Sitting, replayed: Replay, **facts: Any) -> Body:
    """The context of a panel's template: `facts`, and the hand."""
    record = replayed.record
    context = {"club": hand.club, "hand": hand, "game_key": record.variant.key}
    return {**context, "voice": Voice(record.players, record.variant.key), **facts}


# --- before anything is recorded -----------------------------------------------------------------


def choosing(replayed: Replay, cards: Sequence[str]) -> Body:
    """The `keys` while cards to lay away are being chosen: which may be added to these (codes).

    Raises ValueError with a sentence for what is no card.
    """
    try:
        chosen = mask_of([card_id(code) for code in cards])
    except KeyError:
        raise ValueError(_("This is not a tarot card.")) from None
    return {"keys": keys_of(replayed.state, {}, chosen)}


def preview(hand: Sitting, changes: list[Change], sent: Mapping[str, Any]) -> Body:
    """What would follow from a change: whether it fits, or the first conflict; `refusal` asks only
    why not. For a result or a `claim` what it comes to so far, and what is asked besides.

    `sent` is the body of the request. Raises RecordError, NoLiveAction.
    """
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
        panel = Fragment("recording/_refusal.html", panel_context(hand, before, refusal=refusal))
        return {"side": panel.draw()}
    context = panel_context(hand, before, preview=preview_of(before, follows, change))
    panel = Fragment("recording/_preview.html", context)
    return {"fits": follows.problem is None, "side": panel.draw()}


def _so_far(hand: Sitting, before: Replay, so_far: ResultSoFar) -> Body:
    """What a result or a claim comes to by now: the foot of its form, and what it asks besides."""
    panel = Fragment("recording/_result_so_far.html", panel_context(hand, before, so_far=so_far))
    return {"fits": bool(so_far.change), "result": panel.draw(), "asked": so_far.asked}


def pasted(hand: Sitting, changes: list[Change], text: str) -> Body:
    """What a text in the notation would record: the panel that says it."""
    context = {"club": hand.club, "hand": hand, **judged(hand, changes, text)}
    return {"side": Fragment("recording/_pasted.html", context).draw()}


# --- refusals ------------------------------------------------------------------------------------


def nothing_to_undo() -> tuple[int, Body]:
    """The HTTP status and the body of an answer to an undo where nothing is left."""
    return 409, {"code": NoLiveAction.code, "message": _(NoLiveAction.sentence)}


def refused(
    hand: Sitting, changes: list[Change], problem: Problem, change: Change
) -> tuple[int, Body]:
    """The HTTP status, and why a change was not recorded: a code, a sentence, and the panel if it
    is the rules that refuse it."""
    status = REASONS[problem.code].status
    body: Body = {"code": problem.code, "message": sentence(problem)}
    if status == 400:
        return status, body
    before = hand.replay_of(changes)
    refusal = refusal_of(before, problem, change)
    context = panel_context(hand, before, refusal=refusal)
    return status, {
        "code": problem.code,
        "message": capfirst(context["voice"].say(refusal.text)),
        "side": Fragment("recording/_refusal.html", context).draw(),
        "refused": refusal.refused,
        "evidence": [proof.code for proof in refusal.proofs if proof.guilty],
    }
