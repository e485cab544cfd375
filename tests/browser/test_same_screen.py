"""The engine on the tablet answers as the server does, byte for byte, whatever was tapped.

Both run the same files, on two versions of Python and on two machines. What the server would say is
asked here of the same door. `SAME_HANDS` is the number of hands a game.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from games.engine import door
from games.rules import VARIANTS, Variant
from tests.browser.compiled import sending_it
from tests.browser.conftest import TIMEOUT
from tests.games import EVERY_VARIANT
from tests.recording.course import as_browsers_write
from tests.recording.tapping import TappedHand, hands_tapped

HANDS = int(os.environ.get("SAME_HANDS") or 1)
SECONDS_A_HAND = 10

START = """async (language) => {
    const { Engine } = await import("/static/js/engine/engine.js");
    const engine = new Engine("/engine/", { patience: 60000 });
    (globalThis.engines ??= {})[language] = engine;
    return await engine.start(language) ? "" : engine.why;
}"""
# One call of the browser for all requests of a hand; of each answer only its digest comes back.
ANSWERS = """
const textOf = async ([language, hand], { after, name, facts }) => {
    const sent = { ...hand.table, changes: hand.changes.slice(0, after), ...facts };
    try {
        return JSON.stringify(await globalThis.engines[language].call(name, sent));
    } catch (error) {
        return `${error.name}: ${error.message}`;
    }
};
const digestOf = async (text) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const bytes = Array.from(new Uint8Array(digest));
    return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
"""
DIGESTS = f"""async ([language, hand]) => {{
    {ANSWERS}
    const digests = [];
    for (const one of hand.asked) digests.push(await digestOf(await textOf([language, hand], one)));
    return digests;
}}"""
ANSWER = f"""async ([language, hand, one]) => {{
    {ANSWERS}
    return textOf([language, hand], one);
}}"""


@pytest.fixture(scope="module")
def tablet(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A page with nothing on it but the engine, one for each language that is asked for."""
    context = browser.new_context(base_url=live_server.url, service_workers="block")
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.goto("/engine/")
    with sending_it(browser, live_server.url):
        yield page
    context.close()


def as_sent(hand: TappedHand) -> dict[str, Any]:
    """A hand for the page: what all of its requests say, once."""
    asked = [one._asdict() for one in hand.asked]
    return {"table": hand.table, "changes": hand.changes, "asked": asked}


def on_the_server(name: str, sent: dict[str, Any]) -> str:
    """An answer as JSON in the form in which browsers write it."""
    told = json.loads(door.call(name, json.dumps(sent)))
    if "error" in told:
        return f"{told['error']['type']}: {told['error']['message']}"
    answer = as_browsers_write(told["answer"])
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def assert_same(page: Page, language: str, hands: Iterator[TappedHand]) -> None:
    """Ask both about every position of these hands."""
    if not page.evaluate("language => !!globalThis.engines?.[language]", language):
        assert page.evaluate(START, language) == ""
    asked = 0
    for hand in hands:
        sent = as_sent(hand)
        digests = page.evaluate(DIGESTS, [language, sent])
        with translation.override(language):
            for one, digest in zip(hand.asked, digests, strict=True):
                asked += 1
                ours = on_the_server(one.name, hand.sent(one))
                assert ours.startswith("{"), (one, ours)
                if hashlib.sha256(ours.encode()).hexdigest() != digest:
                    theirs = page.evaluate(ANSWER, [language, sent, one._asdict()])
                    assert (one, theirs) == (one, ours)
                    raise AssertionError(f"{one}: not the same twice")
    assert asked


@pytest.mark.smoke("droggn")
@pytest.mark.timeout(120 + SECONDS_A_HAND * HANDS)
@EVERY_VARIANT
def test_at_every_entry_the_tablet_shows_and_says_what_the_server_would(
    tablet: Page, variant: Variant
) -> None:
    assert_same(tablet, "en", hands_tapped(variant, HANDS))


@pytest.mark.timeout(120 + SECONDS_A_HAND * HANDS)
@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_tablet_says_it_in_the_words_of_the_server(tablet: Page, language: str) -> None:
    for variant in VARIANTS:
        assert_same(tablet, language, hands_tapped(variant, -(-HANDS // 6)))
