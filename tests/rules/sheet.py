"""The rule sheet's blocks that are tests: S14 is the king of spades, EX the fool."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"
COURT = {11: "J", 12: "N", 13: "Q", 14: "K"}


def block(name: str) -> str:
    """The text of a block of the sheet: "french-legal"."""
    return (DATA / f"{name}.txt").read_text()


def rows(name: str) -> list[list[str]]:
    """The lines of a block, split at the bars."""
    return [[part.strip() for part in line.split("|")] for line in block(name).splitlines()]


def card(word: str) -> str:
    """A card of the sheet as records write it: "S14" gives "SK", "EX" gives "F"."""
    if word == "EX":
        return "F"
    suit, number = word[0], int(word[1:])
    return word if suit == "T" else f"{suit}{COURT.get(number, number)}"


def cards(text: str) -> list[str]:
    """A list of cards of the sheet as records write them; "-" is none."""
    return [card(word) for word in text.split() if word != "-"]


@dataclass(frozen=True)
class Trick:
    """A trick as it is printed: the letter of the seat that led, the cards in the order played."""

    leader: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Deal:
    """A published deal: dealer, taker, contract and result in `head`; seats are W, S, E, N."""

    name: str
    head: dict[str, str]
    hands: dict[str, str]
    stock: str
    discard: str
    tricks: tuple[Trick, ...]

    def seat(self, letter: str) -> int:
        """The number of a seat in turn order."""
        return list(self.hands).index(letter)


def deals() -> list[Deal]:
    """The two published deals."""
    return [_deal(text) for text in block("french-deals").strip().split("\n\n")]


def _deal(text: str) -> Deal:
    (_, name, *facts), *lines = [line.split() for line in text.splitlines()]
    hands, laid, tricks = {}, {}, []
    for first, *rest in lines:
        if first == "hand":
            hands[rest[0].rstrip(":")] = " ".join(map(card, rest[1:]))
        elif first.endswith(":"):
            laid[first] = " ".join(map(card, rest))
        else:
            tricks.append(Trick(rest[0], tuple(map(card, rest[1:]))))
    head = dict(fact.split("=") for fact in facts)
    return Deal(name, head, hands, laid["chien:"], laid["discard:"], tuple(tricks))
