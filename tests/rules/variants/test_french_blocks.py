"""The blocks `french-legal`, `french-winner` and `french-deals` of the rule sheet."""

import pytest

from games.rules import cards_of
from games.rules.phases.play import legal
from tests.rules import sheet
from tests.rules.published import DEALS, published
from tests.rules.table import Hand, hand
from tests.rules.written import codes, filled, ids


def before_the_card(trick: str, holding: str) -> Hand:
    """The first trick up to the card in question; its player's hand is filled up with cards of two
    suits that nobody led, so that they neither follow nor trump."""
    lying, held = sheet.cards(trick), sheet.cards(holding)
    led = next((card[0] for card in lying if card != "F"), "")
    others = "".join(suit for suit in "HDCS" if suit != led)[:2]
    seat = len(lying)
    known = filled(" ".join(held), others, but=" ".join(lying))
    return hand(deal={seat: known}).says("pass pass pass guard-without").plays(" ".join(lying))


@pytest.mark.parametrize(("trick", "holding", "allowed"), sheet.rows("french-legal"))
def test_the_cards_that_may_be_played_and_every_other_is_refused_with_them(
    trick: str, holding: str, allowed: str
) -> None:
    told, held, may = before_the_card(trick, holding), sheet.cards(holding), sheet.cards(allowed)
    found = codes(tuple(cards_of(legal(told.stands().state)))).split()
    assert {card for card in found if card in held} == set(may)
    for card in held:
        if card in may:
            told.plays(card).stands()
            continue
        problem = told.plays(card).problem
        assert problem.code in ("must-follow-suit", "must-trump", "must-overtrump")
        assert problem.action == len(told.actions)
        assert set(codes(problem.legal or ()).split()) & set(held) == set(may)


@pytest.mark.parametrize(("trick", "index"), sheet.rows("french-winner"))
def test_who_wins_the_trick(trick: str, index: str) -> None:
    told = hand().says("guard-without pass pass pass").plays(" ".join(sheet.cards(trick)))
    assert told.stands().outcome.turn == int(index)
    assert told.state.tricks[0].winner == int(index)


@pytest.mark.parametrize("known", [True, False], ids=["all hands", "hands unknown"])
@pytest.mark.parametrize(
    ("name", "points", "bouts", "needed"), [("TM16", 40, 2, 41), ("TM17", 42, 1, 51)]
)
def test_a_published_deal_is_replayed_card_by_card_to_its_printed_score(
    name: str, points: int, bouts: int, needed: int, known: bool
) -> None:
    deal, told = DEALS[name], published(name, known=known)
    for trick in deal.tricks:
        assert told.stands().outcome.turn == deal.seat(trick.leader)
        for place, card in enumerate(trick.cards):
            seat = (deal.seat(trick.leader) + place) % 4
            assert ids(card)[0] in cards_of(legal(told.state))
            told = told.does("play", seat=seat, card=card)
    outcome = told.stands().outcome
    each, taker = int(deal.head["published"]), deal.seat(deal.head["taker"])
    assert outcome.status == "scored"
    assert told.scores == [3 * each if seat == taker else -each for seat in range(4)]
    assert outcome.sides == ((taker,), tuple(seat for seat in range(4) if seat != taker))
    assert outcome.card_points == (points, 91 - points)
    assert (told.pays("Bouts"), told.pays("Needed")) == (bouts, needed)
    assert told.pays("Short by") == needed - points
    assert told.lines["Discard"].facts["cards"] == ids(deal.discard)
