"""A claim whose score lacks something: what the table says gives it (fine points 7)."""

import random
from collections.abc import Iterator

import pytest

from games.rules import BIT, FOOL_CARD, Record, Replay, State, Variant, find_variant, replay
from games.rules.hand.claims import (
    HONOURS_ASIDE,
    WHO_HAS_CALLED,
    WHO_HAS_FOOL,
    can_be,
    facts_of_claim,
    lacking,
)
from games.rules.hand.knowledge import hands_left, laid_away
from games.rules.hand.whereabouts import ASIDE
from games.rules.record.shape import FORMAT_STATED
from tests import chance
from tests.rules.properties.playing import at_random
from tests.thorough import amount

HANDS = amount(12, thorough=100)
# The games in which what lies aside, or the fool, decides, and the table can tell.
TABLES = [
    *(("french", players) for players in (3, 4, 5)),
    *(("taros-1659", players) for players in (2, 4, 6)),
    *(("droggn", 3), ("scarto", 3), ("taroux-of-six", 6)),
]
# Those of them in which the points of the cards laid away decide, whichever cards they are.
COUNTED = ("french", "droggn")


def claims(variant: Variant, players: int) -> Iterator[tuple[Replay, State]]:
    """Hands of which nobody wrote the cards down, ended by a claim; each with the state that the
    same hand has with all of its cards known."""
    for number in range(HANDS):
        luck = random.Random(f"{variant.key} {players} {number}")
        whole = at_random(variant, players, luck.randrange(2**40))
        played = plays_of(whole)
        if not played:
            continue
        number = luck.randrange(len(played))
        claim = {"kind": "claim", "seat": luck.randrange(players)}
        seen = chance.as_seen(whole, known=[])
        known, unknown = (
            record._replace(actions=(*record.actions[: plays_of(record)[number]], claim))
            for record in (whole, seen)
        )
        end, blind = replay(known), replay(unknown._replace(format=FORMAT_STATED))
        if end.problem is None and blind.problem is None and end.outcome.scores is not None:
            yield blind, end.state


def plays_of(record: Record) -> list[int]:
    """Where in a record cards are played."""
    return [at for at, action in enumerate(record.actions) if action["kind"] == "play"]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_answers_to_what_a_claim_asks_give_the_score_of_its_cards(
    game: str, players: int
) -> None:
    asked, variant = 0, find_variant(game)
    assert variant is not None
    for end, known in claims(variant, players):
        assert FOOL_CARD not in end.state.played or WHO_HAS_FOOL not in lacking(end.state)
        answers: dict[str, int] = {}
        while open_questions := set(lacking(end.state, answers)) - answers.keys():
            answers |= {key: answer(known, key) for key in open_questions}
        if end.outcome.scores is not None:
            assert end.outcome.scores == scores_of(known)
            continue
        asked += bool(answers)
        facts = facts_of_claim(end.state, answers)
        if facts is None:  # what is given for the fool may be dearer than an empty card
            assert game not in COUNTED and can_be(end.state, answers)
            continue
        result = {"kind": "result", "facts": facts}
        stated = replay(end.record._replace(actions=(*end.record.actions, result)))
        assert stated.problem is None, str(stated.problem)
        assert stated.outcome.scores == scores_of(known)
    print(f"{game}, {players} players: {asked} claims asked for something")
    assert asked


def answer(known: State, question: str) -> int:
    """What a table answers that has turned over every card."""
    laid = laid_away(known) or 0
    cards = {WHO_HAS_FOOL: FOOL_CARD, WHO_HAS_CALLED: known.called or 0}
    if question in cards:
        bit = BIT[cards[question]]
        return next((seat for seat, held in enumerate(hands_left(known)) if held & bit), ASIDE)
    if question == HONOURS_ASIDE:
        return (laid & known.pack.honours).bit_count()
    return known.pack.points(laid)


def scores_of(state: State) -> object:
    """The score of a hand whose cards are known."""
    settlement = state.variant.settle(state)
    assert settlement is not None
    return tuple(settlement.scores)
