"""What did she know? Only what follows from her own hand and from what lay open."""

import pytest

from games.replay import film, view_of
from games.replay.film import Film
from games.rules import card_id
from games.rules.cards import SUIT_OF
from tests.replay.hands import ELISE, IN_TRICK_7, NADIA, SAMIR, by_chance, samirs_petite


def view(seat: int, record=None) -> Film:
    seen = view_of(str(seat), 5)
    assert seen is not None
    return film(record or samirs_petite(), seen)


def counts(shown: Film, step: int) -> list[int]:
    return [next(count for count, when in suit.counts if step in when) for suit in shown.known]


def out(shown: Film, step: int) -> set[tuple[str, int]]:
    return {
        (holder.name, suit.suit)
        for suit in shown.known
        for holder in suit.holders
        if step in holder.out
    }


def test_nadia_in_trick_7() -> None:
    """Nine spades, three hearts, four diamonds, ten clubs and fourteen trumps are still out; Samir
    has trumped a heart, Elise a diamond; the 21 is still to come."""
    shown = view(NADIA)
    assert counts(shown, IN_TRICK_7) == [9, 3, 4, 10, 14]
    assert out(shown, IN_TRICK_7) == {("Samir", 1), ("Elise", 2)}
    honours = [code for code, when in shown.known[4].honours if IN_TRICK_7 in when]
    assert honours == ["T21"]


def test_samir_knows_the_cards_that_were_laid_away() -> None:
    """His six of hearts is not out for him; for Nadia it is."""
    assert counts(view(SAMIR), IN_TRICK_7)[1] == counts(view(NADIA), IN_TRICK_7)[1] - 1


def test_a_seat_knows_the_same_whether_the_deal_was_written_down_or_not() -> None:
    written = view(ELISE)
    seen = view(ELISE, samirs_petite(hands_known=False))
    # The action that turns up the dog is a step of its own where the deal was not written down.
    assert counts(seen, IN_TRICK_7 + 1) == counts(written, IN_TRICK_7)
    assert out(seen, IN_TRICK_7 + 1) == out(written, IN_TRICK_7)


def test_with_all_hands_open_there_is_nothing_to_know() -> None:
    seen = view_of("", 4)
    assert seen is not None
    assert film(samirs_petite(), seen).known == ()


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_seat_shown_as_out_of_a_suit_never_plays_it_again(players: int, seed: int) -> None:
    record = by_chance(players, seed)
    for seat in range(players):
        shown = view(seat, record)
        assert shown.known
        for step, action in enumerate(record.actions):
            if action["kind"] == "play" and action["seat"] != seat:
                suit = SUIT_OF[card_id(action["card"])]
                assert (record.players[action["seat"]], suit) not in out(shown, step)
