"""The addresses of the engine: named by digest and kept for ever, asked without a session."""

import base64
import gzip
import hashlib
import os
import runpy
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.engine import engine_files as making
from games.engine.engine_files import engine_files

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]

# No test here asks for the database: one that were asked would fail.


def described() -> dict[str, Any]:
    answer: dict[str, Any] = Client().get(reverse("engine")).json()
    return answer


def test_the_description_names_every_file_with_its_digest_and_is_sent_once() -> None:
    first = Client().get(reverse("engine"))
    told = first.json()
    names = {address.rpartition("/")[2] for address in told["files"]}
    python = {"pyodide.asm.js", "pyodide.asm.wasm", "pyodide.mjs", "pyodide-lock.json"}
    assert names == python | {"python_stdlib.zip", "bundle.zip"}
    assert told["bundle"] in told["files"]
    assert f"{told['runtime']}pyodide.mjs" in told["files"]
    for address, integrity in told["files"].items():
        body = Client().get(address).content
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        assert integrity == f"sha256-{digest}"
    made = engine_files()
    whole = hashlib.sha256(f"{made.runtime}{made.bundle}".encode()).hexdigest()
    assert told["digest"] == whole == made.digest
    assert first["Cache-Control"] == "public, no-cache"
    assert told["digest"] in first["ETag"]
    again = Client().get(reverse("engine"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert not first.cookies


def test_a_file_is_kept_for_ever_and_sent_compressed_where_that_is_understood() -> None:
    address = described()["bundle"]
    plain, compressed = (
        Client().get(address, headers={"Accept-Encoding": one}) for one in ("br", "br, gzip")
    )
    for answer in (plain, compressed):
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Accept-Encoding" in answer["Vary"]
    assert "Content-Encoding" not in plain
    assert compressed["Content-Encoding"] == "gzip"
    assert len(compressed.content) * 3 < len(plain.content)
    assert gzip.decompress(compressed.content) == plain.content
    assert zipfile.ZipFile(BytesIO(plain.content)).testzip() is None
    for accepted, sent in (
        ("", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("deflate, gzip;q=0.0, br", None),
        ("gzip;q=0.5", "gzip"),
        ("deflate, gzip", "gzip"),
    ):
        answer = Client().head(address, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("Content-Encoding") == sent, accepted


def test_files_are_sent_as_what_they_are_and_those_of_another_engine_not_at_all() -> None:
    runtime = described()["runtime"]
    for name, kind in (
        ("pyodide.mjs", "text/javascript"),
        ("pyodide.asm.wasm", "application/wasm"),
    ):
        answer = Client().head(f"{runtime}{name}")
        assert answer["Content-Type"].startswith(kind)
        assert answer["X-Content-Type-Options"] == "nosniff"
    before = reverse("engine-file", kwargs={"folder": "0" * 64, "name": "bundle.zip"})
    assert Client().get(before).status_code == 404


def test_the_worker_alone_may_compile_webassembly() -> None:
    worker = Client().get(reverse("engine-worker"))
    assert "script-src 'self' 'wasm-unsafe-eval';" in worker["Content-Security-Policy"]
    assert worker["Cache-Control"] == "public, no-cache"
    assert worker["Content-Type"].startswith("text/javascript")
    for address in (described()["bundle"], reverse("engine"), "/accounts/sign-in/", "/worker.js"):
        assert "unsafe" not in Client().get(address)["Content-Security-Policy"]


def test_while_the_engine_is_made_others_are_asked_to_come_again(monkeypatch) -> None:
    """A server has eight threads; tablets that come back after a restart must not take them all."""
    address = described()["bundle"]
    monkeypatch.setattr(making, "_kept", {})
    with making._one_at_a_time:
        for path in (reverse("engine"), address):
            answer = Client().get(path)
            assert answer.status_code == 503
            assert int(answer["Retry-After"]) > 0


def test_a_server_makes_its_engine_before_anybody_asks(monkeypatch, settings) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(making, "make_ahead", lambda: begun.append(True))
    for settings.DEBUG, ahead in ((False, [True]), (True, [])):
        begun.clear()
        runpy.run_module("clubtarot.wsgi")
        assert begun == ahead


@pytest.mark.thorough
def test_a_process_that_is_forked_while_the_engine_is_made_has_whole_modules() -> None:
    """gunicorn --preload forks while the thread works: it must import nothing of the site."""
    program = """
import sys
from games.engine import engine_files
begun = []
engine_files.gzip.compress = lambda contents, *_level, **_mtime: contents
engine_files.make_ahead = lambda: begun.append({*sys.modules})
import clubtarot.wsgi
engine_files.engine_files()
ours = ("clubtarot", "games", "django", "rest_framework", "drf_spectacular")
print(begun and [name for name in {*sys.modules} - begun[0] if name.startswith(ours)])
"""
    settings_of_tests = os.environ | {"DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=settings_of_tests,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[]\n", done.stderr


def test_an_engine_made_ahead_is_the_one_that_tablets_get_and_the_operator_hears_if_it_cannot_be(
    monkeypatch, caplog
) -> None:
    made = engine_files()
    monkeypatch.setattr(making, "_kept", {})
    monkeypatch.setattr(making.logger.parent, "propagate", True)
    monkeypatch.setattr(making, "_make", lambda: 1 / 0)
    making._make_or_log()
    assert "the server judges every card" in caplog.text
    assert making.made_digest() == ""
    monkeypatch.setattr(making, "_make", lambda: made._replace(digest="ahead"))
    making.make_ahead().join()
    assert making.made_digest() == engine_files().digest == "ahead"


def test_a_process_forked_while_the_engine_is_made_makes_its_own(monkeypatch) -> None:
    made = engine_files()
    monkeypatch.setattr(making, "_kept", {})
    monkeypatch.setattr(making, "_make", lambda: made)
    with making._one_at_a_time:
        child = os.fork()
        if not child:
            os._exit(0 if engine_files() is made else 1)
        _child, status = os.waitpid(child, 0)
    assert status == 0


def test_an_engine_is_made_once_but_again_after_a_changed_template_while_the_site_is_worked_on(
    monkeypatch, settings
) -> None:
    made = engine_files()
    assert engine_files() is made
    settings.DEBUG = True
    monkeypatch.setattr(making, "_kept", {})
    now = making._changes_of_templates()
    for changes, digest in ((now, "one"), ((*now, 1), "another")):
        monkeypatch.setattr(making, "_changes_of_templates", lambda changes=changes: changes)
        monkeypatch.setattr(making, "_make", lambda digest=digest: made._replace(digest=digest))
        assert engine_files().digest == digest
        assert engine_files() is engine_files()


def test_nobody_lets_15_megabytes_be_unpacked_without_end() -> None:
    address = described()["bundle"]
    client = Client(headers={"Accept-Encoding": "identity"}, REMOTE_ADDR="192.0.2.7")
    with time_machine.travel(1_800_000_000, tick=False):
        found = [client.head(address).status_code for _one in range(31)]
    assert found == [200] * 30 + [429]
    assert Client().head(address, headers={"Accept-Encoding": "gzip"}).status_code == 200
