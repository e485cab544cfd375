"""The tables of a round: names moved by hand, announced, their clock, points without a hand."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.book.chain import hold_chain
from games.evening.duplicate.boards import boards_in_words, first_board, make_boards
from games.evening.totals import counts_its_hands
from games.matches.match_changes import checked_match, insert_match
from games.matches.match_seats import first_merged
from games.matches.reseating import write_reseating
from games.matches.reseating_plan import Reseating, plan_reseating
from games.models import Evening, EveningPoints, EveningRound, Hand, Match, MatchSeat, Player, User
from games.models.people import NAME_LENGTH
from games.people.merge_plan import ids_now
from games.rules import LAST_HAND, Seating, find_variant
from games.writing.durably import durably, require_scorer
from games.writing.once import Once, make_once

# What the match of a table has from its game and the number of people there.
OF_A_GAME = ("variant", "preset", "options", "dealer_sits_out", "hands_planned")


def as_drawn(drawn: EveningRound) -> list[list[str]]:
    """Return the public ids of those who were drawn, by table and seat.

    Who was merged into another player since goes by that player's id.
    """
    ids = ids_now(drawn.evening.club_id)
    return [[ids.get(one, one) for one in table] for table in drawn.tables]


class RoundTable(NamedTuple):
    """A table of a round: who sits there by seat; once it is announced its match."""

    number: int
    people: list[Player]
    match: Match | None = None


def seated(drawn: EveningRound) -> list[RoundTable]:
    """Return the tables of a round with who sits there now."""
    if drawn.announced_at is None:
        tables = as_drawn(drawn)
        players = _players_of(drawn.evening, tables)
        return [
            RoundTable(number, [players[one] for one in keys if one in players])
            for number, keys in enumerate(tables, 1)
        ]
    matches = drawn.matches.order_by("pk").prefetch_related("seats__player")
    return [
        RoundTable(
            number, [row.player for row in match.seats.all() if row.until == LAST_HAND], match
        )
        for number, match in enumerate(matches, 1)
    ]


def keys_of(tables: Sequence[RoundTable]) -> list[list[str]]:
    """Return the public ids of who sits at each table, as a draw has them."""
    return [[one.public_id for one in table.people] for table in tables]


def has_handed_in(match: Match, *, sealed: int, typed: bool) -> bool:
    """Return whether a table has handed in all of its round: all its hands, or its paper.

    What was typed from paper counts as long as no hand of the table is sealed.
    """
    is_played = match.hands_planned is not None and sealed >= match.hands_planned
    return (typed and not sealed) or is_played or match.closed_at is not None


def is_done(match: Match, drawn: EveningRound) -> bool:
    """Return whether a table has handed in all of its round, on the tablet or on paper."""
    sealed = match.hands.filter(state=Hand.State.SEALED).count()
    on_paper = drawn.points.filter(
        kind=EveningPoints.Kind.TYPED, player__in=match.seats.values("player")
    )
    return has_handed_in(match, sealed=sealed, typed=on_paper.exists())


def move(
    *, user: User, drawn: EveningRound, who: str, other: str = "", table: int | None = None
) -> None:
    """Swap two people of a round, or move one to another table or to none.

    `who` and `other` are public ids; without `other`, `who` goes to the table of that index, or
    where there is none sits this round out. Once the round is announced the seats of its matches
    change from the next hand on. Raises ValidationError where a table cannot be played at so.
    """
    require_scorer(user, drawn.evening)
    durably(lambda: move_now(user, drawn, who, other, table))


def move_now(
    user: User, drawn: EveningRound, who: str, other: str = "", table: int | None = None
) -> None:
    """Do what `move` does. Runs in a transaction."""
    Evening.objects.filter(pk=drawn.evening_id).update(changed_at=timezone.now())  # one by one
    now = EveningRound.objects.select_related("evening__club").get(pk=drawn.pk)
    before = seated(now)
    tables = _moved(keys_of(before), who, other, table)
    if now.announced_at is not None:
        _reseat_tables(user, now, before, tables)
        return
    now.tables = [at for at in tables if at]
    now.save(update_fields=["tables"])


def _moved(
    tables: Sequence[Sequence[str]], who: str, other: str, table: int | None
) -> list[list[str]]:
    if other:
        swap = {who: other, other: who}
        moved = [[swap.get(one, one) for one in at] for at in tables]
    else:
        moved = [[one for one in at if one != who] for at in tables]
        if table is not None and 0 <= table < len(moved):
            moved[table].append(who)
    seated = Counter(one for at in moved for one in at)
    if max(seated.values(), default=0) > 1:
        raise ValidationError(_("A player sits on two seats."))
    return moved


def _reseat_tables(
    user: User, drawn: EveningRound, before: Sequence[RoundTable], tables: Sequence[Sequence[str]]
) -> None:
    """Seat these people at the tables of an announced round. Runs in a transaction."""
    hold_chain(drawn.evening.club_id)
    players = _players_of(drawn.evening, tables)
    for (number, there, match), keys in zip(before, tables, strict=True):
        wanted = [players[one] for one in keys]
        if match is None or wanted == there:
            continue
        if len(wanted) == len(there):
            since = _next_hand(match)
            plan = plan_reseating(
                user=user, match=match, wanted=Reseating(tuple(wanted), since=since)
            )
            write_reseating(plan, user, "", secrets.token_urlsafe(16), "")
        else:
            _sit_down_again(user, drawn, number, match, wanted)


def _players_of(evening: Evening, tables: Sequence[Sequence[str]]) -> dict[str, Player]:
    keys = [one for table in tables for one in table]
    return {one.public_id: one for one in evening.club.players.filter(public_id__in=keys)}


def _next_hand(match: Match) -> int:
    """Return the number of the first hand of a match in which nothing was recorded yet."""
    last = match.hands.order_by("-number").first()
    if last is None:
        return 1
    return last.number if last.is_open and last.version == 0 else last.number + 1


def _sit_down_again(
    user: User, drawn: EveningRound, number: int, match: Match, seats: Sequence[Player]
) -> None:
    """Change how many people play a match that has not begun."""
    if match.hands.exists():
        raise ValidationError(
            _("Table %(number)s has begun. Somebody there can change places, or be replaced.")
            % {"number": number}
        )
    again = _table(user, drawn, number, seats, match)
    facts = {name: getattr(again, name) for name in OF_A_GAME}
    Match.objects.filter(pk=match.pk).update(**facts, changed_at=timezone.now())
    if merged := first_merged(seats):
        raise ValidationError(_("%(name)s has been merged already.") % {"name": merged.name})
    match.seats.all().delete()
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, player=player) for seat, player in enumerate(seats)
    )


def announce(*, user: User, drawn: EveningRound) -> None:
    """Open a match for each table of a round. Once: sent again it changes nothing.

    Raises ValidationError for a table at which the game cannot be played, NotAllowed.
    """
    evening = drawn.evening
    require_scorer(user, evening)

    def write() -> None:
        now = timezone.now()
        Evening.objects.filter(pk=evening.pk).update(changed_at=now)  # one by one
        mine = EveningRound.objects.filter(pk=drawn.pk, announced_at=None)
        if not mine.update(announced_at=now):
            return
        hold_chain(evening.club_id)
        drawn.refresh_from_db()
        tables = as_drawn(drawn)
        players = _players_of(evening, tables)
        last = Match.objects.filter(round__evening=evening, round__number=drawn.number - 1)
        before = {match.table: match for match in last}
        for number, table in enumerate(tables, 1):
            seats = [players[one] for one in table if one in players]
            like = before.get(str(number))
            fits = like and _seating_for(like.variant, len(seats))
            insert_match(_table(user, drawn, number, seats, like if fits else None), seats)

    durably(write)


def change_game(*, user: User, drawn: EveningRound, match: Match, game: str) -> None:
    """Give a table that has not begun another game (`variant:preset`), in later rounds as well.

    Raises ValidationError where that many people cannot play it, NotAllowed.
    """
    require_scorer(user, drawn.evening)
    match.variant, _colon, match.preset = game.partition(":")

    def write() -> None:
        Evening.objects.filter(pk=drawn.evening_id).update(changed_at=timezone.now())
        hold_chain(match.club_id)
        _sit_down_again(user, drawn, int(match.table), match, match.people)

    durably(write)


def _table(
    user: User, drawn: EveningRound, number: int, seats: Sequence[Player], like: Match | None
) -> Match:
    """Return the match of a table, not saved yet, of the evening's game or the one of `like`.

    Raises ValidationError.
    """
    evening = drawn.evening
    game = like or evening
    seating = _seating_for(game.variant, len(seats))
    sits_out = seating.dealer_sits_out if seating else None
    hands = evening.hands
    if hands and sits_out:  # everybody plays as many as at the other tables
        hands = -(-hands * len(seats) // (len(seats) - 1))
    match = checked_match(
        user=user,
        club=evening.club,
        title=round_title(evening.title, drawn.number),
        variant=game.variant,
        seats=seats,
        preset=game.preset,
        dealer_sits_out=sits_out,
        hands_planned=hands,
        writes=evening.writes,
        table=str(number),
        played_on=evening.played_on,
    )
    match.round = drawn
    match.first_board = first_board(evening, drawn, number)
    if match.first_board is not None:
        make_boards(evening, match.first_board)
        match.title = round_title(evening.title, drawn.number, f", {boards_in_words(match)}")
    return match


def round_title(evening: str, number: object, boards: str = "") -> str:
    """Return how the tables of a round are called; a long title of the evening is cut."""
    title = _("%(evening)s, round %(number)s")
    room = NAME_LENGTH - len(title % {"evening": "", "number": number} + boards)
    return title % {"evening": Truncator(evening).chars(room), "number": number} + boards


def _seating_for(variant: str, people: int) -> Seating | None:
    """Return how that many people sit down; five with one who sits out, as in a tournament."""
    game = find_variant(variant)
    fitting = [one for one in game.seatings if one.people == people] if game else []
    return max(fitting, key=lambda one: one.dealer_sits_out, default=None)


def add_minutes(*, user: User, drawn: EveningRound, minutes: int, known: str) -> None:
    """Start the clock of a round, or give it more minutes.

    `known` is when it ends as the page showed it: a second tap, which has not seen the first, adds
    nothing.
    """
    require_scorer(user, drawn.evening)

    def write() -> None:
        now = timezone.now()
        Evening.objects.filter(pk=drawn.evening_id).update(changed_at=now)
        row = EveningRound.objects.get(pk=drawn.pk)
        if known == ends_as_text(row):
            row.ends_at = max(row.ends_at or now, now) + timedelta(minutes=minutes)
            row.save(update_fields=["ends_at"])

    durably(write)


def ends_as_text(drawn: EveningRound) -> str:
    """Return when the clock of a round ends, as pages send it back; "" before it is started."""
    return drawn.ends_at.isoformat() if drawn.ends_at else ""


def give_points(
    *,
    user: User,
    drawn: EveningRound,
    points: Mapping[Player, int],
    kind: EveningPoints.Kind,
    because: str = "",
    once: Once | None = None,
) -> EveningPoints:
    """Note points (half points) that no hand gave: of a table on paper, or by the director.

    Those typed for a table replace what was typed for these people before; `once` notes them once.
    Returns the first of them. Raises ValidationError, NotAllowed, KeyReused, KeyMalformed.
    """
    require_scorer(user, drawn.evening)
    seats = MatchSeat.objects.filter(match__round=drawn, player__in=points)
    if kind == EveningPoints.Kind.TYPED and counts_its_hands(seats).exists():
        raise ValidationError(_("A hand of this table is sealed already: its hands count."))
    if kind == EveningPoints.Kind.TYPED and sum(points.values()) != 0:
        raise ValidationError(
            _("The points of a table sum to 0; these sum to %(sum)s.")
            % {"sum": sum(points.values()) / 2}
        )
    because = because.strip()
    if kind == EveningPoints.Kind.DIRECTOR and not because:
        raise ValidationError({"because": _("Say in a few words why.")})

    def make() -> EveningPoints:
        rows = EveningPoints.objects.filter(round=drawn, kind=kind, player__in=points)
        if kind == EveningPoints.Kind.TYPED:
            rows.delete()
        made = EveningPoints.objects.bulk_create(
            EveningPoints(
                round=drawn, player=player, halves=halves, kind=kind, because=because, by=user
            )
            for player, halves in points.items()
        )
        Evening.objects.filter(pk=drawn.evening_id).update(changed_at=timezone.now())
        return made[0]

    sent = [drawn.pk, *((player.pk, halves) for player, halves in points.items()), because]
    rows = EveningPoints.objects.filter(round=drawn)
    return make_once(once, user=user, sent=sent, rows=rows, make=make, name="pk")
