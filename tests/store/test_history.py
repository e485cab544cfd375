"""Reads across hands: standings, lists by player, game and date, a player's totals."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import history
from games.models import Hand, HandSeat, Match
from tests.cast import Cast
from tests.factories import THROWN_IN, calls, claimed_by_seat_0, open_hand, open_match, sealed_hand


@pytest.fixture
def evening(cast: Cast) -> Cast:
    """Anna wins, a hand is thrown in, Anna wins again; a fourth hand is being played."""
    for changes in (claimed_by_seat_0(3), THROWN_IN, claimed_by_seat_0(1)):
        cast.sealed_hand(changes)
    cast.open_hand(calls("pass"))
    return cast


def numbers(page: history.Page[Hand]) -> list[int]:
    return [hand.number for hand in page.items]


def test_the_standings_add_up_hand_by_hand(evening: Cast) -> None:
    found = history.match_standings(evening.match)
    assert [player.name for player in found.players] == ["Anna", "Boris", "Chloé", "Dario"]
    assert [row.hand.number for row in found.rows] == [1, 2, 3]
    assert [row.scores for row in found.rows] == [
        (3120, -1040, -1040, -1040),
        (0, 0, 0, 0),
        (3120, -1040, -1040, -1040),
    ]
    assert [row.totals[0] for row in found.rows] == [3120, 3120, 6240]
    assert found.totals == (6240, -2080, -2080, -2080)


def test_a_match_without_hands_has_standings_too(cast: Cast) -> None:
    found = history.match_standings(cast.match)
    assert (found.rows, found.totals) == ((), (0, 0, 0, 0))


def test_hands_are_listed_newest_first_and_only_sealed_ones(evening: Cast) -> None:
    page = history.hands_of(evening.club)
    assert numbers(page) == [3, 2, 1]
    assert page.next == ""
    assert next(seat.player.name for seat in page.items[0].seats.all()) == "Anna"


def test_other_clubs_are_not_listed(evening: Cast) -> None:
    assert history.hands_of(evening.other_club).items == ()
    match = open_match(evening.other_scorer, evening.other_club, evening.other_players[:4])
    theirs = sealed_hand(evening.other_scorer, match, THROWN_IN)
    assert history.hands_of(evening.other_club).items == (theirs,)
    assert theirs not in history.hands_of(evening.club).items


def test_hands_are_filtered_by_player_game_and_date(evening: Cast) -> None:
    anna, *_, emma = evening.players
    assert numbers(history.hands_of(evening.club, player=anna)) == [3, 2, 1]
    assert history.hands_of(evening.club, player=emma).items == ()
    assert numbers(history.hands_of(evening.club, variant="french")) == [3, 2, 1]
    assert history.hands_of(evening.club, variant="droggn").items == ()
    friday, saturday = date(2026, 11, 20), date(2026, 11, 21)
    assert numbers(history.hands_of(evening.club, since=friday, until=friday)) == [3, 2, 1]
    assert history.hands_of(evening.club, since=saturday).items == ()
    assert history.hands_of(evening.club, until=date(2026, 11, 19)).items == ()
    other = evening.open_match(title="Saturday", played_on=saturday, first_dealer=0)
    sealed_hand(evening.scorer, other, THROWN_IN)
    page = history.hands_of(evening.club, player=anna, variant="french", since=saturday)
    assert [hand.match.title for hand in page.items] == ["Saturday"]


def same_moment() -> None:
    Hand.objects.update(played_at="2026-11-20T20:00:00Z")
    HandSeat.objects.update(played_at="2026-11-20T20:00:00Z")


@pytest.mark.parametrize("happens", [lambda: None, same_moment], ids=["in turn", "all at once"])
@pytest.mark.parametrize("by_player", [False, True])
def test_pages_follow_each_other_without_a_gap(
    cast: Cast, happens: Callable[[], None], by_player: bool
) -> None:
    for _ in range(7):
        cast.sealed_hand()
    happens()
    player = cast.players[1] if by_player else None
    seen, cursor = [], ""
    for _ in range(4):
        page = history.hands_of(cast.club, player=player, after=cursor, limit=2)
        seen.append(numbers(page))
        cursor = page.next
    assert seen == [[7, 6], [5, 4], [3, 2], [1]]
    assert cursor == ""


def test_a_cursor_of_another_club_is_unknown(evening: Cast) -> None:
    cursor = Hand.objects.latest("id").public_id
    for look in (
        lambda: history.hands_of(evening.other_club, after=cursor),
        lambda: history.player_history(evening.other_players[0], after=cursor),
        lambda: history.hands_of(evening.club, after="nonsense"),
    ):
        with pytest.raises(history.UnknownCursor):
            look()


def test_a_players_hands_say_what_each_brought(evening: Cast) -> None:
    page = history.player_history(evening.players[1])
    assert [(seat.hand.number, seat.role, seat.score_halves) for seat in page.items] == [
        (3, "defender", -1040),
        (2, "", 0),
        (1, "defender", -1040),
    ]


def test_totals_are_by_role_and_by_contract(evening: Cast) -> None:
    taker = history.totals_by_role(evening.players[0])
    assert taker.all == history.Total("", hands=3, won=2, score_halves=6240)
    assert taker.by_role == (
        history.Total("taker", hands=2, won=2, score_halves=6240),
        history.Total("", hands=1, won=0, score_halves=0),
    )
    defender = history.totals_by_role(evening.players[2], variant="french")
    assert [(one.key, one.hands, one.won) for one in defender.by_contract] == [
        ("", 1, 0),
        ("guard-without", 2, 0),
    ]
    assert history.totals_by_role(evening.players[4]).all.hands == 0
    assert history.totals_by_role(evening.players[0], variant="droggn").by_role == ()


def statements(look: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as seen:
        look()
    return len(seen)


def test_reads_take_as_many_statements_for_one_hand_as_for_many(cast: Cast) -> None:
    looks: list[tuple[Callable[[], object], int]] = [
        (lambda: history.match_standings(Match.objects.get()), 4),
        (lambda: [*map(all_of, history.hands_of(cast.club).items)], 2),
        (lambda: [*map(all_of, history.hands_of(cast.club, player=cast.players[0]).items)], 2),
        (lambda: history.totals_by_role(cast.players[0]), 1),
    ]
    for hands in (1, 5):
        for _ in range(hands):
            cast.sealed_hand()
        assert [statements(look) for look, _ in looks] == [count for _, count in looks]


def all_of(hand: Hand) -> list[str]:
    """What a row of a list shows."""
    return [hand.match.title, *[seat.player.name for seat in hand.seats.all()]]


def test_a_hand_is_shown_where_it_stands_while_others_are_added(evening: Cast) -> None:
    """A page that was begun goes on where it was, whatever has come on top."""
    first = history.hands_of(evening.club, limit=1)
    other = evening.open_match(title="Saturday", played_on=date(2026, 11, 21))
    open_hand(evening.scorer, other)
    sealed_hand(evening.scorer, other, THROWN_IN)
    assert numbers(history.hands_of(evening.club, after=first.next, limit=1)) == [2]
