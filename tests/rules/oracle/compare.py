"""Runs a verifier on generated records and prints where its answers differ from the judge's.

    python -m tests.rules.oracle.compare --variant french --seed 1 --count 1000 -- COMMAND...

The command reads NDJSON on standard input and prints one answer a line. Exit status 0: no
difference. `--keep FILE` writes the lines that differ, `--tally` says what the records hold.
"""

import argparse
import collections
import json
import subprocess
import sys

from .generate import lines
from .judge import judge
from .registry import GAMES

KEYS = ["status", "phase", "turn", "scores", "sides", "card_points"]


def exact(value):
    """The value with true and 1, and 1 and 1.0, told apart."""
    return json.dumps(value)


def compact(answer):
    """The part of an answer that is compared, or the text itself where it is no answer."""
    if not isinstance(answer, dict):
        return {"no answer": answer}
    if answer.get("ok") is True:
        return {"ok": True} | {key: answer.get(key, "missing") for key in KEYS}
    error = answer.get("error")
    if not isinstance(error, dict):
        return {"ok": answer.get("ok"), "error": error}
    wanted = {"code": error.get("code"), "action": error.get("action", "missing")}
    if "earlier" in error and error["earlier"] is not None:
        wanted["earlier"] = error["earlier"]
    return {"ok": answer.get("ok"), **wanted}


def run(command, texts):
    """The answers of the command, by the line they are for."""
    outcome = subprocess.run(
        command, input=b"".join(text + b"\n" for text in texts), stdout=subprocess.PIPE
    )
    answers = {}
    for output in outcome.stdout.splitlines():
        try:
            answer = json.loads(output)
            answers[answer["line"]] = answer
        except (ValueError, KeyError, TypeError):
            print("not an answer:", output[:300])
    if outcome.returncode not in (0, 1):
        print("exit status", outcome.returncode)
    return answers


def describe(text, answer, mine):
    """The record in a few words, and the actions around the fault."""
    try:
        record = json.loads(text)
        options = record.get("options")
        hands = (record.get("deal") or {}).get("hands") or []
        known = "".join("?" if hand is None else "k" for hand in hands)
        stock = (record.get("deal") or {}).get("stock")
        print(f"    {len(record['players'])} players, options {options}, deal {known}/{stock}")
        for action in record["actions"]:
            if action["kind"] not in ("play", "note") and set(action) - {"kind", "seat", "call"}:
                print("      ", record["actions"].index(action), json.dumps(action)[:240])
        places = {(found.get("error") or {}).get("action") for found in (answer, mine)}
        for place in sorted(place for place in places if place is not None):
            print("    action", place, "is", json.dumps(record["actions"][place])[:300])
    except (ValueError, TypeError, LookupError, AttributeError):
        print("    text", text[:200])
    message = (answer.get("error") or {}).get("message")
    if message:
        print("    the answer says:", message[:300])


def what_is_in(answer):
    if answer["ok"]:
        return f"ok {answer['status']} {answer['phase']}"
    where = "object" if answer["error"]["action"] is None else "action"
    return f"{answer['error']['code']} ({where})"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", default="french", choices=list(GAMES))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    parser.add_argument("--keep", help="a file for the lines that differ")
    parser.add_argument("--tally", action="store_true", help="count what the judge answered")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    command = args.command[1:] if args.command[:1] == ["--"] else args.command
    texts = list(lines(args.seed, args.count, args.variant))
    mine = [judge(text) for text in texts]
    if args.tally:
        tally = collections.Counter(what_is_in(answer) for answer in mine)
        for what, number in tally.most_common():
            print(f"{number:6} {what}")
    if not command:
        return 0
    theirs = run(command, texts)
    differing = []
    for place, (text, own) in enumerate(zip(texts, mine, strict=True), 1):
        answer = theirs.get(place, {})
        if exact(compact(answer)) == exact(compact(own)):
            continue
        differing.append(text)
        if len(differing) <= args.show:
            print(f"record {place - 1}")
            print("    judge  ", json.dumps(compact(own))[:400])
            print("    command", json.dumps(compact(answer))[:400])
            describe(text, answer, own)
    if args.keep:
        with open(args.keep, "wb") as stream:
            stream.writelines(text + b"\n" for text in differing)
    print(f"{len(differing)} of {len(texts)} answers differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
