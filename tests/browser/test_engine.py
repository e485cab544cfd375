"""The engine starts on a page, says what the server says, and fails without harm to the page."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.utils.translation import override
from playwright.sync_api import Page, Route
from pytest_django.live_server_helper import LiveServer

from games.engine import door, engine_pages
from games.engine.engine_files import BUNDLE, EngineFiles, engine_files
from games.rules import format_record
from tests.browser.compiled import COMPILED, KEPT
from tests.browser.conftest import TABLET
from tests.engine.alone import at_table
from tests.rules.golden.playthrough import collection, read

pytestmark = pytest.mark.usefixtures("own_browser")

PAGE = "/accounts/sign-in/"
BEGIN = """async ([options, language]) => {
    const { Engine } = await import('/static/js/engine/engine.js');
    const engine = new Engine(options.address ?? '/engine/', options);
    globalThis.engine = engine;
    globalThis.told = [];
    for (const name of ['ready', 'failed', 'stopped']) {
        engine.addEventListener(name, ({ detail }) => told.push([name, detail?.why ?? '']));
    }
    return await engine.start(language);
}"""
AGAIN = "() => engine.start('en')"
CALL = """([name, args]) => engine.call(name, args).catch(({ name, message }) => ({
    refused: name, message,
}))"""
AT_ONCE = "(records) => Promise.all(records.map((record) => engine.call('judge', { record })))"
TRACE = "() => engine.call('nothing').catch(({ trace }) => trace)"
KEEP_ANOTHER = """async (url) => {
    const cache = await caches.open('clubtarot-engine');
    await cache.put(url, new Response('old'));
}"""
DAMAGE = """async () => {
    const cache = await caches.open('clubtarot-engine');
    for (const { url } of await cache.keys()) {
        if (url.includes('compiled')) await cache.delete(url);
        if (url.endsWith('bundle.zip')) await cache.put(url, new Response('damaged'));
    }
}"""
FORGOTTEN = f"""async (folder) => {{
    const isThere = async () => (await ({KEPT})()).some((url) => url.includes(folder));
    while (await isThere()) await new Promise(requestAnimationFrame);
}}"""


def sample() -> dict[str, Any]:
    """A whole hand of French tarot."""
    path = next(path for path in collection() if path.parent.name == "french")
    raw: dict[str, Any] = json.loads(format_record(read(path).record))
    return raw


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A page of the site on a tablet, without the service worker."""
    page = open_page(viewport={"width": 1180, "height": 820}, **TABLET)
    page.goto(PAGE)
    return page


@pytest.fixture
def requests(page: Page, live_server: LiveServer) -> Iterator[list[tuple[str, bool]]]:
    """What the page asks for below /engine/, and whether it says who asks."""
    seen: list[tuple[str, bool]] = []
    begin = f"{live_server.url}/engine/"

    def see(request: Any) -> None:
        if request.url.startswith(begin):
            seen.append((request.url.removeprefix(begin), "cookie" in request.all_headers()))

    page.context.on("request", see)
    yield seen
    page.context.remove_listener("request", see)


def starts(page: Page, language: str = "en", **options: Any) -> bool:
    return bool(page.evaluate(BEGIN, [options, language]))


def why(page: Page) -> str:
    """Why the engine does not run, as it has told the page, once."""
    told = page.evaluate("() => told")
    assert [name for name, _ in told].count("failed") == 1
    said = page.evaluate("() => engine.why")
    assert ["failed", said] in told
    assert page.evaluate("() => engine.isReady") is False
    return str(said)


def calls(page: Page, name: str, **arguments: Any) -> Any:
    return page.evaluate(CALL, [name, arguments])


def server(name: str, **arguments: Any) -> Any:
    """What the server's own engine answers."""
    return json.loads(door.call(name, json.dumps(arguments)))["answer"]


def is_page_well(page: Page) -> None:
    """The page goes on: its form can still be filled in."""
    page.get_by_label("Account name").fill("scorer")
    assert page.get_by_label("Account name").input_value() == "scorer"


def test_the_tablet_judges_scores_and_draws_a_hand_as_the_server_does(
    page: Page, requests: list[tuple[str, bool]]
) -> None:
    """Questions asked at once, too, and after an error of Python. The engine is fetched without
    saying who asks: then the server looks up no session for it."""
    page.context.add_cookies(
        [{"name": "sessionid", "value": "x" * 32, "domain": "localhost", "path": "/"}]
    )
    assert starts(page, "fr"), why(page)
    assert len(requests) > 7
    assert [url for url, says_who in requests if says_who] == []
    assert calls(page, "nothing")["refused"] == "KeyError"
    assert calls(page, "score", record={})["refused"] == "RecordError"
    assert calls(page, "judge", record={})["ok"] is False

    record = sample()
    change = {"op": "act", "action": record["actions"][40]}
    entry = at_table(record, 40) | {"change": change}
    asked = [record | {"actions": record["actions"][:count]} for count in range(0, 60, 20)]
    with override("fr"):
        assert calls(page, "judge", record=record) == server("judge", record=record)
        assert calls(page, "score", record=record) == server("score", record=record)
        drawn = calls(page, "enter", **entry)
        assert drawn == server("enter", **entry)
        answers = page.evaluate(AT_ONCE, asked)
        assert answers == [server("judge", record=one) for one in asked]
    assert drawn["status"] == 201 and drawn["body"]["parts"]
    assert page.evaluate("() => engine.digest") == engine_files().digest
    assert page.evaluate("() => [engine.isReady, told]") == [True, [["ready", ""]]]


