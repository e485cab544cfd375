"""What the rules of Droggn forbid: the codes that an action of the right shape breaks."""

from ..cards import FOOL, HONOURS
from .places import Places
from .sheet import BIDS, DROGGN_PACK, broken_duty, laying_faults, suit_led

Faults = dict[str, int | None]


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
    low = action["call"] != "pass" and BIDS.index(action["call"]) <= story.rank_to_beat
    return {"bid-too-low": None} if low and "irregular" not in action else {}


def out_of_step(story, action):
    if story.phase != "exchange" or story.awaited != action["kind"]:
        return {"wrong-phase": None}
    return {} if action["seat"] == story.declarer else {"not-your-turn": None}


def check_discard(story, action):
    faults: Faults = out_of_step(story, action)
    if faults:
        return faults
    seen = action["cards"] is not None
    visible = set(action["cards"] if seen else action.get("shown", []))
    places = Places(story)
    elsewhere = any(places.is_elsewhere(action["seat"], card) for card in visible)
    if elsewhere or places.is_crowded(action["seat"], visible):
        faults["not-in-hand"] = None
    if "irregular" in action:
        return faults
    if visible & HONOURS:
        faults["discard-honour"] = None
    if seen:
        faults.update(laying_faults(visible, story.setting.options["king_discard"]))
    return faults


def check_buy(story, action):
    """2.7, D21 and fine point 24; the seller has to be named unless the deal tells."""
    faults: Faults = out_of_step(story, action)
    if faults or action["card"] is None:
        return faults
    places, card, declarer = Places(story), action["card"], story.declarer
    own = card in places.own or places.sure[card] == declarer
    seller = action.get("from")
    if seller is None:
        if own:
            faults["buy-not-allowed"] = None
        elif places.sure[card] is None:
            faults["malformed"] = None
    elif seller == declarer:
        faults["buy-not-allowed"] = None
        if not own and places.is_elsewhere(declarer, card):
            faults["not-in-hand"] = None
    elif places.is_elsewhere(seller, card):
        faults["not-in-hand"] = None
    pay = action.get("pay")
    if pay is not None and (pay == card or places.is_elsewhere(declarer, pay)):
        faults["not-in-hand"] = None
    return faults


def check_announce(story, action):
    """2.8.1 and 2.8.3, by the declarer only, one a hand (fine points 8 and 27)."""
    if story.phase in ("auction", "exchange"):
        return {"wrong-phase": None}
    card = "T1" if action["what"] == "pagat-ultimo" else FOOL
    fine = (
        story.phase == "announcements"
        and action["seat"] == story.declarer
        and not story.of_kind("announce")
        and (card == "T1" or story.slam_bid)
        and not Places(story).is_elsewhere(story.declarer, card)
    )
    return {} if fine else {"announcement-not-allowed": None}


def check_claim(story, action):
    return {} if story.phase == "play" else {"wrong-phase": None}


def check_play(story, action):
    if story.phase not in ("announcements", "play"):
        return {"wrong-phase": None}
    seat, card = action["seat"], action["card"]
    if seat != story.turn:
        return {"not-your-turn": None}
    faults: Faults = {}
    places = Places(story)
    if places.is_elsewhere(seat, card):
        faults["not-in-hand"] = None
    faults.update(faults_at_the_end(story, card))
    trick = [laid for _, laid in story.table]
    held = places.surely_held(seat)
    if "irregular" not in action:
        if is_kept_back(story, action, len(story.plays), held):
            faults["announced-pagat-kept-back"] = None
        duty = broken_duty(held, trick, card)
        if duty:
            faults[duty] = None
    earlier = proven_revoke(story, seat, card)
    if earlier is not None:
        faults["revoke"] = earlier
    return faults


def faults_at_the_end(story, card):
    """The discard judged when the last card is played: it is what nobody played (6)."""
    rest = set(DROGGN_PACK) - set(story.played) - {card}
    if len(rest) > 3 or story.discard is None or "irregular" in story.discard:
        return {}
    return laying_faults(rest, story.setting.options["king_discard"])


def is_kept_back(story, action, place, held):
    """Whether the announced pagat goes, at that place, though one of `held` could go (28).

    Who leads, or follows the Fool alone, always has another card.
    """
    last_trick = place >= (story.setting.hand_size - 1) * story.setting.players
    if action["card"] != "T1" or not story.ultimo_announced or last_trick:
        return False
    trick = story.played[place - place % story.setting.players : place]
    if suit_led(trick) is None:
        return True
    hand = held | {"T1"}
    return any(broken_duty(hand, trick, card) is None for card in hand - {"T1"})


def proven_revoke(story, seat, card):
    """The index of the earliest play of the seat that this card shows to have been wrong."""
    for place, (index, action) in enumerate(story.plays):
        if action["seat"] != seat or "irregular" in action:
            continue
        trick = story.played[place - place % story.setting.players : place]
        if broken_duty({card}, trick, action["card"]):
            return index
        if suit_led(trick) is not None and is_kept_back(story, action, place, {card}):
            return index
    return None


CHECKS = {
    "call": check_call,
    "stock": never,
    "take": never,
    "discard": check_discard,
    "buy": check_buy,
    "king": never,
    "announce": check_announce,
    "play": check_play,
    "claim": check_claim,
}
