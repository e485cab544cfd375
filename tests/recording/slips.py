"""Slips of a scorer, and every way of putting them right; what else is written or looked at."""

from __future__ import annotations

import json
from typing import Any

from games.recording.pasting import pasted_of
from games.recording.screen import claim_so_far, entry_of, refusal_of
from games.rules import (
    RecordError,
    card_code,
    cards_of,
    entering,
    facts,
    foresight,
    notation,
    play,
    replay,
)
from tests.recording.course import NTH, Action, Course, act
from tests.rules.properties.wrong_entries import probably_wrong

REASONS = ("All agreed", "Vu trop tard, « tant pis »", "Ruling")
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


def enters_wrongly(course: Course) -> None:
    """Something that is probably forbidden: the table may let it stand."""
    change = act(wrong(course))
    course.previews(change, refusal=True)
    for _ in range(course.luck.choice((1, 3, 3))):
        refused = course.enters(change)
        if refused is None or refused.problem is None:
            return
        anyway = refusal_of(course.before, refused.problem, entering.read(change)).anyway
        if not anyway:
            return
        reason = json.dumps(course.luck.choice(REASONS))
        change = json.loads(anyway.replace('"irregular": ""', f'"irregular": {reason}'))


def wrong(course: Course) -> Action:
    """An action that is probably forbidden; where no card is left each is."""
    any_card = {"kind": "play", "seat": 0, "card": "H1"}
    turn = course.state.turn
    if turn is None or not course.state.possible(turn):
        return any_card
    if course.state.phase == "play" and course.luck.random() < 0.7:
        # A card that the seat may have and that breaks a duty, or one that it cannot have.
        pack = course.record.variant.pack.cards
        own = course.state.possible(turn) & ~play.legal(course.state)
        card = card_code(course.luck.choice(cards_of(own or pack)))
        return {"kind": "play", "card": card}
    following = (course.coming(1) or [any_card])[0]
    following.pop(NTH, None)
    return probably_wrong(course.state, following, course.luck)


def enters_nonsense(course: Course) -> None:
    """What cannot be read."""
    change = course.luck.choice(UNREADABLE)
    course.enters(change)
    course.previews(change)


def undoes(course: Course) -> None:
    """Take back the last tap."""
    for _ in range(course.luck.choice((1, 1, 3))):
        course.enters({"op": "undo"})


def rewinds(course: Course) -> None:
    """Take back several entries, having been asked."""
    change = {"op": "rewind", "to": max(0, course.before.count - course.luck.randrange(9))}
    course.previews(change)
    course.enters(change)


def corrects(course: Course) -> None:
    """Change an earlier entry, in one way or another."""
    live = course.live
    if not live:
        return
    index = course.luck.choice((len(live) - 1, course.luck.randrange(len(live))))
    course.asks("entry", index=index)
    edits: list[list[Any]] = [[index, corrected(course, live[index])]]
    if course.luck.random() < 0.2:
        other = course.luck.randrange(len(live))
        edits.append([other, {**live[other], "note": course.luck.choice(TEXTS)}])
    change = {"op": "change", "edits": edits}
    course.previews(change)
    course.enters(change)


def corrected(course: Course, action: Action) -> Action | None:
    """Another action in the place of one that was recorded; None for nothing."""
    way = course.luck.random()
    if way < 0.3:
        return {**action, "note": course.luck.choice(TEXTS)}
    if way < 0.4:
        return None
    other = {key: value for key, value in action.items() if key != NTH}
    if "card" in action:
        cards = cards_of(course.record.variant.pack.cards)
        return other | {"card": card_code(course.luck.choice(cards))}
    if action["kind"] == "call":
        bids = [bid.key for bid in course.record.variant.bids]
        return other | {"call": course.luck.choice(["pass", *bids])}
    if "seat" in action:
        return other | {"seat": course.luck.randrange(course.state.seats)}
    return other


def swaps(course: Course) -> None:
    """Exchange two cards that were mixed up."""
    plays = [at for at, action in enumerate(course.live) if action["kind"] == "play"]
    if len(plays) < 2:
        return
    one, other = course.luck.sample(plays[-12:], 2)
    live = course.live
    first = live[one] | {"card": live[other]["card"]}
    course.previews({"op": "change", "edits": [[one, first]]})
    second = live[other] | {"card": live[one]["card"]}
    for action in (first, second):
        action.pop(NTH, None)
    course.enters({"op": "change", "edits": [[one, first], [other, second]]})


