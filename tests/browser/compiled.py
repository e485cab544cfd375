"""The engine with its modules compiled, as a tablet has it after its first start: the next takes
a third of the time. A tablet compiles them here once for each state of the engine."""

import pickle
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.engine import engine_files
from games.engine.engine_files import EngineFiles
from tests.tables import made_once

# The addresses of what a tablet has kept of the engine, at once, or once modules are compiled.
KEPT = """async () => {
    const cache = await caches.open('clubtarot-engine');
    return (await cache.keys()).map(({ url }) => url);
}"""
COMPILED = f"""async () => {{
    const compiled = async () => (await ({KEPT})()).filter((url) => url.includes('?compiled'));
    while ((await compiled()).length < 2) await new Promise((done) => setTimeout(done, 50));
    return compiled();
}}"""
# Starts the engine from its sources, and waits for what it keeps for the next start: by address.
COMPILE = f"""async () => {{
    const {{ Engine }} = await import("/static/js/engine/engine.js");
    const engine = new Engine("/engine/", {{ patience: 60000 }});
    if (!await engine.start("en")) throw new Error(engine.why);
    const bytes = async (url) => (await caches.match(url)).bytes();
    const kept = await ({COMPILED})();
    return Promise.all(kept.map(async (url) => [url, (await bytes(url)).toBase64()]));
}}"""


@contextmanager
def sending_it(browser: Browser, site: str) -> Iterator[None]:
    """Let the site send it in place of the sources."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(engine_files._kept, (), compiled_engine(browser, site))
        yield


@cache
def compiled_engine(browser: Browser, site: str) -> EngineFiles:
    """Return the engine of the site at this address with compiled modules."""
    sources = engine_files.engine_files()
    state = sha256(sources.digest.encode())
    for script in sorted((Path(settings.BASE_DIR) / "static/js/engine").glob("*.js")):
        state.update(script.read_bytes())

    def make(file: Path) -> None:
        file.write_bytes(pickle.dumps(compiled(sources, browser, site)))

    made = made_once(f"engine-{state.hexdigest()[:16]}.pickle", make)
    return EngineFiles(*pickle.loads(made.read_bytes()))


def compiled(sources: EngineFiles, browser: Browser, site: str) -> EngineFiles:
    """Compile the modules on a tablet. They are in other folders, in which no file ever changes."""
    page = browser.new_page(base_url=site, service_workers="block")
    page.goto("/engine/")
    other = {name: sha256(name.encode()).hexdigest() for name in (sources.runtime, sources.bundle)}
    files = {(other[folder], name): file for (folder, name), file in sources.files.items()}
    for address, contents in page.evaluate(COMPILE):
        folder, name = address.removesuffix("?compiled").split("/")[-2:]
        files[other[folder], name] = engine_files._file(name, b64decode(contents))
    page.context.close()
    digest = f"compiled from {sources.digest}"
    return EngineFiles(digest, other[sources.runtime], other[sources.bundle], files)
