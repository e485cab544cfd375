"""Clubs and their players."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.access.names import read_name
from games.access.once import Once, make_once
from games.access.writing import Answer, durably, require_admin, require_scorer
from games.models import Club, Membership, Player, Role, User
from games.models.folding import sort_key


def open_club(*, user: User, name: str, once: Once | None = None) -> Club:
    """Found a club; its founder becomes its administrator. With `once` it is founded once.

    Raises ValidationError, KeyReused, KeyMalformed.
    """
    name = read_name(name)

    def make() -> Club:
        club = Club.objects.create(name=name, slug=_free_slug(name))
        Membership.objects.create(user=user, club=club, role=Role.ADMIN)
        return club

    rows = Club.objects.all()
    return durably(lambda: make_once(once, user=user, sent=[name], rows=rows, make=make))


def set_tablets_judge(*, user: User, club: Club, tablets_judge: bool) -> Club:
    """Say whether the tablets of a club judge cards themselves, or the server does it for them.

    Raises NotAllowed.
    """
    require_admin(user, club)
    durably(lambda: Club.objects.filter(pk=club.pk).update(tablets_judge=tablets_judge))
    club.tablets_judge = tablets_judge
    return club


def _free_slug(name: str) -> str:
    wanted = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (wanted, *numbered) if slug not in taken)


def add_player(*, user: User, club: Club, name: str, once: Once | None = None) -> Player:
    """Add somebody who plays. With `once` they are added once, however often it is sent.

    Raises ValidationError (also for a name taken), NotAllowed, KeyReused, KeyMalformed.
    """
    require_scorer(user, club)
    name = read_name(name)

    def write() -> Player:
        return make_once(
            once,
            user=user,
            sent=[club.public_id, name],
            rows=club.players.all(),
            make=lambda: Player.objects.create(club=club, name=name),
        )

    return _named(write, name)


def rename_player(*, user: User, player: Player, name: str) -> Player:
    """Give a player another name; sealed hands keep the old one.

    Raises ValidationError, NotAllowed.
    """
    require_scorer(user, player)
    name = read_name(name)

    def write() -> int:
        mine = Player.objects.filter(pk=player.pk)
        return mine.update(name=name, sort_key=sort_key(name), changed_at=timezone.now())

    _named(write, name)
    player.name, player.sort_key = name, sort_key(name)
    return player


def _named(write: Callable[[], Answer], name: str) -> Answer:
    try:
        return durably(write)
    except IntegrityError:
        message = _("There is already a player called %(name)s.") % {"name": name}
        raise ValidationError({"name": ValidationError(message, code="duplicate-player")}) from None
