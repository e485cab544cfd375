"""The cards of a variant for its rules page: ranks from high to low, what counts how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.display.card_names import suit_name
from games.display.numbers import points
from games.rules import (
    ALL,
    CODES,
    NO_SUIT,
    Choice,
    Option,
    Options,
    Ranks,
    Variant,
    cards_of,
    codes_of,
)

THIRDS = {Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}
RUN = 3  # this many cards in a row are written as the first and the last


@dataclass(frozen=True, slots=True)
class SuitRow:
    """A suit with its cards (codes) from high to low, and what else there is to say of it."""

    name: str
    cards: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardRun:
    """Cards that follow each other in rank: the code of the highest, and of the lowest or ""."""

    first: str
    last: str = ""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a card counts (points, written), which cards count so, how many they are."""

    value: str
    runs: tuple[CardRun, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What a choice of an option makes of the order of the cards."""

    option: Option
    choice: Choice
    rows: tuple[tuple[CardRun, ...], ...]


def suit_rows(variant: Variant) -> tuple[SuitRow, ...]:
    """Return the suits of the pack under the default options, each from high to low."""
    order = variant.tricks(variant.default_options()).ranks
    return tuple(
        SuitRow(capfirst(suit_name(suit, variant.key)), cards, _suit_note(order, suit))
        for suit, cards in enumerate(ladders(variant, order))
        if cards
    )


def _suit_note(order: Ranks, suit: int) -> str:
    if suit == NO_SUIT:
        return _("outside all suits")
    return _("beat every suit") if suit == order.trump else ""


def ladders(variant: Variant, order: Ranks) -> list[tuple[str, ...]]:
    """Return the cards of the pack (codes) by suit, high to low; those of no suit come last."""
    return [
        tuple(CODES[card] for card in sorted(cards, key=order.strength.__getitem__, reverse=True))
        for cards in (cards_of(mask & variant.pack.cards) for mask in order.suits)
    ]


def otherwise(variant: Variant) -> Iterator[Otherwise]:
    """Return every choice that changes how the cards rank, with the suits that change."""
    usual = ladders(variant, variant.tricks(variant.default_options()).ranks)
    for option, choice, options in one_choice_each(variant):
        changed = ladders(variant, variant.tricks(options).ranks)
        rows = [new for new, old in zip(changed, usual, strict=True) if new and new != old]
        if rows:
            yield Otherwise(option, choice, tuple(runs([row], set(row)) for row in rows))


def runs(rows: list[tuple[str, ...]], wanted: set[str]) -> tuple[CardRun, ...]:
    """Return the wanted cards of these suits (codes, high to low), long runs shortened."""
    parts: list[CardRun] = []
    for row in rows:
        together: list[str] = []
        for code in (*row, ""):
            if code in wanted:
                together.append(code)
            else:
                parts += _shortened(together)
                together = []
    return tuple(parts)


def _shortened(codes: list[str]) -> list[CardRun]:
    if len(codes) >= RUN:
        return [CardRun(codes[0], codes[-1])]
    return [CardRun(code) for code in codes]


def worths(variant: Variant) -> tuple[Worth, ...]:
    """Return what the cards count, the most first: the Fool, the trumps, then the suits."""
    pack = variant.pack
    rows = ladders(variant, variant.tricks(variant.default_options()).ranks)[::-1]
    by_value: dict[int, set[str]] = {}
    for code in codes_of(pack.cards):
        by_value.setdefault(pack.worth[CODES.index(code)], set()).add(code)
    return tuple(
        Worth(
            written(Fraction(value, pack.unit)), runs([*rows[:2], *rows[:1:-1]], codes), len(codes)
        )
        for value, codes in sorted(by_value.items(), reverse=True)
    )


def written(value: Fraction) -> str:
    """Write a number of card points with its half or thirds: 4½, 4⅓."""
    whole, rest = divmod(value, 1)
    if rest not in THIRDS:
        return points(value)
    return (str(whole) if whole else "") + THIRDS[rest]


def left_out(variant: Variant) -> tuple[CardRun, ...]:
    """Return those of the 78 cards that are not in the pack."""
    missing = codes_of(ALL & ~variant.pack.cards)
    suits = [tuple(code for code in CODES if code[0] == suit) for suit in "SHDC"]
    return runs(suits, set(missing))


def one_choice_each(variant: Variant) -> Iterator[tuple[Option, Choice, Options]]:
    """Yield every choice of every option, with the options of a match that makes only it."""
    defaults = variant.default_options()
    for option in variant.options:
        for choice in option.choices:
            yield option, choice, defaults | {option.key: choice.value}
