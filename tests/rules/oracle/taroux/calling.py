"""The auction's grammar (B11 to B23): what one call may be, by turn, rank, side and honours."""

from ..cards import HONOURS
from .sheet import BIDS, SIGNALS, partner

NEEDS_HONOUR = (*SIGNALS, "contra", "recontra")


def check_call(story, action):
    if story.phase != "auction":
        return {"wrong-phase": None}
    call = action["call"]
    codes: dict[str, int | None] = {}
    if call != "recontra" and action["seat"] != story.turn:
        codes["not-your-turn"] = None
    excused = "irregular" in action
    if call in ("contra", "recontra"):
        possible = CAN_STAND[call](story, action)
        if not possible or not (excused or ALLOWED[call](story, action)):
            codes["call-not-allowed"] = None
    elif call != "pass" and not excused and is_too_low(story, call):
        codes["bid-too-low"] = None
    if call in NEEDS_HONOUR and not excused and lacks_honour(story, action["seat"]):
        codes["honour-required"] = None
    return codes


def is_too_low(story, call):
    """Compared with the last bid, which may be lower than an earlier one (fine points)."""
    return story.last_bid is not None and BIDS.index(call) <= BIDS.index(story.contract)


def lacks_honour(story, seat):
    """B15, B19, B22: judged on the dealt hand, and only where it is known (B-p)."""
    hand = story.dealt(seat)
    return hand is not None and not hand & HONOURS


def is_of_last_bid(story, action):
    return story.last_bid is not None and action["of"] == story.contract


def may_contra(story, action):
    """B20, B21: by another pair, once."""
    return not story.side_of(action["seat"]) and not story.challenges("contra")


def is_of_contra(story, action):
    """Even an irregular re-contra answers a contra of the bid that stands."""
    return is_of_last_bid(story, action) and bool(story.challenges("contra"))


def may_recontra(story, action):
    """B22: the bidder or the partner, at once, and once."""
    at_once = story.calls[-1]["call"] == "contra"
    mine = action["seat"] in (story.bidder, partner(story.bidder))
    return at_once and mine and not story.challenges("recontra")


CAN_STAND = {"contra": is_of_last_bid, "recontra": is_of_contra}
ALLOWED = {"contra": may_contra, "recontra": may_recontra}
