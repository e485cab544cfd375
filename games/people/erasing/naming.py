"""Which texts name a person, and what is left of an entry without them. Pure functions.

Names are looked for as whole words, in small letters and without accents, as search does. What is
a text in an entry is one in a seal as well (`sealing.cut`); a card or a bid names nobody, even
where somebody is called King.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.book import sealing
from games.book.revisions import PLACE as AMENDED
from games.display.chairs import SITS_OUT
from games.models.folding import folded
from games.rules import Change, kinds

WORD = re.compile(r"[^\W_]+")
FEWEST_LETTERS = 3  # of a part of a name: an initial is no word to look for
AMENDED_BY = f"{AMENDED}/by"
NO_TEXTS = (f"{AMENDED}/at", f"{AMENDED}/replaces")
STAY_AS_ERASED = ("text", "irregular")  # of an action: `sealing.opened` says so instead of nothing

# Keys of an action and of `meta` that name nobody.
OUR_KEYS = {*kinds.TEXTS, *"at event date club table board comment".split(), SITS_OUT}

# Whether a text goes; whether it is a name by itself, and no text about somebody.
IsGone = Callable[[str, bool], bool]


class Naming:
    """The names of one person, and which texts have one of them."""

    def __init__(self, names: Iterable[str]) -> None:
        known = sorted({" ".join(name.split()) for name in names} - {""})
        self.names = tuple(known)
        self._whole = {folded(name) for name in known}
        words = {folded(word) for name in known for word in _words_of(name)}
        terms = sorted(self._whole | words, key=len, reverse=True)
        self._needles = tuple({(WORD.findall(term) or [term])[0] for term in terms})
        either = "|".join(re.escape(term) for term in terms)
        # "Annas Karten" names Anna, too.
        self._pattern = re.compile(rf"(?<![^\W_])(?:{either})(?=s?(?![^\W_]))") if terms else None

    def may_be_in(self, text: str) -> bool:
        """Return whether a text is worth a look: a quick test, for JSON too."""
        plain = _plain(text)
        return any(needle in plain for needle in self._needles)

    def words_in(self, text: str) -> frozenset[str]:
        """Return the names, or parts of them, in a text."""
        if self._pattern is None or not self.may_be_in(text):
            return frozenset()
        return frozenset(self._pattern.findall(folded(text)))

    def is_name(self, text: str) -> bool:
        """Return whether a text is one of the names, and nothing else."""
        return folded(text) in self._whole

    def is_meant(self, text: str, is_name: bool) -> bool:
        """Return whether a text names the person or, `is_name`, is their name."""
        return self.is_name(text) if is_name else bool(self.words_in(text))


def _words_of(name: str) -> list[str]:
    """Return the parts of a name that name somebody: not "von der", not an initial."""
    words = [word for word in WORD.findall(name) if len(word) >= FEWEST_LETTERS]
    return [word for word in words if not word.islower()] or words


def _plain(text: str) -> str:
    return text.lower() if text.isascii() else folded(text)


def as_text(key: str, value: Any) -> str:
    """Return a text under a key as people read it: with the key, unless it is one of ours."""
    if isinstance(value, str) and key in OUR_KEYS:
        return value
    return f"{key}: {json.dumps(value, ensure_ascii=False)}"


def sealed_text(place: str, text: str) -> tuple[str, bool] | None:
    """Return a sealed text as people read it, and whether it is a name; None for no words."""
    head, _slash, rest = place.partition("/")
    if place in NO_TEXTS or head == "players":
        return None
    if head == AMENDED or (head == "actions" and "/other/" not in rest):
        return text, place == AMENDED_BY
    key, value = json.loads(text)
    if key == "facts" and isinstance(value, dict):
        return None
    return as_text(key, value), key == SITS_OUT


def without(change: Change, is_gone: IsGone) -> Change:
    """Return a change of an entry without the texts that go; equal to it where none does."""
    match change["op"]:
        case "act":
            return {**change, "action": _without_texts(change["action"], is_gone)}
        case "several":
            return {**change, "changes": [without(one, is_gone) for one in change["changes"]]}
        case "change":
            edits = [
                [at, action and _without_texts(action, is_gone)] for at, action in change["edits"]
            ]
            return {**change, "edits": edits}
        case "about":
            meta = change["meta"] and _without_keys(change["meta"], is_gone)
            return {**change, "meta": meta, "extra": _without_keys(change["extra"], is_gone)}
        case "deal" if change["deal"]:
            deal = change["deal"]
            other = {key: deal[key] for key in deal if key.startswith("_")}
            cards = {key: deal[key] for key in deal if key not in other}
            return {**change, "deal": {**cards, **_without_keys(other, is_gone)}}
    return change


def texts_of(change: Change) -> Iterator[tuple[str, bool]]:
    """Yield the texts of a change as people read them, with whether each is a name by itself."""
    texts: list[tuple[str, bool]] = []

    def listed(text: str, is_name: bool) -> bool:
        texts.append((text, is_name))
        return False

    without(change, listed)
    yield from texts


def _without_texts(action: Mapping[str, Any], is_gone: IsGone) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in action.items():
        read = as_text(key, value)
        if sealing.is_of_game(action["kind"], key, value) or not is_gone(read, False):
            kept[key] = value
        elif key in STAY_AS_ERASED:
            kept[key] = sealing.ERASED
    return kept


def _without_keys(pairs: Mapping[str, Any], is_gone: IsGone) -> dict[str, Any]:
    return {
        key: value
        for key, value in pairs.items()
        if not is_gone(as_text(key, value), key == SITS_OUT)
    }
