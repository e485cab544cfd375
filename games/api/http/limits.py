"""How often one may ask, and the headers that say so with every answer.

The headers are those of the draft "RateLimit header fields for HTTP" (version 11). The requests are
kept in the cache: with several server processes each counts for itself. The limits keep a mistaken
loop from slowing the club's evening down; they are no wall.
"""

from math import ceil
from threading import Lock
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from games.models import ApiToken


class Limit(SimpleRateThrottle):
    """At most so many requests in so many seconds, for each token, user or address."""

    rate: str  # requests/seconds
    num_requests: int
    duration: int
    one_at_a_time = Lock()

    def parse_rate(self, rate: Any) -> tuple[int, int]:
        """The two numbers; the library knows whole minutes, hours and days only."""
        quota, seconds = rate.split("/")
        return int(quota), int(seconds)

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Whose requests are counted together."""
        if isinstance(request.auth, ApiToken):
            whom = f"token:{request.auth.pk}"
        elif request.user.is_authenticated:
            whom = f"user:{request.user.pk}"
        else:
            whom = f"address:{self.get_ident(request)}"
        return f"limit:{self.scope}:{whom}"

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; False where it is one too many."""
        request._request.limits = [*getattr(request._request, "limits", ()), self]  # type: ignore[attr-defined]
        with self.one_at_a_time:
            return super().allow_request(request, view)

    @property
    def policy(self) -> str:
        """What holds, as the header `RateLimit-Policy` says it."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    @property
    def state(self) -> str:
        """What is left until the first of the counted requests counts no more, as the header
        `RateLimit` says it."""
        seconds = ceil(self.history[-1] + self.duration - self.now)
        return f'"{self.scope}";r={self.num_requests - len(self.history)};t={seconds}'


class Requests(Limit):
    """Everything."""

    scope, rate = "requests", "600/60"


class Judging(Limit):
    """Judging records is the most work that one request can ask for."""

    scope, rate = "verify", "30/60"


class Writing(Limit):
    """A table plays a card in three seconds; a tablet that was offline catches up."""

    scope, rate = "writes", "40/4"


class Streaming(Limit):
    """Streams of any size."""

    scope, rate = "streams", "30/60"


def limit_headers(request: Any) -> dict[str, str]:
    """The headers that say what the limits are and what is left of them."""
    limits: list[Limit] = getattr(request, "limits", [])
    if not limits:
        return {}
    return {
        "RateLimit-Policy": ", ".join(limit.policy for limit in limits),
        "RateLimit": ", ".join(limit.state for limit in limits),
    }
