"""Clubs."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings as site
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.club.first_evening import PRESETS
from games.models import Club, Membership, Role, User
from games.models.running import plays_hidden_hand
from games.rules import VARIANTS
from games.writing.durably import durably, require_admin
from games.writing.errors import invalid
from games.writing.names import read_name
from games.writing.once import Once, make_once


def open_club(
    *, user: User, name: str, writes: str = "", first_rules: str = "", once: Once | None = None
) -> Club:
    """Found a club; its founder becomes its administrator. With `once` it is founded once.

    `writes` is what its matches write down; "" as the one before. `first_rules` is the game and the
    preset of its first match, as `Club` keeps them.

    An account founds a few, unless it looks after the site: each may fill a part of the disk.
    Raises ValidationError, KeyReused, KeyMalformed.
    """
    name = read_name(name)
    first_match = {"writes": writes, "first_rules": first_rules}
    check_first_match(**first_match)
    rows = Club.objects.all()

    def make() -> Club:
        mine = Club.objects.filter(opened_by=user).count()
        if mine >= site.CLUBS_AN_ACCOUNT and not user.is_staff:
            message = _("You have opened %(count)s clubs, as many as this site allows an account.")
            raise invalid("name", "too-many", message % {"count": mine})
        return new_club(user, name, **first_match)

    sent = [name, *first_match.values()]
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def check_first_match(*, writes: str = "", first_rules: str = "") -> None:
    """Raise ValidationError where there is no such choice, or no such game and preset."""
    _check_choice("writes", writes)
    if first_rules and first_rules not in PRESETS:
        raise no_such_choice("first_rules")


def new_club(user: User, name: str, **first_match: str) -> Club:
    """Make a club with its administrator from checked values, in the caller's transaction."""
    slug = _free_slug(name)
    club = Club.objects.create(name=name, slug=slug, opened_by=user, **first_match)
    Membership.objects.create(user=user, club=club, role=Role.ADMIN)
    return club


def set_up(*, user: User, club: Club, **settings: Any) -> Club:
    """Change settings, each named as its column. Raises ValidationError by field, NotAllowed."""
    require_admin(user, club)
    if "name" in settings:
        settings["name"] = read_name(settings["name"])
    if "games" in settings:
        settings["games"] = _read_games(settings["games"])
    for name, value in settings.items():
        _check_choice(name, value)
    if not settings.get("hides_running", True):
        _check_looks_away(user, club)
    durably(lambda: Club.objects.filter(pk=club.pk).update(**settings))
    for name, value in settings.items():
        setattr(club, name, value)
    return club


def _check_looks_away(user: User, club: Club) -> None:
    """Raise ValidationError where somebody would show themselves a hand that they are playing."""
    mine = Membership.objects.filter(user=user, club=club).select_related("player").first()
    if mine is not None and plays_hidden_hand(club, mine.player):
        message = _("You sit at a running hand: change it when that is over.")
        raise invalid("hides_running", "running", message)


def _check_choice(name: str, value: Any) -> None:
    field: Any = Club._meta.get_field(name)
    known = site.LANGUAGES if name == "language" else field.flatchoices
    if known and value not in dict(known) and not (field.blank and value == ""):
        raise no_such_choice(name)


def no_such_choice(name: str) -> ValidationError:
    """Return the error of a field with a value that is not among its choices."""
    return invalid(name, "unknown-choice", _("There is no such choice."))


def _read_games(keys: Sequence[str]) -> list[str]:
    """Return the keys of games as a club keeps them: none where it plays all of them."""
    known = [variant.key for variant in VARIANTS]
    if not keys or not set(keys) <= set(known):
        raise invalid("games", "unknown-choice", _("Choose at least one of these games."))
    return [] if set(keys) == set(known) else [key for key in known if key in keys]


def _free_slug(name: str) -> str:
    wanted = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (wanted, *numbered) if slug not in taken)
