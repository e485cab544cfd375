"""Ten clubs and their evenings, the same in each archive: some thousand distinct hands, dealt and
played by chance, that their people play again and again."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, NamedTuple

from games.rules import Record, find_variant, replay
from games.transfer.importing.lines import ArchivedFacts, LineSpot, RecordLine
from tests import chance
from tests.player import Habits

HANDS_A_MATCH = 12
TABLES_AN_EVENING = 20
FIRST_EVENING = date(2015, 1, 2)
BEGINNING, A_HAND = time(20, tzinfo=UTC), timedelta(minutes=12)
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
# How often each game is played, and by how many.
TABLES = (
    ("french", 4, 60),
    ("french", 5, 18),
    ("french", 3, 4),
    ("droggn", 3, 5),
    ("taroux-of-six", 6, 5),
    ("taros-1659", 4, 3),
    ("sca-tarok", 3, 3),
    ("scarto", 3, 2),
)
LIVELY = Habits(announces=0.04, claims=0.002)
WILD = Habits(wild=True, announces=0.3, claims=0.004)
REMARKS = ("Un pari perdu d’avance.", "Le petit était sec.", "Thrown in after a long debate.")
REMARKED = 0.03  # this part of the hands has a comment

Step = Callable[[], None]
Pool = dict[tuple[str, int, int], list[Record]]  # by game, number of players and dealer


def pool_of(number: int, step: Step) -> Pool:
    """That many hands to choose from, first one for every dealer of every table."""
    every = [(key, players, dealer) for key, players, _ in TABLES for dealer in range(players)]
    weights = [weight / players for _, players, weight in TABLES for _dealer in range(players)]
    pool: Pool = defaultdict(list)
    for seed in range(number):
        dice = Random(seed)
        place = every[seed] if seed < len(every) else dice.choices(every, weights)[0]
        pool[place].append(_record(*place, seed, dice))
        step()
    return pool


def _record(key: str, players: int, dealer: int, seed: int, dice: Random) -> Record:
    variant = find_variant(key)
    assert variant is not None
    habits = WILD if dice.random() < 0.05 else LIVELY
    facts: dict[str, Any] = {"options": {}, "players": players, "dealer": dealer, "habits": habits}
    record = chance.hand(seed=seed, variant=variant, **facts)
    if dice.random() < 0.6:
        seen = chance.as_seen(record)
        # A claim that is seen from the table may leave open who has won; such hands stay known.
        if replay(seen).problem is None and replay(seen).outcome.scores is not None:
            record = seen
    return record


class Sitting(NamedTuple):
    """A match: the number of its club, and its hands as lines of an archive."""

    club: int
    lines: list[RecordLine]


def sitting(number: int, pool: Pool) -> Sitting:
    """Match `number`, from 0."""
    dice = Random(f"match {number}")
    club = 0 if dice.random() < FIRST_CLUB_S_SHARE else dice.randrange(1, len(CLUBS))
    key, players, _weight = dice.choices(TABLES, [weight for *_table, weight in TABLES])[0]
    seats = dice.sample(range(PLAYERS_OF_OTHERS if club else PLAYERS_OF_FIRST), players)
    evening, table = divmod(number, TABLES_AN_EVENING)
    day = FIRST_EVENING + timedelta(days=evening)
    meta = {
        "date": day.isoformat(),
        "event": f"Evening {1 + evening}, table {1 + table}",
        "table": f"{1 + table}",
    }
    names = tuple(f"{NAMES[one % len(NAMES)]} {chr(65 + one // len(NAMES))}." for one in seats)
    ids = tuple(_id("player", club, one) for one in seats)

    def lines() -> Iterator[RecordLine]:
        for at in range(HANDS_A_MATCH):
            record = dice.choice(pool[key, players, at % players])
            known = any(cards is not None for cards in record.hands)
            said = {"comment": dice.choice(REMARKS)} if dice.random() < REMARKED else {}
            facts = ArchivedFacts(
                hand=_id("hand", number, at),
                match=_id("match", number),
                number=at + 1,
                players=ids,
                sits_out=None,
                writes="all-hands" if known else "tricks-only",
                played_at=datetime.combine(day, BEGINNING) + at * A_HAND,
            )
            spot = LineSpot(f"match {number}", at + 1)
            yield RecordLine(spot, record._replace(players=names, meta=meta | said), facts)

    return Sitting(club, list(lines()))


def _id(*what: object) -> str:
    """A name for addresses, the same in each archive."""
    digest = hashlib.sha256(" ".join(map(str, what)).encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()
