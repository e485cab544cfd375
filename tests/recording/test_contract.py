"""The contract panel: who takes what, and how the points stand."""

import re

from games.display.chairs import chairs_of
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


def test_the_panel_shows_both_sides_points_those_still_out_and_the_bouts_by_side() -> None:
    """Trick 7, as the design draws it: 17 to 17, 57 still out, 56 to make it. The bar has a tick
    for every target and one that holds: 34 of 182 half points are 18.7 %; 36, 41, 51 and 56 points
    are the targets."""

    def bouts(cards: int) -> tuple[str, ...]:
        table = stands(hands.played(cards))
        return tuple(told(table, words) for words in panel(table)[2].whose)

    table = stands(hands.played(26))
    contract, now, _bouts = panel(table)
    assert (contract.label, contract.factor, contract.taker) == ("Petite", 1, "Samir")
    assert (now.takers / 2, now.others / 2, now.out / 2, now.needed) == (17, 17, 57, 56)
    assert told(table, contract.against) == "alone against Wanda, Elise and Nadia"
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
    assert bouts(0) == ("Excuse, 1 and 21 unseen",)
    assert bouts(26) == ("Excuse: defence", "1 and 21 unseen")
    assert bouts(40) == ("21: taker", "Excuse and 1: defence")
    assert panel(stands(hands.played(40)))[1].needed == 51
    nothing = stands([])
    empty = panel_of(nothing.state, nothing.record.players)
    assert empty.contract is None and empty.points is None and empty.bouts is None


def test_a_partner_is_shown_from_the_called_card_on_and_who_calls_his_own_king_has_none() -> None:
    auction = calls("pass guard-without pass pass pass")
    opening = [*auction, act("king", seat=1, card="SK"), *plays("SK")]
    hidden, shown = stands(opening[:-1], players=5), stands(opening, players=5)
    assert told(hidden, panel(hidden)[0].against) == "with a partner not yet known"
    assert told(shown, panel(shown)[0].against) == "with Wanda against Elise, Nadia and Bruno"
    assert [seat.name for seat in sitting(shown) if seat.partner] == ["Wanda"]
    auction = calls("guard-without pass pass pass pass")
    own = stands([*auction, act("king", seat=0, card="SK"), *plays("SK")], players=5)
    assert not any(seat.partner for seat in sitting(own))


# --- seats, calls, announcements -----------------------------------------------------------------


def test_seats_stand_as_they_sit_and_a_trick_lies_with_its_lead_and_its_winner() -> None:
    """French play runs to the right: counter-clockwise from the bottom, the first at the left."""
    wanda, samir, elise, nadia = seats = sitting(stands(hands.played(26)))
    assert [seat.name for seat in seats] == list(hands.PEOPLE)
    assert [seat.slot for seat in seats] == [3, 0, 1, 2]
    assert (samir.card, elise.card, wanda.card, nadia.card) == ("D5", "T16", "", "")
    assert samir.led and samir.takes and samir.won == 4
    assert elise.winning and elise.won == 1
    assert nadia.next and nadia.turn and nadia.deals
    finished = sitting(stands(hands.played(28)))
    assert [seat.card for seat in finished] == ["DJ", "D5", "T16", "T1"]
    assert [seat.name for seat in finished if seat.winning] == ["Elise"]


def test_calls_rise_and_a_refused_one_says_whose_bid_it_is_under() -> None:
    table = stands(hands.auction()[:2])
    cards = call_cards(table.state)
    allowed = ["pass", "guard", "guard-without", "guard-against"]
    assert [card.key for card in cards if card.allowed] == allowed
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


def test_the_announced_pagat_stands_on_the_plate_until_the_end_and_in_the_replay() -> None:
    """Droggn 2.8.1: it is to win the last trick, and the table keeps it in mind."""
    begun = hand(3, variant="droggn").says("super pass pass")
    announced = begun.does("announce", seat=0, what="pagat-ultimo")
    assert badges(begun) == [(), (), ()]
    assert badges(announced) == [(("Pagat ultimo", None),), (), ()]
    assert badges(announced.plays("SK S4 S5").stands()) == [(("Pagat ultimo", None),), (), ()]
    shown = film(announced.plays("SK").stands().record, ALL)
    chip = next(chip for chip in shown.seats[0].plate.marks if chip.text == "Pagat ultimo")
    assert 3 not in chip.when and 4 in chip.when and shown.last in chip.when


def test_a_handful_stands_there_with_the_number_of_cards_that_it_is_claimed_for() -> None:
    """French 1.8.1: ten, thirteen or fifteen at a table of four."""
    begun = hand().says("guard-without pass pass pass").calls_slam()
    shown = begun.shows("T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15")
    assert badges(shown.stands()) == [(("Slam", None), ("Handful", 13)), (), (), ()]
    record = shown.record
    announced = panel_of(shown.state, record.players).announced
    said = map(Voice(record.players, "french").say, announced)
    assert list(said) == ["Anna: Slam", "Anna: Handful 13"]


def test_the_handful_panel_says_how_many_trumps_make_which() -> None:
    """French 1.8.1."""
    for players, least in ((3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))):
        table = hand(players).says("guard-without" + " pass" * (players - 1))
        if players == 5:
            table = table.names("HK")
        names = table.record.players
        handful = next(one for one in offers(table.state, names) if one.key == "handful")
        made = [Voice(names, "french").say(what) for _least, what in handful.tiers]
        assert made == ["Handful, +20", "Double handful, +30", "Triple handful, +40"]
        assert tuple(needed for needed, _what in handful.tiers) == least
