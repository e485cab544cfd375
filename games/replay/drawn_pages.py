"""Pages of published hands that were drawn lately.

To draw one takes a sixth of a second, and many people follow a link in a chat.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games.access import usual_looks
from games.access.pages import wants_fragment
from games.access.quota import HEAVY, spend

MOST = 32  # of a quarter of a megabyte each
TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[^"]*')
# What a page of a visitor depends on besides its address and its language: its looks.
COOKIES = ("theme", "deck", "suits", usual_looks.COOKIE)

_pages: OrderedDict[Hashable, bytes] = OrderedDict()
_lock = Lock()


def drawn(
    request: HttpRequest, version: Hashable, draw: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the page at the address of a request, drawn now or lately.

    `version` represents all that the page shows. Anyone who is or may be signed in has a page of
    their own. Raises TooFast for somebody who has more drawn than a tenth of a processor can draw.
    """
    key = _key_of(request, version)
    with _lock:
        page = _pages.get(key)
        if page is not None:
            _pages.move_to_end(key)
    if page is not None and not _has_session(request):
        if TOKEN.search(page):
            token = get_token(request).encode()
            page = TOKEN.sub(token, page)
        kept = HttpResponse(page)
        patch_vary_headers(kept, ["HX-Request"])
        return kept
    spend(HEAVY, request)
    response = draw()
    if response.status_code == 200 and not _has_session(request):
        with _lock:
            _pages[key] = response.content
            while len(_pages) > MOST:
                _pages.popitem(last=False)
    return response


def _has_session(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _key_of(request: HttpRequest, version: Hashable) -> Hashable:
    cookies = tuple(request.COOKIES.get(name, "") for name in COOKIES)
    part = wants_fragment(request)
    return request.build_absolute_uri(), part, get_language(), cookies, version
