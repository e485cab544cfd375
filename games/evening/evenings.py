"""Evenings: opening one, who is here, drawing its rounds."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.evening.codes import new_start
from games.evening.drawing import SEEDS, RoundDraw, Tables, draw_round, judge_round, table_sizes
from games.evening.duplicate.boards import keys_by_id, seated_by_movement
from games.evening.totals import list_of
from games.models import Club, Evening, EveningRound, MatchSeat, Player, User
from games.models.days import check_days
from games.people.presence import presences
from games.rules import find_variant
from games.writing.durably import durably, require_scorer
from games.writing.names import read_name
from games.writing.once import Once, make_once


def open_evening(*, user: User, club: Club, once: Once | None = None, **facts: object) -> Evening:
    """Open an evening; `facts` are columns of its row. Raises ValidationError, NotAllowed."""
    require_scorer(user, club)
    evening = checked_evening(user=user, club=club, lot=secrets.randbelow(SEEDS), **facts)
    if last := club.evenings.first():
        evening.wall_delay, evening.wall_hides_totals = last.wall_delay, last.wall_hides_totals

    def make() -> Evening:
        evening.pk = None
        evening.save(force_insert=True)
        return evening

    rows = Evening.objects.filter(club=club)
    sent = [club.public_id, facts]
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def checked_evening(*, user: User, club: Club, **facts: object) -> Evening:
    """Return the row of an evening with a new code, not saved yet. Raises ValidationError."""
    evening = Evening(club=club, opened_by=user, code=new_start(), **facts)
    check_days(played_on=evening.played_on)
    _check(evening)
    return evening


def change_evening(*, user: User, evening: Evening, **facts: object) -> None:
    """Change the title, the rounds, how people are drawn: `facts` are columns of its row.

    Raises ValidationError also where more rounds are announced than there are to be, or boards
    were made for the number of rounds or hands; NotAllowed.
    """
    require_scorer(user, evening)

    def write() -> None:
        now = Evening.objects.get(pk=evening.pk)
        before = now.rounds, now.hands
        for name, value in facts.items():
            setattr(now, name, value)
        _check(now)
        announced = now.drawn.filter(announced_at__isnull=False).count()
        if now.rounds < announced:
            raise ValidationError({"rounds": _("Round %d has already been announced.") % announced})
        if (now.rounds, now.hands) != before and now.boards.exists():
            raise ValidationError(
                {"rounds": _("Boards have been made for the rounds as they were.")}
            )
        now.plan = []  # for as many rounds as there were
        now.changed_at = timezone.now()
        now.save(update_fields=[*facts, "plan", "changed_at"])

    durably(write)


def _check(evening: Evening) -> None:
    evening.title = read_name(evening.title, "title")
    game = find_variant(evening.variant)
    if game is None or evening.preset not in ("", *(preset.key for preset in game.presets)):
        raise ValidationError({"game": _("There is no such game.")})
    if evening.hands is None and evening.minutes is None:
        raise ValidationError({"hands": _("Say after how many hands or minutes a round is over.")})
    if evening.method and evening.hands is None:
        raise ValidationError({"hands": _("Say how many boards a round has.")})
    if evening.method and 4 not in game.tables:
        raise ValidationError({"game": _("Duplicate is for games of four.")})
    evening.full_clean(exclude=["club", "opened_by", "plan"])


def draw(
    *, user: User, evening: Evening, seed: int | None = None, wanted: tuple[int, bool] | None = None
) -> EveningRound:
    """Draw the next round of those who are here, or the one again that is not announced yet.

    `wanted`: the number of the round to draw, and whether it was drawn before, as the page has it.
    Raises ValidationError where they cannot be seated or a round was drawn or announced meanwhile,
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
    if wanted not in (None, (len(done) + 1, again)):
        raise ValidationError(_("Somebody has drawn or announced a round meanwhile."))
    ranking = [line.player.pk for line in list_of(evening)] if evening.by_rank and done else []
    drawn = seated_by_movement(evening, done, here) or draw_round(
        list(here),
        past_tables(done),
        seed=seed,
        left=max(evening.rounds - len(done), 1),
        plan=[] if again else _as_keys(evening.plan, keys_by_id(evening, here)),
        teams=teams_of(evening),
        ranking=ranking,
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
            raise ValidationError(_("Somebody has drawn or announced a round meanwhile."))
        facts = {"seed": seed, "tables": tables, "drawn_at": now}
        made, _new = evening.drawn.update_or_create(number=len(done) + 1, defaults=facts)
        return made

    return durably(write)


def sizes_of(evening: Evening) -> tuple[int, ...]:
    """Return how many may sit at a table, as `table_sizes` takes them."""
    if evening.method:
        return (4,)
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


def teams_of(evening: Evening) -> dict[int, str]:
    """Return the team of each player who has one, by key."""
    here = presences(evening.club, evening.played_on)
    return {player: presence.team for player, presence in here.items() if presence.team}


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


def _as_keys(plan: Sequence[Sequence[Sequence[str]]], keys: Mapping[str, int]) -> list[Tables]:
    return [tuple(tuple(keys.get(one, 0) for one in table) for table in tables) for tables in plan]


def judged(evening: Evening, drawn: EveningRound, tables: Tables) -> RoundDraw:
    """Return these tables of a round with what could not be avoided, or was not, in it."""
    before = evening.drawn.filter(number__lt=drawn.number, announced_at__isnull=False)
    return judge_round(tables, past_tables(list(before)), teams_of(evening))
