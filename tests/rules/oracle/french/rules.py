"""What the rules forbid: the codes that an action of the right shape breaks, given a story."""

from .. import checks
from ..cards import SUITS, is_plain, is_trump
from .announcing import check_announce
from .knowledge import (
    aside_faults,
    handful_shown,
    is_bare_petit,
    is_crowded,
    is_elsewhere,
    kept_low_plain,
    known_to_lack,
)


def check_call(story, action):
    codes = checks.check_call(story, action)
    first = not story.calls and "irregular" not in action
    if first and story.setting.options["petit_sec"]:
        hands = [story.dealt(seat) for seat in story.seats]
        if any(hand is not None and is_bare_petit(hand) for hand in hands):
            codes["petit-sec"] = None
    return codes


def check_stock(story, action):
    if story.phase != "exchange" or story.awaited == "king" or story.stock is not None:
        return {"wrong-phase": None}
    hands = [story.dealt(seat) or set() for seat in story.seats]
    hands += [handful_shown(story, seat) for seat in story.seats]
    if any(card in hand for hand in hands for card in action["cards"]):
        return {"not-in-hand": None}
    return {}


def check_king(story, action):
    early = checks.out_of_step(story, action)
    return early or ({} if may_name(story, action["card"]) else {"call-not-allowed": None})


def may_name(story, card):
    """Whether every higher rank of the ladder may be in the taker's hand (1.6.2, F31)."""
    if not is_plain(card) or card[1:] not in ("K", "Q", "N", "J"):
        return False
    higher = {"K": "", "Q": "K", "N": "KQ", "J": "KQN"}[card[1:]]
    needed = [suit + rank for suit in SUITS for rank in higher]
    return not any(known_to_lack(story, need) for need in needed)


def check_discard(story, action):
    early = checks.out_of_step(story, action)
    seen = action["cards"] is not None
    if seen and story.stock is None:
        return {"wrong-phase": None}
    if early:
        return early
    visible = set(action["cards"] if seen else action.get("shown", []))
    broken: dict[str, int | None] = {}
    unwritten = story.stock is None
    elsewhere = any(is_elsewhere(story, action["seat"], card, unwritten) for card in visible)
    if elsewhere or is_crowded(story, action["seat"], visible, unwritten):
        broken["not-in-hand"] = None
    if "irregular" in action:
        return broken
    broken.update(aside_faults(story, visible, set()))
    if story.setting.options["discard"] == "strict":
        trumps = {card for card in visible if is_trump(card)}
        if not seen:
            return broken | too_many_trumps(story, len(trumps))
        if trumps and kept_low_plain(story, visible):
            broken["discard-trump"] = None
        if trumps - set(action.get("shown", [])):
            broken["discard-not-shown"] = None
    return broken


def too_many_trumps(story, shown):
    """Trumps shown from the unseen discard of a written hand: only for missing low cards."""
    if story.dealt(story.taker) is None:
        return {}
    low = kept_low_plain(story, set())
    return {"discard-trump": None} if shown > max(0, story.setting.stock_size - len(low)) else {}


CHECKS = {
    "call": check_call,
    "stock": check_stock,
    "discard": check_discard,
    "king": check_king,
    "announce": check_announce,
}
