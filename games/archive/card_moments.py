"""Where a card that a list was searched for was played: by whom, in which trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.archive.listing import Listed
from games.book.records import read_seal
from games.display.card_names import card_name
from games.models import Seal
from games.rules import Record, card_code

BY_CARD = ("card_led", "card_won", "card_lost", "card_held")


class CardMoment(NamedTuple):
    """A card that was played: it in words, and the step of the replay at which it lies there."""

    words: str
    place: str


def card_moments(chosen: Mapping[str, Any], hands: Sequence[Listed]) -> dict[int, CardMoment]:
    """Return where the one card that was asked for was played, by hand; nothing for several."""
    card = next((chosen[name][0] for name in BY_CARD if len(chosen.get(name, ())) == 1), None)
    if card is None:
        return {}
    seals = Seal.objects.filter(hand__in=[hand.pk for hand in hands]).order_by("revision")
    latest = {seal.hand_id: seal for seal in seals.prefetch_related("texts")}
    moments = {key: _moment(read_seal(seal), card_code(card)) for key, seal in latest.items()}
    return {key: moment for key, moment in moments.items() if moment}


def _moment(record: Record, code: str) -> CardMoment | None:
    plays = [action for action in record.actions if action["kind"] == "play"]
    at = next((number for number, play in enumerate(plays) if play["card"] == code), None)
    if at is None:
        return None
    trick, place = divmod(at, len(record.players))
    words = _("%(card)s: %(player)s, trick %(trick)s") % {
        "card": card_name(code, record.variant.key),
        "player": record.players[plays[at]["seat"]],
        "trick": trick + 1,
    }
    return CardMoment(words, f"{trick + 1}.{place + 1}")
