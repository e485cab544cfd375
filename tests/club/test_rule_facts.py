"""What a rules page draws from the game itself: it says what the sheet says."""

import re
from fractions import Fraction

from django.test import Client
from django.urls import reverse

from games.display.rule_cards import left_out, otherwise, suit_rows, worths, written
from games.display.rule_facts import (
    announced,
    contracts,
    ending_words,
    option_rows,
    price_options,
    stated_facts,
    table_rows,
)
from games.rules import VARIANTS, Variant, find_variant
from games.rules.cards import CODES
from games.rules.game.endings import Ending
from tests.cast import Cast


def game(key: str) -> Variant:
    found = find_variant(key)
    assert found is not None
    return found


def test_every_card_of_the_pack_has_its_place_and_its_value_once() -> None:
    for variant in VARIANTS:
        pack = variant.pack
        shown = [code for suit in suit_rows(variant) for code in suit.cards]
        dealt = [code for card, code in enumerate(CODES) if pack.cards >> card & 1]
        assert sorted(shown) == sorted(dealt), variant.key
        halves = {written(Fraction(n, pack.unit)): n for n in set(pack.worth)}
        rows = worths(variant)
        assert sum(row.count for row in rows) == pack.cards.bit_count(), variant.key
        units = sum(halves[row.value] * row.count for row in rows)
        assert Fraction(units, pack.unit) == Fraction(pack.total, 2), variant.key


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("&#x27;", "'")


def test_the_rules_page_of_each_game_names_what_it_is_made_of_and_every_link_leads_on(
    client: Client, cast: Cast
) -> None:
    """Among it what a stated result needs, with its rules."""
    client.force_login(cast.member)
    above: dict[str, str] = {}
    for variant in VARIANTS:
        answer = client.get(reverse("rule-sheet", args=[cast.club.slug, variant.key]))
        page = answer.content.decode()
        above[variant.key] = words(page[page.index('id="facts"') : page.index("<article")])
        named = [
            *(suit.name for suit in suit_rows(variant)),
            *(bid.label for bid in variant.bids),
            *(kind.label for kind in variant.announcements),
            *(preset.label for preset in variant.presets),
            *(option.label for option in variant.options),
            *(option.help for option in variant.options),
            ending_words(variant.ending),
        ]
        assert [text for text in named if text not in above[variant.key]] == [], variant.key
        marked = sum(bool(option.mark) for option in variant.options)
        assert above[variant.key].count(" reconstructed ") >= marked
        needed = page[page.index('<section id="stated"') :].partition("</section>")[0]
        rules = [fact.rule for fact in variant.stating.facts]
        assert re.findall(r'href="#r-([^"]+)"', needed) == rules
        told = stated_facts(variant)
        assert all(fact.label and fact.possible and fact.left_out for fact in told)
        targets = re.findall(r'\sid="([^"]+)"', page)
        assert sorted(set(targets)) == sorted(targets)
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(targets), variant.key
    assert "There are no trumps" in above["sca-tarok"]
    taros = above["taros-1659"]
    assert "There is no auction" in taros and "Nothing is announced" in taros
    assert "Laid away" not in taros


def test_the_red_suits_of_droggn_are_turned_round_and_have_no_high_pips() -> None:
    """2.3.1, 2.3.2."""
    spades, hearts, *_others = suit_rows(game("droggn"))
    assert spades.cards[:5] == ("SK", "SQ", "SN", "SJ", "S10")
    assert spades.cards[-1] == "S4"
    assert hearts.cards[4:] == ("H1", "H2", "H3", "H4", "H5", "H6", "H7")
    assert [(run.first, run.last) for run in left_out(game("droggn"))] == [
        ("S1", "S3"),
        ("H8", "H10"),
        ("D8", "D10"),
        ("C1", "C3"),
    ]


def test_a_card_of_droggn_counts_thirds() -> None:
    """2.3.4, 2.3.5: a king 5, less two thirds."""
    assert [row.value for row in worths(game("droggn"))] == ["4⅓", "3⅓", "2⅓", "1⅓", "⅓"]


def test_the_values_of_french_tarot_with_the_cards_that_have_them() -> None:
    """1.3.4."""
    rows = [
        (row.value, row.count, [(run.first, run.last) for run in row.runs])
        for row in worths(game("french"))
    ]
    kings = [("SK", ""), ("HK", ""), ("DK", ""), ("CK", "")]
    assert rows[0] == ("4½", 7, [("F", ""), ("T21", ""), ("T1", ""), *kings])
    pips = [("S10", "S1"), ("H10", "H1"), ("D10", "D1"), ("C10", "C1")]
    assert rows[-1] == ("½", 59, [("T20", "T2"), *pips])


