"""Le Jeu de Taros, `taros-1659`: the facts in the order of the sheet (../taros-1659.md)."""

from __future__ import annotations

from games.rules.game.endings import Ending
from games.rules.game.obligations import follow, trump_when_void
from games.rules.game.options import Options
from games.rules.game.ranks import ranks
from games.rules.game.settings import CLOCKWISE, direction, finish_rule, target
from games.rules.game.terms import PARTLY, RECONSTRUCTED
from games.rules.game.tricks import TrickRules, trick_rules
from games.rules.game.variant import Variant
from games.rules.hand.state import State
from games.rules.problems import N_
from games.rules.variants.taros_1659.score import STATING, fool_notice, settle
from games.rules.variants.taros_1659.sheet import CARD, OPTIONS, PACK, PRESETS, TABLES

# fmt: off
RULES = {
    "players": "A1", "pack": "A2",
    "deal": "A8", "held": "A8",
    "bids": "A10", "exchange": "A10", "announcements": "A10",
    "winner-leads": "A11", "end": "A11", "follow": "A12", "trump": "A13",
}
# fmt: on

# A12: follow suit; A13: void, play any trump. A16, A17: the Fool is outside all duties. A22: or it is trump 22.
EXCUSE = trick_rules(ranks(), follow, trump_when_void)
HIGHEST_TRUMP = trick_rules(ranks(fool=22), follow, trump_when_void)


def tricks(options: Options) -> TrickRules:
    """A22: what the Fool is was agreed before the match."""
    return HIGHEST_TRUMP if options["fool_mode"] == "highest-trump" else EXCUSE


def leads(state: State) -> int:
    """A11: the dealer leads to the first trick, or (`first_lead`: next) the player after the dealer."""
    after_dealer = 1 if state.options["first_lead"] == "next" else 0
    return (state.dealer + after_dealer) % state.seats


TAROS = Variant(
    key="taros-1659",
    name=N_("Le Jeu de Taros"),
    about=N_(
        "Two to six play, each alone: twelve cards, no auction, and a Fool that is redeemed with an empty card."
    ),
    direction=CLOCKWISE,
    rules=RULES,
    pack=PACK,
    tables=TABLES,
    bids=(),
    options=OPTIONS,
    presets=PRESETS,
    tricks=tricks,
    zero_sum=False,
    leader=leads,
    settle=settle,
    stating=STATING,
    card_counts=CARD,  # A23
    fool_paid_from=lambda state, player: (player,),  # A18
    notice=fool_notice,
    # A26, A27: the highest with 50 or more; level at the top, another hand.
    ending=Ending(target=50),
    # A26, A27, A7: what a club may settle otherwise.
    settings=(target("A26", 50), finish_rule("A27"), direction("A7", CLOCKWISE)),
    labels={"stock": N_("undealt cards"), "fool": N_("Fool")},
    # What the account of 1659 leaves open.
    reconstructed={
        **dict.fromkeys(("A6", "A17", "A20", "A24", "A27"), RECONSTRUCTED),
        "A16": PARTLY,
    },
)
