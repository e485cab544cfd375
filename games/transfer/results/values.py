"""What the cells of a table say: amounts, days, contracts, people, as clubs write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from games.models.folding import folded
from games.rules import VARIANTS, Tier, Variant
from games.transfer.results.hands import Unclear

LANGUAGES = ("en", "fr", "de")
MINUS = str.maketrans("−–—", "---")
AMOUNT = re.compile(r"([+-]?)\s*(\d{1,3}(?:[ '’.]\d{3})+|\d+)(?:[.,](\d+)|\s*(½)|\s+(1/2))?")
UNIT = r"(?:€|\$|£|chf|euros?|eur|frs?\.?|cts?|p(?:oin)?ts?\.?|punkte?|pkt\.?|augen)"
UNITS = re.compile(rf"(?<![\w.,]){UNIT}\s*(?=[+-]?\d)|\s*{UNIT}$", re.IGNORECASE)
LESS = re.compile(r"^(?:\(([\d.,' ]+)\)|([\d.,' ]+)-)$")  # as accountants write it: (58), 58-
MARKS = "x•●✓✔✗✘*o○"  # of who took; a second one, or another, is the partner's
NUMBER_IN = re.compile(r"[+-]?\s*\d+(?:[.,]5)?")
NO = {"", "0", "-", "no", "non", "nein", "n", "none", "aucun", "aucune", "false", "faux", "keine"}
NO |= {"/", "sans", "kein", "na", "x0", "nobody", "personne", "niemand"}
NOT = set("no not non none pas sans aucun aucune kein keine nicht ohne".split())
LOST = ("chut", "lost", "perd", "down", "short", "verlor", "rate", "dedans", "echou", "nicht")
MADE = ("reuss", "made", "fait", "gagn", "won", "gew", "over", "passe", "oui", "yes", "ja", "up")
OTHERS = ("def", "gegn", "gegen", "oppon", "contre", "verteid", "against")
OWN = ("att", "pren", "tak", "decl", "nehm", "spiel", "allein", "angr", "mene", "mark")
CALLED = ("annonc", "demand", "called", "announ", "angesag")
UNCALLED = re.compile(
    rf"\bun(?:announ|angesag)\w*|\b(?:{'|'.join(NOT)})\W+(?:l\W)?(?:{'|'.join(CALLED)})\w*"
)
PASSED = re.compile(r"\b(?:ge)?pass|thrown in")
NO_MORE = set("simple le la chien the dog den hund avec mit".split())  # next to a bid
TITLE = re.compile(
    r"^(?:m|mr|mrs|ms|mme|mlle|dr|hr|fr|herr|frau|monsieur|madame|mademoiselle)\b\.?"
)
EXACTLY = re.compile(r"\b(?:juste|just|pile|genau|exact\w*|gerade)\b")
# Short forms that clubs write for the bids of a game, by the bid's key, besides labels and factors.
SHORT = {
    "small": "p pr po petite prise pt kleines klein",
    "guard": "g ga garde gde",
    "guard-without": "gs g-s g-sans gss sans garde-s gde-s gde-sans",
    "guard-against": "gc g-c g-contre contre garde-c gde-c gde-contre",
    "take": "prise prends prend nehme",
}
NAMES_OF_BONUSES = tuple("petit pab pagat sparrow chelem slam schlem ultimo vole".split())
LETTERS = {"a": "declarers", "p": "declarers", "d": "defenders"}  # attaque, preneur, défense
BOUTS = {"21": 21, "1": 1, "petit": 1, "p": 1, "pagat": 1, "mond": 21}
BOUTS |= dict.fromkeys(
    ("e", "ex", "exc", "excuse", "x", "22", "f", "fool", "fou", "skus", "narr"), 0
)
COUNTED = {"un": 1, "une": 1, "one": 1, "ein": 1, "eine": 1, "einer": 1, "deux": 2, "two": 2}
COUNTED |= {"zwei": 2, "trois": 3, "three": 3, "drei": 3, "tous": 3, "all": 3, "alle": 3}
TIERS = (
    ("simple", "single", "einfach", "1", "s"),
    ("double", "doppel", "2", "d"),
    ("triple", "dreifach", "3", "t"),
)


def not_understood(text: str) -> Unclear:
    return Unclear(_("“%(text)s” is not understood.") % {"text": text})


def ambiguous(text: str) -> Unclear:
    return Unclear(_("“%(text)s” can mean two things here: write it in full.") % {"text": text})


def amount_of(text: str) -> float | None:
    """Return a number as people write it, `-1 234,5`, `½`, `8,70 €`; None for anything else."""
    plain = text.translate(MINUS).replace("\N{NO-BREAK SPACE}", " ").strip()
    match = AMOUNT.fullmatch(LESS.sub(r"-\1\2", UNITS.sub("", plain)))
    if not match:
        return None
    sign, whole, part, *half = match.groups()
    value = int(re.sub(r"\D", "", whole)) + (
        float(f"0.{part}") if part else 0.5 if any(half) else 0
    )
    return -value if sign == "-" else value


def mark_of(text: str) -> str:
    """Return the mark in a cell of a player, alone or next to a number; "" for none."""
    plain = folded(text)
    mark = next((one for one in (plain[:1], plain[-1:]) if one and one in MARKS), "")
    rest = plain.strip(f"{MARKS} ")
    return mark if not rest or amount_of(rest) is not None else ""


def unmarked(text: str) -> str:
    """Return the text of a cell without its mark."""
    return folded(text).strip(f"{MARKS} ") if mark_of(text) else text


def is_mark(text: str) -> bool:
    """Return whether a cell is a mark and nothing else."""
    return bool(mark_of(text)) and not unmarked(text)


def is_signed(text: str) -> bool:
    """Return whether an amount has its sign before it."""
    return text.translate(MINUS)[:1] in ("+", "-")


def signed_amount(text: str) -> float | None:
    """Return by how much a contract was made or missed: `+4`, `-6`, `down 6`, `chutée de 6`."""
    plain = amount_of(text)
    if plain is not None:
        return plain
    match = NUMBER_IN.search(text.translate(MINUS))
    number = match and amount_of(match[0].replace(" ", ""))
    if number is None:
        return 0 if EXACTLY.search(folded(text)) else None
    return -abs(number) if outcome_of(text) is False else number


def outcome_of(text: str) -> bool | None:
    """Return whether a contract was made; None where that is not said."""
    word = folded(text).translate(MINUS)
    if (
        word.startswith(LOST)
        or any(part in word for part in LOST)
        or word in ("n", "no", "non", "-")
    ):
        return False
    if word.startswith(MADE) or word in ("x", "+", "1", "o", "j", "y", "ok"):
        return True
    return None


def is_no(text: str) -> bool:
    """Return whether a cell says that there was none: `pas de poignée`, but not `non annoncé`."""
    plain = folded(text)
    return plain in NO or (plain.split()[0] in NOT and not UNCALLED.match(plain))


def was_called(text: str) -> bool:
    """Return whether a cell says that something was announced, and not that it was not."""
    rest = UNCALLED.sub("", folded(text))
    return any(word.startswith(CALLED) for word in re.findall("[a-z]+", rest))


@cache
def words_of_bids(game: str) -> Mapping[str, str]:
    """Return the bids of a game by the words for them: keys, labels, short forms, factors."""
    words: dict[str, str] = {}
    for bid in next(one for one in VARIANTS if one.key == game).bids:
        for language in LANGUAGES:
            with translation.override(language):
                words.setdefault(folded(translation.gettext(bid.label)), bid.key)
        for word in (bid.key, *SHORT.get(bid.key, "").split(), f"x{bid.factor}", f"*{bid.factor}"):
            words.setdefault(word.replace("-", " "), bid.key)
    return words


def contract_of(text: str, game: Variant) -> str | None:
    """Return the key of a bid; "" for a hand that nobody took; None for anything else."""
    word = " ".join(re.sub(r"[^\w*]+", " ", folded(text).replace("×", "x")).split())
    word = re.sub(r"^(\d)$", r"x\1", re.sub(r"^([x*])\s+", r"\1", word))
    words = words_of_bids(game.key)
    if word in words or not word:
        return words.get(word)
    for known in sorted(words, key=len, reverse=True):  # "garde (x2)", "garde contre le chien"
        more = word.removeprefix(f"{known} ").split()
        if more != word.split() and all(
            one in NO_MORE or words.get(one) == words[known] for one in more
        ):
            return words[known]
    begun = {bid for one, bid in words.items() if re.search(rf"\b{re.escape(word)}", one)}
    if not begun and PASSED.search(word):
        return ""
    return begun.pop() if len(begun) == 1 else None


def bouts_of(text: str) -> int | None:
    """Return how many bouts a cell names: a number, or the cards, `21 + petit`."""
    plain = folded(text)
    if is_no(plain) and plain:
        return 0
    if plain in ("1", "2", "3"):
        return int(plain)
    if COUNTED.get(plain.partition(" ")[0]):
        return COUNTED[plain.partition(" ")[0]]
    cards = [BOUTS.get(word.removeprefix("t")) for word in re.findall(r"\w+", plain)]
    match = NUMBER_IN.match(plain)
    if cards and None not in cards:
        return len(set(cards))
    return int(match[0]) if match and match[0] in ("0", "1", "2", "3") else None


def person_of(text: str, names: Sequence[str]) -> int | None:
    """Return which of some names is meant: whole, or by the beginnings of its words; None for none.

    A number is the place of one of them.
    """
    plain = folded(text)
    if plain.isdecimal():
        return int(plain) - 1 if 1 <= int(plain) <= len(names) else None
    all_folded = [folded(name) for name in names]
    if plain in all_folded:
        return all_folded.index(plain)
    parts = [part for part in re.split(r"[\s.]+", plain) if part]
    near = [
        at
        for at, name in enumerate(all_folded)
        if parts and _begin(parts, re.split(r"[\s.'’-]+", name))
    ]
    if not near and untitled(plain) != plain:
        return person_of(untitled(plain), names)
    return near[0] if len(near) == 1 else None


def untitled(name: str) -> str:
    """Return a name without its title: Anna for Mme Anna."""
    return TITLE.sub("", folded(name)).strip() or name


def _begin(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each part begins a word of its own, or the parts are the initials together."""
    if len(parts) == 1 and len(words) > 1 and parts[0] == "".join(word[:1] for word in words):
        return True
    left = list(words)
    for part in parts:
        word = next((word for word in left if word.startswith(part)), None)
        if word is None:
            return False
        left.remove(word)
    return True


