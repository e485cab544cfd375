"""What the rules forbid: the codes that an action of the right shape breaks, given a story."""

from ..cards import FOOL, HONOURS, KINGS, SUITS, is_plain, is_trump
from .announcing import check_announce
from .knowledge import (
    handful_shown,
    is_bare_petit,
    is_crowded,
    is_elsewhere,
    kept_low_plain,
    known_to_lack,
    not_played,
    surely_held,
)
from .pack import CALLS, broken_duty, is_low_plain
from .story import FrenchStory


def broken(story, action):
    """{code: index of the earlier action or None} of every rule that the action breaks."""
    return CHECKS[action["kind"]](story, action)


def never(story, action):
    return {"wrong-phase": None}


def check_call(story, action):
    if story.phase != "auction":
        return {"wrong-phase": None}
    if action["seat"] != story.turn:
        return {"not-your-turn": None}
    broken: dict[str, int | None] = {}
    if "irregular" in action:
        return broken
    if action["call"] != "pass" and CALLS.index(action["call"]) <= story.rank_to_beat:
        broken["bid-too-low"] = None
    if not story.calls and story.setting.options["petit_sec"]:
        hands = [story.dealt(seat) for seat in story.seats]
        if any(hand is not None and is_bare_petit(hand) for hand in hands):
            broken["petit-sec"] = None
    return broken


def check_stock(story, action):
    awaited = story.phase == "exchange" and not story.needs_king and story.stock is None
    if not awaited:
        return {"wrong-phase": None}
    hands = [story.dealt(seat) or set() for seat in story.seats]
    hands += [handful_shown(story, seat) for seat in story.seats]
    if any(card in hand for hand in hands for card in action["cards"]):
        return {"not-in-hand": None}
    return {}


def check_king(story, action):
    if story.phase != "exchange" or not story.needs_king:
        return {"wrong-phase": None}
    if action["seat"] != story.taker:
        return {"not-your-turn": None}
    return {} if may_name(story, action["card"]) else {"call-not-allowed": None}


def may_name(story, card):
    """Whether every higher rank of the ladder may be in the taker's hand (1.6.2, F31)."""
    if not is_plain(card) or card[1:] not in ("K", "Q", "N", "J"):
        return False
    higher = {"K": "", "Q": "K", "N": "KQ", "J": "KQN"}[card[1:]]
    needed = [suit + rank for suit in SUITS for rank in higher]
    return not any(known_to_lack(story, need) for need in needed)


def check_discard(story, action):
    awaited = story.phase == "exchange" and not story.needs_king
    seen = action["cards"] is not None
    if not awaited or (seen and story.stock is None):
        return {"wrong-phase": None}
    if action["seat"] != story.taker:
        return {"not-your-turn": None}
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


def aside_faults(story, laid, kept):
    """What may not be laid away, judged by the cards laid and cards kept that are known."""
    broken: dict[str, int | None] = {}
    if laid & KINGS:
        broken["discard-king"] = None
    if story.setting.options["discard"] == "strict":
        if laid & HONOURS:
            broken["discard-honour"] = None
        if any(is_trump(card) for card in laid) and any(is_low_plain(card) for card in kept):
            broken["discard-trump"] = None
    return broken


def aside_faults_at_the_end(story):
    """The discard judged once more, when all that the taker held is known (6 and 14)."""
    discard = story.discard
    if not story.all_played or discard is None or "irregular" in discard:
        return {}
    laid = not_played(story)
    kept = {action["card"] for _, action in story.played_by(story.taker)}
    broken = aside_faults(story, laid, kept)
    hidden = {card for card in laid if is_trump(card)} - set(discard.get("shown", []))
    if hidden and story.setting.options["discard"] == "strict":
        broken["discard-not-shown"] = None
    return broken


def check_claim(story, action):
    return {} if story.phase == "play" else {"wrong-phase": None}


def check_play(story, action):
    if story.phase not in ("announcements", "play"):
        return {"wrong-phase": None}
    seat, card = action["seat"], action["card"]
    if seat != story.turn:
        return {"not-your-turn": None}
    broken: dict[str, int | None] = {}
    if is_elsewhere(story, seat, card) or is_crowded(story, seat, [card]):
        broken["not-in-hand"] = None
    after = FrenchStory(story.setting, [done for _, done in story.actions] + [action])
    broken.update(aside_faults_at_the_end(after))
    if "irregular" not in action:
        if is_banned_lead(story, card):
            broken["lead-not-allowed"] = None
        trick = [laid for _, laid in story.table]
        duty = broken_duty(surely_held(story, seat), trick, card)
        if duty:
            broken[duty] = None
    earlier = proven_revoke(story, seat, card)
    if earlier is not None:
        broken["revoke"] = earlier
    return broken


def is_banned_lead(story, card):
    """The opening lead in the called card's suit, but for that card itself (1.6.6)."""
    if story.king is None or story.plays or card == story.king or card == FOOL:
        return False
    return card[0] == story.king[0]


def proven_revoke(story, seat, card):
    """The index of the earliest play of the seat that this card shows to have been wrong."""
    for trick in story.tricks:
        before: list[str] = []
        for player, laid in trick:
            if player == seat:
                index, action = story.plays[story.played.index(laid)]
                if "irregular" not in action and broken_duty({card}, before, laid):
                    return index
            before.append(laid)
    return None


CHECKS = {
    "call": check_call,
    "stock": check_stock,
    "take": never,
    "discard": check_discard,
    "buy": never,
    "king": check_king,
    "announce": check_announce,
    "play": check_play,
    "claim": check_claim,
}
