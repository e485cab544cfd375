"""French Tarot: calling a partner (sheet 1.6) and what may be laid away (sheet 1.7)."""

from __future__ import annotations

from games.rules.cards import (
    BIT,
    HONOURS,
    JACKS,
    KINGS,
    KNIGHTS,
    PLAIN,
    QUEENS,
    SUIT_OF,
    SUITS,
    TRUMPS,
    cards_of,
)
from games.rules.problems import Problem, gettext_noop
from games.rules.state import State
from games.rules.variant import Ban

# 1.6.2: a king; what somebody has to hold who names a queen, a knight, a jack instead.
LADDER = {KINGS: 0, QUEENS: KINGS, KNIGHTS: KINGS | QUEENS, JACKS: KINGS | QUEENS | KNIGHTS}


def may_be_called(state: State, card: int) -> Problem | None:
    """1.6.2: a king; a queen if the taker may hold all kings; a knight, a jack further down the ladder."""
    if BIT[card] & _callable(state):
        return None
    needed = next((held for rank, held in LADDER.items() if BIT[card] & rank), 0)
    missing = tuple(cards_of(needed & ~_dealt_to_taker(state)))
    return Problem(
        "call-not-allowed",
        gettext_noop("{card} may be called only by somebody who holds {cards} as well.")
        if needed
        else gettext_noop("{card} cannot be called: a king is named."),
        {"card": card, "cards": missing, "player": state.taker},
        rule=state.cite("callable"),
        seat=state.taker,
        cards=missing,
        legal=tuple(cards_of(_callable(state))),
    )


def _callable(state: State) -> int:
    held, cards = _dealt_to_taker(state), 0
    for rank, needed in LADDER.items():
        if not needed & ~held:
            cards |= rank
    return cards


def _dealt_to_taker(state: State) -> int:
    if state.taker is None:
        return 0
    hand = state.dealt[state.taker]
    if hand is not None:
        return hand
    return state.may[state.taker] & ~(state.stock or 0)


def called_suit(state: State) -> int:
    """1.6.6: to trick 1 nobody leads the suit of the called card, except that card itself."""
    return 0 if state.called is None else SUITS[SUIT_OF[state.called]] & ~BIT[state.called]


def _kings(state: State, seat: int, laid: int, kept: int) -> int:
    return KINGS


def _bouts(state: State, seat: int, laid: int, kept: int) -> int:
    return HONOURS


def _trumps_while_plain_cards_stay(state: State, seat: int, laid: int, kept: int) -> int:
    return TRUMPS if kept & PLAIN & ~KINGS else 0


def _trumps_unseen(state: State, seat: int, laid: int, kept: int) -> int:
    return 0


# 1.7.4 and 1.7.5, in the order of the table of codes.
KINGS_ONLY = (
    Ban("discard-king", "1.7.4", gettext_noop("A king may not be laid away: {cards}."), _kings),
)
STRICT = (
    *KINGS_ONLY,
    Ban("discard-honour", "1.7.4", gettext_noop("A bout may not be laid away: {cards}."), _bouts),
    Ban(
        "discard-trump",
        "1.7.5",
        gettext_noop(
            "A trump may be laid away only when no plain card below the king is left: {cards}."
        ),
        _trumps_while_plain_cards_stay,
    ),
    Ban(
        "discard-not-shown",
        "1.7.5",
        gettext_noop("A trump laid away must be shown: {cards}."),
        _trumps_unseen,
    ),
)


def bans(state: State) -> tuple[Ban, ...]:
    """1.7.4, 1.7.5: what the option `discard` forbids."""
    return STRICT if state.options["discard"] == "strict" else KINGS_ONLY


def never_face_down(state: State, shown: int) -> int:
    """What a face-down discard cannot hold: kings; `strict`: bouts and trumps not shown as well."""
    return KINGS | HONOURS | TRUMPS & ~shown if state.options["discard"] == "strict" else KINGS
