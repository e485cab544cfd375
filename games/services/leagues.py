"""How a club ranks its players."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Club, User
from games.services.writing import durably, require_admin
from games.statistics.leagues import CRITERIA, Rules

MOST_HANDS = 1_000


def set_league(*, user: User, club: Club, order: Sequence[str], least: int) -> Club:
    """Say how the league tables of a club rank: by which criteria, one after the other, and from
    how many hands on. Raises ValidationError by field, NotAllowed."""
    require_admin(user, club)
    if not order or len(set(order)) < len(order) or not set(order) <= set(CRITERIA):
        message = _("Name at least one criterion, and none twice.")
        raise ValidationError({"order": ValidationError(message, code="order")})
    if not 1 <= least <= MOST_HANDS:
        message = _("From 1 to 1000 hands.")
        raise ValidationError({"least": ValidationError(message, code="out-of-range")})
    rules = Rules(tuple(order), least)

    def write() -> Club:
        Club.objects.filter(pk=club.pk).update(league=rules.as_json())
        club.league = rules.as_json()
        return club

    return durably(write)
