"""What did she know? Only what follows from her own hand and from what lay open.

What holds for every seat of every game is in `test_games.py`.
"""

from games.replay import ALL, film, view_of
from games.replay.film import Film
from tests.replay.hands import IN_TRICK_7, NADIA, SAMIR, samirs_petite


def view(seat: int) -> Film:
    seen = view_of(str(seat), 4)
    assert seen is not None
    return film(samirs_petite(), seen)


def counts(shown: Film, step: int) -> list[int]:
    return [next(count for count, when in suit.counts if step in when) for suit in shown.known]


def test_what_nadia_knew_in_trick_7_and_what_samir_knew_more() -> None:
    """Nine spades, three hearts, four diamonds, ten clubs and fourteen trumps are still out; Samir
    has trumped a heart, Elise a diamond; the 21 is still to come."""
    nadias = view(NADIA)
    assert counts(nadias, IN_TRICK_7) == [9, 3, 4, 10, 14]
    out = {
        (holder.name, suit.suit)
        for suit in nadias.known
        for holder in suit.holders
        if IN_TRICK_7 in holder.out
    }
    assert out == {("Samir", 1), ("Elise", 2)}
    honours = [code for code, when in nadias.known[4].honours if IN_TRICK_7 in when]
    assert honours == ["T21"]
    # The six of hearts that Samir laid away is not out for him.
    assert counts(view(SAMIR), IN_TRICK_7)[1] == 3 - 1
    # With all hands open there is nothing to know.
    assert film(samirs_petite(), ALL).known == ()