def takes_back(course: Course) -> None:
    """A card that lay on the table goes back into the hand."""
    if course.state.play_actions:
        last = course.state.play_actions[-1]
        course.asks("entry", index=last)
        change = json.loads(entry_of(course.before, last).taken_back)
        course.previews(change)
        course.enters(change)


def remarks(course: Course) -> None:
    """Write down a comment."""
    course.enters(act({"kind": "note", "text": course.luck.choice(TEXTS)}))


def rules(course: Course) -> None:
    """Write down what somebody else ruled."""
    points = [0.5, -0.5, *(0 for _ in range(course.state.seats - 2))]
    ruling = {"kind": "ruling", "text": course.luck.choice(TEXTS), "points": points}
    course.enters(act(ruling))


def records_several(course: Course) -> None:
    """Cards that play themselves, or the next ones at one tap."""
    rest = foresight.rest(course.state)
    cards = [{"kind": "play", "seat": one.seat, "card": card_code(one.card)} for one in rest]
    if not rest and not course.is_astray:
        cards = course.coming(course.luck.randrange(1, 6))
    if cards:
        course.enters({"op": "several", "changes": [*map(act, cards)]})


def claims(course: Course) -> None:
    """Somebody takes the rest; what the score lacks is asked for."""
    said: dict[str, Any] = {}
    steps: tuple[tuple[str, Any], ...] = (
        ("", None),
        ("claimed", course.luck.randrange(course.state.seats)),
        ("fool", course.luck.randrange(-1, course.state.seats)),
        ("called", course.luck.randrange(-1, course.state.seats)),
        ("laid", course.luck.choice((0, 3.5, 4, 12))),
        ("honours", course.luck.randrange(3)),
    )
    course.asks("panel", name="claim")
    for name, value in steps:
        said |= {name: value} if name else {}
        course.asks("preview", claim=dict(said))
    change = claim_so_far(course.before, said).change
    course.enters(json.loads(change) if change else act({"kind": "claim", "seat": 0}))


def states_the_result(course: Course) -> None:
    """Say what the hand came to, fact by fact, and perhaps record it."""
    end = replay(course.whole_record)
    stating = course.record.variant.stating
    values = stating.of(end.state) if end.state.status == "scored" else None
    if values is None:
        return
    stated = facts.written(stating, values, course.state)
    course.asks("panel", name="result")
    for count in range(0, len(stated) + 1, 2):
        some = dict(list(stated.items())[:count])
        course.previews(act({"kind": "result", "facts": some}))
    wrong = stated | {course.luck.choice(list(stated)): course.luck.choice((None, 7, "x", 999, []))}
    course.previews(act({"kind": "result", "facts": wrong}))
    course.enters(act({"kind": "result", "facts": course.luck.choice((wrong, stated, stated))}))


def pastes(course: Course) -> None:
    """Paste the hand as text, or a piece of it, or anything else."""
    players = tuple(course.hand.facts["players"])
    pieces = [action for action in course.coming(9) if action["kind"] == "play"]
    lines = [f"{'ABCDEF'[one['seat']]}: {one['card']}" for one in pieces]
    texts = (
        "\n".join(lines),
        notation.format_text(course.record._replace(players=players)),
        course.luck.choice(PASTED),
    )
    for text in texts:
        course.asks("paste", text=text)
    try:
        pasted = pasted_of(course.hand, course.changes, texts[0])
    except (ValueError, RecordError):
        return
    for change in json.loads(pasted.changes):
        course.enters(change)


def says_about(course: Course) -> None:
    """What an import says of a hand besides."""
    extra = {"_source": course.luck.choice(TEXTS)}
    course.enters({"op": "about", "meta": course.hand.facts["meta"], "extra": extra})


SLIPS_BY_WEIGHT = (
    *(6 * (enters_wrongly,)),
    *(3 * (corrects,)),
    *(2 * (undoes, swaps, takes_back, records_several)),
    *(rewinds, remarks, rules, claims, pastes),
    *(states_the_result, enters_nonsense, Course.asks_beside),
    says_about,
)
