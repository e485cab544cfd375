"""Taroux of Six up to the first card: the stock and what may be laid away (sheet B24 to B26), announcements (B31 to B35)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, HONOURS, T1, TRUMPS
from games.rules.game.options import Options
from games.rules.game.terms import Laying, Step, Tier
from games.rules.game.variant import AnnouncementKind, Ban
from games.rules.hand.actions import Announce
from games.rules.hand.state import PLAY, State
from games.rules.phases.announcements import TrumpsShown, check_trumps, has_announced, refused
from games.rules.phases.bans import (
    no_honour,
    no_king,
    plain_cards_first,
    trumps_openly,
    trumps_owed,
)
from games.rules.phases.exchange import partner_of
from games.rules.problems import N_, Problem
from games.rules.scoring.sides import sides_of


def next_step(state: State) -> Step | None:
    """Return the next step before play.

    B24: the stock is shown, the bidder takes one half and the partner the other, and each lays three away; B28, B29: at
    the two higher bids it stays as it lies.
    """
    taker, contract = state.taker, state.contract
    if taker is None or contract is None or contract.stock != "exchange":
        return None
    if state.stock_cards is None:
        return Step("stock", taker)
    if not state.exchanged:
        return Step("take", taker)
    lays_away = (taker, partner_of(state, taker))[len(state.laid) :]
    return Step("discard", lays_away[0]) if lays_away else None


def _trumps_too_many(state: State, laying: Laying) -> int:
    return TRUMPS if trumps_owed(state, laying) < 0 else 0


def _trumps_not_shown(state: State, laying: Laying) -> int:
    owed = trumps_owed(state, laying) > 0
    return state.held(laying.seat) & TRUMPS & ~HONOURS & ~laying.shown if owed else 0


# B25 and B26, in the order of the table of codes.
BANS = (
    no_king("B25"),
    no_honour("B25", N_("An honour may not be discarded: {cards}.")),
    Ban(
        "discard-trump",
        "B26",
        N_("{player} has plain cards below the king to discard instead of {cards}."),
        _trumps_too_many,
    ),
    plain_cards_first("B26"),
    trumps_openly("B26"),
    Ban(
        "discard-not-shown",
        "B26",
        N_(
            "{player} has too few plain cards below the king: a discarded trump must be shown, one of {cards}."
        ),
        owed=_trumps_not_shown,
    ),
)


def _too_late(state: State, seat: int, what: str) -> Problem | None:
    """B31: after the discard, before the first lead."""
    if state.phase != PLAY:
        return None
    template = N_("{what} is declared before the first lead.")
    return refused(state, seat, "announcements", template, what=what)


def abundance_offered(state: State, seat: int) -> Problem | None:
    """B31, B32: before the first lead, once."""
    if has_announced(state, seat, "abundance"):
        template = N_("{player} has shown an Abundance already.")
        return refused(state, seat, "abundance", template)
    return _too_late(state, seat, N_("Abundance"))


ABUNDANCE = TrumpsShown(
    others=("abundance", N_("An Abundance consists of trumps, not {cards}.")),
    too_few=("tiers", N_("An Abundance needs {least} trumps; {player} showed {count}.")),
    too_high=("tiers", N_("{count} trumps cannot be claimed as an Abundance of {size}.")),
    fool=(
        "abundance",
        N_("The Fool may be shown only with every trump; {player} keeps back {cards}."),
    ),
)


def abundance_tiers(options: Options, players: int) -> tuple[Tier, ...]:
    """B33: how many trumps score how much (`abundance`)."""
    return tuple(Tier(least, N_("Abundance"), points) for least, points in options["abundance"])


def check_abundance(state: State, action: Announce) -> Problem | None:
    """B32, B33: enough trumps, the Fool only where it counts as one (`abundance_fool`)."""
    tiers = [least for least, _points in state.options["abundance"]]
    allowed = TRUMPS | FOOL if state.options["abundance_fool"] else TRUMPS
    return check_trumps(state, action, ABUNDANCE, tiers, allowed=allowed, last_resort=True)


def check_sparrow(state: State, action: Announce) -> Problem | None:
    """B34: once, by who may hold the Magician."""
    seat = action.seat
    if any(made.what == "sparrow" for made in state.announcements):
        return refused(state, seat, "sparrow", N_("A Sparrow has been announced already."))
    late = _too_late(state, seat, N_("Sparrow"))
    if late is not None or state.possible(seat) & BIT[T1]:
        return late
    template = N_("{player} does not hold {card}, which has to win the last trick.")
    return refused(state, seat, "sparrow", template, card=T1)


def check_slam(state: State, action: Announce) -> Problem | None:
    """B35: once a side."""
    seat = action.seat
    pair = () if state.taker is None else state.variant.team(state.seats, state.taker)
    own = sides_of(state, pair).of(seat)
    if any(has_announced(state, mate, "slam") for mate in own):
        template = N_("{player}’s side has announced a Slam already.")
        return refused(state, seat, "slam", template)
    return _too_late(state, seat, N_("Slam"))


KINDS = (
    AnnouncementKind(
        "abundance",
        N_("Abundance"),
        check_abundance,
        shows_cards=True,
        offered=abundance_offered,
        tiers=abundance_tiers,
    ),
    AnnouncementKind("sparrow", N_("Sparrow"), check_sparrow, reveals=BIT[T1]),
    AnnouncementKind("slam", N_("Slam"), check_slam),
)
