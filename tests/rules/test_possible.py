"""A result is believed exactly where some deal and some play of that game give it."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.rules import verify
from games.rules.game.facts import Honours
from games.rules.scoring.possible import Endings, nothing_lies
from games.rules.scoring.sides import sides_of
from games.rules.variants.french.facts import PILES
from tests.rules.bound import Row, possible
from tests.rules.table import Hand, hand, preset
from tests.thorough import amount

NO_DEAL = Path(__file__).parent / "data" / "no-deal-gives.ndjson"
FFT: dict[str, Any] = dict(preset("fft"))
EVERY_FRENCH_TABLE = pytest.mark.parametrize("players", [3, 4, 5])
DISCARDS = pytest.mark.parametrize("discard", ["kings-only", "strict"])


def refusal(told: Hand) -> str:
    """The sentence of a result that cannot be."""
    problem = told.replay.problem
    assert problem is not None and problem.code == "fact-impossible"
    return str(problem)


def assert_judged(told: Hand, *, stands: bool) -> None:
    """The result stands, or is refused because no deal gives it."""
    if stands:
        told.stands()
    else:
        refusal(told)


def test_what_no_deal_gives_is_refused() -> None:
    differing = []
    for case in map(json.loads, NO_DEAL.read_text().splitlines()):
        answer = verify(json.dumps(case["record"]))
        if answer.get("error", {}).get("code") != case["code"]:
            differing.append((case["why"], answer))
    assert differing == []


# ---- French Tarot: every combination -----------------------------------------------------------


@DISCARDS
@EVERY_FRENCH_TABLE
def test_the_points_of_every_contract_slam_and_number_of_bouts_are_those_that_can_be(
    players: int, discard: str
) -> None:
    """19,764 combinations for each discard: nothing impossible, nothing possible refused."""
    wanted = possible(players, strict=discard == "strict")
    state = hand(players, discard=discard).state
    endings = Endings(state, sides_of(state, (0,)), PILES, nothing_lies(state))
    for (contract, bouts, slam), halves in wanted.items():
        stated = {"contract": contract, "slam": slam, "bouts": Honours(bouts), "points": None}
        bits = 0
        for reached in endings.points(stated, ("contract", "slam", "bouts")):
            bits |= reached
        found = {one for one in range(bits.bit_length()) if bits >> one & 1}
        assert found == halves, (contract, bouts, slam)


@EVERY_FRENCH_TABLE
def test_the_record_is_judged_so_where_it_begins_to_be_possible(players: int) -> None:
    """Of the combinations judged above some, of each number of players others."""
    rows = list(possible(players, strict=False).items())
    each = amount(3, thorough=1)
    for row, halves in rows[players % each :: each]:
        edges = {one for one in range(183) if (one in halves) != (one - 1 in halves)}
        luck = random.Random(f"{players} {row}")
        for half in luck.sample(sorted(edges), min(len(edges), amount(1, thorough=6))):
            for near in (half - 1, half):
                if 0 <= near <= 182:
                    assert is_believed(players, row, near) == (near in halves), (row, near)


def is_believed(players: int, row: Row, halves: int) -> bool:
    contract, bouts, slam = row
    facts = {"taker": 0, "contract": contract, "bouts": bouts, "slam": slam}
    partner = {"partner": 1} if players == 5 else {}
    points = halves / 2 if halves % 2 else halves // 2
    told = hand(players).results(**facts, **partner, points=points)
    return told.replay.problem is None


# ---- the wording ---------------------------------------------------------------------------------


def test_a_refusal_names_the_facts_that_do_not_go_together_and_the_points_that_would() -> None:
    facts = {"taker": 0, "contract": "guard", "bouts": 3}
    assert refusal(hand().results(**facts, points=91)) == (
        "Card points (91) and All tricks (neither) do not go together: no deal gives that. "
        "The nearest card points that can be: 89."
    )
    assert refusal(hand().results(**facts, points=45.5)).startswith(
        "Card points (45.5) and 4 players do not go together"
    )


def test_what_was_recorded_is_named_where_only_that_does_not_allow_it() -> None:
    """Anna has claimed all that is left: what she has then is a slam."""
    begun = hand().says("guard-without pass pass pass").plays("T21 T2 T3 T4")
    begun.results(points=91, bouts=3).refused("fact-impossible", "1.8.14")
    claimed = begun.claims(0)
    told = claimed.results(points=60, bouts=2)
    told.refused("fact-contradicted", "1.3.4", cards="T2 T3 T4 T21")
    claimed.results(points=87, bouts=2, slam="declarers").stands()


# ---- rulings, game by game ---------------------------------------------------------------------


def test_the_petit_that_wins_the_last_trick_is_not_in_the_trick_of_the_21() -> None:
    """1.8.16 with a strict discard: two tricks at least, 19 points with three bouts."""
    facts = {"taker": 0, "contract": "guard", "bouts": 3, "petit": "declarers"}
    strict = hand(discard="strict")
    refusal(strict.results(**facts, points=17))
    strict.results(**facts, points=19).stands()
    hand(discard="strict", petit="either-side").results(**facts, points=17).stands()


def test_a_handful_has_no_more_cards_than_its_player_holds() -> None:
    """1.8.6: only a taker who has laid trumps away openly shows more than were dealt to a hand."""
    facts = {"taker": 0, "points": 45, "bouts": 2}
    shown = [{"seat": 0, "cards": 19}]
    hand(**FFT).results(**facts, contract="guard", handfuls=shown).stands()
    told = hand(**FFT).results(**facts, contract="guard-without", handfuls=shown)
    told.refused("fact-impossible", "1.8.6")
    size = [{"seat": 0, "cards": 13, "size": 12}]
    hand().results(**facts, contract="guard", handfuls=size).refused("fact-impossible", "1.8.4")


@pytest.mark.parametrize(
    ("facts", "stands"),
    [
        ({"contract": "solo", "points": 0}, False),
        ({"contract": "solo", "points": 1}, True),
        ({"contract": "solo", "points": 10}, True),
        ({"contract": "solo", "points": 60, "all_tricks": True}, False),
        ({"contract": "solo", "points": 70, "all_tricks": True}, True),
        ({"contract": "super", "points": 0}, True),
        ({"contract": "slam", "points": 74}, False),
        ({"contract": "slam", "points": 73}, False),  # the stock is the defenders'
        ({"contract": "slam", "points": 72}, True),
        ({"contract": "slam", "ultimo": 0, "ultimo_won": True}, False),
        ({"contract": "slam", "all_tricks": True, "ultimo": 0, "ultimo_won": True}, True),
        ({"contract": "slam", "all_tricks": True, "announced": "fool-last"}, True),
        ({"contract": "solo", "points": 40, "ultimo": 0, "announced": "pagat-ultimo"}, True),
        ({"contract": "solo", "points": 40, "pagat_lost": 0, "announced": "pagat-ultimo"}, False),
        ({"contract": "solo", "points": 5, "ultimo": 0, "ultimo_won": True}, False),
        ({"contract": "solo", "points": 6, "ultimo": 0, "ultimo_won": True}, True),
    ],
)
def test_of_droggn(facts: dict[str, Any], stands: bool) -> None:
    """2.6, 2.8.1, 2.8.7, 2.9: the discard counts, a slam ends with a lost trick, one pagat."""
    told = hand(3, variant="droggn").results(taker=0, **facts)
    assert_judged(told, stands=stands)


@pytest.mark.parametrize(
    ("facts", "stands"),
    [
        ({"points": 58, "slam": "declarers"}, False),
        ({"points": 58, "slam": "defenders"}, False),
        ({"points": 91, "honours": 3, "slam": "declarers"}, True),
        ({"points": 0, "honours": 0, "slam": "defenders"}, True),
        ({"points": 91, "honours": 3}, False),
        ({"sparrow": 1, "sparrow_won": True, "honours": 3}, False),
        ({"sparrow": 1, "sparrow_won": True, "honours": 2}, True),
        ({"sparrow": 1, "sparrow_won": True, "slam": "declarers", "points": 91}, False),
        ({"sparrow_announced": True}, False),
        ({"abundances": [{"seat": 0, "cards": 13}]}, False),
        ({"abundances": [{"seat": 0, "cards": 8, "size": 7}]}, False),
        ({"abundances": [{"seat": 0, "cards": 12}, {"seat": 1, "cards": 9}]}, True),
    ],
)
def test_of_the_taroux_of_six(facts: dict[str, Any], stands: bool) -> None:
    """B27 to B37: without a trick there is nothing, the Magician lies where the Sparrow was won."""
    usual = {"taker": 0, "contract": "take", "points": 58, "honours": 2}
    told = hand(6, variant="taroux-of-six").results(**usual | facts)
    assert_judged(told, stands=stands)


@pytest.mark.parametrize(
    ("tricks", "points", "stands"),
    [
        ([12, 0], [0, 0], True),
        ([11, 1], [0, 9], True),
        ([11, 1], [0, 10], False),  # two cards: the Fool and a king
        ([6, 6], [27, 26], True),
        ([6, 6], [27, 27], False),
        ([2, 2, 2, 2, 2, 2], [27, 1, 0, 0, 0, 0], True),
        (
            [2, 2, 2, 2, 2, 2],
            [28, 0, 0, 0, 0, 0],
            False,
        ),  # thirteen cards that count, in two tricks
        ([2, 2, 2, 2, 2, 2], [27, 0, 0, 0, 0, 0], False),  # only six cards lie aside
        ([2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 40], False),  # there are four jacks
    ],
)
def test_of_taros(tricks: list[int], points: list[int], stands: bool) -> None:
    """A5, A9, A24: the number of cards of each value, and in each pile."""
    told = hand(len(tricks), variant="taros-1659").results(tricks=tricks, points=points)
    assert_judged(told, stands=stands)


@pytest.mark.parametrize(
    ("points", "stands"),
    [
        ([850, 0], True),
        ([849, 1], False),  # a trick has two cards
        ([848, 2], True),
        ([300, 300, 249], False),
        ([844, 3, 3], False),  # there are four aces
        ([842, 3, 5], True),
        ([300, 200, 200, 100], True),  # both cards left over are kings
        ([300, 200, 200, 101], False),
        ([300, 200, 200, 148], True),
        ([300, 200, 200, 149], False),
        ([300, 200, 200, 150], True),  # a claim takes what would be left over
    ],
)
def test_of_tarok(points: list[int], stands: bool) -> None:
    """C12, C13: all cards are somebody's, but for two where four play."""
    told = hand(len(points), variant="sca-tarok").results(points=points)
    assert_judged(told, stands=stands)


@pytest.mark.parametrize(
    ("points", "stands"),
    [
        ([78, 0, 0], False),
        ([0, 39, 39], True),
        ([39, 38, 1], True),
        ([39, 39, 0], False),
        ([40, 27, 11], True),
    ],
)
def test_of_scarto(points: list[int], stands: bool) -> None:
    """E22, E23: the three cards that the dealer, Chloé, lays away count a point at least."""
    told = hand(3, variant="scarto", dealer=2).results(points=points)
    assert_judged(told, stands=stands)
