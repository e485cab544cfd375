"""The score of a hand of Taros: piles, the Fool's settlement (A18 to A21), the sums (A23)."""

from ..cards import FOOL, PACK
from .sheet import EXCUSE, points

UNDEALT = "undealt"


def unplayed_places(story):
    """After a claim: {place: cards} of all that nobody played; None in place of unknown cards."""
    places = {UNDEALT: story.undealt}
    for seat in story.seats:
        out = len(story.played_by(seat)) == story.setting.hand_size
        known = story.dealt(seat) is not None
        places[seat] = set() if out else story.surely_held(seat) if known else None
    unknown = [place for place, cards in places.items() if cards is None]
    if len(unknown) == 1:
        sure = [cards for cards in places.values() if cards is not None]
        places[unknown[0]] = set(PACK).difference(story.played, *sure)
    return places


def cards_left(story, places):
    """The cards still in hands after a claim, or None where nobody knows which they are."""
    if places[UNDEALT] is None:
        return None
    return set(PACK) - set(story.played) - places[UNDEALT]


def won_tricks(story):
    """(winner, cards of the trick with the seats that played them) of every finished trick."""
    return [(story.winner(trick), trick) for trick in story.finished_tricks]


def piles_of(story, tricks):
    """What each seat has won, the Fool lying where his trick went."""
    piles: list[set[str]] = [set() for _ in story.seats]
    for winner, trick in tricks:
        piles[winner] |= {card for _, card in trick}
    return piles


def move_fool(piles, owner, winner, pile):
    """A18 and A20: the Fool comes back for the least valuable card of the pile; A19: or stays."""
    if owner == winner or not pile:
        return
    paid = min(sorted(pile), key=points)
    piles[winner] -= {FOOL}
    piles[owner] -= {paid}
    piles[owner] |= {FOOL}
    piles[winner] |= {paid}


def settle_fool(story, piles, tricks):
    """The Fool of a finished trick, by the pile of that moment or by the pile of the end."""
    if story.setting.options["fool_mode"] != EXCUSE:
        return
    for place, (winner, trick) in enumerate(tricks):
        for owner, card in trick:
            if card == FOOL:
                at_once = story.setting.options["fool_settlement"] == "immediate"
                pile = piles_of(story, tricks[:place])[owner] if at_once else set(piles[owner])
                move_fool(piles, owner, winner, pile)


def fool_holder(story, places):
    """(True, who plays the Fool to a claimed trick, or None), or (False, None) if unknown."""
    for seat, card in story.table:
        if card == FOOL:
            return True, seat
    if FOOL in story.played:
        return True, None
    for place, cards in places.items():
        if cards is not None and FOOL in cards:
            return True, None if place == UNDEALT else place
    return False, None


def settle(story):
    """Row, sides and card points of a finished hand, or None where it cannot be scored."""
    tricks = won_tricks(story)
    piles = piles_of(story, tricks)
    if story.claim is None:
        settle_fool(story, piles, tricks)
        return sums(piles)
    places = unplayed_places(story)
    left = cards_left(story, places)
    known, owner = fool_holder(story, places)
    excuse = story.setting.options["fool_mode"] == EXCUSE
    if left is None or (excuse and not known):
        return None
    claimant = story.claim["seat"]
    own_before = set(piles[owner]) if owner is not None else set()
    piles[claimant] |= left | {card for _, card in story.table}
    settle_fool(story, piles, tricks)
    if excuse and owner is not None:
        move_fool(piles, owner, claimant, own_before)
    return sums(piles)


def sums(piles):
    """A23: card points and every card above twelve."""
    worth = [sum(points(card) for card in pile) for pile in piles]
    return {
        "row": [value + len(pile) - 12 for value, pile in zip(worth, piles, strict=True)],
        "sides": [[seat] for seat in range(len(piles))],
        "points": worth,
    }
