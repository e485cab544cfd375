"""After a claim: where the cards that nobody played are, as far as it can be known."""

from ..cards import FOOL
from .knowledge import (
    discard_that_follows,
    held_before_discard,
    laid_away,
    surely_held,
)

ASIDE = "aside"


def aside_is_takers(story):
    """Whether discard or stock count for the taker's side (rules 1.7.1 to 1.7.3)."""
    return story.contract != "guard-against"


def sure_places(story):
    """The cards of every hand and of the aside (discard or hidden stock) that are known there."""
    places = {seat: surely_held(story, seat) for seat in story.seats}
    if story.opens_stock:
        places[ASIDE] = laid_away(story) | discard_that_follows(story)
    else:
        places[ASIDE] = set(story.stock or ())
    return places


def is_whole(story, place, sure):
    """Whether the sure cards of a hand or of the aside are all its cards."""
    if place == ASIDE:
        return len(sure) == story.setting.stock_size
    if len(sure) == story.cards_left(place):
        return True
    unseen_exchange = story.discard is not None and story.discard["cards"] is None
    return story.dealt(place) is not None and not (place == story.taker and unseen_exchange)


def split(story):
    """(sure places, unseen cards, places where the unseen cards may be)."""
    places = sure_places(story)
    unseen = story.not_played.difference(*places.values())
    open_places = [place for place, sure in places.items() if not is_whole(story, place, sure)]
    if len(open_places) == 1:
        places[open_places[0]] |= unseen
        unseen = set()
    return places, unseen, open_places if unseen else []


def place_of(story, card, places, open_places):
    """All places where a card that was not played may be."""
    for place, cards in places.items():
        if card in cards:
            return {place}
    if card in held_before_discard(story, story.taker):
        return {story.taker, ASIDE}
    if story.opens_stock and story.stock is not None and story.dealt(story.taker) is not None:
        return set(open_places) - {story.taker, ASIDE}  # hand and dog were written without it
    return set(open_places)


def partner_of(story, places, open_places):
    """(True, partner or None for alone), or (False, None) where nobody can know."""
    if story.king is None:
        return True, None
    for _, action in story.plays:
        if action["card"] == story.king:
            own = action["seat"] == story.taker
            return True, None if own else action["seat"]
    where = place_of(story, story.king, places, open_places)
    if where <= {story.taker, ASIDE}:
        return True, None
    return len(where) == 1, next(iter(where))


def remaining(story):
    """After a claim: (partner, cards set aside, cards left in hands, the Fool's holder).

    None where it is not known who is the partner, to which side the unseen cards go, or which side
    has the Fool. Unseen cards that all go to one side are counted with the cards in hands. Of
    several who may have the Fool the first stands for all; aside it is with the claimant's side.
    """
    places, unseen, open_places = split(story)
    known, partner = partner_of(story, places, open_places)
    if not known:
        return None
    claimant_takes = story.claim["seat"] in (story.taker, partner)
    to_one_side = claimant_takes == aside_is_takers(story)
    if unseen and not to_one_side and {ASIDE} < set(open_places):
        return None
    holder = None
    if FOOL not in story.played:
        where = place_of(story, FOOL, places, open_places)
        seats = where - {ASIDE}
        if ASIDE in where and to_one_side:
            seats.add(story.claim["seat"])
        if len({seat in (story.taker, partner) for seat in seats}) > 1:
            return None
        holder = next(iter(seats), None)
    in_hands = unseen.union(*[cards for place, cards in places.items() if place != ASIDE])
    return partner, places[ASIDE], in_hands, holder
