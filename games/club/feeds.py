"""A member's private addresses: a news feed (Atom) and a calendar (iCalendar, RFC 5545).

The key in them opens only what its member may see when it is used, and is gone with the membership.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access.pages import club_or_404, user_of
from games.access.quota import HEAVY, limited
from games.club.news import NewsItem, news_of
from games.models import Club, Evening, Match, Membership, Role
from games.writing.durably import durably

NEWS, DAYS = timedelta(days=30), timedelta(days=365)
IN_FEED = ("hand", "amended", "evening")


@require_http_methods(["GET", "HEAD", "POST"])
def feeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a member's own addresses; make other ones, or switch them off."""
    club = club_or_404(request, slug)
    mine = Membership.objects.filter(user=user_of(request), club=club)
    if request.method == "POST":
        sent = request.POST
        facts: dict[str, Any] = {"feed": None if "off" in sent else secrets.token_hex(16)}
        if "mail" in sent:
            facts = {"mailed_at": timezone.now() if sent["mail"] else None}
        durably(lambda: mine.update(**facts))
        return redirect("feeds", club.slug)
    feed, mailed_at = mine.values_list("feed", "mailed_at")[0]
    names = ("feed-news", _("News (Atom)")), ("feed-calendar", _("Evenings (calendar)"))
    links = [
        (label, request.build_absolute_uri(reverse(name, args=[feed])))
        for name, label in names
        if feed
    ]
    context = {"club": club, "links": links, "mailed_at": mailed_at}
    context["may_mail"] = settings.SENDS_EMAIL and bool(user_of(request).email)
    return render(request, "club/feeds.html", context)


def member_of(feed: str) -> Membership:
    """Return whose address it is; a 404 for one that is nobody's, or no member's any more."""
    members = Membership.objects.select_related("user", "club").exclude(role=Role.GUEST)
    return get_object_or_404(members, feed=feed, user__is_active=True)


@login_not_required
@limited(HEAVY)
@require_safe
@never_cache
def news(request: HttpRequest, feed: str) -> HttpResponse:
    """Show new, amended hands and evenings of the last month, in the member's language."""
    with translation.override(language_of(member_of(feed))):
        return ClubNews()(request, feed=feed)


def language_of(member: Membership) -> str:
    """Return the language that a member reads: their own, or the club's, or the site's."""
    return member.user.language or member.club.language or translation.get_language() or "en"


class ClubNews(Feed):
    """What is new in a club, for one of its members."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: str, feed: str) -> Membership:
        """Return whose feed it is."""
        return member_of(feed)

    def title(self, member: Membership) -> str:
        """Return the name of the club."""
        return member.club.name

    def link(self, member: Membership) -> str:
        """Return the page of the club."""
        return reverse("club", args=[member.club.slug])

    def items(self, member: Membership) -> list[NewsItem]:
        """Return what is new."""
        new = news_of(member.user, member.club, timezone.now() - NEWS)
        return [one for one in new if one.kind in IN_FEED]

    def item_title(self, item: NewsItem) -> str:
        """Return the kind and what it is about."""
        return f"{item.title} ({item.label})"

    def item_description(self, item: NewsItem) -> str:
        """Return who played, or the day of an evening."""
        return item.text

    def item_link(self, item: NewsItem) -> str:
        """Return where it can be read, for those who are signed in."""
        return item.address

    def item_guid(self, item: NewsItem) -> str:
        """Return an id that stays; an amended hand has one for each time."""
        return f"tag:clubtarot,{item.at:%Y-%m-%d}:{item.address}{item.kind}/{item.at:%H%M%S}"

    def item_updateddate(self, item: NewsItem) -> datetime:
        """Return when it happened."""
        return item.at


@login_not_required
@limited(HEAVY)
@require_safe
@never_cache
def calendar(request: HttpRequest, feed: str) -> HttpResponse:
    """Show the evenings of a club, and matches by themselves, of the last year and to come."""
    member = member_of(feed)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ClubTarot//EN"]
    lines.append(f"X-WR-CALNAME:{escaped(member.club.name)}")
    for public_id, title, day, at, path in days_of(member):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{public_id}@clubtarot",
            f"DTSTAMP:{at:%Y%m%dT%H%M%SZ}",
            f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
            f"SUMMARY:{escaped(title)}",
            f"URL:{request.build_absolute_uri(path)}",
            "END:VEVENT",
        ]
    text = "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def days_of(member: Membership) -> Iterator[tuple[str, str, date, datetime, str]]:
    """Yield id, title, day, when it was opened, and address of each. Two statements."""
    club: Club = member.club
    kinds: dict[str, QuerySet[Any]] = {
        "evening": Evening.objects.visible_to(member.user),
        "match": Match.objects.visible_to(member.user).filter(round=None),
    }
    for name, rows in kinds.items():
        since = rows.filter(club=club, played_on__gte=timezone.localdate() - DAYS)
        columns = ("public_id", "title", "played_on", "opened_at")
        for public_id, title, day, at in since.order_by("played_on").values_list(*columns):
            yield public_id, title, day, at, reverse(name, args=[club.slug, public_id])


def escaped(text: str) -> str:
    """Return a text as a value of a calendar (RFC 5545, 3.3.11)."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded(line: str) -> str:
    """Return a line in pieces of 75 octets at most, never within a letter (RFC 5545, 3.1)."""
    pieces, piece = [], ""
    for sign in line:
        if len(f" {piece}{sign}".encode()) > 75:
            pieces.append(piece)
            piece = ""
        piece += sign
    return "\r\n ".join([*pieces, piece])
