"""What players call the cards, in the reader's language and in the words of their game.

Cards are named by the codes of the hand record (``SK``, ``H10``, ``T21``, ``F``), games by the key
of the variant; "" is tarot in general. The letters that stand on the cards belong to language and
game as well: a French knight is a C, not an N, and what is a jack elsewhere is a page in Tarok.
"""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_noop as _

from games.rules import CODES, find_variant

SUIT_GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUITS: Final = (_("spades"), _("hearts"), _("diamonds"), _("clubs"))
SHORTEST_RUN: Final = 3  # trumps that are named together
RANKS: Final = {
    "1": _("ace"),
    "J": _("jack"),
    "N": _("knight"),
    "Q": _("queen"),
    "K": _("king"),
}


class Terms(NamedTuple):
    """A game's own words for its cards, untranslated.

    `suits` are in the order of the codes, `ranks` by letter. Games with the same words have equal
    terms.
    """

    fool: str
    trump: str
    trumps: str
    suits: tuple[str, ...]
    ranks: tuple[tuple[str, str], ...]


@cache
def terms_of(game: str) -> Terms:
    """Return the words that a game declares among its labels, or else the usual ones."""
    variant = find_variant(game)
    own = variant.labels if variant else {}
    return Terms(
        fool=own.get("fool", _("Fool")),
        trump=own.get("trump", _("trump")),
        trumps=own.get("suit-4", _("trumps")),
        suits=tuple(own.get(f"suit-{at}", usual) for at, usual in enumerate(SUITS)),
        ranks=tuple((letter, own.get(f"rank-{letter}", rank)) for letter, rank in RANKS.items()),
    )


@cache
def is_latin(game: str) -> bool:
    """Return whether a game is played with Latin suits: its sheet calls the first one swords."""
    return "swords" in terms_of(game).suits


def card_name(code: str, game: str = "") -> str:
    """Return the full name, *king of spades*. Raises `KeyError` when `code` is no card."""
    return _full(get_language(), code, game)


def names_in_short(cards: Sequence[int], game: str = "") -> list[str]:
    """Return the full names of cards, with several trumps in a row as one: *trumps 2 to 11*.

    `cards` are numbers in the order of the codes.
    """
    names: list[str] = []
    runs = groupby(
        enumerate(cards), lambda at: (_is_trump(at[1]), _is_trump(at[1]) and at[1] - at[0])
    )
    for (trumps, _difference), grouped in runs:
        run = [CODES[card] for _at, card in grouped]
        if trumps and len(run) >= SHORTEST_RUN:
            facts = {
                "trumps": gettext(terms_of(game).trumps),
                "first": run[0][1:],
                "last": run[-1][1:],
            }
            names.append(gettext("%(trumps)s %(first)s to %(last)s") % facts)
        else:
            names += [card_name(code, game) for code in run]
    return names


def _is_trump(card: int) -> bool:
    """Return whether a card (a number in the order of the codes) is one of the numbered trumps."""
    return CODES[card][0] == "T"


def short_name(code: str, game: str = "") -> str:
    """Return the card in two or three signs, for a button or plain text: *K♠*, *16*, *Fool*.

    Text has no signs for Latin suits: *K cups*. Raises `KeyError` when `code` is no card.
    """
    return _short(get_language(), code, game)


def suit_name(suit: int, game: str = "") -> str:
    """Return what a game calls a suit, 0 to 3, its trumps, 4, or the Fool outside all suits, 5."""
    terms = terms_of(game)
    return gettext((*terms.suits, terms.trumps, terms.fool)[suit])


def rank_letter(rank: str, game: str = "") -> str:
    """Return the index of a rank: pips are numbers, courts have a letter in each language."""
    if rank not in RANKS or rank == "1":
        return rank
    letters = {
        "king": pgettext("index of the king", "K"),
        "queen": pgettext("index of the queen", "Q"),
        "knight": pgettext("index of the knight", "N"),
        "jack": pgettext("index of the jack", "J"),
        "page": pgettext("index of the page", "P"),
    }
    return letters[dict(terms_of(game).ranks)[rank]]


