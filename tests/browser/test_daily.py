"""The hand of the day, answered by a tap, by keyboard, and without script."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.analysis import daily
from games.book.records import latest_seal
from games.models import DailyHand, Hand
from tests import published_hands
from tests.browser.barriers import TANGLED, no_barriers
from tests.browser.replaying import signed_in
from tests.cast import Cast


@pytest.fixture
def published(transactional_db: None, cast: Cast) -> Hand:
    """The published hand with a turning point."""
    return cast.sealed_hand(published_hands.changes(published_hands.hands()[0], 3))


def ask(cast: Cast, hand: Hand, kind: str) -> None:
    """Make this the question of today."""
    seal = latest_seal(hand)
    asked = daily.ASKS[kind](hand, seal, 1)
    assert asked is not None
    facts = {"hand": hand, "kind": kind, "digest": seal.game_digest, **asked}
    where: dict[str, Any] = {"club": cast.club, "day": timezone.localdate(), "outside": False}
    DailyHand.objects.update_or_create(facts, **where)


@pytest.mark.smoke
def test_the_hand_of_the_day_is_answered(
    open_page: Callable[..., Page], cast: Cast, published: Hand
) -> None:
    page = signed_in(open_page(viewport={"width": 390, "height": 844}), cast.member)
    ask(cast, published, "ending")
    page.goto(f"/c/{cast.club.slug}/")
    page.get_by_role("link", name="Hand of the day").click()
    no_barriers(page)
    page.get_by_role("button", name="queen of clubs").press("Enter")
    expect(page.get_by_role("heading", name="Another card was better.")).to_be_visible()
    no_barriers(page)
    DailyHand.objects.all().delete()
    ask(cast, published, "discard")
    page.reload()
    boxes = page.get_by_role("checkbox")
    for number in range(-6, 0):
        boxes.nth(number).check()
    no_barriers(page)
    page.get_by_role("button", name="Discard them").click()
    expect(page.locator("#_answers, [role=alert]")).to_be_visible()


def test_long_words_of_a_language_lie_beside_the_cards_on_a_telephone(
    open_page: Callable[..., Page], cast: Cast, published: Hand
) -> None:
    page = signed_in(open_page(viewport={"width": 360, "height": 740}, locale="de"), cast.member)
    for kind in daily.ASKS:
        DailyHand.objects.all().delete()
        ask(cast, published, kind)
        page.goto(f"/c/{cast.club.slug}/today/")
        too_long = page.evaluate("""() => [...document.querySelectorAll("dt")]
            .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)""")
        assert (too_long, page.evaluate(TANGLED)) == ([], []), kind
