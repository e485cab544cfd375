"""One hand of each game by touch, its middle played without the tablet."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from games import people
from games.book import records
from games.models import Hand, Seal
from games.rules import card_code, cards_of, entering, replay
from games.rules.phases import play
from games.rules.replaying.replay import fold
from tests.browser.scorer import Scorer, lets_in
from tests.cast import Cast
from tests.factories import act, write

NEW_MATCH = "/c/les-atouts/matches/new/"


@dataclass(frozen=True)
class Game:
    """A game as it is called in the form, its players, the cards played, the calls of the hand."""

    name: str
    players: int
    cards: int
    calls: str = ""


GAMES = {
    "french": Game("French Tarot", 4, 72, "pass guard pass pass"),
    "droggn": Game("Droggn", 3, 63, "ansager pass pass"),
    "taros-1659": Game("Le Jeu de Taros", 6, 72),
    "taroux-of-six": Game("Taroux of Six", 6, 72, "prop pass take contra pass pass pass pass pass"),
    "sca-tarok": Game("Tarok", 4, 76),
    "scarto": Game("Scarto", 3, 75),
}


def opens(page: Page, cast: Cast, game: Game) -> Scorer:
    """Fills the form, opens the match and deals its first hand."""
    people.add_player(user=cast.scorer, club=cast.club, name="Fleur")
    lets_in(page, cast.scorer)
    page.goto(NEW_MATCH)
    choice = page.get_by_role("group", name="Game").get_by_role("button", name=game.name)
    former = choice.element_handle()
    choice.tap()
    former.wait_for_element_state("hidden")  # what is tapped next is the form of this game
    expect(choice).to_have_attribute("aria-pressed", "true")
    page.get_by_label(f"{game.players} players").tap()
    expect(page.locator(".sit:visible")).to_have_count(game.players)
    for name in ("Anna", "Boris", "Chloé", "Dario", "Emma", "Fleur")[: game.players]:
        page.locator(".people").get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("button", name="Open the match").tap()
    page.locator("#recording:not([inert])").wait_for()
    return Scorer(page)


def exchanges(scorer: Scorer) -> None:
    """Stock, halves, discards and purchases, as far as the game has them."""
    page = scorer.page
    while page.locator("#recording").get_attribute("data-phase") == "exchange":
        version = page.locator("#recording").get_attribute("data-version") or ""
        if page.locator("#unseen").is_visible():
            scorer.tap(page.locator("#unseen"))
        elif page.locator("#done").is_visible():
            size = int(page.locator(".chosen").get_attribute("data-count") or 0)
            for key in page.locator('.key[data-state="clear"]').all()[:size]:
                scorer.tap(key)
            scorer.tap(page.locator("#done"))
        else:
            scorer.tap(page.locator("#stage [data-act]").first)
        expect(page.locator("#recording")).not_to_have_attribute("data-version", version)


# The last key of the pad that is free: trumps go first, so that somebody can always follow.
NEXT_CARD = """() => {
    const free = (...states) => [...document.querySelectorAll(".key")]
        .findLast((key) => states.includes(key.dataset.state));
    return (free("forced") ?? free("clear", "possible"))?.dataset.card;
}"""
IS_AT = "(version) => document.querySelector('#recording').dataset.version === version"


def taps(scorer: Scorer, cards: int) -> None:
    """One card after the other that the keys offer."""
    version = int(scorer.page.locator("#recording").get_attribute("data-version") or 0)
    for card in range(1, cards + 1):
        scorer.looks_at(scorer.page.wait_for_function(NEXT_CARD).json_value())
        scorer.page.wait_for_function(IS_AT, arg=str(version + card))


def is_played_on(scorer: Scorer, cast: Cast, cards: int) -> None:
    """More cards, chosen as above, that nobody taps; the tablet shows the hand after it."""
    hand = Hand.objects.visible_to(cast.scorer).with_table().get(pk=scorer.saved().hand.pk)
    state = replay(records.record_of(hand)).state
    for _ in range(cards):
        change = act("play", seat=state.turn, card=card_code(cards_of(play.legal(state))[-1]))
        write(cast.scorer, hand, change)
        assert fold(state, [change["action"]]) is None
    scorer.page.reload()
    scorer.page.locator("#recording:not([inert])").wait_for()


@pytest.mark.smoke("droggn")
@pytest.mark.parametrize("key", GAMES)
def test_a_hand_of_each_game_from_the_form_to_the_seal(
    tablet_landscape: Page, cast: Cast, key: str
) -> None:
    scorer = opens(tablet_landscape, cast, GAMES[key])
    for call in GAMES[key].calls.split():
        expect(scorer.page.locator(f'[data-call="{call}"]:not([data-refused])')).to_be_visible()
        scorer.says(call).saved()
    expect(scorer.page.locator("#recording")).not_to_have_attribute("data-mode", "auction")
    exchanges(scorer.saved())
    trick = GAMES[key].players
    taps(scorer, trick + 1)
    is_played_on(scorer, cast, GAMES[key].cards - 2 * trick - 1)
    taps(scorer, trick)
    scorer.tap(scorer.button("Confirm and seal"))
    # At Taros one hand may win the match: nothing is dealt then before "Go on playing".
    scorer.page.locator("#_last_hand").wait_for()

    hand = Hand.objects.get()
    assert (hand.variant, hand.status, Seal.objects.get().hand) == (key, "scored", hand)
    again = replay(records.record_of(hand))
    assert again.problem is None and again.outcome.scores is not None
    stored = [seat.score_halves / 2 for seat in hand.seats.order_by("seat")]
    assert stored == list(again.outcome.scores)


def test_a_card_is_bought_and_paid_face_up(tablet_portrait: Page, cast: Cast) -> None:
    """Droggn 2.7: what is asked for, who gives it, what is paid."""
    scorer = opens(tablet_portrait, cast, GAMES["droggn"])
    for call in GAMES["droggn"].calls.split():
        scorer.says(call).saved()
    scorer.tap(scorer.button("Nobody saw it"))
    expect(scorer.status).to_contain_text("Boris may buy a card.")
    scorer.saved().looks_at("SK")
    expect(scorer.panel).to_contain_text("Boris asks for the king of spades")
    scorer.tap(scorer.panel.get_by_label("Chloé"))
    scorer.tap(scorer.button("Paid face up: tap the card"))
    scorer.looks_at("H7")
    expect(scorer.undo).to_contain_text("Boris buys K♠")
    action = entering.fold(records.changes_of(scorer.saved().hand))[1][-1]
    assert action == {"kind": "buy", "seat": 1, "card": "SK", "pay": "H7", "from": 2}


def test_a_re_contra_is_called_out_of_turn(tablet_landscape: Page, cast: Cast) -> None:
    """Taroux B22: the bidder's side answers a contra at once, no matter whose turn it is."""
    scorer = opens(tablet_landscape, cast, GAMES["taroux-of-six"])
    for call in ("take", "contra"):
        scorer.says(call).saved()
    scorer.tap(scorer.page.locator('[data-call="recontra"]', has_text="Emma"))
    action = entering.fold(records.changes_of(scorer.saved().hand))[1][-1]
    assert action == {"kind": "call", "seat": 4, "call": "recontra", "of": "take"}
