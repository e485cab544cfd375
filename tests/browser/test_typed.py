"""Cards and calls from a keyboard: `h7 hk t4 f`, Enter for the last card, arrows on the pad."""

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.rules import entering
from tests import hands
from tests.browser.scorer import Scorer
from tests.cast import Cast

LAST_TRICK = hands.played_open(68)  # everybody has one card left

READ_CARDS = """async ([line, trick]) => {
    const { cardsOf } = await import("/static/js/recording/typed.js");
    return cardsOf(line, trick);
}"""
READ_CALLS = """async ([line, calls]) => {
    const { callsOf } = await import("/static/js/recording/typed.js");
    return callsOf(line, calls);
}"""
NEW_TRICK = {"led": "", "lying": 0, "seats": 4}
CALLS = [
    {"key": "pass", "name": "pass"},
    {"key": "small", "name": "petite"},
    {"key": "guard", "name": "garde"},
    {"key": "guard-without", "name": "garde sans"},
    {"key": "guard-against", "name": "garde contre"},
]


def written(scorer: Scorer, kind: str, field: str) -> str:
    _deal, actions = entering.fold(records.changes_of(scorer.saved().hand))
    return " ".join(action[field] for action in actions if action["kind"] == kind)


# --- what is understood --------------------------------------------------------------------------


