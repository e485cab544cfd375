"""What players call the cards, in the reader's language.

Cards are named by the codes of the hand record (``SK``, ``H10``, ``T21``, ``F``). The letters
that stand on the cards belong to the language as well: a French knight is a C, not an N.
"""

from functools import cache
from typing import Final

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext, pgettext

from games.rules.cards import CODES

SUIT_GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def card_name(code: str) -> str:
    """Return the full name, *king of spades*, translated only when it is shown.

    Raises `KeyError` when `code` is no card.
    """
    return _NAMES[code]


def short_name(code: str) -> str:
    """Return the card in two or three signs, for a button or plain text: *K♠*, *16*, *Fool*.

    Translated only when it is shown. Raises `KeyError` when `code` is no card.
    """
    return _SHORT_NAMES[code]


def rank_letter(rank: str) -> str:
    """Return the index of a rank: pips are numbers, courts have a letter in each language."""
    letters = {
        "K": pgettext("index of the king", "K"),
        "Q": pgettext("index of the queen", "Q"),
        "N": pgettext("index of the knight", "N"),
        "J": pgettext("index of the jack", "J"),
    }
    return letters.get(rank, rank)


def suit_letter(suit: str) -> str:
    """Return the letter that names a suit, or the Fool (`F`), without shape and colour."""
    return {
        "S": pgettext("letter of spades", "S"),
        "H": pgettext("letter of hearts", "H"),
        "D": pgettext("letter of diamonds", "D"),
        "C": pgettext("letter of clubs", "C"),
        "F": pgettext("letter of the Fool", "F"),
    }[suit]


def _full(code: str) -> str:
    if code == "F":
        return gettext("Fool")
    if code[0] == "T":
        return gettext("trump %(number)s") % {"number": code[1:]}
    ranks = {
        "1": gettext("ace"),
        "J": gettext("jack"),
        "N": gettext("knight"),
        "Q": gettext("queen"),
        "K": gettext("king"),
    }
    suits = {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "D": gettext("diamonds"),
        "C": gettext("clubs"),
    }
    return pgettext("name of a card", "%(rank)s of %(suit)s") % {
        "rank": ranks.get(code[1:], code[1:]),
        "suit": suits[code[0]],
    }


def _short(code: str) -> str:
    return _short_in(get_language(), code)


@cache
def _short_in(language: str | None, code: str) -> str:
    """Made once a language: with every card the undo button names the one before."""
    if code == "F":
        return gettext("Fool")
    if code[0] == "T":
        return code[1:]
    return rank_letter(code[1:]) + SUIT_GLYPHS[code[0]]


_NAMES: Final = {code: lazy(_full, str)(code) for code in CODES}
_SHORT_NAMES: Final = {code: lazy(_short, str)(code) for code in CODES}
