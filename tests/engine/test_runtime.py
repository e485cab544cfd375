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


def test_the_installed_files_are_those_that_were_written_down(tmp_path: Path, monkeypatch) -> None:
    written = runtime.DIGESTS.read_text()
    again = tmp_path / "runtime.sha256"
    again.write_text(written)
    monkeypatch.setattr(runtime, "DIGESTS", again)
    call_command("engine_sizes", digests=True, stdout=io.StringIO())
    assert again.read_text() == written


def test_a_file_of_python_that_has_changed_or_is_missing_is_named_and_none_served(
    tmp_path: Path, monkeypatch
) -> None:
    written = tmp_path / "runtime.sha256"
    monkeypatch.setattr(runtime, "DIGESTS", written)
    for name, said in (("pyodide.mjs", "is not the file"), ("nothing.mjs", "is not installed")):
        written.write_text(f"{'0' * 64}  {name}\n")
        with pytest.raises(ImproperlyConfigured, match=f"{re.escape(name)} {said}"):
            runtime.runtime_files()


def test_the_same_files_make_the_same_archive() -> None:
    contents = {"b.py": b"2", "a.py": b"1"}
    assert runtime.stored_zip(contents) == runtime.stored_zip(dict(reversed(contents.items())))


def test_of_python_what_the_engine_imports_is_served_and_nothing_can_be_installed() -> None:
    """Compared with the modules that this Python has: what is left out is among them, and no module
    that is served begins by importing it."""
    served = runtime.runtime_files()
    lock = json.loads(served[runtime.LOCK])
    assert lock["packages"] == {} and lock["info"]["python"].startswith("3.")
    with zipfile.ZipFile(io.BytesIO(served[runtime.LIBRARY])) as archive:
        sources = {name: archive.read(name) for name in archive.namelist()}
    modules = {name.partition("/")[0].removesuffix(".py") for name in sources}
    assert {"json", "re", "asyncio", "email", "logging", "zoneinfo", "pyodide"} <= modules
    assert not modules & runtime.LEFT_OUT
    assert runtime.LEFT_OUT & sys.stdlib_module_names
    assert [
        f"{name}: {module}"
        for name, source in sources.items()
        if name not in PROGRAMS
        for module in re.findall(r"^(?:from|import) (\w+)", source.decode(), re.M)
        if module in runtime.LEFT_OUT
    ] == []
