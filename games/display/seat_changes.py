"""What is put right of who plays a hand and who deals it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.display.chairs import SITS_OUT
from games.rules import Record


class SeatedNames(NamedTuple):
    """The names by seat, the seat that deals, and who sits the hand out ("": nobody)."""

    players: Sequence[str]
    dealer: int | None
    away: str = ""


def names_in(record: Record) -> SeatedNames:
    return SeatedNames(record.players, record.dealer, record.meta.get(SITS_OUT, ""))


def seat_changes(before: SeatedNames, after: SeatedNames) -> list[str]:
    """Return a sentence for each difference."""
    sentences = [
        _("%(now)s instead of %(before)s.") % {"now": now, "before": name}
        for name, now in zip(before.players, after.players, strict=True)
        if name != now
    ]
    if after.away != before.away:
        names = {"now": after.away, "before": before.away}
        sentences.append(_("%(now)s deals and sits out, not %(before)s.") % names)
    elif after.dealer is not None and after.dealer != before.dealer and not after.away:
        was = "?" if before.dealer is None else before.players[before.dealer]
        names = {"now": after.players[after.dealer], "before": was}
        sentences.append(_("%(now)s deals, not %(before)s.") % names)
    return sentences
