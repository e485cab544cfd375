"""What the page of a hand needs besides its film: addresses, switches, words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import json_script
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext

from games.access.pages import wants_fragment
from games.display.card_names import card_name
from games.display.headlines import contract_name, headline
from games.display.score_sheets import sheet_of
from games.display.when import NEVER, When
from games.models import Hand, Seal
from games.replay import ALL, NONE, Film, View, view_of
from games.replay.commentary import Said, commentary
from games.replay.film import FilmStep
from games.replay.table import TableCard
from games.rules import Record

TABS = {
    "tricks": gettext_lazy("Tricks"),
    "auction": gettext_lazy("Auction"),
    "cards": gettext_lazy("Cards"),
    "score": gettext_lazy("Score"),
    "best": gettext_lazy("Best play"),
    "comments": gettext_lazy("Comments"),
}
# Why there is nothing to count.
NO_SCORE = {
    "passed-out": gettext_noop("Nobody took the hand: there is nothing to count."),
    "annulled": gettext_noop("The hand was annulled: there is nothing to count."),
}
# Seconds that a card lies before the next one; a tap on the speed takes the next of them.
SPEEDS = "0.5 1 2 4"
KEPT_FOR = 86_400  # seconds, of what templates draw of a sealed hand


@dataclass(frozen=True, slots=True)
class SwitchLink:
    """A link of a switch.

    Its key, its words, the query it leads to, whether it is the one chosen, the key on the keyboard
    that chooses it.
    """

    key: str
    label: str
    query: str
    current: bool
    shortcut: str = ""


class Compact(DjangoJSONEncoder):
    """JSON without spaces, letters as they are: a kilobyte less in each page."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":"), "ensure_ascii": False})


