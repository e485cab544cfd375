"""When a handful, a slam or a petit sec may be announced."""

from ..cards import FOOL, is_trump
from .knowledge import is_bare_petit, is_crowded, is_elsewhere, surely_held
from .pack import THRESHOLDS


def check_announce(story, action):
    return ANNOUNCEMENTS[action["what"]](story, action)


def check_petit_sec(story, action):
    early = story.phase == "auction" and not story.calls
    if not early or not story.setting.options["petit_sec"]:
        return {"announcement-not-allowed": None}
    hand = story.dealt(action["seat"])
    unknown = hand is None and not is_elsewhere(story, action["seat"], "T1")
    if unknown or (hand is not None and is_bare_petit(hand)):
        return {}
    return {"announcement-not-allowed": None}


def check_slam(story, action):
    if story.phase == "auction":
        return {"wrong-phase": None}
    fine = story.phase != "play" and action["seat"] == story.taker and not story.slam_called
    return {} if fine else {"announcement-not-allowed": None}


def check_handful(story, action):
    if story.phase == "auction":
        return {"wrong-phase": None}
    seat, cards = action["seat"], action["cards"]
    anyone = story.setting.options["handful_by"] == "anyone"
    allowed = anyone or seat == story.taker
    may = allowed and not story.played_by(seat) and story.handful_of(seat) is None
    if may and story.phase == "play" and seat != story.turn:
        return {"not-your-turn": None}
    broken: dict[str, int | None] = {}
    in_hand = [card for card in cards if not was_laid_openly(story, seat, card)]
    if any(is_elsewhere(story, seat, card) for card in in_hand) or is_crowded(story, seat, in_hand):
        broken["not-in-hand"] = None
    if not may or not is_handful(story, action):
        broken["announcement-not-allowed"] = None
    return broken


def was_laid_openly(story, seat, card):
    """A trump that the taker laid away and showed, which may be shown again (1.8.6)."""
    shown = story.discard.get("shown", []) if story.discard is not None else []
    return seat == story.taker and is_trump(card) and card in shown


def is_handful(story, action):
    """Trumps and the Fool only, enough of them, and the Fool only where he may be shown."""
    cards = action["cards"]
    thresholds = THRESHOLDS[story.setting.players]
    if not all(is_trump(card) or card == FOOL for card in cards):
        return False
    if len(cards) < thresholds[0]:
        return False
    if "size" in action and (action["size"] not in thresholds or action["size"] > len(cards)):
        return False
    if FOOL in cards and story.setting.options["handful_excuse"] == "last-resort":
        kept_back = surely_held(story, action["seat"]) - set(cards)
        return not any(is_trump(card) for card in kept_back)
    return True


ANNOUNCEMENTS = {"petit-sec": check_petit_sec, "slam": check_slam, "handful": check_handful}
