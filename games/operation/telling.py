"""Telling whoever runs the site: by e-mail, and by JSON to an address of theirs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.mail import EmailMessage

from games.operation.watching import WELL, News

PATIENCE = 5  # seconds


class NotTold(Exception):
    """Why nobody was told: a sentence."""


def tell(news: Sequence[News], at: datetime) -> list[str]:
    """Tell the news by every way that is set; what went wrong with one, a sentence each.

    Raises NotTold where no way is set or none has worked: then they must be told again.
    """
    ways: list[Callable[[Sequence[News], datetime], None]] = []
    if settings.ALERT_TO:
        ways.append(by_mail)
    if settings.ALERT_URL:
        ways.append(by_hook)
    if not ways:
        raise NotTold("Nobody can be told: set ALERT_TO, ALERT_URL or both.")
    faults = []
    for way in ways:
        try:
            way(news, at)
        except (OSError, NotTold) as error:
            faults.append(f"Not told {way.__name__.replace('_', ' ')}: {error}")
    if len(faults) == len(ways):
        raise NotTold(" ".join(faults))
    return faults


def by_mail(news: Sequence[News], at: datetime) -> None:
    """One e-mail with all of it."""
    if not settings.SENDS_EMAIL:
        raise NotTold("no mail server is set (EMAIL_URL)")
    bad = sum(one.state != WELL for one in news)
    subject = f"{site()}: {f'{bad} to look after' if bad else 'well again'}"
    body = "\n".join(f"{one.about} ({one.state}): {one.text}" for one in news)
    EmailMessage(subject, f"{body}\n\n{at.isoformat()}\n", to=settings.ALERT_TO).send()


def by_hook(news: Sequence[News], at: datetime) -> None:
    """The same as JSON, by POST."""
    body = {"site": site(), "at": at.isoformat(), "news": [asdict(one) for one in news]}
    request = Request(  # noqa: S310 - the settings take https:// and http:// alone
        settings.ALERT_URL,
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "User-Agent": "ClubTarot"},
    )
    with urlopen(request, timeout=PATIENCE):  # noqa: S310
        pass


def site() -> str:
    """What the site is called."""
    return str(settings.ALLOWED_HOSTS[0])