def page_of(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of the replay, or its main part for a reader who looks with other eyes."""
    frame = "replay/in_place.html" if wants_fragment(request) else "base.html"
    response = render(request, template, context | {"frame": frame}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def context_of(
    hand: Hand,
    record: Record,
    film: Film,
    seal: Seal | None,
    *,
    step: int,
    tab: str,
    kept_as: str = "",
    turned: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return the context of `replay/hand.html` at a step.

    `tab`: the one the reader asked for, or ""; `seal`: None while the hand is going on; `kept_as`:
    the key by which templates keep what they draw of the film, "" where they do not; `turned`: the
    steps where best play says that the hand turned, None where the reader may not ask for it.
    """
    view, now = film.view, film.steps[step]
    absent = without(film) | ({"best"} if turned is None else set())
    tab = tab if tab not in absent else ""
    finished = finished_when(film) if seal else NEVER
    query = query_of(view, tab)
    sentences = commentary(film, turned or ()) if seal else ()
    return {
        "film": film,
        "film_key": kept_as,
        "kept_for": KEPT_FOR if kept_as else 0,
        "game_key": record.variant.key,
        "view": view,
        "step": step,
        "now": now,
        "query": query,
        "address": "",  # the step's address is relative to any other
        "steps": json_script(steps_of(film, step), "replay-steps", Compact),
        "parts": [(part, ()) for part in film.segments],
        "at_first": When.between(0, 1),
        "after_first": When.between(1),
        "before_last": When.between(0, film.last),
        "at_last": When.between(film.last),
        "before": {"step": max(0, step - 1), "part": film.stop_before(step)},
        "after": {"step": min(film.last, step + 1), "part": film.stop_after(step)},
        "views": view_choices(film, tab),
        "tabs": tab_choices(film, tab or now.tab, absent),
        "open_tab": tab or now.tab,
        "more_query": query_of(view, "comments"),
        "asked_tab": tab,
        "speeds": SPEEDS,
        "best_play": turned is not None,
        "turned": turned or (),
        "commentary": sentences,
        "description": description_of(now, sentences if step in (0, film.last) else ()),
        "looker": record.players[view.seat] if view.seat is not None else "",
        "comment": record.meta.get("comment", ""),
        "contract": contract_of(hand, film),
        "contract_when": contract_when(film),
        "sheet": sheet_of(film.course.replay),
        "no_score": _(NO_SCORE.get(hand.status, "")),
        "finished": finished,
        "not_yet": When.between(0, film.last + 1 if seal is None else finished.spans[0][0]),
        "seal": seal,
        "seal_digest": f"{seal.link[:4]} {seal.link[4:8]}" if seal else "",
        "rules_address": reverse("rule-sheet", args=[hand.club.slug, record.variant.key]),
    }


def description_of(now: FilmStep, sentences: Sequence[Said]) -> str:
    """Return what a chat or a search shows: the hand in short, or else what a step says."""
    colon = pgettext("between a label and its text", ": ")
    return " ".join(one.sentence for one in sentences) or f"{now.place}{colon}{now.words}"


def steps_of(film: Film, step: int) -> dict[str, Any]:
    """Return what the script needs of all steps on the page of one.

    Of the cards of the play those that it has to draw itself, None in the place of the others. The
    name of a step is left out where it is its key.
    """
    game = film.course.record.variant.key
    return {
        "steps": [
            [one.key, "" if one.place == one.key else one.place, one.words, one.tab]
            for one in film.steps
        ],
        "stops": film.stops(),
        "phases": film.phases(),
        "laid": [
            None if card.drawn or step in card.when else laid_as_json(card, game)
            for card in film.laid
        ],
    }


def laid_as_json(card: TableCard, game: str) -> list[Any]:
    """Return a card of the play for the script (static/js/replay/table.js)."""
    name = card_name(card.code, game)
    when, best = str(card.when), str(card.best)
    facts = [card.code, name, card.seat, card.trick, card.winner, when, best]
    return [*facts, True] if card.led else facts


def title_of(hand: Hand, film: Film, *, verdict: bool) -> str:
    """Return the title of the page; without the verdict where the reader is not to know it yet."""
    if hand.is_open:
        return _("Hand %(number)s, still in progress") % {"number": hand.number}
    if verdict:
        scores = film.course.outcome.scores or (0,) * len(film.course.names)
        return headline(hand, film.course.names, [int(2 * score) for score in scores])
    return _("Hand %(number)s") % {"number": hand.number}


def query_of(view: View, tab: str) -> str:
    """Return the query of an address with this view and tab, "" for the usual ones."""
    chosen = {"seat": view.key, "bottom": str(view.bottom) if view.turned else "", "tab": tab}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"?{query}" if query else ""


def view_choices(film: Film, tab: str) -> list[SwitchLink]:
    """Whose cards may be open: everybody's, one player's, nobody's."""
    names = film.course.names
    seats = [(view_of(str(seat), len(names)) or ALL, name) for seat, name in enumerate(names)]
    choices = []
    for view, label in [(ALL, _("All")), *seats, (NONE, pgettext("nobody’s cards", "None"))]:
        current = view.key == film.view.key
        query = query_of(film.view if current else view, tab)
        shortcut = "0" if view.open else "h" if view.seat is None else str(view.seat + 1)
        choices.append(SwitchLink(view.key, label, query, current, shortcut))
    return choices


def tab_choices(film: Film, chosen: str, absent: set[str]) -> list[SwitchLink]:
    """Return the parts of the hand in writing.

    The auction where there was one, or something lay open; what the others may hold where the
    reader looks from one seat.
    """
    return [
        SwitchLink(key, str(label), query_of(film.view, key), key == chosen)
        for key, label in TABS.items()
        if key not in absent
    ]


def without(film: Film) -> set[str]:
    """Return the tabs that this hand, or this view of it, does not have."""
    # Whether anything will be laid open, a view that is not open tells nobody.
    auction = bool(film.calls or film.spreads or not film.view.open)
    there = {"auction": auction, "cards": film.whereabouts is not None}
    return {key for key, is_there in there.items() if not is_there}


def contract_of(hand: Hand, film: Film) -> str:
    """Return what was bid; of a hand that is still going on, as far as it has come."""
    bid = film.course.end.contract
    if not hand.is_open:
        return contract_name(hand)
    return _(bid.label) if bid else ""


def finished_when(film: Film) -> When:
    """Return when the score may be read: with all hands open always, else at the end."""
    return When.between(0 if film.view.open else film.last)


def contract_when(film: Film) -> When:
    """Return when the contract may be named: with open hands always, else after the auction."""
    return When.between(0 if film.view.open else film.auction_over)
