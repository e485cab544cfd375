"""Four at a table for three: the dealer sits out, and has no part in the hand (droggn 2.2.1)."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from games import book
from games.book import records
from games.matches import history
from games.matches.match_rows import match_so_far
from games.models import Hand, HandSeat, Match, Seal, statements
from tests.cast import Cast
from tests.factories import (
    THROWN_IN,
    claimed_by_seat_0,
    in_one_tap,
    open_hand,
    open_match,
    sealed_hand,
)
from tests.games import hand_by_chance

pytestmark = pytest.mark.both_databases

NOBODY = None


def four(cast: Cast, **facts: Any) -> Match:
    """Anna, Boris, Chloé and Dario play Droggn; Anna deals first."""
    return open_match(
        cast.scorer, cast.club, cast.players[:4], variant="droggn", first_dealer=0, **facts
    )


def plays(cast: Cast, match: Match) -> Hand:
    """The next hand of the match, played out by chance and sealed."""
    deal = match.deal(match.hands.count() + 1, 4)
    changes = hand_by_chance("droggn", 3, seed=match.hands.count() + 1, dealer=deal.dealer)
    return Hand.objects.get(pk=sealed_hand(cast.scorer, match, in_one_tap(changes)).pk)


def names(hand: Hand) -> list[str]:
    return [seat.player.name for seat in HandSeat.objects.filter(hand=hand).order_by("seat")]


def test_each_sits_out_in_turn_and_has_nothing_of_the_hand(cast: Cast, capsys: Any) -> None:
    """Totals add up over hands with other seats, and a rebuild says the same."""
    match = four(cast)
    hands = [plays(cast, match) for _ in range(5)]
    sits_out = [0, 1, 2, 3, 0]
    assert [hand.sits_out for hand in hands] == sits_out
    seated = [
        ["Boris", "Chloé", "Dario"],
        ["Anna", "Chloé", "Dario"],
        ["Anna", "Boris", "Dario"],
        ["Anna", "Boris", "Chloé"],
        ["Boris", "Chloé", "Dario"],
    ]
    assert [names(hand) for hand in hands] == seated
    found = history.match_standings(match_so_far(match))
    assert [player.name for player in found.players] == ["Anna", "Boris", "Chloé", "Dario"]
    for row, hand, out in zip(found.rows, hands, sits_out, strict=True):
        assert row.scores[out] == 0 and sum(row.scores) == 0
        played = HandSeat.objects.filter(hand=hand).order_by("seat")
        scores = [halves for chair, halves in enumerate(row.scores) if chair != out]
        assert scores == [seat.score_halves for seat in played]
    for place, player in enumerate(cast.players[:4]):
        mine = player.hand_seats.filter(hand__match=match)
        assert found.totals[place] == sum(seat.score_halves for seat in mine)

    HandSeat.objects.all().delete()
    call_command("rebuild", verbosity=0)
    assert [names(hand) for hand in hands] == seated
    call_command("verify_archive")
    assert "The archive is sound." in capsys.readouterr().err
    people = [text.text for text in Seal.objects.get(hand=hands[0]).texts.all()]
    assert any(text.startswith(cast.players[1].public_id) for text in people)
    assert not any(text.startswith(cast.players[0].public_id) for text in people)


def test_the_record_has_those_who_play_and_names_the_dealer_in_its_texts(cast: Cast) -> None:
    """The dealer of the record is the seat before the one that speaks first."""
    match = four(cast)
    hand = open_hand(cast.scorer, match)
    for found in (hand, statements.find_hand(cast.scorer, "les-atouts", hand.public_id)):
        record = records.record_of(found, [])
        assert record.players == ("Boris", "Chloé", "Dario")
        assert (record.dealer, record.meta["sits_out"]) == (2, "Anna")
    changes = in_one_tap(hand_by_chance("droggn", 3, dealer=hand.dealer))
    sealed = records.sealed_record(sealed_hand(cast.scorer, hand.match, changes))
    assert (sealed.players, sealed.meta["sits_out"]) == (("Boris", "Chloé", "Dario"), "Anna")
    # A hand that nobody sits out says nothing of it.
    plain = cast.open_hand()
    assert plain.sits_out is NOBODY
    record = records.record_of(plain, [])
    assert "sits_out" not in record.meta and "direction" not in record.meta


def test_after_a_hand_that_became_void_the_same_dealer_deals_again(cast: Cast) -> None:
    """French 1.4.3: a hand dealt wrongly is no deal."""
    match = four(cast)
    plays(cast, match)
    wrong = open_hand(cast.scorer, match)
    book.void_hand(user=cast.scorer, hand=wrong, version=wrong.version)
    again = open_hand(cast.scorer, match)
    assert (wrong.number, again.number) == (2, 3)
    assert (wrong.sits_out, again.sits_out) == (1, 1)
    assert again.dealer == wrong.dealer


@pytest.mark.parametrize(("passed_deal", "dealers"), [("next", [0, 1, 2]), ("same", [0, 0, 1])])
def test_by_agreement_the_same_dealer_deals_until_somebody_takes(
    cast: Cast, passed_deal: str, dealers: list[int]
) -> None:
    """French 1.2.5, 1.5.5: nobody takes the first hand, somebody the second."""
    facts = {"first_dealer": 0, "dealer_sits_out": True, "options": {"passed_deal": passed_deal}}
    match = open_match(cast.scorer, cast.club, cast.players[:5], **facts)
    hands = []
    for changes in (THROWN_IN, claimed_by_seat_0(3 if dealers[1] == 0 else 0)):
        assert match_so_far(match).coming() == match.coming(5)
        hands.append(sealed_hand(cast.scorer, match, changes))
    hands.append(open_hand(cast.scorer, match))
    assert [hand.sits_out for hand in hands] == dealers


def test_a_number_of_people_that_the_game_allows_may_sit_down(cast: Cast) -> None:
    for variant, people, wanted, sits_out in (
        ("droggn", 3, None, False),
        ("droggn", 4, None, True),
        ("droggn", 4, True, True),
        ("french", 4, None, False),
        ("french", 5, None, False),  # the game for five
        ("french", 5, True, True),  # 1.2.5: the game for four, a fifth at the table
    ):
        facts = {"variant": variant, "first_dealer": 0, "dealer_sits_out": wanted}
        match = open_match(cast.scorer, cast.club, cast.players[:people], **facts)
        assert match.dealer_sits_out is sits_out
        hand = open_hand(cast.scorer, match)
        assert len(records.record_of(hand, []).players) == people - sits_out
    for variant, people, wanted in (
        ("droggn", 5, None),
        ("droggn", 4, False),
        ("droggn", 3, True),
        ("french", 4, True),
        ("scarto", 4, None),
        ("sca-tarok", 5, None),
    ):
        facts = {"variant": variant, "first_dealer": 0, "dealer_sits_out": wanted}
        with pytest.raises(ValidationError) as caught:
            open_match(cast.scorer, cast.club, cast.players[:people], **facts)
        codes = [error.code for error in caught.value.error_dict["seats"]]
        assert codes == ["wrong-player-count"], (variant, people, wanted)