def side_of(text: str, names: Sequence[str], declarers: Sequence[int]) -> str:
    """Return whose a bonus is: "declarers", "defenders", "" for nobody. Raises Unclear."""
    plain = folded(text).translate(MINUS)
    if is_no(plain):
        return ""
    seat = None if plain in ("1", "2") else person_of(text, names)
    meant = {LETTERS[plain]} if plain in LETTERS else set()
    if seat is not None:
        meant.add("declarers" if seat in declarers else "defenders")
    if len(meant) > 1:
        raise ambiguous(text)
    if meant:
        return meant.pop()
    others = any(word.startswith(OTHERS) for word in re.findall("[a-z]+", plain))
    lost = outcome_of(plain) is False  # by the taker
    if others or lost or plain[:1] == "-":
        return "defenders"
    words = re.findall("[a-z]+", plain)
    known = amount_of(plain) is not None or mark_of(plain) or outcome_of(plain)
    if not known and not any(word.startswith((*OWN, *CALLED, *NAMES_OF_BONUSES)) for word in words):
        raise not_understood(text)
    return "declarers"


def handfuls_of(
    text: str,
    names: Sequence[str],
    sides: tuple[Sequence[int], Sequence[int]],
    tiers: Sequence[Tier],
) -> list[dict[str, Any]]:
    """Return who showed how many trumps, as a record states it.

    `tiers` are the numbers that count at this table, rising, with what they pay. Raises Unclear
    for what has no meaning or two, as a D where Dario plays: double, or his.
    """
    if is_no(text):
        return []
    shown = []
    for part in re.split(r"[;,/]| et | and | und ", text):
        words = re.findall(r"[\w'’-]+", folded(part))
        doubtful = any(word in "sdt" and person_of(word, names) is not None for word in words)
        if doubtful:
            raise ambiguous(part)
        if not (words or mark_of(part)):
            raise not_understood(part)
        count = next((_count(word, tiers) for word in words if _count(word, tiers)), tiers[0].least)
        rest = " ".join(
            word
            for word in re.findall(r"[\w'’-]+", part)
            if not _count(folded(word), tiers) and not folded(word).startswith(("poign", "hand"))
        )
        seat = person_of(rest, names) if rest else sides[0][0]
        if seat is None:
            seat = sides[side_of(rest, names, sides[0]) == "defenders"][0]
        shown.append({"seat": seat, "cards": count})
    return shown


