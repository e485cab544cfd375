"""What a tablet keeps after the first start: the modules that it imported, compiled."""

import zipfile
from pathlib import Path

import pytest

from games.engine.runtime import stored_zip
from tests.engine.alone import run, unpacked

COMPILE = """
from pathlib import Path
import importlib
root, at = (json.loads(fact) for fact in facts)
sys.path.insert(0, root)
import {modules}
from games.engine.compiling import Compiling
work = Compiling(at, root)
steps = 0
while work.is_needed:
    steps += 1
    work.step()
Path(at).with_suffix(".compiled").write_bytes(work.archive())
print(steps)
"""
SOURCES = {
    "bid/__init__.py": b"from bid import sheet\nGARDE = sheet.double(2)\n",
    "bid/sheet.py": b"def double(number):\n    return 2 * number\n",
    "unused.py": b"raise ImportError\n",
    "words.txt": b"garde",
}
USE = """
at, = (json.loads(fact) for fact in facts)
sys.path.insert(0, at)
import bid
print(json.dumps([bid.GARDE, bid.__file__]))
"""


@pytest.mark.parametrize("is_packed", [True, False], ids=["from an archive", "from a folder"])
def test_modules_that_were_imported_are_compiled_once_and_all_else_stays(
    tmp_path: Path, is_packed: bool
) -> None:
    bundle, at = unpacked(tmp_path / "bundle"), tmp_path / "sources.zip"
    at.write_bytes(stored_zip(SOURCES))
    root = at if is_packed else tmp_path / "sources"
    if not is_packed:
        zipfile.ZipFile(at).extractall(root)
    steps = run(bundle, COMPILE.format(modules="bid"), str(root), str(at))
    assert steps == 2
    compiled = tmp_path / "compiled.zip"
    at.with_suffix(".compiled").rename(compiled)
    modules = {"bid/__init__.pyc", "bid/sheet.pyc"}
    with zipfile.ZipFile(compiled) as archive:
        assert set(archive.namelist()) == modules | {"unused.py", "words.txt"}
        assert archive.read("words.txt") == b"garde"
        archive.extractall(tmp_path / "again")
    for place in (compiled, tmp_path / "again"):
        garde, file = run(bundle, USE, str(place))
        assert garde == 4 and file.endswith(".pyc")
    assert run(bundle, COMPILE.format(modules="bid"), str(compiled), str(compiled)) == 0
