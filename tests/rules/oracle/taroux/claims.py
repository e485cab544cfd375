"""After a claim: where the cards that nobody played are, as far as it can be known."""

from ..cards import FOOL
from .knowledge import (
    all_laid_away,
    discard_that_follows,
    has_hidden,
    holding,
    surely_held,
)

ASIDE = "aside"


def sure_places(story):
    """The cards of every hand, and of discards or stock, that are known to be there."""
    places = {seat: surely_held(story, seat) for seat in story.seats}
    taken = story.contract == "take"
    places[ASIDE] = all_laid_away(story) if taken else set(story.parts[-1] or ())
    for seat in story.declarers if taken else ():
        if has_hidden(story, seat):
            places[ASIDE] |= discard_that_follows(story, seat)
    return places


def is_whole(story, place, sure):
    """Whether the sure cards of a place are all its cards."""
    if place == ASIDE:
        return len(sure) == 6
    if len(sure) == story.cards_left(place):
        return True
    return story.dealt(place) is not None and not has_hidden(story, place)


def fool_places(story, places, open_places):
    """Every place where a Fool that nobody played may be."""
    for place, cards in places.items():
        if FOOL in cards:
            return [place]
    for seat in story.declarers:
        if FOOL in holding(story, seat):
            return [seat, ASIDE]
    return open_places


def remaining(story):
    """(six cards set aside, those left in hands, who plays the Fool to a claimed trick) or None."""
    places = sure_places(story)
    unseen = story.not_played.difference(*places.values())
    open_places = [place for place, sure in places.items() if not is_whole(story, place, sure)]
    if len(open_places) == 1:
        places[open_places[0]] |= unseen
        open_places = []
    if ASIDE in open_places:
        return None
    in_hands = story.not_played - places[ASIDE]
    for seat, card in story.table:
        if card == FOOL:
            return places[ASIDE], in_hands, seat
    if FOOL not in in_hands:
        return places[ASIDE], in_hands, None
    holders = fool_places(story, places, open_places)
    return (places[ASIDE], in_hands, holders[0]) if len(holders) == 1 else None
