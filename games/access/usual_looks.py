"""What a club's pages look and sound like to those who have not chosen themselves.

A cookie says it, so that no page has to look it up: the page of the club sets it, and what somebody
chose in the menu has cookies of its own, which come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.models import Club
from games.models.club_choices import Deck, SuitColours

COOKIE = "usual"
YEAR = 365 * 24 * 60 * 60


class UsualLooks(NamedTuple):
    """What a club says; "" where it says nothing."""

    language: str = ""
    deck: str = ""
    suits: str = ""


def usual_looks(cookies: Mapping[str, str]) -> UsualLooks:
    """Return what the club said that was visited last; nothing for a cookie with other content."""
    parts = cookies.get(COOKIE, "").split(".")
    known = (["", *dict(settings.LANGUAGES)], Deck.values, SuitColours.values)
    if len(parts) != len(known):
        return UsualLooks()
    return UsualLooks(*(part if part in of else "" for part, of in zip(parts, known, strict=True)))


def speak_as_usual(request: HttpRequest) -> None:
    """Go on in the language of the club, where nobody has chosen one in this browser."""
    language = usual_looks(request.COOKIES).language
    if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        translation.activate(language)
        request.LANGUAGE_CODE = language


def as_usual_in(
    club: Club, request: HttpRequest, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the answer in the language and looks of a club, which the browser then keeps."""
    looks = UsualLooks(club.language, club.deck, club.suits)
    if looks == usual_looks(request.COOKIES):
        return answer()
    request.COOKIES[COOKIE] = ".".join(looks)
    speak_as_usual(request)
    response = answer()
    response.set_cookie(
        COOKIE,
        ".".join(looks),
        max_age=YEAR,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
