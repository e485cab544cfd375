"""What the rules of the Jeu de Taros forbid: plays, and every kind of action it does not have."""

from .sheet import broken_duty


def broken(story, action):
    """All codes that an action breaks, with the index of the earlier action where there is one."""
    if action["kind"] == "claim":
        return {}
    if action["kind"] != "play":
        return {"wrong-phase": None}
    seat, card = action["seat"], action["card"]
    if seat != story.turn:
        return {"not-your-turn": None}
    codes: dict[str, int | None] = {}
    if story.is_elsewhere(seat, card):
        codes["not-in-hand"] = None
    trick = [laid for _, laid in story.table]
    duty = broken_duty(story.surely_held(seat), trick, card, story.mode)
    if duty and "irregular" not in action:
        codes[duty] = None
    earlier = proven_revoke(story, seat, card)
    if earlier is not None:
        codes["revoke"] = earlier
    return codes


def proven_revoke(story, seat, card):
    """The index of the earliest play of the seat that this card shows to have been wrong."""
    for place, (index, action) in enumerate(story.plays):
        trick_start = place - place % story.setting.players
        before = story.played[trick_start:place]
        if action["seat"] != seat or "irregular" in action:
            continue
        if broken_duty({card}, before, action["card"], story.mode):
            return index
    return None
