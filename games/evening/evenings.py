"""Evenings: opening one, drawing its rounds, moving people, announcing who sits where."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.chain import hold_chain
from games.evening.drawing import Draw, Tables, draw_round, judge_round, table_sizes
from games.evening.totals import ranking_of
from games.matches.match_changes import checked_match, insert_match
from games.models import Club, Evening, EveningPoints, EveningRound, MatchSeat, Player, User
from games.models.days import check_days
from games.people.presence import presences
from games.rules import Seating, find_variant
from games.writing.durably import durably, require_scorer
from games.writing.names import read_name
from games.writing.once import Once, make_once

SEEDS = 2**53  # a number that every program reads as it was written


def open_evening(*, user: User, club: Club, once: Once | None = None, **facts: object) -> Evening:
    """Open an evening; `facts` are columns of its row. Raises ValidationError, NotAllowed."""
    require_scorer(user, club)
    evening = Evening(club=club, opened_by=user, **facts)
    evening.title = read_name(evening.title, "title")
    check_days(played_on=evening.played_on)
    game = find_variant(evening.variant)
    if game is None or evening.preset not in ("", *(preset.key for preset in game.presets)):
        raise ValidationError({"game": _("There is no such game.")})
    if evening.hands is None and evening.minutes is None:
        raise ValidationError({"hands": _("Say after how many hands or minutes a round is over.")})
    evening.full_clean(exclude=["club", "opened_by", "plan"])

    def make() -> Evening:
        evening.pk = None
        evening.save(force_insert=True)
        return evening

    rows = Evening.objects.filter(club=club)
    sent = [club.public_id, facts]
    return durably(lambda: make_once(once, user=user, sent=sent, rows=rows, make=make))


def draw(*, user: User, evening: Evening, seed: int | None = None) -> EveningRound:
    """Draw the next round of those who are here, or the one again that is not announced yet.

    Raises ValidationError where they cannot be seated or a round was announced meanwhile,
    NotAllowed.
    """
    require_scorer(user, evening)
    here, sizes = people_here(evening), sizes_of(evening)
    if not table_sizes(len(here), sizes):
        raise ValidationError(
            _("%(count)s players cannot be seated at tables of %(sizes)s.")
            % {"count": len(here), "sizes": ", ".join(map(str, sizes))}
        )
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    done = list(evening.drawn.filter(announced_at__isnull=False))
    again = evening.drawn.filter(number=len(done) + 1).exists()
    drawn = draw_round(
        list(here),
        past_tables(done),
        seed=seed,
        left=max(evening.rounds - len(done), 1),
        plan=[] if again else _as_keys(evening.plan, here),
        ranking=ranking_of(evening) if evening.by_rank and done else (),
        sizes=sizes,
    )
    tables, *plan = (
        [[here[one].public_id for one in table] for table in tables]
        for tables in (drawn.tables, *drawn.plan)
    )

    def write() -> EveningRound:
        now = timezone.now()
        Evening.objects.filter(pk=evening.pk).update(plan=plan, changed_at=now)
        if evening.drawn.filter(announced_at__isnull=False).count() != len(done):
            raise ValidationError(_("Somebody has announced a round meanwhile."))
        facts = {"seed": seed, "tables": tables, "drawn_at": now}
        made, _new = EveningRound.objects.update_or_create(
            evening=evening, number=len(done) + 1, defaults=facts
        )
        return made

    return durably(write)


def sizes_of(evening: Evening) -> tuple[int, ...]:
    """Return how many may sit at a table, as `table_sizes` takes them."""
    game = find_variant(evening.variant)
    known = {seating.people for seating in game.seatings} if game else set()
    wanted = (4, 5, 3) if evening.fives else (4, 3, 5)
    usual = [size for size in wanted if size in known]
    return (*usual, *sorted(known.difference(wanted), reverse=True)) if usual else tuple(known)


def people_here(evening: Evening) -> dict[int, Player]:
    """Return who was ticked as here on the day of an evening and has not left, by key."""
    here = presences(evening.club, evening.played_on)
    players = Player.objects.filter(
        pk__in=[player for player, presence in here.items() if presence.left_at is None]
    )
    return {player.pk: player for player in players}


def past_tables(rounds: Sequence[EveningRound]) -> list[Tables]:
    """Return who sat with whom in rounds that were announced, by the seats of their matches.

    Somebody's substitute met the table as well.
    """
    seats = MatchSeat.objects.filter(match__round__in=rounds).order_by("match", "seat", "since")
    by_round: dict[int, dict[int, list[int]]] = {round.pk: {} for round in rounds}
    for of, match, player in seats.values_list("match__round", "match", "player"):
        by_round[of].setdefault(match, []).append(player)
    return [
        tuple(tuple(dict.fromkeys(table)) for table in by_round[round.pk].values())
        for round in rounds
    ]


def _as_keys(plan: Sequence[Sequence[Sequence[str]]], here: Mapping[int, Player]) -> list[Tables]:
    keys = {player.public_id: pk for pk, player in here.items()}
    return [tuple(tuple(keys.get(one, 0) for one in table) for table in tables) for tables in plan]


def judged(evening: Evening, drawn: EveningRound, players: Mapping[str, Player]) -> Draw:
    """Return the tables of a round, as keys of players, and what could not be avoided in it."""
    before = evening.drawn.filter(number__lt=drawn.number, announced_at__isnull=False)
    tables = tuple(tuple(players[one].pk for one in table) for table in drawn.tables)
    return judge_round(tables, past_tables(list(before)), {})


def move(
    *, user: User, drawn: EveningRound, who: str, other: str = "", table: int | None = None
) -> None:
    """Let two people of a round change places, or one sit at another table or at none.

    `who` and `other` are public ids; without `other`, `who` goes to the table of that index, or
    where there is none sits this round out. Raises ValidationError once it is announced.
    """
    require_scorer(user, drawn.evening)

    def write() -> None:
        Evening.objects.filter(pk=drawn.evening_id).update(changed_at=timezone.now())  # one by one
        now = EveningRound.objects.get(pk=drawn.pk)
        if now.announced_at is not None:
            raise ValidationError(
                _("This round is announced already. Change the seats of its match.")
            )
        tables = [list(one) for one in now.tables]
        if other:
            swap = {who: other, other: who}
            tables = [[swap.get(one, one) for one in at] for at in tables]
        else:
            tables = [[one for one in at if one != who] for at in tables]
            if table is not None and 0 <= table < len(tables):
                tables[table].append(who)
        seated = Counter(one for at in tables for one in at)
        if max(seated.values(), default=0) > 1:
            raise ValidationError(_("A player sits on two seats."))
        now.tables = [at for at in tables if at]
        now.save(update_fields=["tables"])

    durably(write)


def announce(*, user: User, drawn: EveningRound) -> None:
    """Open a match for each table of a round. Once: sent again it changes nothing.

    Raises ValidationError for a table at which the game cannot be played, NotAllowed.
    """
    evening = drawn.evening
    require_scorer(user, evening)

    def write() -> None:
        now = timezone.now()
        mine = EveningRound.objects.filter(pk=drawn.pk, announced_at=None)
        if not mine.update(announced_at=now):
            return
        hold_chain(evening.club_id)
        drawn.refresh_from_db()
        keys = [one for table in drawn.tables for one in table]
        players = {one.public_id: one for one in evening.club.players.filter(public_id__in=keys)}
        for number, table in enumerate(drawn.tables, 1):
            seats = [players[one] for one in table if one in players]
            _open_table(user, drawn, number, seats)
        Evening.objects.filter(pk=evening.pk).update(changed_at=now)

    durably(write)


def _open_table(user: User, drawn: EveningRound, number: int, seats: Sequence[Player]) -> None:
    evening = drawn.evening
    seating = _seating_for(evening.variant, len(seats))
    sits_out = seating.dealer_sits_out if seating else None
    hands = evening.hands
    if hands and sits_out:  # everybody plays as many as at the other tables
        hands = -(-hands * len(seats) // (len(seats) - 1))
    match = checked_match(
        user=user,
        club=evening.club,
        title=_("%(evening)s, round %(number)s")
        % {"evening": evening.title, "number": drawn.number},
        variant=evening.variant,
        seats=seats,
        options={},
        preset=evening.preset,
        settings={},
        first_dealer=0,
        dealer_sits_out=sits_out,
        hands_planned=hands,
        writes=evening.writes,
        table=str(number),
        played_on=evening.played_on,
    )
    match.round = drawn
    insert_match(match, seats)


def _seating_for(variant: str, people: int) -> Seating | None:
    """Return how so many people sit down; five with one who sits out, as in a tournament."""
    game = find_variant(variant)
    fitting = [one for one in game.seatings if one.people == people] if game else []
    return max(fitting, key=lambda one: one.dealer_sits_out, default=None)


def give_points(
    *,
    user: User,
    drawn: EveningRound,
    points: Mapping[Player, int],
    kind: EveningPoints.Kind,
    because: str = "",
) -> None:
    """Note points (half points) that no hand gave: of a table on paper, or by the director.

    Those typed for a table replace what was typed for these people before. Raises ValidationError.
    """
    require_scorer(user, drawn.evening)
    if kind == EveningPoints.Kind.TYPED and sum(points.values()) != 0:
        raise ValidationError(
            _("The points of a table sum to 0; these sum to %(sum)s.")
            % {"sum": sum(points.values()) / 2}
        )
    because = because.strip()
    if kind == EveningPoints.Kind.DIRECTOR and not because:
        raise ValidationError({"because": _("Say in a few words why.")})

    def write() -> None:
        if kind == EveningPoints.Kind.TYPED:
            EveningPoints.objects.filter(round=drawn, kind=kind, player__in=points).delete()
        EveningPoints.objects.bulk_create(
            EveningPoints(
                round=drawn, player=player, halves=halves, kind=kind, because=because, by=user
            )
            for player, halves in points.items()
        )
        Evening.objects.filter(pk=drawn.evening_id).update(changed_at=timezone.now())

    durably(write)
