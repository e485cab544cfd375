"""What the rules of Droggn forbid, beside what all games do."""

from ..cards import FOOL, HONOURS
from ..checks import Codes, out_of_step
from .sheet import laying_faults


def check_discard(story, action):
    faults: Codes = out_of_step(story, action)
    if faults:
        return faults
    seen = action["cards"] is not None
    visible = set(action["cards"] if seen else action.get("shown", []))
    if story.cannot_have(action["seat"], visible):
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
    faults: Codes = out_of_step(story, action)
    if faults or action["card"] is None:
        return faults
    places, card, declarer = story.places, action["card"], story.taker
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
        and action["seat"] == story.taker
        and not story.of_kind("announce")
        and (card == "T1" or story.slam_bid)
        and not story.is_elsewhere(story.taker, card)
    )
    return {} if fine else {"announcement-not-allowed": None}


CHECKS = {"discard": check_discard, "buy": check_buy, "announce": check_announce}
