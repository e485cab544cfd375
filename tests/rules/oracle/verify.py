"""Answers records (NDJSON) like `verify_records`, without messages, rules and sheets.

    python -m tests.rules.oracle.verify [FILE...]

Standard input without FILE. Exit status 0: every record is valid; 1: one is not; 2: no input.
"""

import json
import sys
from pathlib import Path

from .judge import judge


def main():
    files = sys.argv[1:]
    try:
        texts = [Path(name).read_bytes() for name in files] if files else [sys.stdin.buffer.read()]
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    everything_valid = True
    for text in texts:
        for place, line in enumerate(text.split(b"\n"), 1):
            if line.strip():
                answer = judge(line)
                everything_valid = everything_valid and answer["ok"]
                print(json.dumps({"line": place, **answer}), flush=True)
    return 0 if everything_valid else 1


if __name__ == "__main__":
    sys.exit(main())
