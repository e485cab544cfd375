"""Le Jeu de Taros at the recording table: what becomes of the Fool is said when it happens."""

import pytest

from games.desk.words import status
from games.rules import read_record, replay
from tests.factories import plays

NAMES = ("Wanda", "Samir", "Elise", "Nadia")


def hint(cards: str, **options: str) -> str:
    record = read_record(
        {
            "format": "tarot-hand/1",
            "variant": "taros-1659",
            "options": options,
            "players": list(NAMES),
            "dealer": 0,
            "actions": [
                {**change["action"], "seat": seat}
                for change, seat in zip(plays(cards), SEATS, strict=False)
            ],
        }
    )
    done = replay(record)
    assert done.problem is None
    return status(done.state, NAMES)[1]


# Wanda deals and leads (A11); she wins the first trick of spades, and leads again.
SEATS = [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        # A18: the pile of trick 1 has an empty card, which goes for the Fool.
        ("SK S2 S3 S4 F HK H2 H3", "Wanda keeps the Fool and gives Samir an empty card."),
        # A20: no card of the pile is empty, a jack is the least.
        ("SK SJ SN SQ F HK H2 H3", "Wanda keeps the Fool and gives Samir a card worth 1."),
        # A19: a Fool played to trick 1 is lost.
        ("SK S2 F S4", "Elise loses the Fool to Wanda: there is no card to give."),
    ],
)
def test_the_fools_settlement_is_said_when_the_trick_is_gathered(cards: str, said: str) -> None:
    assert hint(cards).startswith(said)
    assert "Fool" not in hint(cards, fool_settlement="end-of-hand")


def test_nothing_is_said_of_other_tricks_or_of_a_fool_that_is_a_trump() -> None:
    assert "Fool" not in hint("SK S2 S3 S4")
    assert "Fool" not in hint("SK S2 S3 S4 F T2 T3 T4", fool_mode="highest-trump")
