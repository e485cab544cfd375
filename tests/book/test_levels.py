"""A sealed hand knows how much of it was written down, and is counted accordingly."""

from io import StringIO
from typing import Any

from django.core.management import call_command

from games.archive.conditions import fitting
from games.book.results import result_of
from games.models import Hand, Tally
from games.rules import Variant, as_result, ids_of, replay
from games.statistics.player_totals import from_hands, from_sums
from games.statistics.scope import HandScope
from tests.cast import Cast
from tests.factories import EASY_DEAL, GARDE, act, calls, plays, sealed_hand, stated
from tests.games import EVERY_TABLE, record_by_chance, wild_record
from tests.proof.test_verify_archive import verify

BOUGHT = [*calls("pass guard pass pass"), act("stock", cards="H1 D1 T7 T8 T9 T10".split())]
POINTS = {key: GARDE[key] for key in ("points", "bouts")}
LAID: list[Any] = [*BOUGHT, act("discard", cards=None)]
RESULT = act("result", facts=POINTS)


def test_a_hand_is_sealed_with_how_much_of_it_was_written_down(cast: Cast) -> None:
    """What is not that of the record is found and put right."""
    cases: list[tuple[list[Any], str, int | None]] = [
        ([stated()], "result", None),
        ([*calls("pass"), stated()], "auction", None),
        ([*LAID, RESULT], "auction", None),
        ([*LAID, *plays("S1 S2 S3"), RESULT], "tricks", 0),
        ([*LAID, *plays("S1 S2 S3 S4"), RESULT], "tricks", 1),
        ([*LAID, *plays("S1 S2 S3 S4 S5"), RESULT], "tricks", 1),
        (calls("pass pass pass pass"), "full", None),
    ]
    for changes, level, tricks in cases:
        made = sealed_hand(cast.scorer, cast.open_match(), changes)
        hand = Hand.objects.get(pk=made.pk)
        assert (hand.level, hand.tricks_written) == (level, tricks), changes
    Hand.objects.filter(level="result").update(level="tricks", tricks_written=3)
    status, _, complaint = verify()
    assert status == 1
    assert "the stored level is not that of the record" in complaint
    assert "the stored tricks_written is not that of the record" in complaint
    call_command("rebuild", stdout=StringIO())
    assert verify()[0] == 0


@EVERY_TABLE
def test_a_hand_is_remembered_alike_by_its_cards_and_by_its_result(
    variant: Variant, players: int
) -> None:
    """Of Droggn's honours no fact tells: those are not known of a result, and not nought."""
    told = "status contract taker won margin_halves halves feats shown".split()
    hands = [wild_record(variant, players, seed) for seed in range(4)]
    for record in [*hands, record_by_chance(variant, players)]:
        end = replay(record)
        bare = as_result(end)
        if bare is None or not end.state.over:
            continue
        cards, facts = result_of(end), result_of(replay(bare))
        assert [getattr(facts, name) for name in told] == [getattr(cards, name) for name in told]
        assert facts.honours in (cards.honours, None)
        mine, theirs = ([seat[:3] for seat in _seats(one)] for one in (cards, facts))
        assert mine == theirs


def _seats(result: Any) -> list[tuple[Any, ...]]:
    return [(seat.role, seat.won, seat.score_halves) for seat in result.seats]


def test_nobody_held_a_card_in_a_hand_that_was_only_dealt(cast: Cast) -> None:
    """All hands are known, but not what Boris laid away before he played; in the second hand the
    dog stays closed, and he has led a card."""
    dealt = {"op": "deal", "deal": EASY_DEAL}
    led = [*calls("guard-without pass pass pass"), *plays("S10")]
    cast.sealed_hand([dealt, stated()])
    cast.sealed_hand([dealt, *led, RESULT])
    for name, card in (("held", "HQ"), ("led", "S10"), ("won", "S10"), ("lost", "S10")):
        found = fitting(Hand.objects.all(), {f"card_{name}": ids_of([card])})
        assert [hand.number for hand in found] == ([2] if name in ("held", "led") else [])


def test_a_result_counts_for_scores_wins_and_contracts_like_any_hand(cast: Cast) -> None:
    cast.sealed_hand([stated()])
    cast.sealed_hand([stated(points=38)])
    boris = cast.players[1]
    scope = HandScope("french")
    sums = from_sums(boris, scope).whole
    assert sums == from_hands(boris, scope).whole
    assert (sums.hands, sums.taken, sums.made, sums.won) == (2, 2, 1, 1)
    assert sums.score_halves == 2 * (174 - 168)
    assert Tally.objects.filter(kind="part", key="taker/guard", player=boris).exists()
