"""The newest published head of a club's chain by e-mail, to those whom the club has named."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.models import Club, HeadsMailed, PublishedHead
from games.writing.durably import durably

DAYS_BETWEEN = {HeadsMailed.DAILY: 1, HeadsMailed.WEEKLY: 7}


class NotSent(Exception):
    """Why an e-mail was not sent: a sentence for whoever runs the site."""


def mail_head(club: Club, newest: PublishedHead, line: str, now: datetime) -> bool:
    """Send the newest head of a club, if the club wants that and it is time; `line` is the one that
    `verify_archive --heads` reads. Returns whether it was sent.

    Raises NotSent; then it is tried again at the next call.
    """
    if not is_due(club, newest, now):
        return False
    if not settings.SENDS_EMAIL:
        raise NotSent("no mail server is set (EMAIL_URL)")
    with translation.override(club.language or settings.LANGUAGE_CODE):
        facts: dict[str, Any] = {"head": newest, "line": line}
        subject = render_to_string("proof/mail_subject.html", facts).strip()
        body = render_to_string("proof/mail.html", facts)
    try:
        # In one go, and none of them sees the others.
        EmailMessage(subject, body, bcc=club.heads_to.split(", ")).send()
    except OSError as error:
        raise NotSent(str(error)) from None
    durably(lambda: Club.objects.filter(pk=club.pk).update(heads_mailed_at=now))
    return True


def is_due(club: Club, newest: PublishedHead, now: datetime) -> bool:
    """Whether an e-mail should go out: there is a head that the last one did not have, and enough
    days lie between."""
    if club.heads_mailed == HeadsMailed.NEVER or not club.heads_to:
        return False
    last = club.heads_mailed_at
    if last is None:
        return True
    waited = timezone.localdate(last) + timedelta(DAYS_BETWEEN[HeadsMailed(club.heads_mailed)])
    return newest.at > last and waited <= timezone.localdate(now)
