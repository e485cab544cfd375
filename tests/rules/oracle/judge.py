"""The judge itself: one line in, the verifier's answer out; also a command on standard input."""

import json
import sys

from .rules import first_fault
from .scoring import settle
from .shapes import clean, shape_fault
from .story import Setting, Story
from .strict import Malformed, object_fault, parse


def refusal(code, action, earlier=None):
    error = {"code": code, "action": action}
    if earlier is not None:
        error["earlier"] = earlier
    return {"ok": False, "error": error}


def judge(line):
    """The answer to one line (bytes or str), without `line`, `message`, `rule` and `sheet`."""
    try:
        record = parse(line)
    except Malformed:
        return refusal("malformed", None)
    code = object_fault(record)
    if code:
        return refusal(code, None)
    setting = Setting(record)
    done: list[dict] = []
    for index, written in enumerate(record["actions"]):
        code = shape_fault(written, setting.players)
        if code:
            return refusal(code, index)
        action = clean(written)
        fault = first_fault(Story(setting, done), action)
        if fault:
            return refusal(fault[0], index, fault[1])
        done.append(action)
    return accept(Story(setting, done))


def neat(number):
    """A whole number as an integer, as JSON wants it."""
    return int(number) if number == int(number) else float(number)


def with_rulings(story, row):
    for _, ruling in story.of_kind("ruling"):
        row = [score + points for score, points in zip(row, ruling["points"], strict=True)]
    return [neat(score) for score in row]


def accept(story):
    """The answer to a valid record."""
    answer = {
        "ok": True,
        "status": "in-progress",
        "phase": story.phase,
        "turn": story.turn,
        "scores": None,
        "sides": None,
        "card_points": None,
    }
    if story.annulled or story.passed_out:
        answer["status"] = "annulled" if story.annulled else "passed-out"
        answer["scores"] = with_rulings(story, [0] * story.setting.players)
    elif story.phase == "over":
        result = settle(story)
        if result is not None:
            answer["status"] = "scored"
            answer["scores"] = with_rulings(story, result["row"])
            answer["sides"] = result["sides"]
            answer["card_points"] = [neat(half / 2) for half in result["halves"]]
    return answer


def main():
    for place, line in enumerate(sys.stdin.buffer, 1):
        if line.strip():
            print(json.dumps({"line": place, **judge(line)}), flush=True)


if __name__ == "__main__":
    main()
