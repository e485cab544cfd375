"""What all announcements share: who may make one now, and what it does to turn and phase."""

from games.rules.phases import announcements
from tests.rules.table import hand

TEN = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10"
TAKEN = hand(handful_by="anyone").says("pass guard-without pass pass")


def test_before_the_auction_only_a_petit_sec_is_offered_where_it_is_played() -> None:
    assert announcements.legal(hand().state) == ()
    offers = announcements.legal(hand(petit_sec=True).state)
    assert offers == tuple((seat, "petit-sec") for seat in range(4))


def test_before_the_play_handfuls_and_the_taker_s_slam_are_offered() -> None:
    everybody = tuple((seat, "handful") for seat in range(4))
    assert announcements.legal(TAKEN.state) == (*everybody, (1, "slam"))
    quick = hand().says("pass guard-without pass pass")
    assert announcements.legal(quick.state) == ((1, "handful"), (1, "slam"))


def test_during_the_first_trick_only_the_seat_on_turn_may_still_show() -> None:
    assert announcements.legal(TAKEN.plays("S1").state) == ((1, "handful"),)
    assert announcements.legal(TAKEN.plays("S1 S2 S3").state) == ((3, "handful"),)
    assert announcements.legal(TAKEN.plays("S1 S2 S3 S4").state) == ()


def test_what_was_said_is_not_offered_again() -> None:
    told = TAKEN.calls_slam().shows(TEN)
    assert announcements.legal(told.state) == ((0, "handful"), (2, "handful"), (3, "handful"))


def test_an_announcement_changes_neither_phase_nor_turn() -> None:
    for told in (TAKEN, TAKEN.plays("S1")):
        announced = told.shows(TEN, seat=told.outcome.turn or 0)
        assert announced.outcome.phase == told.outcome.phase
        assert announced.outcome.turn == told.outcome.turn


def test_an_announcement_may_change_who_leads() -> None:
    told = hand(slam_lead="caller").says("pass guard-without pass pass")
    assert told.outcome.turn == 0
    assert told.calls_slam().outcome.turn == 1


def test_nothing_is_announced_after_the_end() -> None:
    told = TAKEN.plays("SK S1 S2 F").claims(1)
    told.shows(TEN).refused("wrong-phase", "1.11.1")
    told.calls_slam().refused("wrong-phase", "1.11.1")
    told.does("announce", seat=0, what="petit-sec").refused("wrong-phase", "1.11.1")


def test_what_was_announced_can_be_read() -> None:
    state = TAKEN.calls_slam().shows(TEN, size=10).state
    assert state.slam_called
    assert state.handfuls == [(1, sum(1 << card for card in range(56, 66)), 10)]
    assert not TAKEN.state.slam_called
