"""Films of sealed hands, kept by the process that made them: what a revision says never changes."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple

from django.utils.translation import get_language

from games.replay.film import Film, film
from games.replay.views import View
from games.rules import Record, format_record

MOST = 32  # of some hundred kilobytes each


class KeptFilm(NamedTuple):
    """A film, and the key by which templates keep what they draw of it."""

    film: Film
    key: str


def kept_film(record: Record, view: View) -> KeptFilm:
    """Return the film of a sealed record, made now or lately, in the language of the reader.

    The key is a digest of all that the record says, names and remarks included: where somebody was
    erased since, another film is made.
    """
    written, language = format_record(record), get_language()
    key = sha256(written + repr((view, language)).encode()).hexdigest()
    made = _films.get(key)
    if made is None:
        made = _films[key] = film(record, view)
        while len(_films) > MOST:
            _films.popitem(last=False)
    return KeptFilm(made, key)


# By key, the oldest first. Two threads that make the same film at once only do it twice.
_films: OrderedDict[str, Film] = OrderedDict()
