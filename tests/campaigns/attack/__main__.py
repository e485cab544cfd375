"""The attack of November 2026 once more, and a table of what came of it: `make attack`.

--only NAME   one of its parts, or several
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.campaigns.begin import options
from tests.campaigns.figures import markdown
from tests.chromium import find_chromium


class Part(NamedTuple):
    """What is tried, by which tests; `then` is what the first attack counted and found."""

    tests: str
    then: str


PARTS = {
    "roles": Part(
        "tests/test_matrix.py tests/campaigns/attack/test_crossed.py tests/access/test_access.py",
        "41,491 requests, 0 violations",
    ),
    "forgeries": Part(
        "tests/campaigns/attack/test_forged.py tests/api/test_sign_in.py",
        "135 forged forms, 0 taken; 8 links, 0 left the site",
    ),
    "texts": Part(
        "tests/campaigns/attack/test_texts.py tests/display/test_spreadsheets.py",
        "1,934 cells, 0 formulas; 3 PDFs, literal",
    ),
    "browser": Part(
        "tests/browser/test_payloads.py",
        "30 payloads, 134 pages, 0 elements, dialogs, reports",
    ),
    "malformed": Part(
        "tests/api/test_bad_inputs.py tests/api/test_bad_requests.py tests/api/test_forms.py",
        "20 bodies, 39 queries; 2 parameters gave 500",
    ),
    "uploads": Part(
        "tests/transfer/test_damaged.py tests/transfer/test_brought_in.py "
        "tests/transfer/test_import_beside_others.py tests/access/test_uploads.py",
        "34 archives, 24 flips; 12 gave 500",
    ),
    "made-up": Part("tests/api/test_fuzz.py", "6,231 cases, 0 gave 500, 13 failures"),
    "paging": Part(
        "tests/campaigns/attack/test_paging.py", "10 walks, 163 rows, 0 twice, 0 skipped"
    ),
    "guessing": Part(
        "tests/access/test_sign_in.py tests/access/test_quota.py tests/api/test_limits.py",
        "an account was locked out (D2); visitors chose their limit (D9)",
    ),
    "new-doors": Part(
        "tests/access/test_passkeys.py tests/access/test_one_time_codes.py tests/people "
        "tests/access/test_keys.py tests/access/test_forgotten.py tests/replay/test_published.py "
        "tests/replay/test_never_more.py",
        "did not exist",
    ),
}


def repeat(part: Part, folder: Path) -> dict[str, int]:
    """Run the tests of a part; its counts."""
    file = folder / "counts"
    file.unlink(missing_ok=True)
    options = ["-q", "-p", "tests.campaigns.attack.counted", "--counts-to", str(file)]
    command = [sys.executable, "-m", "pytest", *options, *part.tests.split()]
    subprocess.run(command, env=os.environ | {"THOROUGH": "1", "ATTACK": "1"})
    if not file.exists():
        return {"tests": 0, "failed": 1, "requests": 0}
    counts: dict[str, int] = json.loads(file.read_text(encoding="utf-8"))
    return counts


def main() -> int:
    """Repeat the parts that are named, or all. Returns the exit code."""
    asked = options("make attack", __doc__, only=list(PARTS))
    rows, failed = {}, 0
    with TemporaryDirectory(prefix="clubtarot-attack-") as folder:
        for name in asked.only or PARTS:
            print(f"\n=== {name} ===", flush=True)
            if name == "browser" and find_chromium() is None:
                rows[name] = ["not tried: no Chromium", "", "", PARTS[name].then]
                failed += 1
                continue
            counts = repeat(PARTS[name], Path(folder))
            failed += counts["failed"] + (counts["tests"] == 0)
            numbers = [f"{counts[what]:,}" for what in ("tests", "requests", "failed")]
            rows[name] = [*numbers, PARTS[name].then]
    heads = "part | -tests | -requests | -failed | on 22 November 2026"
    print("\n" + markdown(heads, ([name, *row] for name, row in rows.items())))
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
