"""The stock turned up, its halves, and what may be laid away (B24 to B26)."""

from ..cards import HONOURS, KINGS, is_trump
from ..checks import out_of_step
from .knowledge import holding
from .sheet import is_low_plain


def check_stock(story, action):
    dealt = set().union(*[story.dealt(seat) or set() for seat in story.seats])
    found = {"not-in-hand": None} if dealt & set(action["cards"]) else {}
    return out_of_step(story, action) or found


def check_discard(story, action):
    early = out_of_step(story, action)
    if early:
        return early
    unseen = action["cards"] is None
    visible = set(action.get("shown", []) if unseen else action["cards"])
    codes: dict[str, int | None] = {}
    if story.cannot_have(action["seat"], visible):
        codes["not-in-hand"] = None
    if "irregular" in action:
        return codes
    if visible & KINGS:
        codes["discard-king"] = None
    if visible & HONOURS:
        codes["discard-honour"] = None
    judge_trumps = unseen_trumps if unseen else seen_trumps
    return codes | judge_trumps(story, action, visible)


def seen_trumps(story, action, laid):
    """A trump only if no plain card below the king is kept, as far as known; and shown."""
    codes: dict[str, int | None] = {}
    trumps = {card for card in laid if is_trump(card)}
    kept = holding(story, action["seat"]) - laid
    if trumps and any(is_low_plain(card) for card in kept):
        codes["discard-trump"] = None
    if trumps - set(action.get("shown", [])):
        codes["discard-not-shown"] = None
    return codes


def unseen_trumps(story, action, shown):
    """Of a known hand exactly the forced trumps are shown; of another nothing is known."""
    if story.dealt(action["seat"]) is None:
        return {}
    low = [card for card in holding(story, action["seat"]) if is_low_plain(card)]
    forced = max(0, 3 - len(low))
    trumps = len([card for card in shown if is_trump(card)])
    if trumps > forced:
        return {"discard-trump": None}
    return {"discard-not-shown": None} if trumps < forced else {}
