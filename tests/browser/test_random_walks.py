"""Whatever is tapped, with and without a line, with and without the engine, next to another tablet:
once all is sent the screen is the server's.

`WALK_STEPS` sets how many steps are taken together, `WALK_SEED` the first of the seeds.
"""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import TABLET
from tests.browser.random_walk import Walk
from tests.cast import Cast
from tests.thorough import amount

# Game, what is written down of a hand, whether the tablet judges.
KINDS = [
    ("french", "tricks-only", True),
    ("french", "result-only", True),
    ("scarto", "tricks-only", False),
    ("droggn", "tricks-only", True),
    ("french", "result-only", False),
    ("sca-tarok", "auction", True),
    ("taroux-of-six", "tricks-only", False),
    ("french", "tricks-only", False),
]
STEPS = int(os.environ.get("WALK_STEPS") or amount(30, thorough=320))
SEED = int(os.environ.get("WALK_SEED") or 1)
# Steps of one match; to start a browser takes as long as thirty of them.
A_WALK = 40 if STEPS < 2000 else 250


@pytest.mark.smoke(f"{SEED}")
@pytest.mark.timeout(120 + 5 * A_WALK)
@pytest.mark.usefixtures("own_browser", "engine_compiled")
@pytest.mark.parametrize("seed", range(SEED, SEED - (-STEPS // A_WALK)))
def test_once_all_is_sent_the_screen_is_a_fresh_page_of_the_server(
    open_page: Callable[..., Page], cast: Cast, seed: int
) -> None:
    page = open_page(viewport={"width": 1180, "height": 820}, **TABLET)
    walk = Walk(page, cast, seed, *KINDS[(seed - 1) % len(KINDS)])
    walk.goes(min(STEPS, A_WALK))
    told = ", ".join(f"{name} {count}" for name, count in walk.done.most_common())
    print(f"\n{walk}: {walk.done.total()} steps, compared {walk.compared} times: {told}")
