"""Tarok of Modar Neznanich, `sca-tarok`: the facts in the order of the sheet (../sca-tarok.md)."""

from __future__ import annotations

from games.rules.game.endings import Ending
from games.rules.game.obligations import follow
from games.rules.game.options import Options
from games.rules.game.pile import Pile
from games.rules.game.ranks import NO_TRUMP, ranks
from games.rules.game.settings import CLOCKWISE, target
from games.rules.game.terms import PARTLY, RECONSTRUCTED
from games.rules.game.tricks import TrickRules, trick_rules
from games.rules.game.variant import Variant
from games.rules.hand.state import State
from games.rules.problems import N_
from games.rules.variants.sca_tarok.draws import draw_notice
from games.rules.variants.sca_tarok.score import STATING, settle
from games.rules.variants.sca_tarok.sheet import OPTIONS, PACK, PRESETS, TABLES

# fmt: off
RULES = {
    "players": "C1", "pack": "C2",
    "deal": "C5", "held": "C5",
    "follow": "C7", "winner-leads": "C10", "end": "C11",
    "bids": "C14", "announcements": "C14", "exchange": "C14",
}
# fmt: on

# C2: five suits, and none beats another; C7: follow suit, else any card. C4: the Fool is the lowest Major, number 0,
# or (`fool_rank`: high) above the 21.
FOOL_LOW = trick_rules(ranks(trump=NO_TRUMP, fool=0), follow)
FOOL_HIGH = trick_rules(ranks(trump=NO_TRUMP, fool=22), follow)


def tricks(options: Options) -> TrickRules:
    """C8: the highest card of the suit led wins."""
    return FOOL_HIGH if options["fool_rank"] == "high" else FOOL_LOW


def pile(options: Options, players: int) -> Pile:
    """C5: what is not dealt lies face down; C9: a rest smaller than the table is drawn too, or (`short_draw`: none) not."""
    least = 1 if options["short_draw"] == "partial" else players
    return Pile(TABLES[players].stock, least)


def leads(state: State) -> int:
    """C6: the player after the dealer leads to trick 1."""
    return (state.dealer + 1) % state.seats


TAROK = Variant(
    key="sca-tarok",
    name=N_("Tarok"),
    about=N_(
        "Two to four play, each alone: five equal suits, no trumps, and a card drawn after each trick."
    ),
    direction=CLOCKWISE,
    rules=RULES,
    pack=PACK,
    tables=TABLES,
    bids=(),
    options=OPTIONS,
    presets=PRESETS,
    tricks=tricks,
    pile=pile,
    stock_in_order=True,  # C9: drawn from the top
    zero_sum=False,
    leader=leads,
    settle=settle,
    stating=STATING,
    notice=draw_notice,
    # C15: the highest with 1000 or more; level at the top, another hand.
    ending=Ending(target=1000),
    settings=(target("C15", 1000),),
    labels={
        "stock": N_("draw pile"),
        "fool": N_("Fool"),
        # C2, C3: five suits with names of their own; C4: a Major is named by its number.
        "suit-0": N_("swords"),
        "suit-1": N_("cups"),
        "suit-2": N_("pentacles"),
        "suit-3": N_("wands"),
        "suit-4": N_("Majors"),
        "rank-J": N_("page"),
        "trump": N_("Major"),
    },
    # What the one description leaves open; of C12 what a claim does with cards left over, of C15 several at the target.
    reconstructed={"C4": RECONSTRUCTED, **dict.fromkeys(("C12", "C15"), PARTLY)},
)
