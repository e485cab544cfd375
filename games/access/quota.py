"""How often a visitor may ask for what takes long to make; counted in the cache, in fixed windows.

The interface for programs has limits of its own, with headers that state them.
"""

import time

from django.core.cache import cache
from django.http import HttpRequest

from games.access.signin import client_address


def seconds_to_wait(request: HttpRequest, what: str, *, most: int, within: int) -> int:
    """Count one request for `what` by the address of its visitor: 0 while there were at most `most`
    of them in `within` seconds, else how long the next one has to wait.

    Visitors whose address is not known are counted as one.
    """
    window, past = divmod(int(time.time()), within)
    key = f"quota:{what}:{client_address(request)}:{window}"
    cache.add(key, 0, timeout=within)
    try:
        asked = cache.incr(key)
    except ValueError:  # pushed out, or over, between the two
        return 0
    return within - past if asked > most else 0
