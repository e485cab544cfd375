"""A tournament from the first tick to the list, led by a program; a browser leads the same one."""

import csv
from collections.abc import Iterator, Mapping, Sequence

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from games.models import Match, Player
from tests.cast import Cast
from tests.evening.director import Director
from tests.evening.tournament import HANDS, RESULTS, ROUNDS, Hand, Tournament, by_the_book, line_of
from tests.recording.test_typed_sheets import Typing

pytestmark = pytest.mark.both_databases


class Program(Director):
    """A director whose every tap is a request."""

    def __init__(self, cast: Cast) -> None:
        super().__init__(Client(), cast, 0)

    def opens(self) -> None:  # type: ignore[override]
        super().opens(rounds=str(ROUNDS), hands=str(HANDS), ties="best-round")

    def next_round(self) -> None:
        self.taps("draw", announce="1")
        assert self.newest.announced_at

    def comes(self, name: str) -> None:
        self.taps("here", name=name)

    def goes(self, player: Player, substitute: str = "") -> None:
        self.taps("here", went=player.public_id, name=substitute)

    def penalises(self, player: Player, points: str, why: str) -> None:
        self.taps("points", player=player.public_id, points=points, because=why)

    def types_points(self, match: Match, points: Mapping[Player, str]) -> None:
        sent = {player.public_id: text for player, text in points.items()}
        answer = self.client.post(self.at("evening-table", match.public_id), sent)
        assert answer.status_code == 302

    def types_results(self, match: Match, hands: Sequence[Hand]) -> None:
        typing = Typing(self.cast, match)
        facts = ({"taker": taker, "bouts": 2, **RESULTS[result][0]} for taker, result in hands)
        lines = zip(map(line_of, hands), facts, strict=True)
        typing.types(*({"line": text, "facts": read, "over": None} for text, read in lines))
        typing.does("seal")

    def records(self, match: Match, hand: Hand) -> None:  # type: ignore[override]
        by_the_book(self.cast, match, hand)

    def killed(self) -> None:
        """Nothing is left of what the site remembers; the browser's test kills a process."""
        cache.clear()
        if not connection.in_atomic_block:
            connection.close()

    def prints(self) -> None:
        assert self.client.post(self.at("evening-printed")).content.startswith(b"%PDF")

    def changed(self) -> str:
        _before, since, rest = self.page().partition("these lines have changed")
        return rest.partition("</ul>")[0] if since else ""

    def rows(self) -> Iterator[list[str]]:
        answer = self.client.get(self.at("evening-list"), {"spreadsheet": "1"})
        text = answer.content.decode("utf-8-sig")
        yield from list(csv.reader(text.splitlines(), delimiter=text[text.index("Place") + 5]))[1:]


def test_a_tournament_of_27_is_the_sheet_worked_out_by_hand(cast: Cast) -> None:
    listed, sheet = Tournament(cast, Program(cast)).is_played()
    assert listed == sheet
