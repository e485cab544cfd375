"""An archive of modules, compiled: what a tablet keeps after the first start, for all that follow.

The server cannot compile for the tablet, whose Python is another one. Reading the sources is two
thirds of a start (README.md).
"""

from __future__ import annotations

import io
import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER

# PEP 552: known by a hash of the source that nobody compares, since the archive's name is a digest.
HEAD = MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)


class Compiling:
    """The compiling of the modules of the archive at `path` that have been imported.

    It goes by steps, so that a worker can answer in between. `root` is where they were imported
    from.
    """

    def __init__(self, path: str, root: str) -> None:
        self._root = root
        with zipfile.ZipFile(path) as archive:
            self._contents = {name: archive.read(name) for name in archive.namelist()}
        files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
        self._waiting = [name for name in self._contents if f"{root}/{name}" in files]
        self._waiting = [name for name in self._waiting if name.endswith(".py")]

    @property
    def is_needed(self) -> bool:
        """Return whether sources have been read that could have been compiled before."""
        return bool(self._waiting)

    def step(self) -> bool:
        """Compile one more module; returns whether there are others."""
        name = self._waiting.pop()
        code = compile(self._contents.pop(name), f"{self._root}/{name}", "exec", dont_inherit=True)
        self._contents[f"{name}c"] = HEAD + marshal.dumps(code)
        return self.is_needed

    def archive(self) -> bytes:
        """Return the archive with compiled modules for sources, all else as it was."""
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
            for name, contents in self._contents.items():
                archive.writestr(zipfile.ZipInfo(name), contents)
        return written.getvalue()
