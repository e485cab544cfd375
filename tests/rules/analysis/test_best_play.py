"""Best play of both sides, held against trying every card to the end with the engine alone."""

import random

import pytest

from games.rules import Variant, cards_of, replay
from games.rules.analysis.best_play import best_play
from games.rules.phases import play
from games.rules.variants.french import FRENCH
from games.rules.variants.sca_tarok import TAROK
from games.rules.variants.scarto import SCARTO
from games.rules.variants.taros_1659 import TAROS
from tests.rules.analysis.endings import (
    after,
    by_trying_all,
    ending,
    endings,
    side_of,
    with_every_trick,
)
from tests.rules.properties.playing import EVERY_TABLE, at_random
from tests.thorough import amount

SEED = 1659


def agrees_with_trying_all(state) -> bool:
    """Whether each legal card leads to what trying all gives."""
    found, seat = best_play(state), state.turn
    assert found is not None
    side = side_of(state, seat)
    every_card = {
        card: by_trying_all(after(state, card), seat, side) for card in cards_of(play.legal(state))
    }
    assert dict(found.prospects) == every_card, (state.variant.key, state.options)
    return found.score == max(every_card.values())


# Random hands of each table that are played to the end.
HANDS = amount(5, thorough=60)


@EVERY_TABLE
def test_every_card_leads_to_what_trying_all_cards_gives(variant: Variant, players: int) -> None:
    for _record, state in endings(variant.key, players, SEED, HANDS):
        assert agrees_with_trying_all(state)


@EVERY_TABLE
def test_a_slam_that_is_still_possible_is_played_for(variant: Variant, players: int) -> None:
    luck = random.Random(SEED)
    for _record, state in endings(variant.key, players, SEED, HANDS)[: amount(2, thorough=40)]:
        slam = with_every_trick(state, side_of(state, state.leader), luck)
        assert agrees_with_trying_all(slam)


@EVERY_TABLE
def test_the_last_card_leads_to_the_score_of_the_hand(variant: Variant, players: int) -> None:
    held = 0
    for record, _state in endings(variant.key, players, SEED, HANDS):
        scores, state = replay(record).outcome.scores, ending(record, 1)
        assert state is not None
        found = best_play(state)
        assert found is not None and scores is not None
        if len(found.prospects) > 1:  # after a short draw somebody keeps a card to the end
            continue
        assert found.score == scores[found.seat]
        held += 1
    assert held


def test_what_takes_too_long_is_not_known_and_never_guessed() -> None:
    hard = ending(at_random(FRENCH, 3, 315575783124), 9)  # with payers of the fool
    for state in [hard, *(state for _record, state in endings(FRENCH.key, 4, SEED, 3))]:
        assert state is not None
        whole = best_play(state)
        assert whole is not None
        found = [best_play(state, limit=limit) for limit in (0, 1, 3, 10, 30, 100, 300)]
        assert found[0] is None
        assert all(one in (None, whole) for one in found)


def test_there_is_no_best_play_of_unknown_hands_or_while_cards_are_drawn() -> None:
    ((_record, whole),) = endings(FRENCH.key, 4, SEED, 1)
    state = whole.fork()
    assert state.turn is not None
    for seat in (state.turn + 1) % 4, (state.turn + 2) % 4:
        state.known[seat], state.sure[seat] = False, 0
    assert best_play(state) is None

    record = at_random(TAROK, 4, 7)
    plays = [at for at, action in enumerate(record.actions) if action["kind"] == "play"]
    state = replay(record, upto=plays[4]).state
    assert state.draw_pile is not None
    assert state.draw_pile.left
    assert best_play(state) is None


@pytest.mark.parametrize(
    ("variant", "players", "alone"), [(FRENCH, 5, False), (SCARTO, 3, True), (TAROS, 2, True)]
)
def test_it_says_whether_everybody_plays_alone(variant: Variant, players: int, alone: bool) -> None:
    ((_record, state),) = endings(variant.key, players, SEED, 1)
    found = best_play(state)
    assert found is not None
    assert found.alone is alone