def test_where_an_option_moves_the_fool_the_page_says_whereto() -> None:
    """C4: the lowest Major, or by option the highest; A22: an excuse, or by option trump 22."""
    moved = [(other.choice.label, other.rows) for other in otherwise(game("sca-tarok"))]
    assert [(label, row.first, row.last) for label, (rows,) in moved for row in rows] == [
        ("Highest Major", "F", "T1")
    ]
    assert suit_rows(game("sca-tarok"))[-1].cards[-2:] == ("T1", "F")
    assert [other.choice.label for other in otherwise(game("taros-1659"))] == ["Highest trump"]
    assert suit_rows(game("taros-1659"))[-1].note == "outside all suits"
    notes = [suit.note for suit in suit_rows(game("sca-tarok"))]
    assert notes == [""] * 5  # C2: no suit beats another


def test_the_bids_of_french_tarot() -> None:
    """1.5.3, 1.7.1 to 1.7.3, 1.11.4."""
    rows = [(bid.label, bid.factor, bid.least, bid.stock) for bid in contracts(game("french"))]
    up = "turned up; as many cards are discarded"
    assert rows == [
        ("Petite", 1, 25, up),
        ("Garde", 2, 50, up),
        ("Garde sans", 4, 100, "stays closed, counts for the taker’s side"),
        ("Garde contre", 6, 150, "stays closed, counts for the other side"),
    ]


def test_the_signals_of_taroux_are_no_contracts_and_the_multipliers_are_an_option() -> None:
    """B11, B15, B50."""
    rows = [(bid.label, bid.signal, bid.needs) for bid in contracts(game("taroux-of-six"))]
    honours = ("T1", "T21", "F")
    assert rows[:2] == [("Prop", True, honours), ("Stand", True, honours)]
    assert [(signal, needs) for _label, signal, needs in rows[2:]] == [(False, ())] * 3
    assert [option.key for option in price_options(game("taroux-of-six"))] == ["multipliers"]
    assert price_options(game("french")) == ()


def test_how_many_play_and_what_lies_where() -> None:
    """1.4; B1, B9, B24: three cards each are laid away; C5, C11."""

    def table(key: str) -> list[tuple[int, ...]]:
        return [
            (row.players, row.hand, row.stock, row.discard, row.tricks)
            for row in table_rows(game(key))
        ]

    assert table("french") == [(3, 24, 6, 6, 24), (4, 18, 6, 6, 18), (5, 15, 3, 3, 15)]
    assert table("taroux-of-six") == [(6, 12, 6, 3, 12)]
    assert table("sca-tarok") == [(2, 15, 48, 0, 39), (3, 15, 33, 0, 26), (4, 15, 18, 0, 19)]


def test_an_announcement_says_what_it_gives_away_and_what_comes_of_it() -> None:
    """1.4.2, 1.8.3; 2.8.1, 2.8.3."""
    french = [(kind.label, kind.note) for kind in announced(game("french"))]
    assert french == [("Handful", "cards are shown"), ("Slam", ""), ("Petit sec", "ends the hand")]
    assert [kind.cards for kind in announced(game("droggn"))] == [("T1",), ("F",)]


def test_what_each_preset_says() -> None:
    """1.8.15, 1.8.16; an edited value without a name stands in figures."""
    rows = {row.option.key: row.words for row in option_rows(game("french"))}
    assert rows["petit"] == ("Taker only", "Either side")


def test_when_a_match_is_over() -> None:
    """A26, A27, B53, C15."""
    for ending, words in (
        (Ending(), "As many hands as the table likes, or as many as the match was opened for."),
        (
            Ending(target=1000),
            "Over when somebody has 1,000 points or more after a hand. The highest alone "
            "wins; if there is a tie at the top, another hand is played.",
        ),
        (
            Ending(target=50, shared=True),
            "Over when somebody has 50 points or more after a hand. Everybody who has "
            "reached the target wins.",
        ),
        (
            Ending(hands=6, shared=True),
            "Over after 6 hands. A hand that was thrown in does not count. All who are "
            "tied for first place share the win.",
        ),
        (
            Ending(target=50, hands=3, shared=True, counts_passed=True),
            "Over after 3 hands, or when somebody has 50 points or more after one. "
            "Everybody who has reached the target wins.",
        ),
        (
            Ending(hands=1, counts_passed=True),
            "Over after 1 hand. The highest alone wins; if there is a tie at the top, "
            "another hand is played.",
        ),
    ):
        assert ending_words(ending) == words


def test_the_facts_of_a_french_result_are_said_in_words() -> None:
    told = {fact.label: fact for fact in stated_facts(game("french"))}
    assert told["Taker"].possible == "a player"
    assert told["Card points"].possible == "a number up to 91, whole or with a half"
    assert told["Bouts (oudlers)"].left_out == "has to be stated"
    assert told["Contract"].left_out == "has to be stated, unless it is known already"
    assert told["Petit in the last trick"].left_out == "neither"
    assert (told["Handfuls"].left_out, told["Slam called"].left_out) == ("none", "no")
