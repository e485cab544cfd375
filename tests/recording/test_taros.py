"""Le Jeu de Taros at the recording table: what becomes of the Fool is shown when it happens."""

from games.display.chairs import chairs_of
from games.recording.screen.pad import FORBIDDEN, PLAYED, keys_of
from games.recording.screen.refusals import refusal_of
from games.recording.screen.table import rows_of, seats_of
from games.replay import ALL, film
from games.rules import CODES, Replay, cards_of, read_record, replay
from tests.factories import act, plays
from tests.recording.table import hint_of, line_of, told
from tests.rules.table import hand
from tests.rules.test_foresight import STUCK

NAMES = ("Wanda", "Samir", "Elise", "Nadia")


def hint(cards: str, **options: str) -> str:
    return hint_of(table(cards, **options))


def table(cards: str, **options: str) -> Replay:
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
    return done


# Wanda deals and leads (A11); she wins the first trick of spades, and leads again.
SEATS = [0, 1, 2, 3, 0, 1, 2, 3, 0]
PAID = "SK S2 S3 S4 F HK H2 H3"


def test_the_fools_settlement_is_shown_when_the_trick_is_gathered_or_as_open_until_the_end() -> (
    None
):
    """A19: with a settlement at the end a trick won later may still pay for it."""
    open_yet = "{}’s Fool is settled at the end of the hand."
    for cards, player, said in (
        # A18: the pile of trick 1 has an empty card, which goes for the Fool.
        (PAID, "Wanda", "Wanda keeps the Fool and gives Samir an empty card."),
        # A20: no card of the pile is empty, a jack is the least.
        ("SK SJ SN SQ F HK H2 H3", "Wanda", "Wanda keeps the Fool and gives Samir a card worth 1."),
        # A19: a Fool played to trick 1 is lost.
        ("SK S2 F S4", "Elise", "Elise loses the Fool to Wanda: there is no card to give."),
    ):
        assert hint(cards).startswith(said)
        later = hint(cards, fool_settlement="end-of-hand")
        assert later.startswith(open_yet.format(player))
    # Other tricks, and a Fool that is a trump, give no notice.
    assert "Fool" not in hint("SK S2 S3 S4")
    assert "Fool" not in hint("SK S2 S3 S4 F T2 T3 T4", fool_mode="highest-trump")


def test_a_settlement_at_the_end_is_shown_after_the_last_trick() -> None:
    """A-Ex7: Boris loses the Fool's trick, wins three later on, and gives an empty card."""
    tricks = [f"T{21 - at} {card}" for at, card in enumerate(["F", *THROWN])]
    whole = hand(2, variant="taros-1659", dealer=0, fool_settlement="end-of-hand")
    told = whole.plays(" ".join(tricks[:9])).plays("D1 D9 D10 D2 D3 DJ").stands()
    assert told.state.over
    assert line_of(told.replay) == (
        "The hand is over. Boris keeps the Fool and gives Anna an empty card."
    )
    last = film(told.record, ALL).steps[-1].words
    assert "Boris keeps the Fool and gives Anna an empty card." in last
    assert last.endswith("The hand is over.")
    nothing_won = whole.plays(" ".join(tricks)).stands()
    assert hint_of(nothing_won.replay) == (
        "Boris loses the Fool to Anna: there is no card to give."
    )


# What Boris throws on twelve trumps of Anna's, after the Fool.
THROWN = "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN".split()


def test_the_card_that_sets_the_suit_is_marked_as_led() -> None:
    """A17: the Fool as excuse sets none; A22: as highest trump it does."""
    for mode, cards, led in (
        ("excuse", "F", []),
        ("excuse", "F H5", ["H5"]),
        ("highest-trump", "F", ["F"]),
        ("highest-trump", "F T3", ["F"]),
    ):
        done = table(cards, fool_mode=mode)
        seats = seats_of(done.state, NAMES, {}, chairs_of(done.record))
        assert [seat.card for seat in seats if seat.led] == led
        row = rows_of(done.state, {})[0]
        assert [cell.code for cell in row.cells if cell and cell.led] == led
        shown = film(done.record, ALL)
        assert [card.code for card in shown.laid if card.led] == led


def test_where_no_card_fits_the_screen_names_the_tricks_and_offers_to_correct_them() -> None:
    """A12, A13: what Boris played to tricks 1 to 3 denies clubs, trumps, spades, diamonds."""
    begun = hand(2, variant="taros-1659", dealer=0).plays(f"{STUCK} C1")
    stuck = begun.replay
    words = "None of the cards left fits Boris: trick 1, 2 or 3 was recorded wrong."
    assert line_of(stuck) == f"Boris to play. {words}"
    assert {key[0] for key in keys_of(stuck.state, {})} == {FORBIDDEN, PLAYED}
    for card in cards_of(stuck.state.unplayed):
        problem = begun.does("play", seat=1, card=CODES[card]).replay.problem
        assert problem is not None
        refusal = refusal_of(stuck, problem, act("play", seat=1, card=CODES[card]))
        assert told(stuck, refusal.text) == words
        assert refusal.doubtful == ((1, 1), (3, 2), (5, 3))
