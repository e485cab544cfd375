"""A hand in a few words, from its stored columns: for titles and lists."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Hand
from games.rules import VARIANTS, find_variant

WITHOUT_CONTRACT = {
    "passed-out": gettext_noop("Passed out"),
    "annulled": gettext_noop("Annulled"),
}


def variant_name(key: str) -> str:
    """The name of a game, translated."""
    variant = find_variant(key)
    return _(variant.name) if variant else key


def contract_name(hand: Hand) -> str:
    """What was bid, in the game's own word; what became of the hand where nobody bid."""
    variant = find_variant(hand.variant)
    bid = variant.bid(hand.contract) if variant else None
    if bid is not None:
        return _(bid.label)
    return _(WITHOUT_CONTRACT[hand.status]) if hand.status in WITHOUT_CONTRACT else _("Hand")


def bid_name(key: str) -> str:
    """What a bid is called, in whichever game knows it."""
    bids = (variant.bid(key) for variant in VARIANTS)
    return next((_(bid.label) for bid in bids if bid), key)


def verdict(hand: Hand) -> str:
    """Whether the contract was made: "made by 7", "lost by 9", "just made"; nothing without one."""
    if hand.margin_halves is None or hand.won is None:
        return ""
    if hand.margin_halves == 0:
        return _("just made")
    sentence = (
        gettext_noop("made by %(points)s") if hand.won else gettext_noop("lost by %(points)s")
    )
    return _(sentence) % {"points": _margin(hand.margin_halves)}


def headline(hand: Hand, names: Sequence[str]) -> str:
    """A hand as a title: "Samir’s Petite, lost by 9"."""
    if hand.taker is None:
        return contract_name(hand)
    facts = {"player": names[hand.taker], "contract": contract_name(hand)}
    owned = _("%(player)s’s %(contract)s") % facts
    return ", ".join(filter(None, (owned, verdict(hand))))


def _margin(halves: int) -> str:
    """Half a point goes to the side that wins, as on the score sheet."""
    return str((abs(halves) + 1) // 2)
