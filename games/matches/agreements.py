"""What was agreed on for a match."""

from __future__ import annotations

from dataclasses import dataclass

from games.display.endings import value_name
from games.matches.match_so_far import MatchSoFar
from games.rules import Option, endings


@dataclass(frozen=True, slots=True)
class Agreement:
    """A setting of a match and what it is set to, both in the reader's words."""

    setting: Option
    value: str


def agreements(match: MatchSoFar) -> list[Agreement]:
    """Return the settings that the game leaves to a match, with the values of this match."""
    if match.game is None:
        return []
    settings = match.game.complete_settings(match.settings)
    return [Agreement(one, value_name(one, settings[one.key])) for one in match.game.settings]


def ending_of(match: MatchSoFar) -> endings.Ending:
    """Return what ends a match: the game's ending, with the settings and the hands agreed on."""
    ending = match.game.ending if match.game else endings.OPEN_END
    return endings.agreed(ending, match.settings, match.hands_planned)
