"""Guessing passwords is made slow: who has failed too often waits, longer each time.

Counted are the pair of account and address, and the address for all accounts; never the account
alone, or a stranger could keep a club's scorer out. Behind a proxy that the site was not told of
nobody's address is known. There the account has to be counted, but nothing is refused for it: a
guess takes longer, and few are looked at at one time, so that the right password still gets in.
A browser in which that account was signed in before counts by itself, and waits for nobody else.

A guess is counted before its password is looked at, in locked rows, so that guesses sent at once to
several processes count as well. It is an authentication backend, so that pages, admin and programs
come through the same door.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from ipaddress import IPv6Address, ip_address
from threading import BoundedSemaphore
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from games.access.known_browsers import folded, known_browser
from games.models import FailedSignIn, User, statements

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)

FORGOTTEN_AFTER = timedelta(hours=1)
# In what a proxy says whom it speaks for.
FORWARDING_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


@dataclass(frozen=True, slots=True)
class Patience:
    """How many guesses are free, and the longest wait; between them it doubles from one second.

    `anywhere`: guesses from all addresses count together, and have to wait also where no address is
    known.
    """

    free: int
    longest: timedelta
    anywhere: bool = False

    def wait(self, failures: int) -> timedelta:
        """Return how long the next guess has to wait after that many failures."""
        if failures < self.free:
            return timedelta()
        return min(timedelta(seconds=2 ** min(failures - self.free, 20)), self.longest)


ONE_ACCOUNT = Patience(free=5, longest=timedelta(minutes=15))
# A whole club may sit behind one address.
ANY_ACCOUNT = Patience(free=50, longest=timedelta(seconds=30))
# After a right password: a million codes are few for somebody with many addresses, and no stranger
# comes as far as to keep the owner out.
SECOND_STEP = Patience(free=5, longest=timedelta(minutes=15), anywhere=True)
# Where no address is known: how long the answer takes, to a right password as well.
SLOWED = Patience(free=5, longest=timedelta(seconds=3))
# How many of the eight threads of `make serve` may be kept waiting by such guesses.
SLOW_LANE = BoundedSemaphore(3)


def client_address(request: HttpRequest) -> str:
    """Return who asks, as the network sees it.

    An IPv4 address, or the /64 that an IPv6 visitor owns. Nothing where it is not known: for the
    machine itself, which is a proxy, and for a request that another proxy has passed on, while the
    settings do not say in which header it names the visitor. Of several addresses in that header
    the last counts: the one that the proxy itself has added.
    """
    header = settings.CLIENT_ADDRESS_HEADER
    if header:
        text = request.headers.get(header, "").rpartition(",")[2]
    elif any(name in request.headers for name in FORWARDING_HEADERS):
        text = ""
    else:
        text = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(text.strip())
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return ""
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


@cache
def warn_of_unknown_addresses(header: str) -> None:
    """Tell the operator, once in each process, that sign-ins come from nobody knows where."""
    if header:
        why = f"the proxy sends no address in {header}"
    else:
        why = "CLIENT_ADDRESS_HEADER does not say in which header the proxy names the visitor"
    logger.warning(
        "Wrong passwords cannot be counted by visitor: %s. They are answered slowly instead.", why
    )


def counters(account: str, address: str, patience: Patience) -> Mapping[str, Patience]:
    """Return the rows that a guess counts in.

    Its account's first, then its address's if that is known, or that of its browser. `patience` is
    what a known address has for guesses at that account.

    Names are hashed, since people type a password into the wrong field.
    """
    name = folded(account)
    if patience.anywhere:
        keys = {f"{name}\nanywhere": patience}
    elif address:
        keys = {f"{name}\n{address}": patience, f"\n{address}": ANY_ACCOUNT}
    else:
        keys = {f"{name}\n": SLOWED}
    return {hashlib.sha256(key.encode()).hexdigest(): limit for key, limit in keys.items()}


def remaining(row: FailedSignIn, patience: Patience, now: datetime) -> timedelta:
    """Return what is left of the wait that a row asks for."""
    if now - row.last_at > FORGOTTEN_AFTER:
        return timedelta()
    return max(row.last_at + patience.wait(row.failures) - now, timedelta())


@transaction.atomic
def count_guess(account: str, address: str, patience: Patience = ONE_ACCOUNT) -> timedelta:
    """Count one guess as failed, until it proves right; how long it has to wait before that.

    From a known address a guess that has to wait is not counted, and is not to be looked at; nor is
    it where all addresses count together. From an unknown one it is counted all the same, and is
    looked at once it has waited.
    """
    now, limits = timezone.now(), counters(account, address, patience)
    FailedSignIn.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    FailedSignIn.objects.bulk_create(
        [FailedSignIn(key=key, failures=0, last_at=now) for key in limits], ignore_conflicts=True
    )
    rows = list(FailedSignIn.objects.select_for_update().filter(key__in=limits).order_by("key"))
    # Counted before the clock was set back: such a wait begins now, or it would last until then.
    ahead = [row for row in rows if row.last_at > now]
    for row in ahead:
        row.last_at = now
    FailedSignIn.objects.bulk_update(ahead, ["last_at"])
    if address or patience.anywhere:
        wait = max(remaining(row, limits[row.key], now) for row in rows)
        if wait:
            return wait
    else:
        wait = max(limits[row.key].wait(row.failures) for row in rows)
    FailedSignIn.objects.filter(key__in=limits).update(failures=F("failures") + 1, last_at=now)
    return wait


@transaction.atomic
def take_back_guess(account: str, address: str, patience: Patience = ONE_ACCOUNT) -> None:
    """Take a guess that was right back: the account starts from zero again."""
    one, *every = counters(account, address, patience)
    FailedSignIn.objects.filter(key=one).delete()
    mine = FailedSignIn.objects.filter(key__in=[one, *every], failures__gt=0)
    mine.update(failures=F("failures") - 1)


class PatientBackend(ModelBackend):
    """Accounts with a password, looked at no faster than the limits allow."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the user whose password it is, or None.

        Raises PermissionDenied for a guess that was not looked at; `request.seconds_to_wait` then
        says when it would be.
        """
        if request is None or username is None:
            return super().authenticate(request, username, password, **kwargs)
        check = super().authenticate
        return guessed(request, username, lambda: check(request, username, password, **kwargs))

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, None where they may not sign in any more."""
        user = statements.find_user(user_id)
        return user if self.user_can_authenticate(user) else None


