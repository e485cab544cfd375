"""What somebody with bad intentions tries, and a table of what came of it: `make attack`.

    --only NAME   one of its parts, or several

Ends with 1 where a test has failed.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from tests.campaigns.begin import options
from tests.campaigns.figures import markdown
from tests.chromium import find_chromium

HERE = "tests/campaigns/attack"
# By which tests each part is tried.
PARTS = {
    "roles": f"tests/test_matrix.py {HERE}/test_crossed.py tests/access/test_access.py",
    "forgeries": f"{HERE}/test_forged.py tests/api/test_sign_in.py",
    "texts": f"{HERE}/test_texts.py tests/display/test_spreadsheets.py",
    "browser": "tests/browser/test_payloads.py",
    "malformed": "tests/api/test_bad_inputs.py tests/api/test_bad_requests.py "
    "tests/api/test_forms.py",
    "uploads": "tests/transfer/test_damaged.py tests/transfer/test_brought_in.py "
    "tests/transfer/test_import_beside_others.py tests/access/test_uploads.py",
    "made-up": "tests/api/test_fuzz.py",
    "paging": f"{HERE}/test_paging.py",
    "guessing": "tests/access/test_sign_in.py tests/access/test_quota.py tests/api/test_limits.py",
    "new-doors": "tests/access/test_passkeys.py tests/access/test_one_time_codes.py tests/people "
    "tests/access/test_keys.py tests/access/test_forgotten.py tests/replay/test_published.py "
    "tests/replay/test_never_more.py",
    "tampering": "tests/proof/test_tampering.py",
    "races": "tests/book/test_races.py tests/writing/test_once.py",
}


def repeat(tests: str, folder: Path) -> Counter[str]:
    """Run the tests of a part, and return how many there were, and how many failed."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *tests.split()]
    subprocess.run(command, env=os.environ | {"THOROUGH": "1", "ATTACK": "1"})
    counts: Counter[str] = Counter()
    for suite in ElementTree.parse(report).iter("testsuite") if report.exists() else ():
        counts["tests"] += int(suite.attrib["tests"])
        counts["failed"] += int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    return counts


def main() -> int:
    """Repeat the parts that are named, or all. Returns the exit code."""
    asked = options("make attack", __doc__, only=list(PARTS))
    found: dict[str, Counter[str]] = {}
    with TemporaryDirectory(prefix="clubtarot-attack-") as folder:
        for name in asked.only or PARTS:
            print(f"\n=== {name} ===", flush=True)
            if name == "browser" and find_chromium() is None:
                print("not tried: no Chromium")
                found[name] = Counter()
            else:
                found[name] = repeat(PARTS[name], Path(folder))
    rows = [(name, counts["tests"], counts["failed"]) for name, counts in found.items()]
    print("\n" + markdown("part | -tests | -failed", rows))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1))
    return 0 if all(tests and not failed for _name, tests, failed in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
