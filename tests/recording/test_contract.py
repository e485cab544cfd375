"""The contract panel: who takes what, and how the points stand."""

import re

import pytest

from games.display.chairs import chairs_of
from games.display.phrases import listed
from games.display.reasons import Voice
from games.recording.drawing import draw, draw_seats
from games.recording.screen.calls import call_cards
from games.recording.screen.contract import Bouts, Contract, PointsPanel, panel_of
from games.recording.screen.pad import offers
from games.recording.screen.table import ScreenSeat, seats_of
from games.replay import ALL, film
from games.rules import Announced, Replay
from tests import hands
from tests.factories import act, calls, plays
from tests.recording.table import stands, told
from tests.rules.table import Hand, hand


def sitting(table: Replay) -> tuple[ScreenSeat, ...]:
    return seats_of(table.state, table.record.players, {}, chairs_of(table.record))


def panel(table: Replay) -> tuple[Contract, PointsPanel, Bouts]:
    panel = panel_of(table.state, table.record.players)
    assert panel.contract is not None and panel.points is not None and panel.bouts is not None
    return panel.contract, panel.points, panel.bouts


def test_the_panel_shows_both_sides_points_and_those_still_out() -> None:
    """Trick 7, as the design draws it: 17 to 17, 57 still out, 56 to make it."""
    contract, now, _bouts = panel(stands(hands.played(26)))
    assert (contract.label, contract.factor, contract.taker) == ("Petite", 1, "Samir")
    assert (now.takers / 2, now.others / 2, now.out / 2, now.needed) == (17, 17, 57, 56)
    assert (
        told(stands(hands.played(26)), contract.against) == "alone against Wanda, Elise and Nadia"
    )


def test_the_bar_has_a_tick_for_every_target_and_one_that_holds() -> None:
    """34 of 182 half points are 18.7 %; 36, 41, 51 and 56 points are the targets."""
    _contract, now, _bouts = panel(stands(hands.played(26)))
    taker, defence, *ticks = re.findall(
        r'class="([a-z ]+)"(?: x="([\d.]+)%")?(?: y="\d")? width="([\d.]+)',
        draw("recording/_points.html", points=now),
    )[1:]
    assert (taker, defence) == (("taker", "", "18.7"), ("defence", "81.3", "18.7"))
    assert sorted((float(at), kind) for kind, at, _width in ticks) == [
        (39.6, "tick"),
        (45.1, "tick"),
        (56.0, "tick"),
        (61.5, "tick holds"),
    ]


def test_bouts_are_shown_by_side() -> None:
    def said(cards: int) -> tuple[str, ...]:
        table = stands(hands.played(cards))
        return tuple(told(table, words) for words in panel(table)[2].whose)

    assert said(0) == ("Excuse, 1 and 21 unseen",)
    assert said(26) == ("Excuse: defence", "1 and 21 unseen")
    assert said(40) == ("21: taker", "Excuse and 1: defence")
    assert panel(stands(hands.played(40)))[1].needed == 51


def test_there_is_no_contract_before_the_last_call() -> None:
    table = stands([])
    empty = panel_of(table.state, table.record.players)
    assert empty.contract is None and empty.points is None and empty.bouts is None


def test_a_partner_is_shown_from_the_called_card_on() -> None:
    opening = [
        *calls("pass guard-without pass pass pass"),
        act("king", seat=1, card="SK"),
        *plays("SK"),
    ]
    hidden, shown = stands(opening[:-1], players=5), stands(opening, players=5)
    assert told(hidden, panel(hidden)[0].against) == "with a partner not yet known"
    assert told(shown, panel(shown)[0].against) == "with Wanda against Elise, Nadia and Bruno"
    seats = sitting(shown)
    assert [seat.name for seat in seats if seat.partner] == ["Wanda"]


def test_who_calls_his_own_king_has_no_partner() -> None:
    opening = [
        *calls("guard-without pass pass pass pass"),
        act("king", seat=0, card="SK"),
        *plays("SK"),
    ]
    table = stands(opening, players=5)
    assert not any(seat.partner for seat in sitting(table))


def test_names_in_a_row() -> None:
    assert listed(["Wanda"]) == "Wanda"
    assert listed(["Wanda", "Elise"]) == "Wanda and Elise"
    assert listed(["Wanda", "Elise", "Nadia"]) == "Wanda, Elise and Nadia"


# --- seats, calls, announcements -----------------------------------------------------------------


