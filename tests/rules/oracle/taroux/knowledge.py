"""What everybody at the table can be sure of: sets of cards, worked out anew at every question."""

from ..story import has_no_room
from .sheet import is_low_plain


def laid_away(story, seat):
    """The cards that a seat is known to have laid away."""
    action = story.discard_of(seat)
    if action is None:
        return set()
    return set(action["cards"] or action.get("shown", []))


def all_laid_away(story):
    return set().union(*[laid_away(story, seat) for seat in story.seats])


def has_hidden(story, seat):
    """Whether the seat has laid cards away that nobody saw."""
    action = story.discard_of(seat)
    return action is not None and action["cards"] is None


def revealed(story, seat):
    """What the seat's announcements tell of its hand: abundances, and the Magician (B32, B34)."""
    cards = [set(action["cards"]) for _, action in story.announced("abundance")]
    seats = [action["seat"] for _, action in story.announced("abundance")]
    mine = [shown for shown, owner in zip(cards, seats, strict=True) if owner == seat]
    if any(action["seat"] == seat for _, action in story.announced("sparrow")):
        mine.append({"T1"})
    return set().union(*mine)


def holding(story, seat):
    """What the seat is known to have been given, by the deal and of the stock."""
    return (story.dealt(seat) or set()) | story.half_of(seat)


def is_elsewhere(story, seat, card):
    """Whether a card is known to be anywhere but in the hand of the seat."""
    if card in story.played or card in all_laid_away(story):
        return True
    for other in story.seats:
        if other != seat and card in holding(story, other) | revealed(story, other):
            return True
    if story.dealt(seat) is not None:
        return card not in holding(story, seat)
    untaken = story.first("take") is None
    return untaken and story.parts[-1] is not None and card in story.parts[-1]


def stays_for_sure(story, seat, card):
    """Whether the rules keep a card out of the seat's unseen discard."""
    return "irregular" not in story.discard_of(seat) and not is_low_plain(card)


def surely_held(story, seat):
    """The cards surely in the hand of the seat now."""
    held = holding(story, seat)
    if has_hidden(story, seat):
        held = {card for card in held if stays_for_sure(story, seat, card)}
    return (held | revealed(story, seat)) - set(story.played) - laid_away(story, seat)


def is_crowded(story, seat, cards):
    """Whether the hand has no room for all these cards beside those that are surely there."""
    laid = 0 if story.discard_of(seat) is None else 3
    left = story.cards_left(seat) + len(story.half_of(seat)) - laid
    return has_no_room(surely_held(story, seat), left, cards)


def discard_that_follows(story, seat):
    """What a seat whose hand is full is known to have laid away unseen."""
    held = surely_held(story, seat)
    if len(held) != story.cards_left(seat):
        return set()
    return holding(story, seat) - held - set(story.played)
