"""How many requests are allowed, and the headers that say so in every answer.

The headers are those of the draft "RateLimit header fields for HTTP" (version 11). The limits
themselves are in `games.access.quota`.
"""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.access import quota
from games.access.quota import Counted, Quota, asker, count
from games.models import ApiToken


class Limit(BaseThrottle):
    """A quota, for each token, user or address."""

    quota: ClassVar[Quota]
    counted: Counted

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; False if it is one too many."""
        request._request.limits = [*getattr(request._request, "limits", ()), self]  # type: ignore[attr-defined]
        self.counted = count(self.quota, client_of(request))
        return not self.counted.wait

    def wait(self) -> int:
        """Return how many seconds the next request has to wait."""
        return self.counted.wait

    @property
    def policy(self) -> str:
        """Return the limit, as the header `RateLimit-Policy` states it."""
        return f'"{self.quota.name}";q={self.quota.most};w={self.quota.within}'

    @property
    def state(self) -> str:
        """Return the requests left, and for how long, as the header `RateLimit` states it."""
        return f'"{self.quota.name}";r={self.counted.left};t={self.counted.seconds}'


def client_of(request: Request) -> str:
    """Whose requests are counted together.

    Of visitors the address, as the sign-in knows it: a header that they send themselves makes
    nobody else of them. Where a proxy stands in front that the settings do not name, all
    visitors are counted as one.
    """
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}"
    return asker(request)


class Requests(Limit):
    """All requests."""

    quota = quota.REQUESTS


class Heavy(Limit):
    """Judging records, streams of any size, the description of the interface."""

    quota = quota.HEAVY


class Writing(Limit):
    """Writing."""

    quota = quota.WRITES


def limit_headers(request: Any) -> dict[str, str]:
    limits: list[Limit] = getattr(request, "limits", [])
    if not limits:
        return {}
    return {
        "RateLimit-Policy": ", ".join(limit.policy for limit in limits),
        "RateLimit": ", ".join(limit.state for limit in limits),
    }
