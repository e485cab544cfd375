"""What everybody at the table can be sure of: sets of cards, worked out anew at every question."""

from ..cards import HONOURS, KINGS, is_trump
from ..story import has_no_room
from .pack import is_low_plain


def laid_away(story):
    """The cards that are known to lie in the discard."""
    if story.discard is None:
        return set()
    return set(story.discard["cards"] or story.discard.get("shown", []))


def handful_shown(story, seat):
    action = story.handful_of(seat)
    return set(action["cards"]) if action else set()


def shown_before_discard(story, seat):
    """The handful of a seat, if it was shown before the discard was laid."""
    shown = story.handful_of(seat)
    for _, action in story.actions if shown else ():
        if action["kind"] == "discard":
            return set()
        if action is shown:
            return set(shown["cards"])
    return set()


def is_elsewhere(story, seat, card, stock_taken=False):
    """Whether a card is known to be anywhere but in the hand of the seat.

    `stock_taken`: the taker has an unwritten stock in hand, about to lay cards away unseen.
    """
    if card in story.played or card in laid_away(story):
        return True
    for other in story.seats:
        if other == seat:
            continue
        if card in handful_shown(story, other) or card in (story.dealt(other) or ()):
            return True
    if story.stock is not None and card in story.stock:
        return not (seat == story.taker and story.stock_joined)
    own = story.dealt(seat)
    if own is None or card in own:
        return False
    return not (stock_taken or may_hold_unknown_stock(story, seat))


def may_hold_unknown_stock(story, seat):
    """The taker who laid cards away unseen, while nobody wrote down what the stock was."""
    return seat == story.taker and story.discard is not None and story.stock is None


def stays_for_sure(story, card):
    """Whether the rules keep a card of the taker's out of his unseen discard (fine point 5)."""
    if "irregular" in story.discard:
        return False
    if story.setting.options["discard"] == "kings-only":
        return card in KINGS
    return card in KINGS or card in HONOURS or is_trump(card)


def held_before_discard(story, seat):
    """The cards known to be, or to have been, in the taker's holding when he laid away."""
    held = set(story.dealt(seat) or ()) | shown_before_discard(story, seat)
    if seat == story.taker and story.stock_joined:
        held |= story.stock
    return held


def surely_held(story, seat):
    """The cards surely in the hand of the seat now."""
    if seat == story.taker and story.discard is not None:
        held = held_before_discard(story, seat)
        if story.discard["cards"] is None:
            held = {card for card in held if stays_for_sure(story, card)}
        held |= handful_shown(story, seat) - shown_before_discard(story, seat)
    else:
        held = held_before_discard(story, seat) | handful_shown(story, seat)
    return held - set(story.played) - laid_away(story)


def is_crowded(story, seat, cards, stock_taken=False):
    """Whether the hand has no room for all these cards beside those that are surely there."""
    exchanging = seat == story.taker and story.discard is None
    taken_up = exchanging and (story.stock_joined or stock_taken)
    left = story.cards_left(seat) + (story.setting.stock_size if taken_up else 0)
    return has_no_room(surely_held(story, seat), left, cards)


def discard_that_follows(story):
    """What a taker whose hand is full laid away unseen, where all of it is known; else nothing."""
    held = surely_held(story, story.taker)
    if len(held) != story.cards_left(story.taker):
        return set()
    laid = held_before_discard(story, story.taker) - held - set(story.played)
    return laid if len(laid) == story.setting.stock_size else set()


def kept_low_plain(story, laid):
    """Plain cards below the king that the taker is known to keep when he lays `laid` away."""
    held = held_before_discard(story, story.taker) - laid
    return {card for card in held if is_low_plain(card)}


def is_bare_petit(hand):
    """Trump 1 the only trump, and no Fool (1.4.2)."""
    trumps = {card for card in hand if is_trump(card)}
    return trumps == {"T1"} and "F" not in hand


def known_to_lack(story, card):
    """Whether the taker's dealt hand is known not to hold a card (fine point 11)."""
    own = story.dealt(story.taker)
    if own is not None:
        return card not in own
    if is_crowded(story, story.taker, [card]):
        return True
    others = [part for seat, part in enumerate(story.parts) if seat != story.taker]
    return any(part is not None and card in part for part in others)


def aside_faults(story, laid, kept):
    """What may not be laid away, judged by the cards laid and cards kept that are known."""
    broken: dict[str, int | None] = {}
    if laid & KINGS:
        broken["discard-king"] = None
    if story.setting.options["discard"] == "strict":
        if laid & HONOURS:
            broken["discard-honour"] = None
        if any(is_trump(card) for card in laid) and any(is_low_plain(card) for card in kept):
            broken["discard-trump"] = None
    return broken


def aside_faults_at_the_end(story):
    """The discard judged once more, when all that the taker held is known (6 and 14)."""
    discard = story.discard
    if not story.all_played or discard is None or "irregular" in discard:
        return {}
    laid = story.not_played
    kept = {action["card"] for _, action in story.played_by(story.taker)}
    broken = aside_faults(story, laid, kept)
    hidden = {card for card in laid if is_trump(card)} - set(discard.get("shown", []))
    if hidden and story.setting.options["discard"] == "strict":
        broken["discard-not-shown"] = None
    return broken
