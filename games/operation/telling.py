"""E-mail to the person who runs the site."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage

from games.operation.watching import WELL, News


class NotTold(Exception):
    """Why nobody was told: a sentence."""


def tell(news: Sequence[News], at: datetime) -> None:
    """Send one e-mail with all the news. Raises NotTold; then they must be told again."""
    if not settings.ALERT_TO:
        raise NotTold("Nobody can be told: set ALERT_TO.")
    if not settings.SENDS_EMAIL:
        raise NotTold("Nobody can be told: no mail server is set (EMAIL_URL).")
    site = settings.ALLOWED_HOSTS[0]
    bad = sum(one.state != WELL for one in news)
    subject = f"{site}: {f'{bad} to look after' if bad else 'well again'}"
    body = "\n".join(f"{one.about} ({one.state}): {one.text}" for one in news)
    try:
        EmailMessage(subject, f"{body}\n\n{at.isoformat()}\n", to=settings.ALERT_TO).send()
    except OSError as error:
        raise NotTold(f"The e-mail was not sent: {error}") from None
