"""The heads of a club's chain that people outside were told of: a page, and the same as lines."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Club, PublishedHead
from games.proof import ChainHead

SHOWN = 50


@login_not_required
@require_safe
def heads(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the newest head, how to check it, and those before it."""
    club = heads_club(request, slug)
    if club is None:
        return redirect_to_login(request.get_full_path())
    published = published_heads(club)
    context = {
        "visited": club,
        "newest": published.first(),
        "heads": published[:SHOWN],
        "more": max(0, published.count() - SHOWN),
    }
    return render(request, "proof/heads.html", context)


@login_not_required
@require_safe
def heads_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send them all, a line each, as `verify_archive --heads` reads them; the oldest first."""
    club = heads_club(request, slug)
    if club is None:
        return redirect_to_login(request.get_full_path())
    lines = (f"{ChainHead.of(one)}\n" for one in published_heads(club).order_by("pk"))
    response = HttpResponse("".join(lines), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{club.slug}-heads.ndjson"'
    return response


def heads_club(request: HttpRequest, slug: str) -> Club | None:
    """Return the club if its heads may be read; None where signing in may help, else a 404."""
    club = Club.objects.heads_shown_to(request.user).filter(slug=slug).first()
    if club is None and request.user.is_authenticated:
        raise Http404
    return club


def published_heads(club: Club) -> QuerySet[PublishedHead]:
    """Return the heads that were published, the newest first."""
    return PublishedHead.objects.filter(club=club).select_related("club").order_by("-pk")
