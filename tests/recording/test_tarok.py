"""Tarok at the recording table: five suits, the draw after each trick, the pile and the points."""

from dataclasses import replace

from games.display.chairs import chairs_of
from games.display.reasons import sentence
from games.recording.drawing import draw_seats
from games.recording.screen import refusal_of
from games.recording.screen.dealing import parts_of
from games.recording.screen.table import points_won, seats_of
from games.rules import Replay, Sentence, replay
from games.rules.cards import CODES
from tests.recording.table import entry_told, hint_of, told
from tests.recording.test_drawing import bare
from tests.rules.table import Hand, hand

NAMES = ("Wanda", "Samir", "Elise", "Nadia")


def tarok(cards: str, players: int = 4) -> Hand:
    return hand(players, variant="sca-tarok").plays(cards).stands()


def named(begun: Hand) -> Replay:
    """The same hand, of people with these names."""
    table = begun.replay
    return replace(table, record=table.record._replace(players=NAMES))


def test_what_is_to_be_known_before_a_card() -> None:
    """The Majors are a suit with a name."""
    suits = [tarok("").state.variant.suit(suit) for suit in range(5)]
    assert suits == ["swords", "cups", "pentacles", "wands", "Majors"]
    for cards, said in (
        ("", "Leads to trick 1."),
        ("T5", "Majors were led."),
        ("F", "Majors were led."),
        ("S1 H2", "Swords were led."),
        # C9: Wanda led the trick that Nadia has won.
        ("T5 T6 T7 T8", "Everybody draws, Wanda first; 14 left. Leads to trick 2."),
        # C-i: Samir has not followed swords, but has drawn a card since.
        ("SK H2 S3 S4 SQ", "Swords were led."),
    ):
        assert hint_of(named(tarok(cards))) == said


def test_a_refusal_names_the_cards_as_tarok_does() -> None:
    """C2, C3, C7: a Major is no trump, a jack is a page."""
    dealt = "HJ T7 T9 F S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ"
    begun = hand(4, variant="sca-tarok", deal={1: dealt})
    held = "page of cups"
    cards = [
        ("HK SJ", f"Boris must follow cups: Boris holds {held}.", "Boris must follow cups"),
        (
            "T1 SJ",
            "Boris must follow Majors: Boris holds Major 7, Major 9 and Fool.",
            "Boris must follow Majors",
        ),
    ]
    for plays, said, title in cards:
        replayed = replay(begun.plays(plays).record)
        assert replayed.problem is not None
        assert sentence(replayed.problem) == said
        assert told(replayed, refusal_of(replayed, replayed.problem, {}).title) == title


def test_points_and_pile_are_in_view_and_an_undo_names_the_card_by_its_corner_and_suit() -> None:
    """C5, C9, C13: the king, 2, 3 and 4 are 34 points; four of eighteen cards are drawn."""
    tally = points_won(tarok("S2 SK S3 S4").state, NAMES)
    assert [(row.name, row.halves) for row in tally.rows if row.halves] == [("Samir", 2 * 34)]
    assert (tally.out, tally.pile) == (2 * (850 - 34), 14)
    action = {"kind": "play", "seat": 0, "card": "HJ"}
    assert entry_told(named(tarok("HJ")), action) == "Wanda’s P cups"


def test_the_order_of_the_pile_is_written_down_though_its_cards_follow() -> None:
    """C9: with all hands known it is known what lies in the pile, but not who draws what."""
    dealt = {seat: " ".join(CODES[15 * seat : 15 * seat + 15]) for seat in range(4)}
    begun = hand(4, variant="sca-tarok", deal=dealt)
    pile = parts_of(begun.replay)[-1]
    assert (pile.name, pile.size, pile.cards) == (Sentence("draw pile"), 18, ())
    assert pile.ordered and not pile.inferred
    in_order = CODES[77:59:-1]
    told = replace(begun, stock=" ".join(in_order))
    assert parts_of(told.replay)[-1].cards == tuple(in_order)
    three = hand(4, variant="sca-tarok", deal={**dealt, 3: dealt[3]}, stock=" ".join(in_order))
    fourth = parts_of(replace(three, deal={seat: dealt[seat] for seat in range(3)}).replay)[3]
    assert fourth.inferred and set(fourth.cards) == set(dealt[3].split())


def held(told: Hand) -> list[int | None]:
    chairs = chairs_of(told.record)
    return [seat.holds for seat in seats_of(told.state, NAMES, {}, chairs)]


def test_once_the_pile_is_short_it_is_shown_who_holds_a_card_more() -> None:
    """C9, C-b: after trick 5 the seat that led it and the next draw the last two."""
    four = tarok("").plays_on(16)
    assert held(four) == [None] * 4
    leader = four.state.turn
    assert leader is not None
    five = four.plays_on(20)
    sizes = [15 if (seat - leader) % 4 < 2 else 14 for seat in range(4)]
    assert held(five) == sizes
    assert held(five.plays_on(22)) == sizes
    drawn = draw_seats(
        seats_of(five.state, NAMES, {}, chairs_of(five.record)), "sca-tarok", places=True
    )
    assert '15</span><span class="visually-hidden">15 cards</span>' in bare("".join(drawn))