def guessed(
    request: HttpRequest,
    account: str,
    check: Callable[[], Answer | None],
    patience: Patience = ONE_ACCOUNT,
) -> Answer | None:
    """Return what `check` says to a guess at the secret of `account`.

    None for a wrong one, which counts. Raises PermissionDenied, before anything is checked, for a
    guess that has to wait; `request.seconds_to_wait` then says how long.
    """
    address = known_browser(request, account) or client_address(request)
    if not address and not settings.DEBUG:
        warn_of_unknown_addresses(settings.CLIENT_ADDRESS_HEADER)
    wait = count_guess(account, address, patience)
    if wait and (address or patience.anywhere):
        raise refused(request, wait)
    with slowed(request, wait):
        answer = check()
    if answer is not None:
        take_back_guess(account, address, patience)
    return answer


def missed(request: HttpRequest, account: str, patience: Patience) -> None:
    """Count a link that nobody has.

    It is too long to be guessed, so that a good one is looked for first and never waits. Raises
    PermissionDenied as `guessed`; where no address is known nothing is counted, or strangers would
    make each other wait.
    """
    address = client_address(request)
    if address and (wait := count_guess(account, address, patience)):
        raise refused(request, wait)


@contextmanager
def slowed(request: HttpRequest, wait: timedelta) -> Iterator[None]:
    """Wait before a password is looked at. Raises PermissionDenied where too many wait already."""
    if not wait:
        yield
        return
    if not SLOW_LANE.acquire(blocking=False):
        raise refused(request, timedelta(seconds=1))
    try:
        time.sleep(wait.total_seconds())
        yield
    finally:
        SLOW_LANE.release()


def refused(request: HttpRequest, wait: timedelta) -> PermissionDenied:
    """Return the error for a guess that is not looked at, and tell the request how long to wait."""
    request.seconds_to_wait = -(-wait // timedelta(seconds=1))  # type: ignore[attr-defined]
    return PermissionDenied()
