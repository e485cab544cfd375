"""The start page, and the front page of a club."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, Max, Q, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.access.live import watch
from games.access.pages import entered_club_or_404, make_or_blame, may_write, status_of, user_of
from games.access.quota import REQUESTS, limited
from games.access.usual_looks import as_usual_in
from games.archive import listed_hands
from games.club.first_evening import OpenClubForm
from games.club.mine import HandLine, hand_line, mine_of
from games.club.opening_clubs import open_club
from games.club.outside import outside_facts
from games.confirming.asking import asked_of, others_pin_of
from games.display.headlines import variant_name
from games.models import Club, Hand, HandSeat, Match, MatchSeat, Role
from games.statistics.roster import Rostered, roster

CLOSED_SHOWN, HANDS_SHOWN, PLAYERS_SHOWN = 5, 7, 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """One's own club at once; the list of them where there are several, or none yet."""
    mine = list(Club.objects.entered_by(request.user)[:2])
    if len(mine) == 1:
        return redirect("club", mine[0].slug)
    return clubs(request)


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs that the user belongs to, and the form for another."""
    context = {"clubs": Club.objects.entered_by(request.user), "form": OpenClubForm()}
    return render(request, "club/home.html", context)


@require_http_methods(["GET", "POST"])
def club_open(request: HttpRequest) -> HttpResponse:
    """Open a club and become its administrator."""
    form = OpenClubForm(request.POST or None)
    club = open_from(request, form) if form.is_valid() else None
    if club:
        messages.success(request, _("%(club)s is open. You look after it.") % {"club": club})
        return redirect("club", club.slug)
    context = {"clubs": Club.objects.entered_by(request.user), "form": form}
    return render(request, "club/home.html", context, status=status_of(form))


def open_from(request: HttpRequest, form: OpenClubForm) -> Club | None:
    """Return the new club, or None with the reason in the form."""
    facts = {"name": form.cleaned_data["name"], "once": form.once, **form.first_match()}
    return make_or_blame(form, lambda: open_club(user=user_of(request), **facts))


@login_not_required
@limited(REQUESTS)
@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what goes on in a club: open matches, last evenings, newest hands, players."""
    if not Club.objects.entered_by(request.user).filter(slug=slug).exists():
        return from_outside(request, slug)
    club = entered_club_or_404(request, slug)
    if club.my_role == Role.GUEST:  # type: ignore[attr-defined]
        return outside_page(request, club)
    return as_usual_in(club, request, lambda: front_page(request, club))


def front_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Draw the page of a club for its members; those who play there find theirs on it.

    It comes first, except for those who record while a match goes on.
    """
    live, today = watch(club, user_of(request)), timezone.localdate()
    yesterday = today - timedelta(days=1)  # an evening lasts past midnight
    matches = club.matches.annotate(
        played=Count("hands", filter=Q(hands__state=Hand.State.SEALED)),
        now=Max("hands__number", filter=Q(hands__state=Hand.State.OPEN)),
    ).order_by("-played_on", "-id")
    mine = mine_of(user_of(request), club)
    open_matches = match_lines(matches.filter(closed_at=None))
    context = {
        "club": club,
        "live": live,
        "writes": may_write(club),
        "mine": mine,
        "mine_first": mine and not (may_write(club) and open_matches),
        "asked": asked_of(user_of(request), club),
        "others_pin": others_pin_of(user_of(request), club),
        "open_matches": open_matches,
        "closed_matches": match_lines(matches.exclude(closed_at=None)[:CLOSED_SHOWN]),
        "hands": () if mine else newest_hands(club),
        "players": most_seen(club),
        "evening": club.evenings.filter(played_on__range=(yesterday, today)).first(),
    }
    return render(request, "club/club.html", context)


def from_outside(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club as everybody sees it.

    Where that is nothing, answer 404, or ask somebody who is not signed in to do so: nobody learns
    which clubs there are.
    """
    club = Club.objects.shown_to_all().filter(slug=slug).first()
    if club is not None:
        return outside_page(request, club)
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.get_full_path())


def outside_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Draw the page of a club for its guests, or for everybody."""
    facts = outside_facts(club)
    return render(request, "club/guest.html", facts | {"matches": match_lines(facts["matches"])})


@dataclass(slots=True)
class MatchSummary:
    """A match in a list: its game, and how its players stand, best first, in points."""

    match: Match
    game: str
    standings: list[tuple[str, float]] = field(default_factory=list)


def match_lines(matches: Iterable[Match]) -> list[MatchSummary]:
    """Return the matches with their standings, or before a finished hand with their players."""
    lines = {match.pk: MatchSummary(match, variant_name(match.variant)) for match in matches}
    people = {
        (seat.match_id, seat.player_id): seat.player
        for seat in MatchSeat.objects.filter(match__in=lines).select_related("player")
    }
    totals = HandSeat.objects.filter(hand__match__in=lines, hand__state=Hand.State.SEALED)
    points = {
        (row["hand__match"], row["player"]): row["halves"] / 2
        for row in totals.values("hand__match", "player").annotate(halves=Sum("score_halves"))
    }
    for (match, player), person in people.items():
        lines[match].standings.append((person.name, points.get((match, player), 0)))
    for line in lines.values():
        line.standings.sort(key=lambda standing: -standing[1])
    return list(lines.values())


def newest_hands(club: Club) -> list[HandLine]:
    """Return the hands that were played last. One statement."""
    hands = Hand.objects.filter(club=club).shown().order_by("-played_at", "-id")
    return [hand_line(hand) for hand in listed_hands(hands[:HANDS_SHOWN])]


def most_seen(club: Club) -> list[Rostered]:
    """Return the players with most hands, of those who have not left."""
    here = [player for player in roster(club) if not player.has_left]
    by_hands = sorted(here, key=lambda player: (-player.played, -player.score_halves))
    return by_hands[:PLAYERS_SHOWN]
