"""What a club settles for a whole match, and no record of a hand needs: an option's shape, another place.

A setting changes nothing about a hand and its score. It says when a match is over and who has won it
(`games.rules.game.endings.agreed`), or how the table is drawn. A game declares those that its sheet leaves to the club.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.game.options import Choice, Option, typed_number
from games.rules.problems import N_

TARGET, FINISH_RULE = "target", "finish_rule"
PASSED_HAND_COUNTS, DIRECTION = "passed_hand_counts", "direction"

HIGHEST, SHARED = "highest", "shared"
CLOCKWISE, COUNTER_CLOCKWISE = "clockwise", "counter-clockwise"

MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class TargetPoints:
    """A number of points, from 1 on: 50 in a match, "50" in a form."""

    hint: str = N_("A whole number of points, 1 or more.")

    def read(self, raw: object) -> int:
        """Return the points as a match holds them. Raises ValueError."""
        if type(raw) is not int or not 1 <= raw <= MOST_POINTS:
            raise ValueError(f"no number of points to play for: {raw!r}")
        return raw

    def text(self, value: int) -> str:
        """Return the number as text."""
        return str(value)

    def parse(self, text: str) -> int:
        """Return the points typed. Raises ValueError."""
        return self.read(typed_number(text))


def target(rule: str, usual: int) -> Option:
    """Return the option how many points a match is played for; `usual` is what the sheet says."""
    return Option(
        TARGET,
        N_("Points to play for"),
        rule,
        N_(
            "The match is over after the first hand that brings a player to this number "
            "of points or more."
        ),
        (Choice(usual, str(usual)),),
        form=TargetPoints(),
    )


def finish_rule(rule: str) -> Option:
    """Return the option who has won where several have reached the target."""
    return Option(
        FINISH_RULE,
        N_("If several players reach the target"),
        rule,
        N_("Who has won when more than one player has the points after the same hand."),
        (
            Choice(
                HIGHEST,
                N_("The highest wins"),
                N_("If there is a tie at the top, another hand is played."),
            ),
            Choice(SHARED, N_("All of them win"), N_("They share the win.")),
        ),
    )


def passed_hand_counts(rule: str) -> Option:
    """Return the option whether a hand that was thrown in is one of those agreed on."""
    return Option(
        PASSED_HAND_COUNTS,
        N_("Hands thrown in"),
        rule,
        N_("Whether a hand that nobody took counts as one of the hands of the match."),
        (
            Choice(
                False,
                N_("Do not count"),
                N_(
                    "The next player deals, and the hand does not count towards the number "
                    "of hands."
                ),
            ),
            Choice(
                True,
                N_("Count"),
                N_("A hand with 0 points for everybody, like any other."),
            ),
        ),
    )


TURNS = {
    CLOCKWISE: Choice(
        CLOCKWISE,
        N_("Clockwise"),
        N_("Turns go to the left-hand neighbour."),
    ),
    COUNTER_CLOCKWISE: Choice(
        COUNTER_CLOCKWISE,
        N_("Counter-clockwise"),
        N_("Turns go to the right-hand neighbour."),
    ),
}


def direction(rule: str, usual: str) -> Option:
    """Return the option which way the game goes round: for the picture alone, since seats are in turn order."""
    first = TURNS[usual]
    return Option(
        DIRECTION,
        N_("Direction of play"),
        rule,
        N_("Which way deal and turns go round. It changes how the table is drawn."),
        (first, *(turn for turn in TURNS.values() if turn is not first)),
    )
