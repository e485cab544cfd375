"""How often one may ask: counted in fixed windows, and told with every answer.

The headers are those of the draft "RateLimit header fields for HTTP" (version 11). The counts are
in the cache: with several server processes each counts for itself. They keep a mistaken loop from
slowing the club's evening down; they are no wall.
"""

import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.models import ApiToken


class Limit(BaseThrottle):
    """At most `quota` requests in a window of `seconds`, for each token, user or address."""

    name: str
    quota: int
    seconds: int

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; False where it is one too many."""
        now = time.time()
        window = int(now // self.seconds)
        self.reset = self.seconds - int(now % self.seconds)
        key = f"limit:{self.name}:{self.whom(request)}:{window}"
        cache.add(key, 0, self.seconds + 1)
        self.used = cache.incr(key)
        request._request.limits = [*getattr(request._request, "limits", ()), self]  # type: ignore[attr-defined]
        return self.used <= self.quota

    def whom(self, request: Request) -> str:
        """Whose requests are counted together."""
        if isinstance(request.auth, ApiToken):
            return f"token:{request.auth.pk}"
        if request.user.is_authenticated:
            return f"user:{request.user.pk}"
        return f"address:{self.get_ident(request)}"

    def wait(self) -> int:
        """In how many seconds the next window begins."""
        return self.reset

    @property
    def policy(self) -> str:
        """What holds, as the header `RateLimit-Policy` says it."""
        return f'"{self.name}";q={self.quota};w={self.seconds}'

    @property
    def state(self) -> str:
        """What is left, as the header `RateLimit` says it."""
        return f'"{self.name}";r={max(0, self.quota - self.used)};t={self.reset}'


class Requests(Limit):
    """Everything."""

    name, quota, seconds = "requests", 600, 60


class Judging(Limit):
    """Judging records is the most work that one request can ask for."""

    name, quota, seconds = "verify", 30, 60


class Writing(Limit):
    """A table plays a card in three seconds; a tablet that was offline catches up."""

    name, quota, seconds = "writes", 40, 4


class Streaming(Limit):
    """Streams of any size."""

    name, quota, seconds = "streams", 30, 60


def limit_headers(request: Any) -> dict[str, str]:
    """The headers that say what the limits are and what is left of them."""
    limits: list[Limit] = getattr(request, "limits", [])
    if not limits:
        return {}
    return {
        "RateLimit-Policy": ", ".join(limit.policy for limit in limits),
        "RateLimit": ", ".join(limit.state for limit in limits),
    }
