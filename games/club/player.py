"""Reading players: the list, and what one of them has done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, may_write, wants_fragment
from games.archive.list_pages import FIRST_PAGE
from games.archive.lists import SHOWN, Drop, address_with, files_from, list_or_fragment
from games.club.career_charts import balance_chart, days_of_balance, rating_chart, ratings_of
from games.club.career_forms import CareerForm
from games.club.career_hands import extremes, hands_page
from games.club.career_lines import (
    COMPANIONS,
    companion_lines,
    line_of,
    names_by_key,
    part_lines,
    rating_of,
    seat_lines,
)
from games.club.career_words import streak_now
from games.models import Match, Player
from games.models.statistics import ALL_TIME
from games.statistics.careers import Course
from games.statistics.player_totals import Kind, careers_of, club_sums, games_of, statistics_of
from games.statistics.roster import roster
from games.statistics.scope import Scope
from games.statistics.tallies import Sums

# Titles of matches that are offered as a filter.
EVENTS = 50


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """The players of a club by name, with hands and balance."""
    found = club_or_404(request, club)
    context = {
        "club": found,
        "section": "players",
        "writes": may_write(found),
        "players": roster(found),
        "files": files_from(request, found, "players"),
    }
    return render(request, "club/players/list.html", context)


@require_safe
def player(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """What a player has done: balance, roles, contracts, seats, companions, streaks, the hands."""
    found_club = club_or_404(request, club)
    visible = Player.objects.visible_to(request.user)
    found = get_object_or_404(visible, club=found_club, public_id=player)
    found.club = found_club
    games = games_of(found)
    game = game_of(request, games)
    careers = careers_of(found, game)
    club_players = list(found_club.players.order_by("name"))
    form = form_of(request, found, club_players, games, game, careers)
    context = {
        "club": found_club,
        "section": "players",
        "writes": may_write(found_club),
        "player": found,
        "form": form,
        "game": game,
        "rating": rating_of(careers.get(ALL_TIME)),
        "alone": wants_fragment(request),
        "lines": (),
        "hands": None,
        "narrow": True,
        "drops": (),
    }
    if form.is_valid():
        scope = replace(form.scope, variant=game)
        context |= hands_context(request, form, found, scope)
        context |= career_context(request, found, club_players, scope, careers) if game else {}
        if not game:
            fitting = games_of(found, scope)
            context["games"] = game_lines(request, fitting)
            context["hands"] = sum(sums.hands for sums in fitting.values())
    return list_or_fragment(
        request, "club/players/player.html", "club/players/_career.html", context
    )


def game_of(request: HttpRequest, games: Mapping[str, Sums]) -> str:
    """The game that the page is about: the one of the address, the only one; else none, since
    points of different games do not add up."""
    return request.GET.get("variant", "") or (next(iter(games)) if len(games) == 1 else "")


def form_of(
    request: HttpRequest,
    player: Player,
    club_players: Sequence[Player],
    games: Mapping[str, Sums],
    game: str,
    careers: Mapping[str, Course],
) -> CareerForm:
    """The filters, with what this player's hands have to offer. One statement."""
    matches = Match.objects.filter(seats__player=player).order_by("-played_on")
    titles = list(dict.fromkeys(matches.values_list("title", flat=True)[: 4 * EVENTS]))
    return CareerForm(
        request.GET,
        others=[other for other in club_players if other != player],
        games=[game] if game else list(games),
        periods=[period for period in careers if period],
        events=titles[:EVENTS],
    )


def hands_context(
    request: HttpRequest, form: CareerForm, player: Player, scope: Scope
) -> dict[str, Any]:
    """The hands themselves, and the filters that could be dropped."""
    page = hands_page(request, player, scope)
    chosen = form.scope.narrow
    return page | {
        "narrow": bool(chosen),
        "chips": [
            Drop(form.words(name), address_with(request, **{**FIRST_PAGE, name: ""}), 0, False)
            for name in chosen
        ],
        "drops": [] if page["lines"] else drops(request, form, player),
        "search_address": search_address(player, scope),
    }


def search_address(player: Player, scope: Scope) -> str:
    """The same hands in the search of the club, where they can be exported."""
    since, until = scope.bounds
    asked = scope.narrow | {"player": player, "since": since, "until": until, "period": None}
    query = {
        name: getattr(value, "public_id", str(value)) for name, value in asked.items() if value
    }
    return f"{reverse('search', args=[player.club.slug])}?{urlencode(query)}"


def drops(request: HttpRequest, form: CareerForm, player: Player) -> list[Drop]:
    """Each filter that alone keeps the page empty, and how many hands dropping it brings."""
    found = []
    for name in form.scope.narrow:
        wider = replace(form.scope, **{name: getattr(Scope(), name)})
        count = wider.seats_of(player).values("pk")[: SHOWN + 1].count()
        if count:
            address = address_with(request, **{name: ""})
            found.append(Drop(form.words(name), address, min(count, SHOWN), count > SHOWN))
    return found


def career_context(
    request: HttpRequest,
    player: Player,
    club_players: Sequence[Player],
    scope: Scope,
    careers: Mapping[str, Course],
) -> dict[str, Any]:
    """What the hands of one game come to."""
    mine, club = statistics_of(player, scope), club_sums(player, scope)

    def address(**query: str) -> str:
        return address_with(request, variant=scope.variant, **FIRST_PAGE, **query)

    others = names_by_key(club_players)
    partners, opponents = (
        companion_lines(mine, kind, others, address) for kind in (Kind.WITH, Kind.AGAINST)
    )
    parts = part_lines(scope.variant, mine, club, address)
    return {
        "hands": mine.whole.hands,
        "whole": line_of(player.name, mine.whole),
        "as_taker": mine.whole if mine.whole.taken else None,
        "statistics": mine,
        "parts": parts,
        "seats": seat_lines(mine, club),
        "partners": partners[:COMPANIONS],
        "more_partners": partners[COMPANIONS:],
        "opponents": opponents[:COMPANIONS],
        "more_opponents": opponents[COMPANIONS:],
        "streak_now": streak_now(mine.course),
        "chart": balance_chart(player, scope, mine),
        "days": days_of_balance(mine),
        "ratings": ratings_of(careers),
        "rating_chart": rating_chart(player, careers),
        **extremes(player, scope),
    }


def game_lines(request: HttpRequest, games: Mapping[str, Sums]) -> list[dict[str, Any]]:
    """The games, each with the way to what was done in it."""
    return [
        {
            "variant": variant,
            "line": line_of(variant, sums),
            "address": address_with(request, variant=variant, **FIRST_PAGE),
        }
        for variant, sums in games.items()
    ]
