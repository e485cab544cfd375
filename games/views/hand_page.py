"""What the page of a hand needs beside its film: addresses, switches, words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.headlines import contract_name, headline
from games.models import Hand, Seal
from games.replays import ALL, NONE, Film, View, When, view_of
from games.rules import Record
from games.views.score_sheets import sheet_of

TABS = {
    "tricks": gettext_lazy("Tricks"),
    "auction": gettext_lazy("Auction"),
    "score": gettext_lazy("Score"),
    "comments": gettext_lazy("Comments"),
}
# Why there is nothing to count.
NO_SCORE = {
    "passed-out": gettext_noop("Nobody took the hand: there is nothing to count."),
    "annulled": gettext_noop("The hand was annulled: there is nothing to count."),
}
# Seconds that a card lies before the next one; a tap on the speed takes the next of them.
SPEEDS = "0.5 1 2 4"


@dataclass(frozen=True, slots=True)
class Choice:
    """A link of a switch: its key, its words, the query it leads to, whether it is the one
    chosen."""

    key: str
    label: str
    query: str
    current: bool


def context_of(
    hand: Hand, record: Record, film: Film, seal: Seal | None, *, step: int, tab: str
) -> dict[str, Any]:
    """The context of `archive/hand.html` at a step. `tab`: the one the reader asked for, or ""."""
    view, now = film.view, film.steps[step]
    query = query_of(view, tab)
    return {
        "film": film,
        "view": view,
        "step": step,
        "now": now,
        "game_key": record.variant.key,
        "query": query,
        "address": reverse("hand", args=[hand.club.slug, hand.public_id]),
        "steps": {
            "steps": [[one.place, one.said, one.tab] for one in film.steps],
            "stops": film.stops(),
        },
        "before": {"step": max(0, step - 1), "part": film.stop_before(step)},
        "after": {"step": min(film.last, step + 1), "part": film.stop_after(step)},
        "views": view_choices(film, tab),
        "tabs": tab_choices(film, tab or now.tab),
        "open_tab": tab or now.tab,
        "asked_tab": tab,
        "speeds": SPEEDS,
        "looker": record.players[view.seat] if view.seat is not None else "",
        "comment": record.meta.get("comment", ""),
        "contract": contract_name(hand),
        "contract_when": contract_when(film),
        "sheet": sheet_of(film.course.replay),
        "no_score": _(NO_SCORE.get(hand.status, "")),
        "finished": When.between(0 if view.open else film.last),
        "not_yet": When() if view.open else When.between(0, film.last),
        "seal": seal,
        "seal_digest": f"{seal.link[:4]} {seal.link[4:8]}" if seal else "",
        "rules_address": reverse("rule-sheet", args=[hand.club.slug, record.variant.key]),
    }


def title_of(hand: Hand, film: Film, *, verdict: bool) -> str:
    """The title of the page; without the verdict where the reader is not to know it yet."""
    if verdict:
        scores = film.course.outcome.scores or (0,) * len(film.course.names)
        return headline(hand, film.course.names, [int(2 * score) for score in scores])
    return _("Hand %(number)s") % {"number": hand.number}


def query_of(view: View, tab: str) -> str:
    """The query of an address with this view and tab, "" for the usual ones."""
    chosen = {name: value for name, value in (("seat", view.key), ("tab", tab)) if value}
    return f"?{urlencode(chosen)}" if chosen else ""


def view_choices(film: Film, tab: str) -> list[Choice]:
    """Whose cards may be open: everybody's, one player's, nobody's."""
    names = film.course.names
    seats = [(view_of(str(seat), len(names)) or ALL, name) for seat, name in enumerate(names)]
    choices = [(ALL, _("All")), *seats, (NONE, _("None"))]
    return [
        Choice(view.key, label, query_of(view, tab), view == film.view) for view, label in choices
    ]


def tab_choices(film: Film, chosen: str) -> list[Choice]:
    """The parts of the hand in writing; the auction where there was one, or something lay open."""
    without = () if film.calls or film.spreads else ("auction",)
    return [
        Choice(key, str(label), query_of(film.view, key), key == chosen)
        for key, label in TABS.items()
        if key not in without
    ]


def contract_when(film: Film) -> When:
    """When the contract may be named: with all hands open always, else once the auction is over."""
    return When.between(0 if film.view.open else film.auction_over)
