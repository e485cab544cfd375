"""Who plays what when; all follows from a match's number, so that a broken-off build can go on."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tests.campaigns.volume.patterns import TABLES

HANDS_A_MATCH = 12
TABLES_AN_EVENING = 20
FIRST_EVENING = date(2015, 1, 2)
CLUBS = (
    "Les Atouts",
    "The Trumps",
    "Cercle du Petit",
    "Der Sküs",
    "La Garde",
    "Quatre Rois",
    "Onze Vingt et Un",
    "Excuse Me",
    "Le Chien",
    "Stammtisch",
)
# Of ten matches six are the first club's: it has more hands than any page may need to go back.
FIRST_CLUB_S_SHARE = 0.6
PLAYERS_OF_FIRST, PLAYERS_OF_OTHERS = 60, 20
NAMES = (
    "Anna Boris Chloé Dario Emma Farid Greta Hugo Inès Jonas "
    "Klara Léo Mina Noé Olga Paul Quentin Rosa Samir Tilda"
).split()


def public_id(kind: str, number: int) -> str:
    """A name for addresses, the same in each archive."""
    digest = hashlib.sha256(f"{kind} {number}".encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()


@dataclass(frozen=True, slots=True)
class Person:
    """A player of a club; `key` is his row."""

    key: int
    public_id: str
    name: str


def people() -> list[list[Person]]:
    """The players of every club."""
    found, key = [], 0
    for club in range(len(CLUBS)):
        number = PLAYERS_OF_OTHERS if club else PLAYERS_OF_FIRST
        names = [
            f"{NAMES[one % len(NAMES)]} {chr(65 + one // len(NAMES))}." for one in range(number)
        ]
        found.append(
            [
                Person(key + at, public_id("player", key + at), name)
                for at, name in enumerate(names, 1)
            ]
        )
        key += number
    return found


@dataclass(frozen=True, slots=True)
class Evening:
    """A match: the row of its club, game, people by seat, day."""

    number: int
    club: int
    variant: str
    seats: tuple[Person, ...]
    day: date

    @property
    def title(self) -> str:
        """What the match is called."""
        evening, table = divmod(self.number, TABLES_AN_EVENING)
        return f"Evening {1 + evening}, table {1 + table}"


def evening(number: int, clubs: Sequence[Sequence[Person]]) -> Evening:
    """Match `number`, from 0."""
    dice = Random(f"match {number}")
    club = 0 if dice.random() < FIRST_CLUB_S_SHARE else dice.randrange(1, len(clubs))
    key, players, _weight = dice.choices(TABLES, [weight for *_table, weight in TABLES])[0]
    seats = tuple(dice.sample(list(clubs[club]), players))
    day = FIRST_EVENING + timedelta(days=number // TABLES_AN_EVENING)
    return Evening(number, club, key, seats, day)
