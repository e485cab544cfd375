"""After a migration: what follows from the records and is not there yet.

Not in the migrations themselves: those would have to keep the rules of their day for ever.
"""

from __future__ import annotations

import sys
from typing import Any

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import OutputWrapper
from django.db.models import Exists, OuterRef, Q

from games import statistics
from games.book.rebuilding import DoesNotStand, rebuild_hand
from games.management.progress import Progress
from games.models import Career, Club, Hand, HandSeat, Tally
from games.rules import RecordError


def fill_gaps(**signal: Any) -> None:
    """Write derived columns and statistics that are missing.

    Columns of hands that were sealed before these existed, and the statistics of clubs that have
    sealed hands but not all statistics: a migration deletes the careers where statistics have to be
    counted again.

    Not on the way back, nor where the migration went no further than to an older set of tables.
    """
    if any(backwards for _migration, backwards in signal.get("plan", ())):
        return
    if "apps" in signal and not _is_of_today(signal["apps"]):
        return
    _fill_hands()
    summed, rated = (model.objects.filter(club=OuterRef("pk")) for model in (Tally, Career))
    for club in Club.objects.filter(~Exists(summed) | ~Exists(rated), seals__gt=0):
        statistics.rebuild(club)


def _fill_hands() -> None:
    """Give seats a place from 1 on and known feats; a hand whose record fails stays."""
    without = HandSeat.objects.filter(Q(place=0) | Q(feats=None), hand=OuterRef("pk"))
    hands = Hand.objects.sealed().filter(Exists(without)).order_by("pk")
    keys = list(hands.values_list("pk", flat=True))
    if not keys:
        return
    progress = Progress(OutputWrapper(sys.stderr), len(keys), "hands")
    for key in keys:
        try:
            rebuild_hand(Hand.objects.get(pk=key))
        except (DoesNotStand, RecordError, ObjectDoesNotExist, ValueError, LookupError):
            continue
        finally:
            progress.step()
    progress.finish()


def _is_of_today(state: Any) -> bool:
    """Return whether a migration reached today's tables."""
    for model in apps.get_app_config("games").get_models():
        try:
            migrated = state.get_model("games", model.__name__)
        except LookupError:
            return False
        columns = {field.column for field in model._meta.local_fields}
        if columns != {field.column for field in migrated._meta.local_fields}:
            return False
    return True
