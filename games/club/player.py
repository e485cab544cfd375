"""Reading players: the list, and what one of them has done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, looks_after, may_write, user_of, wants_fragment
from games.archive.lists import (
    FIRST_PAGE,
    SHEET,
    address_with,
    files_from,
    list_context,
    list_or_fragment,
    sheet_of,
)
from games.club.career_charts import balance_chart, days_of_balance, rating_chart, ratings_of
from games.club.career_filters import CareerSearch
from games.club.career_hands import extremes, read_hands
from games.club.career_lines import (
    COMPANIONS,
    companion_lines,
    line_of,
    part_lines,
    rating_of,
    seat_lines,
)
from games.club.career_words import in_three_sentences, streak_now
from games.display.headlines import variant_name
from games.display.workbooks import WorkbookSheet
from games.models import Confirms, Evening, Match, Player, TallyKind
from games.models.statistics import ALL_TIME
from games.people.merging import undoable
from games.people.pins import is_player, may_set_pin, without_pin
from games.statistics.careers import CareerState
from games.statistics.club_records import hides_losses
from games.statistics.figures import Sums
from games.statistics.player_totals import careers_of, club_sums, games_of, statistics_of
from games.statistics.rating import RATED_FROM
from games.statistics.roster import Rostered, roster
from games.statistics.scope import HandScope

# Titles of matches that are offered as a filter.
EVENTS = 50


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players of a club by name, with hands and balance; apart those who have left."""
    club = club_or_404(request, slug)
    everybody = roster(club)
    if SHEET in request.GET:
        return sheet_of(request, "players", table_of(everybody))
    context = {
        "club": club,
        "section": "players",
        "writes": may_write(club),
        "players": [player for player in everybody if not player.has_left],
        "left": [player for player in everybody if player.has_left],
        "files": files_from(request, club, "players"),
        "lacks_pins": looks_after(club)
        and club.confirms == Confirms.PIN
        and without_pin(club).exists(),
    }
    return render(request, "club/players/list.html", context)


def table_of(players: Sequence[Rostered]) -> WorkbookSheet:
    """Return the players of a club as a table for people."""
    head = [_("Player"), _("Nickname"), _("Hands"), _("Points"), _("Game")]
    return WorkbookSheet(_("Players"), head, map(_cells_of, players))


def _cells_of(player: Rostered) -> list[Any]:
    of_one = player.games == 1
    points = player.score_halves / 2 if of_one else None
    game = variant_name(player.game) if of_one else ""
    return [player.name, player.nickname, player.played, points, game]


@require_safe
def player(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Show what a player has done: balance, roles, contracts, seats, companions, hands."""
    club = club_or_404(request, slug)
    visible = Player.every.visible_to(request.user).select_related("merged_into", "pin_set_by")
    player = get_object_or_404(visible, club=club, public_id=player_id)
    if player.merged_into is not None:
        return redirect("player", club.slug, player.merged_into.public_id)
    player.club = club
    is_here = player.erased_at is None
    is_admin = looks_after(club) and is_here
    games = games_of(player)
    game = request.GET.get("variant", "") or next(iter(games), "")  # most played first
    careers = careers_of(player, game)
    club_players = list(club.players.all())
    asked = request.GET.copy()
    asked["variant"] = game
    search = CareerSearch(
        asked, player, players=club_players, games=[game] if game else [], periods=careers
    )
    context = list_context(request, search, partial(read_hands, search)) | {
        "club": club,
        "section": "players",
        "writes": may_write(club) and is_here,
        "player": player,
        "may_pin": club.confirms == Confirms.PIN
        and is_here
        and may_set_pin(user_of(request), player),
        "carried": player.brought_forward.all(),
        "has_evenings": is_here
        and Evening.objects.filter(drawn__matches__seats__player=player).exists(),
        "is_own": is_player(user_of(request), player),
        "looks_after": is_admin,
        "merge": undoable(player) if is_admin else None,
        "search": search,
        "events": events_of(player),
        "game": game,
        "rating": rating_of(careers.get(ALL_TIME), games[game].hands if game in games else 0),
        "rated_from": RATED_FROM,
        "shows_losses": not hides_losses(club),
        "alone": wants_fragment(request),
        "hands": None,
    }
    if search.is_valid():
        context["search_address"] = search_address(search, game)
        if game:
            context |= career_context(request, player, club_players, search.scope, careers)
        if len(games) > 1:
            context["games"] = game_lines(request, games)
    return list_or_fragment(
        request, "club/players/player.html", "club/players/_career.html", context
    )


def events_of(player: Player) -> list[str]:
    """Return the titles of the player's latest matches, each once. One statement."""
    matches = Match.objects.filter(seats__player=player).order_by("-played_on")
    return list(dict.fromkeys(matches.values_list("title", flat=True)[: 4 * EVENTS]))[:EVENTS]


def search_address(search: CareerSearch, game: str) -> str:
    """Return the address of the same hands in the club's search, which can export them."""
    since, until = search.bounds
    asked = search.chosen | {"player": search.person.public_id, "variant": game}
    asked |= {"since": since, "until": until, "period": None}
    query = {name: str(value) for name, value in asked.items() if value}
    return f"{reverse('search', args=[search.person.club.slug])}?{urlencode(query)}"


def career_context(
    request: HttpRequest,
    player: Player,
    club_players: Sequence[Player],
    scope: HandScope,
    careers: Mapping[str, CareerState],
) -> dict[str, Any]:
    """Return the totals of the hands of one game."""
    mine, club = statistics_of(player, scope), club_sums(player, scope)

    def address(**query: str) -> str:
        return address_with(request, variant=scope.variant, **FIRST_PAGE, **query)

    others = {one.pk: one for one in club_players}
    partners, opponents = (
        companion_lines(mine, kind, others, address) for kind in (TallyKind.WITH, TallyKind.AGAINST)
    )
    losing = mine.career.streak < 0
    parts = part_lines(scope.variant, mine, club, address)
    return {
        "hands": mine.whole.hands,
        "whole": line_of(player.name, mine.whole),
        "sentences": in_three_sentences(scope.variant, mine) if mine.balance else (),
        "as_taker": mine.whole if mine.whole.taken else None,
        "statistics": mine,
        "parts": parts,
        "seats": seat_lines(mine, club),
        "partners": partners[:COMPANIONS],
        "more_partners": partners[COMPANIONS:],
        "opponents": opponents[:COMPANIONS],
        "more_opponents": opponents[COMPANIONS:],
        "streak_now": "" if losing and hides_losses(player.club) else streak_now(mine.career),
        "chart": balance_chart(player, scope, mine),
        "season_query": f"&period={scope.period}" if "period" in request.GET else "",
        "days": days_of_balance(mine),
        "ratings": ratings_of(careers),
        "rating_chart": rating_chart(player, careers),
        **extremes(player, scope),
    }


def game_lines(request: HttpRequest, games: Mapping[str, Sums]) -> list[dict[str, Any]]:
    """Return the games, each with the link to what was done in it."""
    return [
        {
            "variant": variant,
            "line": line_of(variant, sums),
            "address": address_with(request, variant=variant, **FIRST_PAGE),
        }
        for variant, sums in games.items()
    ]
