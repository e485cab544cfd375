"""How many requests are allowed, and the headers that say so in every answer.

The headers are those of the draft "RateLimit header fields for HTTP" (version 11). Requests are
counted in the cache; with several server processes each may count its own. The limits keep a faulty
loop from slowing down a club's evening; they are no protection against attacks.
"""

from math import ceil
from threading import Lock
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from games.access.signin import client_address
from games.models import ApiToken


class Limit(SimpleRateThrottle):
    """A maximum number of requests in a number of seconds, for each token, user or address."""

    rate: str  # requests/seconds
    num_requests: int
    duration: int
    one_at_a_time = Lock()

    def parse_rate(self, rate: Any) -> tuple[int, int]:
        """The two numbers; the library only knows whole minutes, hours and days."""
        quota, seconds = rate.split("/")
        return int(quota), int(seconds)

    def get_cache_key(self, request: Request, view: Any) -> str:
        """The key under which this client's requests are counted.

        Of visitors the address, as the sign-in knows it: a header that they send themselves makes
        nobody else of them. Where a proxy stands in front that the settings do not name, all
        visitors are counted as one.
        """
        if isinstance(request.auth, ApiToken):
            whom = f"token:{request.auth.pk}"
        elif request.user.is_authenticated:
            whom = f"user:{request.user.pk}"
        else:
            whom = f"address:{client_address(request._request)}"
        return f"limit:{self.scope}:{whom}"

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; False if it is one too many."""
        request._request.limits = [*getattr(request._request, "limits", ()), self]  # type: ignore[attr-defined]
        with self.one_at_a_time:
            return super().allow_request(request, view)

    @property
    def policy(self) -> str:
        """The limit, as the header `RateLimit-Policy` states it."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    @property
    def state(self) -> str:
        """The number of requests left, and for how long, as the header `RateLimit` states it."""
        seconds = ceil(self.history[-1] + self.duration - self.now)
        return f'"{self.scope}";r={self.num_requests - len(self.history)};t={seconds}'


class Requests(Limit):
    """All requests."""

    scope, rate = "requests", "600/60"


class Judging(Limit):
    """Judging records, which is the most work a single request can cause."""

    scope, rate = "verify", "30/60"


class Writing(Limit):
    """Writing. A table plays a card in three seconds, and a tablet that was offline catches up."""

    scope, rate = "writes", "40/4"


class Describing(Limit):
    """The description of the interface, which is made anew each time."""

    scope, rate = "description", "30/60"


class Streaming(Limit):
    """Streams of any size."""

    scope, rate = "streams", "30/60"


def limit_headers(request: Any) -> dict[str, str]:
    """The headers with the limits and what is left of them."""
    limits: list[Limit] = getattr(request, "limits", [])
    if not limits:
        return {}
    return {
        "RateLimit-Policy": ", ".join(limit.policy for limit in limits),
        "RateLimit": ", ".join(limit.state for limit in limits),
    }
