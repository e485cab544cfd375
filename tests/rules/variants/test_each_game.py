"""What each game is before a card is dealt, as its sheet says: tables, direction, bids, options and
presets. The keys and values of options are written in records."""

from typing import Any, NamedTuple

import pytest

from games.rules import VARIANTS, Variant, find_variant
from tests.games import EVERY_VARIANT


class Game(NamedTuple):
    """What the sheet of a game says.

    `tables`: how many cards each player has and how many are left, by the number of players;
    `bids`: what each pays at least; `options`: the values, the default first (None: edited);
    `presets`: in what each differs from the defaults.
    """

    tables: dict[int, tuple[int, int]]
    direction: str
    zero_sum: bool
    bids: dict[str, int]
    options: dict[str, Any]
    presets: list[dict[str, Any]]


GAMES = {
    "french": Game(
        {3: (24, 6), 4: (18, 6), 5: (15, 3)},
        "counter-clockwise",
        True,
        {"small": 25, "guard": 50, "guard-without": 100, "guard-against": 150},
        {
            "passed_deal": ("next", "same"),
            "petit": ("taker", "either-side", "nobody"),
            "handful_by": ("taker", "anyone"),
            "handful_excuse": ("free", "last-resort"),
            "slam_lead": ("dealers-right", "caller"),
            "petit_sec": (False, True),
            "defence_slam": (0, 200),
            "discard": ("kings-only", "strict"),
            "fool_last_in_slam": ("transfers", "stays"),
            "handful_pays": ("20-30-40", "20-40-60"),
            "misere": (0, 10),
        },
        [
            {},
            {
                "passed_deal": "same",
                "petit": "either-side",
                "handful_by": "anyone",
                "handful_excuse": "last-resort",
                "slam_lead": "caller",
                "petit_sec": True,
                "defence_slam": 200,
                "discard": "strict",
                "fool_last_in_slam": "stays",
            },
        ],
    ),
    "droggn": Game(
        {3: (21, 3)},
        "counter-clockwise",
        True,
        {"ansager": 20, "solo": 40, "super": 80, "slam": 167},
        {
            "stock_unexchanged": ("defenders", "declarer"),
            "points_to_win": (37, 38),
            "ultimo_failed": ("never", "announced-pays", "pays"),
            "ultimo_by": ("declarer", "anyone"),
            "early_pagat": (0, 5),
            "matsch": (0, 37),
            "slam_display_bonus": (0, 20),
            "king_discard": ("one-trump", "one-each"),
            "fool_last": ("kept", "to-winner"),
        },
        [
            {},
            {
                "stock_unexchanged": "declarer",
                "ultimo_failed": "pays",
                "ultimo_by": "anyone",
                "early_pagat": 5,
                "matsch": 37,
                "slam_display_bonus": 20,
                "king_discard": "one-each",
                "fool_last": "to-winner",
            },
        ],
    ),
    "taros-1659": Game(
        {2: (12, 54), 3: (12, 42), 4: (12, 30), 5: (12, 18), 6: (12, 6)},
        "clockwise",
        False,
        {},
        {
            "fool_settlement": ("immediate", "end-of-hand"),
            "first_lead": ("dealer", "next"),
            "fool_mode": ("excuse", "highest-trump"),
        },
        [{}, {"fool_settlement": "end-of-hand", "first_lead": "next"}],
    ),
    "taroux-of-six": Game(
        {6: (12, 6)},
        "clockwise",
        True,
        {"prop": 0, "stand": 0, "take": 50, "take-without": 100, "take-against": 150},
        {
            "multipliers": (2, 4, 6),
            "abundance": ((6, 20), (8, 30), (10, 40)),
            "abundance_credit": ("declaring-side", "hand-winner"),
            "abundance_fool": (False, True),
            "fool_surrender_scope": ("player", "partnership", "side"),
            "overtrump_on_trump_lead": (True, False),
            "contra_scope": ("all", "contract"),
            "auction_direction": ("against-play", "with-play"),
        },
        [{}],
    ),
    "sca-tarok": Game(
        {2: (15, 48), 3: (15, 33), 4: (15, 18)},
        "clockwise",
        False,
        {},
        {"fool_rank": ("low", "high"), "short_draw": ("partial", "none")},
        [{}],
    ),
    "scarto": Game(
        {3: (25, 3)},
        "counter-clockwise",
        True,
        {},
        {
            "highest_trump": ("20", "21"),
            "counting_trump": ("21", "20"),
            "honour_discard": ("bagatto", "fool"),
        },
        [{}, {"highest_trump": "21", "honour_discard": "fool"}],
    ),
}


@pytest.mark.rule("A7", "E1", "E2", "2.2.2")
@EVERY_VARIANT
def test_the_tables_bids_and_direction_of_a_game_are_those_of_its_sheet(variant: Variant) -> None:
    """1.2.4, 1.4, 2.2.1, 2.4, 2.5.3, A1, A7, A8, B1, B9, C1, C5, C6, E1, E2, E7."""
    game = GAMES[variant.key]
    assert variant.seats == tuple(game.tables)
    assert {
        players: (variant.hand_size(players), variant.stock_size(players))
        for players in variant.seats
    } == game.tables
    assert (variant.direction, variant.zero_sum) == (game.direction, game.zero_sum)
    assert {bid.key: bid.least for bid in variant.bids} == game.bids


@pytest.mark.rule("1.1.1", "1.1.2", "1.1.3", "1.12", "2.1.1", "2.1.2", "2.11", "2.9.6")
@EVERY_VARIANT
def test_the_options_and_presets_of_a_game_are_those_of_its_sheet(variant: Variant) -> None:
    """1.1, 1.12, 2.1, 2.11: the first preset has the defaults, and each names every option."""
    game, defaults = GAMES[variant.key], variant.default_options()
    found = {
        option.key: option.default
        if option.form is not None
        else tuple(choice.value for choice in option.choices)
        for option in variant.options
    }
    assert found == game.options
    assert defaults == {
        option.key: option.default if option.form is not None else game.options[option.key][0]
        for option in variant.options
    }
    assert [dict(preset.options) for preset in variant.presets] == [
        defaults | differing for differing in game.presets
    ]


def test_a_game_is_found_by_its_key_and_by_nothing_else() -> None:
    assert [find_variant(variant.key) for variant in VARIANTS] == list(VARIANTS)
    assert GAMES.keys() == {variant.key for variant in VARIANTS}
    assert (find_variant("French"), find_variant("")) == (None, None)
