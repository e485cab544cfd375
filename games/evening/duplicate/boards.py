"""The boards of an evening: dealt, played by which table when, shown at the end."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.evening.drawing import SEEDS, RoundDraw, judge_round
from games.evening.duplicate.deals import deal_from
from games.evening.duplicate.movements import Movement, joined, sections_of
from games.evening.duplicate.ranking import BoardResult
from games.models import Board, Evening, EveningRound, Hand, HandSeat, Match, Player, User
from games.people.merge_plan import ids_now
from games.writing.durably import durably, require_scorer
from games.writing.errors import NotAllowed


def movement_in(evening: Evening, tables: int) -> Movement | None:
    """Return the movement of an evening with that many tables; None where each round is drawn."""
    sections = sections_of(tables, evening.rounds) if evening.method else None
    return joined(sections) if sections else None


def keys_by_id(evening: Evening, here: Mapping[int, Player]) -> dict[str, int]:
    """Return the keys of those who are here by each of their public ids."""
    keys = {player.public_id: pk for pk, player in here.items()}
    ids = ids_now(evening.club_id)
    return keys | {gone: keys[kept] for gone, kept in ids.items() if kept in keys}


def seated_by_movement(
    evening: Evening, done: Sequence[EveningRound], here: Mapping[int, Player]
) -> RoundDraw | None:
    """Return the next round by the movement, from who sat where in round 1.

    None before round 1, and where no movement is known: then the round is drawn, and all tables
    play the same boards at once. A seat whose player has left stays empty until somebody is moved.
    """
    movement = movement_in(evening, len(done[0].tables)) if done else None
    if movement is None or len(done) >= len(movement):
        return None
    keys = keys_by_id(evening, here)
    of = {
        number: keys.get(player)
        for place, table in zip(movement[0], done[0].tables, strict=True)
        for number, player in zip(place.people, table, strict=False)
    }
    seats = [[of.get(number) for number in place.people] for place in movement[len(done)]]
    tables = tuple(tuple(one for one in table if one is not None) for table in seats)
    return judge_round(tables, [], {})


def first_board(evening: Evening, drawn: EveningRound, table: int) -> int | None:
    """Return the number of the first board of a table, from 1, in a round; None without boards."""
    if not evening.method or not evening.hands:
        return None
    first = evening.drawn.get(number=1)
    movement = movement_in(evening, len(first.tables))
    boards = drawn.number - 1
    if movement is not None and drawn.number <= len(movement):
        places = movement[drawn.number - 1]
        if table > len(places):
            return None
        boards = places[table - 1].boards
    return boards * evening.hands + 1


def boards_in_words(match: Match) -> str:
    """Return which boards a table plays in its round; "" where it plays none."""
    first, drawn = match.first_board, match.round
    if first is None or drawn is None:
        return ""
    count = drawn.evening.hands or 1  # at a table of five the match has more hands than boards
    facts = {"first": first, "last": first + count - 1}
    return ngettext("board %(first)s", "boards %(first)s–%(last)s", count) % facts


def make_boards(evening: Evening, first: int) -> None:
    """Make the boards of a set that are not there yet, to be dealt at the table."""
    numbers = range(first, first + (evening.hands or 0))
    rows = [Board(evening=evening, number=number) for number in numbers]
    Board.objects.bulk_create(rows, ignore_conflicts=True)


def require_director(user: User, evening: Evening) -> None:
    """Raise NotAllowed unless `user` opened the evening and records in its club.

    Raises ValidationError where no boards are played on it.
    """
    require_scorer(user, evening)
    if not evening.method:
        raise ValidationError(_("Each table deals its own hands on this evening."))
    if evening.opened_by_id != user.pk:
        raise NotAllowed


def directs(user: User, evening: Evening) -> bool:
    """Return whether a user for whom an evening was looked up opened it, and records there."""
    return evening.may_record and evening.opened_by_id == user.pk  # type: ignore[attr-defined]


def deal_boards(*, user: User, evening: Evening) -> None:
    """Deal all boards of an evening by computer; those already dealt stay.

    Raises ValidationError before the first draw, after which their number is known, NotAllowed.
    """
    require_director(user, evening)
    first = evening.drawn.filter(number=1).first()
    if first is None or not evening.hands:
        raise ValidationError(_("Draw round 1 first: then the number of boards is known."))
    movement = movement_in(evening, len(first.tables))
    sets = {place.boards for places in movement for place in places} if movement else ()
    count = (max(sets) + 1 if sets else evening.rounds) * evening.hands

    def write() -> None:
        there = dict(evening.boards.values_list("number", "seed"))
        begun = set(
            Hand.objects.filter(board__evening=evening).values_list("board__number", flat=True)
        )
        for number in range(1, count + 1):
            if there.get(number) is None and number not in begun:
                seed = secrets.randbelow(SEEDS)
                facts = {"seed": seed, "deal": deal_from(evening.variant, seed)}
                Board.objects.update_or_create(evening=evening, number=number, defaults=facts)
        Evening.objects.filter(pk=evening.pk).update(changed_at=timezone.now())

    durably(write)


def show_boards(*, user: User, evening: Evening) -> None:
    """Show the hands of all boards to everybody who may see hands. Raises NotAllowed."""
    require_director(user, evening)

    def write() -> None:
        now = timezone.now()
        mine = Evening.objects.filter(pk=evening.pk, boards_shown_at=None)
        mine.update(boards_shown_at=now, changed_at=now)
        Hand.objects.filter(board__evening=evening).update(held=None, changed_at=now)

    durably(write)


def board_results(evening: Evening) -> list[BoardResult]:
    """Return what everybody scored on which board in which direction, in half points."""
    return results_of([evening])[evening.pk]


def results_of(evenings: Iterable[Evening]) -> Mapping[int, list[BoardResult]]:
    """Return the same of evenings, by their keys. One statement."""
    of_boards = HandSeat.objects.filter(hand__board__evening__in=evenings)
    seats = of_boards.filter(hand__state=Hand.State.SEALED)
    rows = seats.order_by("hand__board__number", "hand", "seat")
    columns = ("hand__board__number", "seat", "player", "score_halves")
    results: dict[int, list[BoardResult]] = defaultdict(list)
    for of, *row in rows.values_list("hand__board__evening", *columns):
        results[of].append(BoardResult(*row))
    return results
