"""The judge itself: one line in, the verifier's answer out, whatever the game."""

from .checks import broken as broken_by
from .registry import GAMES
from .shapes import clean, shape_fault
from .story import Setting
from .strict import Malformed, object_fault, parse

ORDER = [
    "wrong-phase",
    "not-your-turn",
    "bid-too-low",
    "call-not-allowed",
    "honour-required",
    "not-in-hand",
    "discard-king",
    "discard-honour",
    "discard-trump",
    "discard-king-needs-trump",
    "discard-not-shown",
    "buy-not-allowed",
    "announcement-not-allowed",
    "petit-sec",
    "lead-not-allowed",
    "announced-pagat-kept-back",
    "must-follow-suit",
    "must-trump",
    "must-overtrump",
    "revoke",
    "unbalanced-ruling",
    "malformed",  # a field that only the state of the hand makes necessary: judged last
]


def refusal(code, action, earlier=None):
    error = {"code": code, "action": action}
    if earlier is not None:
        error["earlier"] = earlier
    return {"ok": False, "error": error}


def first_fault(game, story, action):
    """(code, index of the earlier action or None) of the first rule broken, or None."""
    broken: dict[str, int | None] = {}
    if action["kind"] == "ruling":
        if game.zero_sum and sum(action["points"]) != 0:
            broken["unbalanced-ruling"] = None
    elif action["kind"] != "note":
        over = story.phase == "over"
        broken = {"wrong-phase": None} if over else broken_by(story, action)
    codes = sorted(broken, key=ORDER.index)
    return (codes[0], broken[codes[0]]) if codes else None


def judge(line):
    """The answer to one line (bytes or str), without `line`, `message`, `rule` and `sheet`."""
    try:
        record = parse(line)
    except Malformed:
        return refusal("malformed", None)
    code = object_fault(record, GAMES)
    if code:
        return refusal(code, None)
    game = GAMES[record["variant"]]
    setting = Setting(game, record)
    done: list[dict] = []
    for index, written in enumerate(record["actions"]):
        code = shape_fault(game, written, setting.players)
        if code:
            return refusal(code, index)
        action = clean(written)
        fault = first_fault(game, game.story(setting, done), action)
        if fault:
            return refusal(fault[0], index, fault[1])
        done.append(action)
    return accept(game, game.story(setting, done))


def neat(number):
    """A whole number as an integer, as JSON wants it."""
    return int(number) if number == int(number) else float(number)


def with_rulings(story, row):
    for _, ruling in story.of_kind("ruling"):
        row = [score + points for score, points in zip(row, ruling["points"], strict=True)]
    return [neat(score) for score in row]


def accept(game, story):
    """The answer to a valid record."""
    answer = {
        "ok": True,
        "status": story.status,
        "phase": story.phase,
        "turn": story.turn,
        "scores": None,
        "sides": None,
        "card_points": None,
    }
    if story.status in ("passed-out", "annulled"):
        answer["scores"] = with_rulings(story, [0] * story.setting.players)
    elif story.phase == "over":
        result = game.settle(story)
        if result is not None:
            answer["status"] = "scored"
            answer["scores"] = with_rulings(story, result["row"])
            answer["sides"] = result["sides"]
            points = result["points"]
            answer["card_points"] = points and [neat(each) for each in points]
    return answer
