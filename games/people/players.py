"""The players of a club: adding them, changing what is known of them, telling them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Club, Player, User
from games.models.days import check_days
from games.models.folding import alike, sort_key
from games.models.people import NAME_LENGTH, NICKNAME_LENGTH, NUMBER_LENGTH
from games.writing.durably import durably, require_scorer
from games.writing.errors import invalid
from games.writing.names import read_name
from games.writing.once import Once, make_once

BEGINNING = 20  # letters of a name that every form of it begins with
LENGTHS = {"nickname": NICKNAME_LENGTH, "number": NUMBER_LENGTH}


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What a club knows of a player. `name` is their own, without what tells them apart."""

    name: str
    nickname: str = ""
    number: str = ""
    joined_on: date | None = None
    left_on: date | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """Return everything but the name, by column."""
        names = ("nickname", "number", "joined_on", "left_on")
        return {column: getattr(self, column) for column in names}


def facts_of(player: Player) -> PlayerFacts:
    """Return what is known of a player now."""
    others = (player.nickname, player.number, player.joined_on, player.left_on)
    return PlayerFacts(player.bare_name, *others)


def read_facts(facts: PlayerFacts) -> PlayerFacts:
    """Return the facts as they are stored. Raises ValidationError by field."""
    texts: dict[str, Any] = {"name": read_name(facts.name)}
    for field, most in LENGTHS.items():
        text = getattr(facts, field).strip()
        texts[field] = read_name(text, field) if text else ""
        if len(texts[field]) > most:
            message = _("At most %(most)d characters.") % {"most": most}
            raise invalid(field, "out-of-range", message)
    check_days(joined_on=facts.joined_on, left_on=facts.left_on)
    if facts.joined_on and facts.left_on and facts.left_on < facts.joined_on:
        raise invalid("left_on", "out-of-range", _("It ends before it begins."))
    return replace(facts, **texts)


def add_player(
    *,
    user: User,
    club: Club,
    name: str,
    nickname: str = "",
    number: str = "",
    joined_on: date | None = None,
    once: Once | None = None,
) -> Player:
    """Add somebody who plays. With `once` they are added once, however often it is sent.

    Raises ValidationError (also for a name that nothing tells apart from another player's, and for
    a number taken), NotAllowed, KeyReused, KeyMalformed.
    """
    require_scorer(user, club)
    facts = read_facts(PlayerFacts(name, nickname, number, joined_on))
    others = [value for value in (facts.nickname, facts.number, facts.joined_on) if value]

    with free_name(facts.name):
        return make_once(
            once,
            user=user,
            sent=[club.public_id, facts.name, *others],
            rows=club.players.all(),
            make=lambda: make_player(club, facts),
        )


def change_player(*, user: User, player: Player, facts: PlayerFacts) -> Player:
    """Change what the club knows of a player. Raises as `add_player`."""
    require_scorer(user, player)
    facts = read_facts(facts)

    def write() -> None:
        before = player.bare_name
        others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
        _check_number(others, facts)
        write_facts(player, facts)
        tell_apart(player.club_id, facts.name)
        if alike(before) != alike(facts.name):
            tell_apart(player.club_id, before)

    with free_name(facts.name):
        durably(write)
    player.refresh_from_db()
    return player


def make_player(club: Club, facts: PlayerFacts) -> Player:
    """Make a player, inside the caller's transaction. Raises ValidationError."""
    _check_number(club.players.all(), facts)
    others = namesakes(club.pk, facts.name)
    *renamed, name = _names([*others, Player(own_name=facts.name, **facts.columns)])
    own_name = "" if name == facts.name else facts.name
    _rename(others, renamed)
    return Player.objects.create(club=club, name=name, own_name=own_name, **facts.columns)


def write_facts(player: Player, facts: PlayerFacts) -> None:
    """Store what is known of a player, but for the name: `tell_apart` gives that afterwards."""
    mine = Player.objects.filter(pk=player.pk)
    own = {"name": player.public_id, "own_name": facts.name, "sort_key": sort_key(facts.name)}
    mine.update(**own, **facts.columns, changed_at=timezone.now())


def namesakes(club: int, name: str) -> list[Player]:
    """Return the players of a club with this own name, by their keys. One statement."""
    # Names that begin alike are few; the whole name is compared here, since a long one is cut where
    # a nickname follows it.
    begins = sort_key(name)[:BEGINNING]
    near = Player.objects.filter(club=club, sort_key__startswith=begins).order_by("pk")
    return [player for player in near if alike(player.bare_name) == alike(name)]


def tell_apart(club: int, name: str) -> None:
    """Give all players with this own name the names that tell them apart.

    Inside the caller's transaction. Raises ValidationError where nothing tells them apart.
    """
    people = namesakes(club, name)
    _rename(people, _names(people))


def _names(people: Sequence[Player]) -> list[str]:
    """Return what each of the people with one name is called. Raises ValidationError."""
    if len(people) == 1:
        return [people[0].bare_name]
    names = [_with_more(one.bare_name, one.nickname or one.number) for one in people]
    folded = [alike(name) for name in names]
    for person, name in zip(people, folded, strict=True):
        if folded.count(name) > 1:
            raise duplicate(person)
    return names


def _with_more(name: str, more: str) -> str:
    """Return a name with what tells somebody apart, no longer than a name may be."""
    behind = f" ({more})" if more else ""
    return name[: NAME_LENGTH - len(behind)].rstrip() + behind


def _rename(people: Sequence[Player], names: Sequence[str]) -> None:
    """Store what the people of one own name are called from now on, where that changes."""
    pairs = zip(people, names, strict=True)
    # The player who gets the name alone comes last, when nobody has it any more.
    for player, now in sorted(pairs, key=lambda pair: pair[1] == pair[0].bare_name):
        own_name = "" if now == player.bare_name else player.bare_name
        if (player.name, player.own_name) != (now, own_name):
            facts = {"name": now, "own_name": own_name, "sort_key": sort_key(now)}
            Player.objects.filter(pk=player.pk).update(**facts, changed_at=timezone.now())


def _check_number(others: Any, facts: PlayerFacts) -> None:
    holder = others.filter(number=facts.number).first() if facts.number else None
    if holder is not None:
        message = _("%(name)s has this number.") % {"name": holder.name}
        raise invalid("number", "duplicate-player", message)


@contextmanager
def free_name(name: str) -> Iterator[None]:
    """Raise ValidationError where somebody took the name of a player while it was written."""
    try:
        yield
    except IntegrityError:
        raise duplicate(Player(name=name)) from None


def duplicate(namesake: Player) -> ValidationError:
    """Return the error where nothing tells somebody apart from this player."""
    message = (
        _(
            "%(name)s played here before and has left: on their page they can come back. For "
            "somebody else, add an initial, a nickname or a number."
        )
        if namesake.has_left()
        else _("There is already a player called %(name)s. Add an initial, a nickname or a number.")
    )
    return invalid("name", "duplicate-player", message % {"name": namesake.bare_name})
