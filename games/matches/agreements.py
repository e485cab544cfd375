"""What was agreed on for a match."""

from __future__ import annotations

from dataclasses import dataclass

from games.display.endings import value_name
from games.models import Match
from games.rules import Option, Variant, endings


@dataclass(frozen=True, slots=True)
class Agreement:
    """A setting of a match and what it is set to, both in the reader's words."""

    setting: Option
    value: str


def agreements(match: Match, variant: Variant | None) -> list[Agreement]:
    """The settings that the game leaves to a match, as this one has them."""
    if variant is None:
        return []
    settings = variant.complete_settings(match.settings)
    return [Agreement(one, value_name(one, settings[one.key])) for one in variant.settings]


def ending_of(match: Match, variant: Variant | None) -> endings.Ending:
    """What ends a match: what ends the game, the settings and the number of hands agreed on."""
    return endings.agreed(
        variant.ending if variant else endings.OPEN_END, match.settings, match.hands_planned
    )
