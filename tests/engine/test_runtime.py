"""Python for the browser: the files that were written down, and nothing else of the package."""

import io
import json
import re
import sys
import zipfile
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from games.engine import runtime

# Programs that nobody runs on a tablet, and that begin with what is left out.
PROGRAMS = {"asyncio/__main__.py", "compileall.py", "concurrent/futures/process.py"}


def library() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(runtime.runtime_files()[runtime.LIBRARY]))


def test_the_installed_files_are_those_that_were_written_down(tmp_path: Path, monkeypatch) -> None:
    written = runtime.DIGESTS.read_text()
    again = tmp_path / "runtime.sha256"
    again.write_text(written)
    monkeypatch.setattr(runtime, "DIGESTS", again)
    call_command("engine_sizes", digests=True, stdout=io.StringIO())
    assert again.read_text() == written


def test_a_file_of_python_that_has_changed_is_not_served(tmp_path: Path, monkeypatch) -> None:
    changed = tmp_path / "runtime.sha256"
    changed.write_text(f"{'0' * 64}  pyodide.mjs\n")
    monkeypatch.setattr(runtime, "DIGESTS", changed)
    with pytest.raises(ImproperlyConfigured, match=r"pyodide\.mjs is not the file"):
        runtime.runtime_files()


def test_a_file_of_python_that_is_missing_is_named(tmp_path: Path, monkeypatch) -> None:
    changed = tmp_path / "runtime.sha256"
    changed.write_text(f"{'0' * 64}  nothing.mjs\n")
    monkeypatch.setattr(runtime, "DIGESTS", changed)
    with pytest.raises(ImproperlyConfigured, match=r"nothing\.mjs is not installed"):
        runtime.runtime_files()


def test_the_same_files_make_the_same_archive() -> None:
    contents = {"b.py": b"2", "a.py": b"1"}
    assert runtime.stored_zip(contents) == runtime.stored_zip(dict(reversed(contents.items())))


def test_nothing_can_be_installed_on_the_tablet() -> None:
    lock = json.loads(runtime.runtime_files()[runtime.LOCK])
    assert lock["packages"] == {} and lock["info"]["python"].startswith("3.")


def test_no_module_that_is_served_begins_by_importing_one_that_is_left_out() -> None:
    with library() as archive:
        broken = [
            f"{name}: {module}"
            for name in archive.namelist()
            if name not in PROGRAMS
            for module in re.findall(r"^(?:from|import) (\w+)", archive.read(name).decode(), re.M)
            if module in runtime.LEFT_OUT
        ]
    assert broken == []


def test_whatever_the_engine_imports_of_python_is_served() -> None:
    """Compared with the modules that this Python has: what is left out is among them."""
    with library() as archive:
        served = {name.partition("/")[0].removesuffix(".py") for name in archive.namelist()}
    assert {"json", "re", "asyncio", "email", "logging", "zoneinfo", "pyodide"} <= served
    assert not served & runtime.LEFT_OUT
    assert runtime.LEFT_OUT & sys.stdlib_module_names
