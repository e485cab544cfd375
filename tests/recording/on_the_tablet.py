"""A hand as a page hands it to the tablet, and what the tablet answers itself."""

import json
from typing import Any

from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json
from games.models import Hand, Player
from games.people.players import add_player
from games.recording import tablet
from games.recording.sitting_rows import sitting_of
from tests.cast import Cast


def there_and_back(value: Any) -> Any:
    """Return a value as it comes out of JSON."""
    return json.loads(json.dumps(value))


def as_the_tablet_has_it(hand: Hand) -> dict[str, Any]:
    """Return the hand and its match, as a page hands them to the tablet."""
    return there_and_back(
        {
            "hand": sitting_of(hand).as_json(),
            "match": match_as_json(match_so_far(hand.match)),
            "written": hand.match.get_writes_display(),
            **{"confirms": hand.club.confirms, "me": ""},
        }
    )


def people_of(cast: Cast, count: int) -> list[Any]:
    """Return that many players, more than the cast where a game has more."""
    there = list(Player.objects.filter(club=cast.club).order_by("pk"))
    names = ("Farid", "Gaëlle", "Hugo")[: max(0, count - len(there))]
    others = [add_player(user=cast.scorer, club=cast.club, name=name) for name in names]
    return [*there, *others][:count]


def asked_of(name: str, /, **sent: Any) -> Any:
    """Return what the tablet answers itself."""
    return tablet.REQUESTS[name](**sent)
