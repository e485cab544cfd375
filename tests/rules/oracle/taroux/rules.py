"""What the rules of Taroux of Six forbid: the codes that an action of the right shape breaks."""

from .announcing import check_announce
from .calling import check_call
from .exchange import check_discard, check_stock, check_take
from .knowledge import is_crowded, is_elsewhere, surely_held
from .sheet import broken_duty


def broken(story, action):
    """All codes that an action breaks, with the index of the earlier action where there is one."""
    check = CHECKS.get(action["kind"])
    return check(story, action) if check else {"wrong-phase": None}


def check_claim(story, action):
    return {} if story.phase == "play" else {"wrong-phase": None}


def check_play(story, action):
    if story.phase not in ("announcements", "play"):
        return {"wrong-phase": None}
    seat, card = action["seat"], action["card"]
    if seat != story.turn:
        return {"not-your-turn": None}
    codes: dict[str, int | None] = {}
    if is_elsewhere(story, seat, card) or is_crowded(story, seat, [card]):
        codes["not-in-hand"] = None
    trick = [laid for _, laid in story.table]
    duty = broken_duty(surely_held(story, seat), trick, card, story.setting.options)
    if duty and "irregular" not in action:
        codes[duty] = None
    earlier = proven_revoke(story, seat, card)
    if earlier is not None:
        codes["revoke"] = earlier
    return codes


def proven_revoke(story, seat, card):
    """The index of the earliest play of the seat that this card shows to have been wrong."""
    for place, (index, action) in enumerate(story.plays):
        before = story.played[place - place % 6 : place]
        if action["seat"] != seat or "irregular" in action:
            continue
        if broken_duty({card}, before, action["card"], story.setting.options):
            return index
    return None


CHECKS = {
    "call": check_call,
    "stock": check_stock,
    "take": check_take,
    "discard": check_discard,
    "announce": check_announce,
    "play": check_play,
    "claim": check_claim,
}