@pytest.mark.smoke
def test_lines_of_cards_and_calls_are_read_as_players_write_them(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    page.goto("/accounts/sign-in/")
    led_hearts = {"led": "H", "lying": 1, "seats": 4}
    led_trumps = {"led": "T", "lying": 2, "seats": 4}
    read = {
        "h7 hk t4 f": (NEW_TRICK, "H7 HK T4 F", ""),
        "h7 k t4 f": (NEW_TRICK, "H7 HK T4 F", ""),  # the led suit left out
        "f h7 k 3": (NEW_TRICK, "F H7 HK H3", ""),  # after the Fool the next card leads
        "h7 k 3 1 s2 9": (NEW_TRICK, "H7 HK H3 H1 S2 S9", ""),  # the next trick begins afresh
        "k 10 t1": (led_hearts, "HK H10 T1", ""),
        "21 3": (led_trumps, "T21 T3", ""),
        "2, 5; t7": (led_hearts, "H2 H5 T7", ""),
        "hv sd cc da hr x ex": (NEW_TRICK, "HJ SQ CN D1 HK F F", ""),  # as the French write
        "hp cp": (NEW_TRICK, "HJ CJ", ""),  # the page of Tarok
        "f 7 h2": ({**NEW_TRICK, "fool": "T"}, "F T7 H2", ""),  # there the Fool is a Major
        "h7 zz t4": (NEW_TRICK, "H7", "zz t4"),
        "7": (NEW_TRICK, "", "7"),  # nothing is led
        "t0": (NEW_TRICK, "", "t0"),
        "t22": (NEW_TRICK, "", "t22"),
        "k": (led_trumps, "", "k"),
        "h11": (NEW_TRICK, "", "h11"),
        "": (NEW_TRICK, "", ""),
    }
    for line, (trick, cards, left) in read.items():
        assert page.evaluate(READ_CARDS, [line, trick]) == {"cards": cards.split(), "left": left}
    spoken = {
        "pass": ("pass", ""),
        "p garde": ("pass guard", ""),
        "petite p p": ("small pass pass", ""),
        "garde sans": ("guard-without", ""),
        "gs gc": ("guard-without guard-against", ""),
        "Garde Contre": ("guard-against", ""),
        "pet": ("small", ""),
        "p whist p": ("pass", "whist p"),
        "": ("", ""),
    }
    for line, (calls, left) in spoken.items():
        assert page.evaluate(READ_CALLS, [line, CALLS]) == {"calls": calls.split(), "left": left}


# --- what is recorded ----------------------------------------------------------------------------


def test_a_hand_is_typed_from_the_first_call_on(tablet_landscape: Page, cast: Cast) -> None:
    """What cannot be read stays in the field."""
    scorer = Scorer.opens(tablet_landscape, cast).types("p peitte")
    field, words = (scorer.page.locator(f"#{name}") for name in ("typed", "typed-words"))
    expect(words).to_have_text("Not understood: peitte")
    expect(scorer.undo).to_contain_text("pass")
    scorer.types("petite").types("p p")
    expect(scorer.status).to_contain_text("Tap the 6 cards of the dog.")
    scorer.types("t7 s3 d8 d6 d2 c4")
    expect(scorer.button("Done: 6 of 6")).to_be_enabled()
    scorer.types("")
    expect(scorer.status).to_contain_text("discards")
    scorer.button("Nobody saw it").tap()
    expect(scorer.status).to_contain_text("Wanda leads")
    scorer.types("h1 hh q")
    expect(field).to_have_value("hh q")
    expect(field).to_have_attribute("aria-invalid", "true")
    scorer.types("hq k 3 h8 7 9")
    expect(field).to_have_attribute("aria-invalid", "false")
    scorer.types("n dk")
    expect(scorer.status).to_contain_text("Elise to play.")
    assert written(scorer, "call", "call") == hands.CALLS
    assert written(scorer, "play", "card") == "H1 HQ HK H3 H8 H7 H9 HN DK"


def test_letters_go_to_the_field_wherever_one_is(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(26)).plays("DJ")
    expect(scorer.button("Choose another card")).to_be_focused()
    scorer.page.keyboard.type("t1")
    scorer.page.keyboard.press("Enter")
    expect(scorer.panel).to_have_count(0)
    expect(scorer.key("T1")).to_have_attribute("data-note", "7")


def test_enter_confirms_the_only_card_left(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, LAST_TRICK)
    expect(scorer.key("CJ")).to_have_attribute("data-state", "forced")
    expect(scorer.status).to_contain_text("One card is left to play: jack of clubs.")
    scorer.page.keyboard.press("Enter")
    expect(scorer.key("CQ")).to_have_attribute("data-state", "forced")
    scorer.tap(scorer.key("CQ"))
    expect(scorer.key("C10")).to_have_attribute("data-state", "forced")
    scorer.page.keyboard.press("Enter")
    expect(scorer.key("C7")).to_have_attribute("data-state", "forced")
    scorer.types("")
    scorer.page.get_by_role("heading", name="Petite: Samir short by 9").wait_for()


def test_the_pad_is_walked_with_arrows_and_left_with_tab(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.exchange())
    press = scorer.page.keyboard.press
    scorer.page.locator("#typed").focus()
    press("Tab")
    expect(scorer.key("S1")).to_be_focused()
    for arrow in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        press(arrow)
    expect(scorer.key("S2")).to_be_focused()
    press("Enter")
    expect(scorer.key("S2")).to_have_attribute("data-note", "1")
    expect(scorer.key("S2")).to_be_focused()
    press("Tab")
    expect(scorer.button("Announce")).to_be_focused()
    press("Shift+Tab")
    expect(scorer.key("S2")).to_be_focused()


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.getElementById("typed").dispatchEvent(paste);
}"""


def test_a_piece_of_a_hand_is_pasted_as_far_as_it_fits_and_taken_back_by_one_tap(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A trick and a comment in the notation, then a card that was played before."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(4))
    scorer.page.evaluate(PASTE, 'C: H8 H7 H9 HN\nnote "from the sheet"\nB: HK')
    expect(scorer.panel).to_contain_text("Line 3 does not fit:")
    scorer.button("Record 5 entries").tap()
    expect(scorer.undo).to_contain_text("the last 5 entries")
    actions = entering.fold(records.changes_of(scorer.saved().hand))[1]
    assert [action.get("card", action["kind"]) for action in actions[-5:]] == [
        "H8", "H7", "H9", "HN", "note",
    ]  # fmt: skip
    expect(scorer.key("HN")).to_have_attribute("data-state", "played")
    scorer.tap(scorer.undo)
    expect(scorer.undo).to_contain_text("Nadia’s 3♥")
    assert len(scorer.saved().recorded.split()) == 4
