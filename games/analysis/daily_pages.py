"""The page of the day's hand: asked, answered once, then what happened and what others answered."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.access.pages import club_or_404, user_of
from games.access.quota import HEAVY, REQUESTS, limited, spend
from games.analysis.daily import choose, still_fits, streak
from games.analysis.daily_questions import Question
from games.book.records import sealed_record
from games.models import Club, DailyAnswer, DailyHand, HandSeat
from games.replay.published import nameless
from games.writing.durably import durably


@login_not_required
@limited(REQUESTS)
@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask about the hand of today, or show that of a day that is over.

    Members answer once, by POST. Others, where the club shows them anything, are asked about a
    published hand: their answer is in the address, and kept nowhere.
    """
    day = _day(request.POST.get("day") or request.GET.get("day", ""))
    if Club.objects.visible_to(request.user).filter(slug=slug).exists():
        return _page(request, club_or_404(request, slug), day, outside=False)
    entered = Club.objects.entered_by(request.user).filter(slug=slug).first()
    club = entered or Club.objects.shown_to_all().filter(slug=slug).first()
    if club and request.method != "POST":
        return _page(request, club, day, outside=True)
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.get_full_path())


def _day(text: str) -> date:
    """Return the day of an address; today without one. 404 for none, and for one to come."""
    today = timezone.localdate()
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        raise Http404 from None
    if day > today:
        raise Http404
    return day


def _page(request: HttpRequest, club: Club, day: date, *, outside: bool) -> HttpResponse:
    """Draw the page; by POST, keep the answer first."""
    kept = DailyHand.objects.filter(club=club, outside=outside).order_by("-day")
    one = kept.filter(day=day).select_related("hand__match", "hand__club").first()
    today = day == timezone.localdate()
    if one is None and today:
        spend(HEAVY, request)
        one = choose(club, day, outside=outside)
    context: dict[str, Any] = {"visited" if outside else "club": club, "slug": club.slug}
    context |= {"outside": outside, "day": day, "today": today, "status": 200}
    context["earlier"] = kept.filter(day__lt=day).values_list("day", flat=True).first()
    if one:
        one.club = club  # with the reader's player
    if one and still_fits(one):
        context |= _asked(request, one, is_open=today)
    if context.get("kept"):
        return redirect("daily", club.slug)
    if not outside:
        context["streak"] = streak(user_of(request), club, timezone.localdate())
    return render(request, "analysis/daily.html", context, status=context["status"])


def _asked(request: HttpRequest, one: DailyHand, *, is_open: bool) -> dict[str, Any]:
    """Return the question; once it is answered, or its day is over, the answers as well."""
    mine, record = "", nameless(sealed_record(one.hand))
    if not one.outside:
        own = DailyAnswer.objects.filter(daily=one, user=user_of(request))
        mine = own.values_list("answer", flat=True).first() or ""
    question = Question(one, record)
    sent = (request.GET if one.outside else request.POST).getlist("answer")
    asked = is_open and not mine
    problem = question.refused(sent) if asked and (sent or request.method == "POST") else ""
    if asked and sent and not problem:
        mine = " ".join(sent)
        if not one.outside:
            facts = {"daily": one, "user": user_of(request)}
            durably(lambda: DailyAnswer.objects.get_or_create({"answer": mine}, **facts))
            return {"kept": True}
    context = {"daily": one, "hand": one.hand, "question": question, "problem": problem}
    context |= {"sent": sent, "game_key": record.variant.key, "status": 422 if problem else 200}
    return context if is_open and not mine else context | _answered(request, one, question, mine)


def _answered(
    request: HttpRequest, one: DailyHand, question: Question, mine: str
) -> dict[str, Any]:
    """Return what happened at the table and what the club answered; names where it wants them."""
    names = one.club.names_daily and not one.outside
    if names:
        question = Question(one, sealed_record(one.hand))
    given = list(one.answers.values_list("user__username", "answer"))
    player = getattr(one.club, "my_player", None)
    return {
        "question": question,
        "answered": len(given),
        "rows": question.rows(given, mine),
        "names": names,
        "mine": mine,
        "best": question.is_best(mine),
        "sat_there": HandSeat.objects.filter(hand=one.hand, player=player).exists(),
    }
