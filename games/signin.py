"""Guessing passwords is made slow: who has failed too often waits, longer each time.

Counted are the pair of account and address, and the address for all accounts; never the account
alone, or a stranger could keep a club's scorer out. A guess is counted before its password is
looked at, in locked rows, so that guesses sent at once to several processes count as well. It is
an authentication backend, so that pages, admin and programs come through the same door.
"""

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from games.models import FailedSignIn, User

FORGOTTEN_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Patience:
    """How many guesses are free, and the longest wait; between them it doubles from one second."""

    free: int
    longest: timedelta

    def wait(self, failures: int) -> timedelta:
        """How long after that many failures the next guess has to wait."""
        if failures < self.free:
            return timedelta()
        return min(timedelta(seconds=2 ** min(failures - self.free, 20)), self.longest)


ONE_ACCOUNT = Patience(free=5, longest=timedelta(minutes=15))
# A whole club may sit behind one address.
ANY_ACCOUNT = Patience(free=50, longest=timedelta(seconds=30))


def client_address(request: HttpRequest) -> str:
    """Who asks, as the network sees it: an IPv4 address, or the /64 that an IPv6 visitor owns.

    Nothing for the machine itself: that is a proxy which was not told to say whom it speaks for.
    """
    header = settings.CLIENT_ADDRESS_HEADER
    text = request.headers.get(header, "") if header else request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(text.strip())
    except ValueError:
        return ""
    if address.is_loopback:
        return ""
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


def counters(account: str, address: str) -> Mapping[str, Patience]:
    """The rows that a guess counts in: its account's first, then its address's if it has one.

    Names are hashed, since people type a password into the wrong field.
    """
    name = unicodedata.normalize("NFKC", account).casefold()
    keys = {f"{name}\n{address}": ONE_ACCOUNT}
    if address:
        keys[f"\n{address}"] = ANY_ACCOUNT
    return {hashlib.sha256(key.encode()).hexdigest(): limit for key, limit in keys.items()}


def seconds_to_wait(account: str, address: str) -> int:
    """How many seconds until the next guess is looked at; 0 if it would be at once."""
    now, limits = timezone.now(), counters(account, address)
    rows = FailedSignIn.objects.filter(key__in=limits)
    left = max((remaining(row, limits[row.key], now) for row in rows), default=timedelta())
    return -(-left // timedelta(seconds=1))


def remaining(row: FailedSignIn, patience: Patience, now: datetime) -> timedelta:
    """What is left of the wait that a row asks for."""
    if now - row.last_at > FORGOTTEN_AFTER:
        return timedelta()
    return max(row.last_at + patience.wait(row.failures) - now, timedelta())


@transaction.atomic
def count_guess(account: str, address: str) -> bool:
    """Count one guess as failed, until it proves right.

    False while the account or the address has to wait; nothing is counted then.
    """
    now, limits = timezone.now(), counters(account, address)
    FailedSignIn.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    FailedSignIn.objects.bulk_create(
        [FailedSignIn(key=key, failures=0, last_at=now) for key in limits], ignore_conflicts=True
    )
    rows = FailedSignIn.objects.select_for_update().filter(key__in=limits).order_by("key")
    if any(remaining(row, limits[row.key], now) for row in rows):
        return False
    FailedSignIn.objects.filter(key__in=limits).update(failures=F("failures") + 1, last_at=now)
    return True


@transaction.atomic
def take_back_guess(account: str, address: str) -> None:
    """The password was right: this account starts afresh, and the address has one failure less."""
    one, *every = counters(account, address)
    FailedSignIn.objects.filter(key=one).delete()
    FailedSignIn.objects.filter(key__in=every, failures__gt=0).update(failures=F("failures") - 1)


class PatientBackend(ModelBackend):
    """Accounts with a password, looked at no faster than the limits allow."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """The user whose password it is, or None; PermissionDenied while the wait lasts."""
        if request is None or username is None:
            return super().authenticate(request, username, password, **kwargs)
        address = client_address(request)
        if not count_guess(username, address):
            raise PermissionDenied
        user = super().authenticate(request, username, password, **kwargs)
        if user is not None:
            take_back_guess(username, address)
        return user