def suit_letter(suit: str) -> str:
    """Return the letter that names a suit, or the Fool (`F`), without shape and colour."""
    return {
        "S": pgettext("letter of spades", "S"),
        "H": pgettext("letter of hearts", "H"),
        "D": pgettext("letter of diamonds", "D"),
        "C": pgettext("letter of clubs", "C"),
        "F": pgettext("letter of the Fool", "F"),
    }[suit]


class TypedLetters(NamedTuple):
    """The letters with which cards are typed in the reader's language, in capitals.

    `suits` holds the beginnings that name a suit ("T": the trumps) and `ranks` the letters of the
    ranks, each with its code; `fool` is the letter of the Fool.
    """

    suits: dict[str, str]
    ranks: dict[str, str]
    fool: str

    @property
    def examples(self) -> tuple[str, str]:
        """Return a trump and several cards as they are typed."""
        named = {code: letter.lower() for letter, code in (self.ranks | self.suits).items()}
        trump, hearts, king = named["T"], named["H"], next(iter(self.ranks)).lower()
        return f"{trump}1", f"{hearts}7 {hearts}{king} {trump}4 {self.fool.lower()}"


def typed_letters(game: str = "") -> TypedLetters:
    """Return the letters with which cards of this game are typed: those printed on its cards.

    Latin suits have no letters there. They are named by the shortest beginning that is clear.
    """
    suits = _latin_letters(game) if is_latin(game) else {suit_letter(suit): suit for suit in "SHDC"}
    suits[pgettext("beginning of a trump that is typed", "T")] = "T"
    ranks = {rank_letter(rank, game): rank for rank in "KQNJ"}
    return TypedLetters(suits, ranks | {pgettext("letter of the ace", "A"): "1"}, suit_letter("F"))


def _latin_letters(game: str) -> dict[str, str]:
    names = [gettext(name).upper() for name in terms_of(game).suits]
    return {_clear_beginning(name, names): code for name, code in zip(names, "SHDC", strict=True)}


def _clear_beginning(name: str, names: Collection[str]) -> str:
    """Return the shortest beginning of one of some names that no other of them has."""
    others = [other for other in names if other != name]
    beginnings = (name[:length] for length in range(1, len(name)))
    clear = (one for one in beginnings if not any(other.startswith(one) for other in others))
    return next(clear, name)


# Names are drawn so often that each is made once per language.


@cache
def _full(language: str | None, code: str, game: str) -> str:
    terms = _terms_for(code, game)
    if code == "F":
        return gettext(terms.fool)
    if code[0] == "T":
        return pgettext("name of a card", "%(trump)s %(number)s") % {
            "trump": gettext(terms.trump),
            "number": code[1:],
        }
    rank = dict(terms.ranks).get(code[1:])
    return pgettext("name of a card", "%(rank)s of %(suit)s") % {
        "rank": gettext(rank) if rank else code[1:],
        "suit": _suit(code, terms),
    }


@cache
def _short(language: str | None, code: str, game: str) -> str:
    terms = _terms_for(code, game)
    if code == "F":
        return gettext(terms.fool)
    if code[0] == "T":
        return code[1:]
    rank = rank_letter(code[1:], game)
    if is_latin(game):
        return pgettext("a card in short", "%(rank)s %(suit)s") % {
            "rank": rank,
            "suit": _suit(code, terms),
        }
    return rank + SUIT_GLYPHS[code[0]]


def _terms_for(code: str, game: str) -> Terms:
    if code not in CODES:
        raise KeyError(code)
    return terms_of(game)


def _suit(code: str, terms: Terms) -> str:
    return gettext(terms.suits["SHDC".index(code[0])])
