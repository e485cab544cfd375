"""What somebody writes to take over a page is shown as they wrote it, by Chromium as well."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Dialog, Page

from games.models import Club
from tests.browser.replaying import signed_in
from tests.campaigns.attack.payloads import MARK, PAYLOADS
from tests.campaigns.attack.test_texts import written_everywhere
from tests.cast import Cast
from tests.thorough import amount

TRIED = PAYLOADS[:: amount(len(PAYLOADS), thorough=1)]
INJECTED = f"() => window.{MARK} !== undefined || document.querySelector('#{MARK}') !== null"


@pytest.mark.smoke
@pytest.mark.parametrize("text", TRIED, ids=range(len(TRIED)))
def test_nothing_that_somebody_wrote_becomes_part_of_a_page(
    text: str, open_page: Callable[..., Page], transactional_db: None, cast: Cast
) -> None:
    """As a member and as a visitor; the guard of all browser tests sees what breaks the policy."""
    member, visitor = signed_in(open_page(), cast.admin), open_page()
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    for page in (member, visitor):
        page.on("dialog", dismiss)
    Club.objects.filter(pk=cast.club.pk).update(name=text[:60])
    match = written_everywhere(cast, text)
    hand, slug = match.hands.get(), cast.club.slug
    pages = [
        (member, reverse("club", args=[slug])),
        (member, reverse("players", args=[slug])),
        (member, reverse("player", args=[slug, cast.players[0].public_id])),
        (member, reverse("matches", args=[slug])),
        (member, reverse("match", args=[slug, match.public_id])),
        (member, reverse("match-sheet", args=[slug, match.public_id])),
        (member, reverse("record", args=[slug, match.public_id])),
        (member, reverse("hand", args=[slug, hand.public_id])),
        (member, reverse("hand-log", args=[slug, hand.public_id])),
        (member, reverse("hands", args=[slug])),
        (member, reverse("search", args=[slug], query={"text": text})),
        (member, reverse("league", args=[slug])),
        (member, reverse("club-settings", args=[slug])),
        (visitor, reverse("shared-hand", args=[hand.public_id])),
        (visitor, reverse("shared-hand", args=[hand.public_id]) + "?embed=1"),
        (visitor, reverse("sign-in", query={"next": text})),
    ]
    injected = []
    for page, address in pages:
        page.goto(address)
        if page.evaluate(INJECTED):
            injected.append(address)
    assert injected == []
    assert dialogs == []
