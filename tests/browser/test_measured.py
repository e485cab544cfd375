"""What `make bench` drives in Chromium still finds its way: nobody else would notice."""

import pytest
from playwright.sync_api import Browser

from tests.campaigns.bench.stepping import asking_nothing
from tests.campaigns.programs import served_demo


@pytest.mark.thorough
def test_a_step_of_the_replay_is_measured_in_the_demo_club(browser: Browser) -> None:
    with served_demo() as site:
        context = browser.new_context(base_url=site.address)
        step, move = asking_nothing(context, 1)
        context.close()
    assert 0 < move.wall < step.wall
