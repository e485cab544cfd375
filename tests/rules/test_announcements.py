"""What all announcements share: who may make one now, and what it does to turn and phase."""

from games.rules.phases import announcements
from tests.rules.table import hand

TEN = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10"
TAKEN = hand(handful_by="anyone").says("pass guard-without pass pass")


def test_what_may_be_announced_now_is_offered_and_what_was_said_is_not() -> None:
    assert announcements.legal(hand().state) == ()
    offers = announcements.legal(hand(petit_sec=True).state)
    assert offers == tuple((seat, "petit-sec") for seat in range(4))

    everybody = tuple((seat, "handful") for seat in range(4))
    assert announcements.legal(TAKEN.state) == (*everybody, (1, "slam"))
    quick = hand().says("pass guard-without pass pass")
    assert announcements.legal(quick.state) == ((1, "handful"), (1, "slam"))

    assert announcements.legal(TAKEN.plays("S1").state) == ((1, "handful"),)
    assert announcements.legal(TAKEN.plays("S1 S2 S3").state) == ((3, "handful"),)
    assert announcements.legal(TAKEN.plays("S1 S2 S3 S4").state) == ()
    told = TAKEN.calls_slam().shows(TEN)
    assert announcements.legal(told.state) == ((0, "handful"), (2, "handful"), (3, "handful"))

    # Nothing is announced after the end.
    told = TAKEN.plays("SK S1 S2 F").claims(1)
    told.shows(TEN).refused("wrong-phase", "1.11.1")
    told.calls_slam().refused("wrong-phase", "1.11.1")
    told.does("announce", seat=0, what="petit-sec").refused("wrong-phase", "1.11.1")


def test_an_announcement_can_be_read_and_changes_neither_phase_nor_turn() -> None:
    for told in (TAKEN, TAKEN.plays("S1")):
        announced = told.shows(TEN, seat=told.outcome.turn or 0)
        assert announced.outcome.phase == told.outcome.phase
        assert announced.outcome.turn == told.outcome.turn

    state = TAKEN.calls_slam().shows(TEN, size=10).state
    assert state.slam_called
    assert state.handfuls == [(1, sum(1 << card for card in range(56, 66)), 10)]
    assert not TAKEN.state.slam_called
