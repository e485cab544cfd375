"""French Tarot up to the first card: petit sec (sheet 1.4.2), slam (1.5.6), called card (1.6), dog (1.7), handful (1.8)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, SUIT_OF, SUITS, T1, TRUMPS
from games.rules.game.options import Options
from games.rules.game.terms import Step, Tier
from games.rules.game.variant import AnnouncementKind, Ban
from games.rules.hand.actions import Announce
from games.rules.hand.state import AUCTION, PLAY, State
from games.rules.hand.turns import not_your_turn
from games.rules.phases.announcements import (
    TrumpsShown,
    check_trumps,
    has_announced,
    has_played,
    refused,
)
from games.rules.phases.bans import no_honour, no_king, plain_cards_first, trumps_openly
from games.rules.phases.exchange import take_up
from games.rules.problems import N_, Problem
from games.rules.variants.french.sheet import CALLERS, HANDFUL_PAYS, HANDFULS


def petit_sec(hand: int) -> bool:
    """1.4.2: the hand's only trump is the petit, and it has no Excuse."""
    return hand & (TRUMPS | FOOL) == BIT[T1]


def annulled_first(state: State) -> Problem | None:
    """1.4.2 (`petit_sec`): with a petit sec in a known hand no call may be made."""
    holder = next((seat for seat, hand in enumerate(state.dealt) if hand and petit_sec(hand)), None)
    if holder is None or not state.options["petit_sec"]:
        return None
    template = N_(
        "{player} holds the petit as only trump, without the Excuse: the hand is annulled."
    )
    rule = state.cite("petit-sec")
    return Problem("petit-sec", template, {"player": holder}, rule, holder, cards=(T1,))


def check_petit_sec(state: State, action: Announce) -> Problem | None:
    """1.4.2: before any call, by a hand that may be one."""
    hand = state.dealt[action.seat]
    if not state.options["petit_sec"]:
        template = N_("In this match a petit sec does not annul the hand.")
    elif state.phase != AUCTION or state.calls:
        template = N_("A petit sec is announced before the auction.")
    elif not petit_sec(hand) if hand is not None else not state.may[action.seat] & BIT[T1]:
        template = N_("{player} does not hold the petit as only trump without the Excuse.")
    else:
        return None
    return refused(state, action.seat, "petit-sec", template)


def check_slam(state: State, action: Announce) -> Problem | None:
    """1.5.6: the taker, after the contract and before the first card, once."""
    if action.seat != state.taker:
        template = N_("Only the taker may call a slam.")
    elif has_announced(state, action.seat, "slam"):
        template = N_("{player} has called the slam already.")
    elif state.phase == PLAY:
        template = N_("A slam is called before the first card.")
    else:
        return None
    return refused(state, action.seat, "slam", template)


def next_step(state: State) -> Step | None:
    """Return the next step before play.

    1.6.1: with five players the taker calls a card; 1.7.1: at Petite and Garde the dog is turned up, joins the
    taker's hand, and the same number of cards is laid away; at the two higher bids nothing is (1.7.2, 1.7.3).
    """
    taker, contract = state.taker, state.contract
    if taker is None or contract is None:
        return None
    if state.seats == CALLERS and state.called is None:
        return Step("king", taker)
    if contract.stock != "exchange" or state.laid:
        return None
    return Step("stock", taker, unseen=True) if state.stock is None else take_up(state, taker)


def called_suit(state: State) -> int:
    """1.6.6: to trick 1 nobody leads the suit of the called card, except that card itself."""
    return 0 if state.called is None else SUITS[SUIT_OF[state.called]] & ~BIT[state.called]


# 1.7.4 and 1.7.5, in the order of the table of codes.
KINGS_ONLY = (no_king("1.7.4"),)
STRICT = (
    *KINGS_ONLY,
    no_honour("1.7.4", N_("A bout may not be discarded: {cards}.")),
    plain_cards_first("1.7.5"),
    trumps_openly("1.7.5"),
)


def bans(state: State) -> tuple[Ban, ...]:
    """1.7.4, 1.7.5: what the option `discard` forbids."""
    return STRICT if state.options["discard"] == "strict" else KINGS_ONLY


# 1.8.1: trumps, and how many; 1.8.4: a lower tier may be claimed; 1.8.5: the Excuse as the last resort.
HANDFUL = TrumpsShown(
    others=("handful-tiers", N_("A handful consists of trumps, not {cards}.")),
    too_few=("handful-tiers", N_("A handful needs {least} trumps; {player} showed {count}.")),
    too_high=("handful-size", N_("A handful of {count} cards cannot be claimed as one of {size}.")),
    fool=(
        "handful-fool",
        N_("The Excuse may be shown only with every trump; {player} keeps back {cards}."),
    ),
)


def check_handful(state: State, action: Announce) -> Problem | None:
    """1.8.1 to 1.8.5: how many trumps, whether the Excuse may stand in (`handful_excuse`)."""
    last_resort, tiers = state.options["handful_excuse"] == "last-resort", HANDFULS[state.seats]
    allowed = TRUMPS | FOOL
    return check_trumps(state, action, HANDFUL, tiers, allowed=allowed, last_resort=last_resort)


def handful_tiers(options: Options, players: int) -> tuple[Tier, ...]:
    """1.8.1, 1.8.17 (`handful_pays`): a single, double, triple handful."""
    names = (N_("Handful"), N_("Double handful"), N_("Triple handful"))
    return tuple(map(Tier, HANDFULS[players], names, HANDFUL_PAYS[options["handful_pays"]]))


def handful_offered(state: State, seat: int) -> Problem | None:
    """1.8.2 (`handful_by`): who may show one, whatever the cards; 1.8.3: once, before one's own first card."""
    topic = "handful-when"
    if state.options["handful_by"] == "taker" and seat != state.taker:
        topic, template = "handful-who", N_("Only the taker may show a handful here.")
    elif has_announced(state, seat, "handful"):
        template = N_("{player} has shown a handful already.")
    elif has_played(state, seat):
        template = N_("A handful is shown before playing one’s own first card.")
    else:
        return None
    return refused(state, seat, topic, template)


def handful_time(state: State, seat: int) -> Problem | None:
    """1.8.3: during the play a handful is shown at one's own turn."""
    if state.phase != PLAY or seat == state.turn or handful_offered(state, seat) is not None:
        return None
    template = N_("It is {player}’s turn; a handful is shown at one’s own turn to play.")
    return not_your_turn(state, seat, template, "handful-when")


def laid_openly(state: State, seat: int) -> int:
    """1.8.6: the trumps that the taker laid away and showed count in the handful once more."""
    return state.shown & TRUMPS if seat == state.taker else 0


KINDS = (
    AnnouncementKind(
        "handful",
        N_("Handful"),
        check_handful,
        shows_cards=True,
        time=handful_time,
        offered=handful_offered,
        again=laid_openly,
        tiers=handful_tiers,
    ),
    AnnouncementKind("slam", N_("Slam"), check_slam),
    AnnouncementKind("petit-sec", N_("Petit sec"), check_petit_sec, ends="annulled"),
)
