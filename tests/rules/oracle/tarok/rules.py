"""What the rules of Tarok forbid: plays, and every kind of action it does not have."""

from .sheet import broken_duty, refuses, suit


def broken(story, action):
    """{code: index of the earlier action or None} of every rule that the action breaks."""
    if action["kind"] == "claim":
        return {}
    if action["kind"] != "play":
        return {"wrong-phase": None}
    seat, card = action["seat"], action["card"]
    if seat != story.turn:
        return {"not-your-turn": None}
    faults: dict[str, int | None] = {}
    if story.is_elsewhere(seat, card):
        faults["not-in-hand"] = None
    trick = [laid for _, laid in story.table]
    duty = broken_duty(story.surely_held(seat), trick, card)
    if duty and "irregular" not in action:
        faults[duty] = None
    earlier = proven_revoke(story, seat, card)
    if earlier is not None:
        faults["revoke"] = earlier
    return faults


def proven_revoke(story, seat, card):
    """The index of the earliest play of the seat that this card shows to have been wrong (C-i)."""
    for place, (index, action) in enumerate(story.plays):
        trick = place // story.setting.players
        before = story.played[trick * story.setting.players : place]
        if action["seat"] != seat or "irregular" in action or not refuses(before, action["card"]):
            continue
        led = suit(before[0])
        if suit(card) == led and is_proven(story, seat, card, led, place, trick):
            return index
    return None


def is_proven(story, seat, card, led, place, trick):
    """More cards of the suit since the refusal than cards drawn since, known faces left out."""
    since = [action["card"] for _, action in story.plays[place + 1 :] if action["seat"] == seat]
    known = story.drawn_faces(seat)
    shown = [each for each in [*since, card] if suit(each) == led and each not in known]
    drawn = [after for after in story.unseen_draws(seat) if after >= trick]
    return len(shown) > len(drawn)