def test_seats_stand_as_they_sit_with_the_first_at_the_left() -> None:
    """French play runs to the right: counter-clockwise from the bottom."""
    table = stands(hands.played(26))
    seats = sitting(table)
    assert {seat.name: seat.slot for seat in seats} == {
        "Wanda": 3,
        "Samir": 0,
        "Elise": 1,
        "Nadia": 2,
    }


def test_the_open_trick_lies_with_its_lead_and_its_winner_so_far() -> None:
    table = stands(hands.played(26))
    wanda, samir, elise, nadia = sitting(table)
    assert (samir.card, elise.card, wanda.card, nadia.card) == ("D5", "T16", "", "")
    assert samir.led and samir.takes and samir.won == 4
    assert elise.winning and elise.won == 1
    assert nadia.next and nadia.turn and nadia.deals


def test_a_finished_trick_stays_on_the_table() -> None:
    table = stands(hands.played(28))
    seats = sitting(table)
    assert [seat.card for seat in seats] == ["DJ", "D5", "T16", "T1"]
    assert [seat.name for seat in seats if seat.winning] == ["Elise"]


def test_calls_rise_and_a_refused_one_says_whose_bid_it_is_under() -> None:
    table = stands(hands.auction()[:2])
    cards = call_cards(table.state)
    assert [card.key for card in cards if card.allowed] == [
        "pass",
        "guard",
        "guard-without",
        "guard-against",
    ]
    (petite,) = (card for card in cards if not card.allowed)
    assert told(table, petite.note) == "Samir has said Petite."
    assert [card.least for card in cards] == [0, 25, 50, 100, 150]
    assert [card.height for card in cards] == [0, 1, 2, 3, 4]


def test_who_is_on_turn_announces_first() -> None:
    table = stands(hands.exchange())
    found = offers(table.state, table.record.players)
    assert found[0].name == "Wanda"
    assert {(offer.name, offer.key) for offer in found} >= {("Samir", "slam"), ("Wanda", "handful")}
    assert offers(stands(hands.played(72)).state, hands.PEOPLE) == ()


# --- what was announced --------------------------------------------------------------------------


def badges(table: Hand) -> list[tuple[Announced, ...]]:
    seats = seats_of(table.state, table.record.players, {}, chairs_of(table.record))
    assert "".join(draw_seats(seats, "droggn", places=True)).count('class="tag announced"') == sum(
        len(seat.announced) for seat in seats
    )
    return [seat.announced for seat in seats]


def test_the_announced_pagat_stands_on_the_plate_until_the_end() -> None:
    """Droggn 2.8.1: it is to win the last trick, and the table keeps it in mind."""
    begun = hand(3, variant="droggn").says("super pass pass")
    announced = begun.does("announce", seat=0, what="pagat-ultimo")
    assert badges(begun) == [(), (), ()]
    assert badges(announced) == [(("Pagat ultimo", None),), (), ()]
    assert badges(announced.plays("SK S4 S5").stands()) == [(("Pagat ultimo", None),), (), ()]


def test_a_handful_stands_there_with_the_number_of_cards_that_it_is_claimed_for() -> None:
    """French 1.8.1: ten, thirteen or fifteen at a table of four."""
    begun = hand().says("guard-without pass pass pass").calls_slam()
    shown = begun.shows("T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15")
    assert badges(shown.stands()) == [(("Slam", None), ("Handful", 13)), (), (), ()]
    record = shown.record
    announced = panel_of(shown.state, record.players).announced
    said = map(Voice(record.players, "french").say, announced)
    assert list(said) == ["Anna: Slam", "Anna: Handful 13"]


@pytest.mark.parametrize(
    ("players", "least"), [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))]
)
def test_the_handful_panel_says_how_many_trumps_make_which(
    players: int, least: tuple[int, ...]
) -> None:
    """French 1.8.1."""
    table = hand(players).says("guard-without" + " pass" * (players - 1))
    if players == 5:
        table = table.names("HK")
    names = table.record.players
    handful = next(one for one in offers(table.state, names) if one.key == "handful")
    made = [Voice(names, "french").say(what) for _least, what in handful.tiers]
    assert made == ["Handful, +20", "Double handful, +30", "Triple handful, +40"]
    assert tuple(needed for needed, _what in handful.tiers) == least


def test_in_the_replay_it_stands_there_from_its_step_on() -> None:
    begun = hand(3, variant="droggn").says("super pass pass")
    shown = film(
        begun.does("announce", seat=0, what="pagat-ultimo").plays("SK").stands().record, ALL
    )
    chip = next(chip for chip in shown.seats[0].plate.marks if chip.text == "Pagat ultimo")
    assert 3 not in chip.when and 4 in chip.when and shown.last in chip.when
