"""The bundle by itself: unpacked, and asked in a Python that has nothing else."""

import gzip
import io
import json
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.engine_files import BUNDLE, engine_files
from games.recording.drawing import Addresses
from games.recording.sitting import ClubHere, MatchHere, Sitting


def at_table(record: dict[str, Any], count: int) -> dict[str, Any]:
    """What a tablet knows of a hand after that many of its actions."""
    sitting = Sitting(
        club=ClubHere("les-atouts"),
        match=MatchHere("match", "Friday", record["variant"], "tricks-only"),
        public_id="hand",
        number=3,
        version=0,
        is_open=True,
        writes="tricks-only",
        sits_out=None,
        facts={
            "variant": record["variant"],
            "options": record.get("options", {}),
            "players": record["players"],
            "dealer": record["dealer"],
            "meta": {},
        },
        addresses=Addresses("/entries/", "/panel/entries/"),
    )
    changes = [{"op": "act", "action": action} for action in record["actions"][:count]]
    deal = [{"op": "deal", "deal": record["deal"]}] if "deal" in record else []
    return {"hand": sitting.as_json(), "changes": [*deal, *changes]}


@cache
def packed() -> bytes:
    """The bundle of this process, as it is unpacked on a tablet."""
    made = engine_files()
    return gzip.decompress(made.files[made.bundle, BUNDLE].compressed)


@cache
def contents() -> dict[str, bytes]:
    """Its files by their paths."""
    with zipfile.ZipFile(io.BytesIO(packed())) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def unpacked(folder: Path) -> Path:
    """The bundle, unpacked into `folder`."""
    with zipfile.ZipFile(io.BytesIO(packed())) as bundle:
        bundle.extractall(folder)
    return folder


def run(folder: Path, program: str, *facts: Any) -> Any:
    """What a program prints as JSON that has the bundle in `folder` and `facts`, no more."""
    begin = "import json, sys; folder, *facts = sys.argv[1:]; sys.path.insert(0, folder)\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", begin + program, str(folder), *map(json.dumps, facts)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
