"""After a claim: what is left in the hands and what lies aside, as far as it can be known."""

from ..cards import FOOL
from .places import ASIDE
from .sheet import DROGGN_PACK


def is_whole(story, places, place):
    """Whether the sure cards of a hand or of the aside are all its cards."""
    if place == ASIDE:
        return len(places.surely_aside()) == story.setting.stock_size
    if len(places.surely_held(place)) == story.cards_left(place):
        return True
    if story.dealt(place) is None or unsure_payment(story, places, place):
        return False
    if place != story.taker or not story.exchanges:
        return True
    return story.setting.parts[-1] is not None and story.discard["cards"] is not None


def unsure_payment(story, places, place):
    """Whether the hand is one of the two between which an unseen payment went."""
    purchase = story.purchase
    if purchase is None or purchase["card"] is None or not places.payment:
        return False
    return place in (story.taker, places.seller)


def remaining(story):
    """After a claim: (cards aside, cards left in hands, the Fool's holder or None).

    None where both sides may have an unplayed Fool, or where unseen cards would go to both sides.
    Unseen cards that all go to one side are counted with the cards in hands. Of several who may
    have the Fool the first stands for all.
    """
    places = story.places
    left = {place: places.surely_held(place) for place in story.seats}
    left[ASIDE] = places.surely_aside()
    unseen = set(DROGGN_PACK).difference(story.played, *left.values())
    hidden = [place for place in left if not is_whole(story, places, place)]
    if len(hidden) == 1:
        left[hidden[0]] |= unseen
        unseen = set()
    to_one_side = (story.claim["seat"] == story.taker) == aside_is_declarers(story)
    if unseen and ASIDE in hidden and not to_one_side:
        return None
    holder = None
    if FOOL not in story.played:
        if FOOL in unseen:
            seats = seats_of_fool(story, places, hidden)
            if len({seat == story.taker for seat in seats}) > 1:
                return None
            holder = min(seats)
        else:
            holder = next((seat for seat in story.seats if FOOL in left[seat]), None)
    in_hands = unseen.union(*[left[seat] for seat in story.seats])
    return left[ASIDE], in_hands, holder


def seats_of_fool(story, places, hidden):
    """Who may have a Fool that nobody has seen: in the stock it is as if the claimant had it."""
    where = places.possible[FOOL].intersection(hidden)
    seats = {seat for seat in where - {ASIDE} if not places.is_elsewhere(seat, FOOL)}
    return seats | {story.claim["seat"]} if ASIDE in where else seats


def aside_is_declarers(story):
    """Whether discard or stock count for the declarer (2.6.1, 2.6.5)."""
    return story.exchanges or story.setting.options["stock_unexchanged"] == "declarer"