def _count(word: str, tiers: Sequence[Tier]) -> int:
    """Return how many trumps a word means: a tier, what it pays, a number; 0 for none."""
    for tier, some in enumerate(TIERS[: len(tiers)]):
        if word in some or word.startswith(some[0]):
            return tiers[tier].least
    if word.isdecimal():
        number = int(word)
        shown = number if tiers[0].least <= number <= 22 else 0
        return next((tier.least for tier in tiers if tier.points == number), shown)
    return 0


def slam_of(text: str, names: Sequence[str], declarers: Sequence[int]) -> dict[str, Any]:
    """Return the facts of a slam as a record states them."""
    if is_no(text):
        return {}
    plain, number = UNCALLED.sub("", folded(text)), amount_of(text)
    if number is not None and abs(number) >= 200:
        made = {"slam": "declarers"} if number > 0 else {}
        return {"slam_called": abs(number) == 400 or number < 0, **made}
    if outcome_of(plain) is False:  # one that was not announced cannot be lost
        return {"slam_called": True}
    if UNCALLED.search(folded(text)) and is_no(plain.strip(" ,;")) and plain.strip(" ,;"):
        return {}  # "non annoncé, non réussi"
    side = side_of(plain.strip(" ,;"), names, declarers) or "declarers"
    return {"slam": side, **({"slam_called": True} if was_called(text) else {})}