@pytest.mark.usefixtures("engine_compiled")
def test_a_file_that_the_server_did_not_name_is_never_run(page: Page) -> None:
    """One byte more: the file still works, but it is another one."""
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide.mjs", BUNDLE):
        file = next(file for (_, one), file in engine_files().files.items() if one == name)
        body = gzip.decompress(file.compressed) + b"\n"
        with replaced(page, f"*/{name}", body=body, headers={"Content-Type": file.content_type}):
            assert not starts(page), name
        assert why(page) == "files", name
    is_page_well(page)


@contextmanager
def replaced(page: Page, name: str, **answer: Any) -> Iterator[None]:
    """For the block, a file of the engine is answered with something else, or not at all."""
    address = f"**/engine/{name}"
    page.route(address, lambda route: route.fulfill(**answer) if answer else route.abort())
    yield
    page.unroute(address)


@pytest.mark.usefixtures("engine_compiled")
def test_a_failed_download_is_reported_and_can_be_tried_again(page: Page) -> None:
    for name in ("", "worker.js", f"*/{BUNDLE}", "*/pyodide.asm.js"):
        with replaced(page, name):
            assert not starts(page), name
        assert why(page) == "files", name
    is_page_well(page)
    assert page.evaluate(AGAIN) is True
    assert calls(page, "judge", record=sample())["ok"] is True


@pytest.mark.usefixtures("engine_compiled")
def test_an_engine_that_was_stopped_killed_or_has_broken_down_can_be_started_again(
    page: Page,
) -> None:
    """A server that makes its engine is asked again."""
    busy = [True]

    def answer(route: Route) -> None:
        if not busy:
            return route.continue_()
        busy.clear()
        return route.fulfill(status=503, headers={"Retry-After": "0.1"})

    page.route("**/engine/", answer)
    assert starts(page, patience=500), why(page)
    assert not busy
    page.evaluate("() => engine.stop()")
    assert page.evaluate("() => [engine.state, told.at(-1)]") == ["stopped", ["stopped", ""]]

    assert page.evaluate(AGAIN) is True
    page.evaluate("() => engine.worker.terminate()")  # as a tablet does that needs the memory
    lost = calls(page, "judge", record=sample())
    assert lost == {"refused": "Error", "message": "The engine has failed: silent"}
    assert why(page) == "silent"
    assert calls(page, "judge", record=sample())["message"] == "The engine is failed."
    is_page_well(page)

    page.evaluate("() => { told.length = 0 }")
    assert page.evaluate(AGAIN) is True
    page.evaluate("() => engine.worker.dispatchEvent(new ErrorEvent('error', { message: 'gone' }))")
    assert why(page) == "died"


def test_a_tablet_that_cannot_run_it_fetches_nothing(
    page: Page, requests: list[tuple[str, bool]]
) -> None:
    little = "Object.defineProperty(navigator, 'deviceMemory', { value: 1 })"
    for change, options, reason in (
        ("0", {"address": ""}, "off"),
        (little, {}, "little-memory"),
        ("delete globalThis.WebAssembly", {}, "no-webassembly"),
    ):
        page.evaluate(f"() => {{ {change}; }}")
        assert not starts(page, **options)
        assert why(page) == reason
    assert requests == []


def test_the_second_start_needs_no_server_compiles_nothing_and_forgets_what_is_older(
    keeping_tablet: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kept file that is damaged is fetched again by the start after."""
    page, record, old = keeping_tablet, sample(), f"/engine/{'0' * 64}/bundle.zip"
    page.goto(PAGE)
    page.evaluate(KEEP_ANOTHER, old)
    assert starts(page, keeper="/worker.js"), why(page)
    assert "REQUESTS[name]" in page.evaluate(TRACE)
    page.evaluate(COMPILED)
    assert not [url for url in page.evaluate(KEPT) if url.endswith(old)]
    with monkeypatch.context() as broken:
        broken.setattr(engine_pages, "engine_files", lambda: 1 / 0)
        page.reload()
        assert starts(page, keeper="/worker.js"), why(page)
        assert calls(page, "judge", record=record) == server("judge", record=record)
        trace = page.evaluate(TRACE)
    assert "door.py" in trace and "REQUESTS[name]" not in trace  # no source was read

    page.evaluate("() => engine.stop()")
    page.evaluate(DAMAGE)
    assert page.evaluate(AGAIN) is False
    assert why(page) == "files"
    assert page.evaluate(AGAIN) is True


def newer(folder: str, digest: bytes = b"") -> EngineFiles:
    """The engine of a site that was updated: its bundle lies in another folder."""
    made = engine_files()
    bundle = made.files[made.bundle, BUNDLE]
    files = {place: file for place, file in made.files.items() if place[0] != made.bundle}
    files[folder, BUNDLE] = bundle._replace(digest=digest or bundle.digest)
    return made._replace(digest=f"in {folder}", bundle=folder, files=files)


def test_an_update_of_which_only_a_part_arrives_takes_no_engine_away(
    keeping_tablet: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one before still runs without the server, until all of the new one is here."""
    page, before = keeping_tablet, engine_files()
    page.goto(PAGE)
    assert starts(page, keeper="/worker.js"), why(page)
    page.evaluate(COMPILED)
    with monkeypatch.context() as site:
        site.setattr(engine_pages, "engine_files", lambda: newer("1" * 64, digest=b"torn"))
        page.reload()
        assert not starts(page, keeper="/worker.js")
        assert why(page) == "files"
        site.setattr(engine_pages, "engine_files", lambda: 1 / 0)
        page.reload()
        assert starts(page, keeper="/worker.js"), why(page)
        assert page.evaluate("() => engine.digest") == before.digest
        site.setattr(engine_pages, "engine_files", lambda: newer("2" * 64))
        page.reload()
        assert starts(page, keeper="/worker.js"), why(page)
        assert page.evaluate("() => engine.digest") == f"in {'2' * 64}"
        page.evaluate(FORGOTTEN, before.bundle)
