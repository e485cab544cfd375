"""One mail an evening to members who want it: what is new for them, once the evening is over."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_http_methods

from games.access.quota import REQUESTS, limited
from games.club.feeds import language_of
from games.club.news import NewsItem, news_of
from games.models import Dispute, Evening, Membership, Remark, Role, Seal
from games.writing.durably import durably

QUIET = timedelta(hours=1)  # without a seal: then the evening is over
APART = timedelta(hours=20)
SALT = "mail of a club"
log = logging.getLogger(__name__)
LATEST = Seal.objects.filter(number=F("club__seals"))
DATED: Sequence[tuple[QuerySet[Any], str]] = (
    (LATEST, "sealed_at"),
    (Remark.objects.all(), "at"),
    (Dispute.objects.all(), "at"),
    (Dispute.objects.all(), "ended_at"),
    (Evening.objects.all(), "opened_at"),
)


def send_letters(site: str) -> int:
    """Send the mails that are due, and return how many. `site`: where it is, "https://…".

    One statement, and five for each member in whose club something has happened since their mail.
    Raises OSError where none can be sent; the next call tries again. An address that the mail
    server refuses stops no other mail.
    """
    now, sent = timezone.now(), 0
    rows = Membership.objects.filter(mailed_at__lt=now - APART, user__is_active=True)
    happened = reduce(or_, (Q(_since(OuterRef("mailed_at"), *one)) for one in DATED))
    due = rows.filter(happened, ~_since(now - QUIET, LATEST, "sealed_at"))
    due = due.exclude(role=Role.GUEST).exclude(user__email="")
    for member in due.select_related("user", "club", "player"):
        now = timezone.now()  # what happens from here on is for the next mail
        with translation.override(language_of(member)):
            since = member.mailed_at or now  # for the types: these want mails
            new = news_of(member.user, member.club, since, member.player)
            news = [one for one in new if member.player or one.kind != "hand"]
            if news and _claim(member, now):
                sent += _send(member, news, site)
    return sent


def _since(moment: datetime | OuterRef, rows: QuerySet[Any], at: str) -> Exists:
    """Return the condition for members whose club has one of these rows since a moment."""
    return Exists(rows.filter(club=OuterRef("club"), **{f"{at}__gte": moment}))


def _claim(member: Membership, now: datetime) -> bool:
    """Write down that a mail is sent now; False where another process sends it."""
    mine = Membership.objects.filter(pk=member.pk, mailed_at=member.mailed_at)
    return bool(durably(lambda: mine.update(mailed_at=now)))


def _send(member: Membership, news: Sequence[NewsItem], site: str) -> int:
    link = reverse("mail-end", args=[signing.dumps(member.pk, salt=SALT)])
    hands = sum(one.kind == "hand" for one in news)
    others = [one for one in news if one.kind != "hand"]
    context = {"member": member, "hands": hands, "others": others, "site": site, "end": link}
    text = render_to_string("club/letter.html", context)
    headers = {"List-Unsubscribe": f"<{site}{link}>"}
    try:
        return EmailMessage(member.club.name, text, to=[member.user.email], headers=headers).send()
    except OSError as error:
        codes = error.recipients.values() if isinstance(error, SMTPRecipientsRefused) else ()
        if not codes or any(code < 500 for code, _why in codes):  # the next call tries again
            mine = Membership.objects.filter(pk=member.pk)
            durably(lambda: mine.update(mailed_at=member.mailed_at))
        if not codes:
            raise
        log.warning("the mail server refuses the address of %s", member.user)
        return 0


@login_not_required
@limited(REQUESTS)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_end(request: HttpRequest, signed: str) -> HttpResponse:
    """End the mails of a member by the link in each of them, without signing in."""
    try:
        key = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        raise Http404 from None
    get_object_or_404(Membership, pk=key)
    if request.method == "POST":
        durably(lambda: Membership.objects.filter(pk=key).update(mailed_at=None))
    return render(request, "club/mail_end.html", {"ended": request.method == "POST"})
