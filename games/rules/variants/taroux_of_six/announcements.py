"""Taroux of Six: Abundance, Sparrow, Slam (sheet B31 to B35)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, T1, TRUMPS
from games.rules.game.scoring import sides_of
from games.rules.game.variant import AnnouncementKind
from games.rules.hand.actions import Announce
from games.rules.hand.state import PLAY, State
from games.rules.phases.announcements import TrumpsShown, check_trumps, has_announced, refused
from games.rules.problems import N_, Problem


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
        template = N_("{player}'s side has announced a Slam already.")
        return refused(state, seat, "slam", template)
    return _too_late(state, seat, N_("Slam"))


KINDS = (
    AnnouncementKind(
        "abundance",
        N_("Abundance"),
        check_abundance,
        shows_cards=True,
        offered=abundance_offered,
    ),
    AnnouncementKind("sparrow", N_("Sparrow"), check_sparrow, reveals=BIT[T1]),
    AnnouncementKind("slam", N_("Slam"), check_slam),
)
