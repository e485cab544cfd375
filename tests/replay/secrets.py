"""Hands that one seat cannot tell apart: whatever its page shows must be the same for all of them.

Two cards that a seat has not seen change places throughout a record, in hands, stock and discard.
Where the rules allow everything that has happened by then, the seat saw the very same; from there
on another hand is played, by chance, and often ends before its last card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string

from games.replay import Film, film, view_of
from games.replay.course import course_of
from games.replay.hand_page import context_of
from games.replay.moves import drawn_at
from games.rules import Record, card_id
from games.rules.cards import cards_of, codes_of
from games.rules.hand.actions import Stock
from games.rules.replaying.replay import fold, start
from tests.player import Habits, play_on

# What the page of a hand shows in a seat's view; the score is shown when all is over.
FRAGMENTS = ("_table", "_known", "_scrubber", "_controls", "_beside")


LATER = Habits(claims=0.05)


def twins(record: Record, seat: int, step: int, chance: Random, count: int) -> Iterator[Record]:
    """Up to `count` other hands in which `seat` has seen the same by `step`."""
    past = record._replace(actions=record.actions[:step])
    unseen = sorted(set(cards_of(record.variant.pack.cards)) - seen_by(record, seat, step))
    for _ in range(count):
        found = past
        for _ in range(25):
            swapped = exchanged(found, chance.sample(unseen, 2)) if len(unseen) > 1 else found
            if swapped != found and fold(start(swapped), swapped.actions) is None:
                found = swapped
        if found != past:
            state = start(found)
            fold(state, found.actions)
            later = tuple(play_on(state, chance, LATER))
            yield found._replace(actions=(*found.actions, *later))


def exchanged(record: Record, pair: list[int]) -> Record:
    """The record with two cards in each other's place."""
    one, other = pair
    swap = {one: other, other: one}

    def moved(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(card, card) for card in cards)

    codes = dict(
        zip(codes_of(1 << one | 1 << other), reversed(codes_of(1 << one | 1 << other)), strict=True)
    )
    hands = tuple(moved(hand or ()) for hand in record.hands)
    actions = tuple(_with(action, codes) for action in record.actions)
    return record._replace(hands=hands, stock=moved(record.stock or ()), actions=actions)


def _with(action: Mapping[str, Any], codes: dict[str, str]) -> dict[str, Any]:
    """An action with other cards laid away or paid; what all can see names neither of the two."""
    new = dict(action)
    if action["kind"] == "discard" and action["cards"]:
        new["cards"] = [codes.get(code, code) for code in action["cards"]]
    if action["kind"] == "buy" and action.get("pay"):
        new["pay"] = codes.get(action["pay"], action["pay"])
    return new


def seen_by(record: Record, seat: int, step: int) -> set[int]:
    """The cards whose place this seat has seen by a step, or that all have heard named."""
    course = course_of(record._replace(actions=record.actions[:step]))
    seen = set(record.hands[seat] or ())
    for index, action in enumerate(course.record.actions):
        private = action["kind"] == "discard" and action["seat"] != seat
        named = [] if private else list(action.get("cards") or ())
        # Who has the card that is called, nobody says.
        named += [*action.get("shown", ()), action["kind"] != "king" and action.get("card")]
        if action["kind"] == "buy" and seat in (action["seat"], action.get("from")):
            named.append(action.get("pay"))
        if action["kind"] == "announce":
            kind = record.variant.announcement(action["what"])
            named += codes_of(kind.reveals if kind else 0)
        seen |= {card_id(code) for code in named if code}
        takes = action["kind"] in ("take", "discard") and action["seat"] == seat
        if takes or _turned_up(record, index):
            seen |= set(record.stock or ())
    seen |= {card for card, (holder, _step) in drawn_at(course).items() if holder == seat}
    return seen


def _turned_up(record: Record, index: int) -> bool:
    """Whether everybody has seen the stock by now: somebody takes it, where it lies open."""
    kind = record.actions[index]["kind"]
    return Stock in record.variant.phases and kind in ("stock", "take", "discard")


def page_of(record: Record, seat: int, step: int) -> list[str]:
    """What a reader sees of the hand in this seat's view: words, pictures, and how they are set."""
    view = view_of(str(seat), len(record.players))
    assert view is not None
    shown = film(record, view)
    context = _context(record, shown, step)
    lines = [shown.steps[step].words, shown.steps[step].place]
    for fragment in FRAGMENTS:
        lines += in_sight(render_to_string(f"replay/{fragment}.html", context))
    return lines


def _context(record: Record, shown: Film, step: int) -> dict[str, Any]:
    bid = shown.course.end.contract
    hand = SimpleNamespace(
        club=SimpleNamespace(slug="club"),
        public_id="a" * 16,
        status=shown.course.outcome.status,
        variant=record.variant.key,
        contract=bid.key if bid else "",
        is_open=False,
    )
    seal = SimpleNamespace(link="0" * 64)
    context = context_of(hand, record, shown, seal, step=step, tab="")  # type: ignore[arg-type]
    return context | {"hand": hand, "game": record.variant.key}


# A drawing, a tag, or words.
PIECE = re.compile(r"<svg ([^>]*)>(.*?)</svg>|<(/?)(\w+)([^>]*)>|([^<]+)", re.DOTALL)
FACT = re.compile(r'([\w-]+)(?:="([^"]*)")?')
VOID = {"input"}


def in_sight(page: str) -> Iterator[str]:
    """What of a page is not hidden: elements, classes, words and labels, and what is drawn."""
    hidden = 0
    for drawing, drawn, end, tag, facts, words in PIECE.findall(page):
        if tag and not end and (hidden or "hidden" in dict(FACT.findall(facts))):
            hidden += tag not in VOID
        elif hidden:
            hidden -= bool(end)
        elif drawing:
            yield f"{drawing} {FACT.findall(drawn) if 'aria-hidden' in drawing else ''}"
        elif tag and not end:
            yield _element(tag, dict(FACT.findall(facts)))
        elif words.strip():
            yield " ".join(words.split())


def _element(tag: str, facts: dict[str, str]) -> str:
    styles = set(facts.get("class", "").split())
    if "told" not in styles:
        styles -= {"takers", "others"}  # seen only together with it
    parts = (facts.get("aria-label", ""), facts.get("data-rows", ""))
    return " ".join([tag, *sorted(styles), *parts])
