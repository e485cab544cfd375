"""Best play in words: a sentence for each turning point, and what the contract was worth."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.display.card_names import card_name
from games.display.headlines import game_score
from games.rules import Turn, TurningPoints, card_code

MOST_NAMED = 3  # cards of one sentence


def turn_sentence(turn: Turn, turned: TurningPoints, names: Sequence[str], game: str) -> str:
    """Say what a card changed, and which would not have."""
    best = [card_name(card_code(card), game) for card in turn.best[:MOST_NAMED]]
    facts = {
        "trick": turn.trick,
        "player": names[turn.seat],
        "best": get_text_list(best, _("or")),
        "card": card_name(card_code(turn.card), game),
        "before": game_score(turn.before, game),
        "after": game_score(turn.after, game),
    }
    if turn.after > turn.before:
        sentence = _(
            "Trick %(trick)s, %(player)s: against the rules, %(card)s leads to %(after)s, not "
            "to %(before)s."
        )
    elif turned.alone:
        sentence = _(
            "Trick %(trick)s, %(player)s: at least %(before)s with %(best)s; at least %(after)s "
            "with %(card)s."
        )
    elif turn.before > 0 > turn.after:
        sentence = _(
            "Trick %(trick)s, %(player)s: won, %(before)s, with %(best)s; lost, %(after)s, with "
            "%(card)s."
        )
    else:
        sentence = _(
            "Trick %(trick)s, %(player)s: %(before)s with %(best)s; %(after)s with %(card)s."
        )
    return sentence % facts


def verdict(turned: TurningPoints, taker: int | None, trick: int, game: str) -> str:
    """Say whether the contract could still be made; "" where nobody played one."""
    if turned.worth is None or taker is None:
        return ""
    facts = {"trick": trick, "score": game_score(turned.worth, game)}
    made = turned.scores[taker] > 0
    if turned.worth > 0:
        sentence = (
            _("From trick %(trick)s on, best play of both sides makes it, too: %(score)s.")
            if made
            else _("From trick %(trick)s on, it could still be made: %(score)s.")
        )
    else:
        sentence = (
            _("From trick %(trick)s on, it could still be beaten: %(score)s.")
            if made
            else _("From trick %(trick)s on, it could no longer be made: %(score)s.")
        )
    return sentence % facts
