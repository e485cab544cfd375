"""What every game forbids alike: {code: earlier action or None} of each rule an action breaks."""

Codes = dict[str, int | None]


def check_call(story, action):
    """In turn, and higher than the bid before."""
    if story.phase != "auction":
        return {"wrong-phase": None}
    if action["seat"] != story.turn:
        return {"not-your-turn": None}
    bids, call = story.setting.game.bids, action["call"]
    if "irregular" in action or call == "pass" or story.last_bid is None:
        return {}
    return {"bid-too-low": None} if bids.index(call) <= bids.index(story.contract) else {}


def out_of_step(story, action):
    """Whether the exchange waits for this kind of action, and for it from this seat."""
    if story.phase != "exchange" or story.awaited != action["kind"]:
        return {"wrong-phase": None}
    return {} if action.get("seat", story.turn) == story.turn else {"not-your-turn": None}


def check_claim(story, action):
    return {} if story.phase == "play" else {"wrong-phase": None}


def check_play(story, action):
    if story.phase not in ("announcements", "play"):
        return {"wrong-phase": None}
    seat, card = action["seat"], action["card"]
    if seat != story.turn:
        return {"not-your-turn": None}
    codes: Codes = {}
    if story.cannot_have(seat, [card]):
        codes["not-in-hand"] = None
    duty = story.duty(story.surely_held(seat), [laid for _, laid in story.table], card)
    if duty and "irregular" not in action:
        codes[duty] = None
    earlier = story.proven_revoke(seat, card)
    if earlier is not None:
        codes["revoke"] = earlier
    return codes | story.further_faults(action)


SHARED = {"call": check_call, "claim": check_claim, "play": check_play}


def broken(story, action):
    """Every code that the action breaks; a kind that a game does not have is never in phase."""
    check = (SHARED | dict(story.setting.game.checks)).get(action["kind"])
    return check(story, action) if check else {"wrong-phase": None}
