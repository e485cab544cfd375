"""When an abundance, the Sparrow or a Slam may be declared (B31 to B35)."""

from ..cards import FOOL, is_trump
from .knowledge import surely_held


def check_announce(story, action):
    if story.phase in ("auction", "exchange"):
        return {"wrong-phase": None}
    what, seat = action["what"], action["seat"]
    codes: dict[str, int | None] = {}
    shown = action["cards"] if what == "abundance" else []
    if story.cannot_have(seat, shown):
        codes["not-in-hand"] = None
    if story.phase == "play" or not ALLOWED[what](story, action):
        codes["announcement-not-allowed"] = None
    return codes


def may_slam(story, action):
    """Once a side."""
    sides = [story.side_of(each["seat"]) for _, each in story.announced("slam")]
    return story.side_of(action["seat"]) not in sides


def may_sparrow(story, action):
    """Once in all, by whoever may hold the Magician."""
    return not story.announced("sparrow") and not story.cannot_have(action["seat"], ["T1"])


def may_show(story, action):
    """Once a seat: trumps, and the Fool where the option says so, enough for the size claimed."""
    options, cards = story.setting.options, action["cards"]
    if any(each["seat"] == action["seat"] for _, each in story.announced("abundance")):
        return False
    if not all(is_trump(card) or (card == FOOL and options["abundance_fool"]) for card in cards):
        return False
    reached = [trumps for trumps, _ in options["abundance"] if trumps <= len(cards)]
    if not reached or ("size" in action and action["size"] not in reached):
        return False
    kept_back = surely_held(story, action["seat"]) - set(cards)
    return FOOL not in cards or not any(is_trump(card) for card in kept_back)


ALLOWED = {"slam": may_slam, "sparrow": may_sparrow, "abundance": may_show}
