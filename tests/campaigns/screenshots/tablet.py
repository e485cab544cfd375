"""A scorer's tablet: the published hand of `tests/hands.py` recorded up to trick 7."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.campaigns.begin import apart
from tests.campaigns.browsing import chromium, sign_in
from tests.campaigns.programs import Site

TABLET: dict[str, Any] = {
    "viewport": {"width": 1180, "height": 820},
    "color_scheme": "light",
    "locale": "en-GB",
    "has_touch": True,
}
SCORER = "scorer"
MATCH = "Friday, first table"  # of the demo club, which is written card by card
CARDS = 26  # up to the moment of the picture
SETTLED = 400  # milliseconds after which nothing on the screen moves any more


def take_picture(site: Site, folder: Path) -> None:
    """Write `record.png` into `folder`, from the demo club."""
    apart(__name__, site.database)
    path = folder / "record.png"
    with chromium() as browser:
        page = browser.new_context(base_url=site.address, **TABLET).new_page()
        sign_in(page, SCORER)
        match = page.locator(".open-match", has_text=MATCH)
        match.get_by_role("link", name="Record").tap()
        page.locator("#recording").wait_for()
        page.wait_for_load_state()
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=path, animations="disabled")
    print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)


def main() -> None:
    """Record the hand in the database of this process."""
    from games.models import Match, User
    from tests import hands
    from tests.factories import act, open_hand, plays

    user = User.objects.get(username=SCORER)
    match = Match.objects.visible_to(user).get(title=MATCH)
    laid = act("discard", cards=hands.DISCARD.split())
    stock = act("stock", cards=hands.DOG.split())
    open_hand(user, match, [*hands.auction(), stock, laid, *plays(" ".join(hands.CARDS[:CARDS]))])
