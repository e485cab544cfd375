"""Clubs."""

from functools import partial

from django.utils.text import slugify

from games.access.names import read_name
from games.access.once import Once, make_once
from games.access.writing import durably, require_admin
from games.models import Club, Membership, Role, User


def open_club(*, user: User, name: str, once: Once | None = None) -> Club:
    """Found a club; its founder becomes its administrator. With `once` it is founded once.

    Raises ValidationError, KeyReused, KeyMalformed.
    """
    name = read_name(name)
    rows = Club.objects.all()
    make = partial(new_club, user, name)
    return durably(lambda: make_once(once, user=user, sent=[name], rows=rows, make=make))


def new_club(user: User, name: str) -> Club:
    """A club with its administrator, inside the caller's transaction; the name was read."""
    club = Club.objects.create(name=name, slug=_free_slug(name))
    Membership.objects.create(user=user, club=club, role=Role.ADMIN)
    return club


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
