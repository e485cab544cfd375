"""French Tarot, `french`: the facts in the order of the sheet (french.md), then the few special rules."""

from __future__ import annotations

from games.rules.actions import Announce
from games.rules.announcements import has_announced, may_not_show, refused
from games.rules.cards import (
    BIT,
    FOOL,
    FOOL_SUIT,
    HONOURS,
    KING,
    KINGS,
    KNIGHTS,
    PLAIN,
    QUEENS,
    SUIT_OF,
    SUITS,
    T1,
    TRUMP_SUIT,
    TRUMPS,
    cards_of,
    mask_of,
)
from games.rules.obligations import follow_trump_overtrump
from games.rules.packs import TAROT_78
from games.rules.problems import Problem, gettext_noop
from games.rules.state import AUCTION, PLAY, State
from games.rules.variant import AnnouncementKind, Ban, Bid, Choice, Option, Preset, Table, Variant
from games.rules.variants.french_score import HANDFULS, fool_takes_last_trick, settle, standing

# 1.5.3 the bids, ascending, with multiplier; 1.7.1 to 1.7.3 what becomes of the dog; 1.11.4 25 times the multiplier.
BIDS = (
    Bid("small", gettext_noop("Petite"), 1, "exchange", 25),
    Bid("guard", gettext_noop("Garde"), 2, "exchange", 50),
    Bid("guard-without", gettext_noop("Garde sans"), 4, "own", 100),
    Bid("guard-against", gettext_noop("Garde contre"), 6, "other", 150),
)

OPTIONS = (
    Option(
        "petit",
        gettext_noop("Petit in the last trick"),
        "1.8.15",
        gettext_noop(
            "Who is paid 10 points, times the bid, for the petit (trump 1) in the last trick."
        ),
        (
            Choice(
                "taker",
                gettext_noop("Taker only"),
                gettext_noop("The taker's side must win it with the petit itself."),
            ),
            Choice(
                "either-side",
                gettext_noop("Either side"),
                gettext_noop("Whichever side wins a last trick that contains the petit."),
            ),
        ),
    ),
    Option(
        "handful_by",
        gettext_noop("Handful shown by"),
        "1.8.2",
        gettext_noop("Who may show a handful of trumps."),
        (
            Choice("taker", gettext_noop("Taker only")),
            Choice(
                "anyone",
                gettext_noop("Anyone"),
                gettext_noop(
                    "Defenders may show one too; it is paid to the side that wins the hand."
                ),
            ),
        ),
    ),
    Option(
        "handful_excuse",
        gettext_noop("Excuse in a handful"),
        "1.8.5",
        gettext_noop("When the Excuse may be shown as one of the trumps."),
        (
            Choice("free", gettext_noop("Counts as a trump")),
            Choice(
                "last-resort",
                gettext_noop("Last resort"),
                gettext_noop("Only if every trump in the hand is shown with it."),
            ),
        ),
    ),
    Option(
        "slam_lead",
        gettext_noop("Lead in a called slam"),
        "1.8.11",
        gettext_noop("Who leads to the first trick when the taker has called a slam."),
        (
            Choice(
                "dealers-right",
                gettext_noop("Dealer's right"),
                gettext_noop("As in any other hand."),
            ),
            Choice(
                "caller",
                gettext_noop("Caller"),
                gettext_noop("The taker who called the slam leads."),
            ),
        ),
    ),
    Option(
        "petit_sec",
        gettext_noop("Petit sec"),
        "1.4.2",
        gettext_noop(
            "Whether a hand whose only trump is the petit, without the Excuse, annuls the deal."
        ),
        (
            Choice(False, gettext_noop("Play on")),
            Choice(
                True,
                gettext_noop("Annulled"),
                gettext_noop("Its holder must say so before the auction; the next dealer deals."),
            ),
        ),
    ),
    Option(
        "defence_slam",
        gettext_noop("Slam by the defence"),
        "1.8.13",
        gettext_noop("What each defender wins if the defence takes every trick."),
        (
            Choice(0, gettext_noop("Nothing")),
            Choice(200, gettext_noop("200 each")),
        ),
    ),
    Option(
        "discard",
        gettext_noop("What may be laid away"),
        "1.7.4",
        gettext_noop("Which cards the taker may not put in the discard."),
        (
            Choice(
                "kings-only",
                gettext_noop("No kings"),
                gettext_noop("Everything else may go, unseen."),
            ),
            Choice(
                "strict",
                gettext_noop("No kings, no bouts, trumps only if forced"),
                gettext_noop(
                    "A trump goes only when no plain card below the king is left, and is shown."
                ),
            ),
        ),
    ),
    Option(
        "fool_last_in_slam",
        gettext_noop("Excuse in the last trick of the other side's slam"),
        "1.8.14",
        gettext_noop("What happens to it."),
        (
            Choice(
                "transfers",
                gettext_noop("Changes sides"),
                gettext_noop("As in every last trick: 91 points for the slam."),
            ),
            Choice(
                "stays",
                gettext_noop("Stays"),
                gettext_noop("It counts 4 for its player's side: 87 points for the slam."),
            ),
        ),
    ),
)

# 1.1: the defaults are the quick guide; the second value of each is the federation's.
PRESETS = (
    Preset(
        "quick-guide",
        gettext_noop("Quick guide"),
        gettext_noop("Few rules, nothing to show: the game as most families learn it."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
    Preset(
        "fft",
        gettext_noop("Federation (FFT 2012)"),
        gettext_noop("The rule book of the French federation."),
        {option.key: option.choices[1].value for option in OPTIONS},
    ),
)

RULES = {
    "players": "1.2.4",
    "pack": "1.3.1",
    "deal": "1.4",
    "held": "1.4",
    "bids": "1.5.3",
    "announcements": "1.8",
    "end": "1.11.1",
    "zero-sum": "1.11.5",
    "petit-sec": "1.4.2",
    "speaker": "1.5.1",
    "turns": "1.5.2",
    "rising": "1.5.2",
    "call-card": "1.6.1",
    "callable": "1.6.2",
    "opening-lead": "1.6.6",
    "exchange": "1.7.1",
    "handful-tiers": "1.8.1",
    "handful-who": "1.8.2",
    "handful-when": "1.8.3",
    "handful-size": "1.8.4",
    "handful-fool": "1.8.5",
    "slam": "1.5.6",
    "winner-leads": "1.9.1",
    "follow": "1.9.3a",
    "trump": "1.9.3b",
    "overtrump": "1.9.3b",
}


def leads(state: State) -> int:
    """1.9.1: the dealer's right leads; 1.8.11 (`slam_lead: caller`): the taker who called a slam."""
    if state.slam_called and state.options["slam_lead"] == "caller" and state.taker is not None:
        return state.taker
    return (state.dealer + 1) % state.n


def petit_sec(hand: int) -> bool:
    """1.4.2: the hand's only trump is the petit, and it has no Excuse."""
    return hand & (TRUMPS | FOOL) == BIT[T1]


def annulled_first(state: State) -> Problem | None:
    """1.4.2 (`petit_sec`): with a petit sec in a known hand no call may be made."""
    if not state.options["petit_sec"]:
        return None
    for seat, hand in enumerate(state.dealt):
        if hand is not None and petit_sec(hand):
            return Problem(
                "petit-sec",
                gettext_noop(
                    "{player} holds the petit as only trump, without the Excuse: the hand is annulled."
                ),
                {"player": seat},
                rule=state.cite("petit-sec"),
                seat=seat,
                cards=(T1,),
            )
    return None


def may_be_called(state: State, card: int) -> Problem | None:
    """1.6.2: a king; a queen if the taker may hold all kings; a knight, a jack further down the ladder."""
    rank = card % 14
    ladder = {
        KING: 0,
        KING - 1: KINGS,
        KING - 2: KINGS | QUEENS,
        KING - 3: KINGS | QUEENS | KNIGHTS,
    }
    if SUIT_OF[card] in (TRUMP_SUIT, FOOL_SUIT) or rank not in ladder:
        template, missing = gettext_noop("{card} cannot be called: a king is named."), 0
    else:
        missing = ladder[rank] & ~_dealt_to_taker(state)
        template = gettext_noop("{card} may be called only by somebody who holds {cards} as well.")
    if not missing and rank in ladder and SUIT_OF[card] < TRUMP_SUIT:
        return None
    return Problem(
        "call-not-allowed",
        template,
        {"card": card, "cards": tuple(cards_of(missing)), "player": state.taker},
        rule=state.cite("callable"),
        seat=state.taker,
        cards=tuple(cards_of(missing)),
        legal=tuple(cards_of(KINGS)),
    )


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


def check_handful(state: State, action: Announce) -> Problem | None:
    """1.8.1 to 1.8.6: who, when, how many trumps, whether the Excuse may stand in."""
    late = may_not_show(state, action.seat)
    if late is not None:
        return late
    cards = mask_of(action.cards)
    tiers = HANDFULS[state.n]
    if cards & ~(TRUMPS | FOOL):
        strangers = tuple(cards_of(cards & ~(TRUMPS | FOOL)))
        return refused(
            state,
            action.seat,
            "handful-tiers",
            gettext_noop("A handful is of trumps, not {cards}."),
            cards=strangers,
        )
    if len(action.cards) < tiers[0]:
        return refused(
            state,
            action.seat,
            "handful-tiers",
            gettext_noop("A handful needs {least} trumps; {player} showed {count}."),
            least=tiers[0],
            count=len(action.cards),
        )
    if action.size is not None and (action.size not in tiers or action.size > len(action.cards)):
        return refused(
            state,
            action.seat,
            "handful-size",
            gettext_noop("A handful of {count} cards cannot be claimed as one of {size}."),
            count=len(action.cards),
            size=action.size,
        )
    kept_back = state.held(action.seat) & TRUMPS & ~cards
    if cards & FOOL and kept_back and state.options["handful_excuse"] == "last-resort":
        return refused(
            state,
            action.seat,
            "handful-fool",
            gettext_noop(
                "The Excuse may be shown only with every trump; {player} keeps back {cards}."
            ),
            cards=tuple(cards_of(kept_back)),
        )
    return None


def check_slam(state: State, action: Announce) -> Problem | None:
    """1.5.6: the taker, after the contract and before the first card, once."""
    if action.seat != state.taker:
        return refused(state, action.seat, "slam", gettext_noop("Only the taker may call a slam."))
    if has_announced(state, action.seat, "slam"):
        return refused(
            state, action.seat, "slam", gettext_noop("{player} has called the slam already.")
        )
    if state.phase == PLAY:
        return refused(
            state, action.seat, "slam", gettext_noop("A slam is called before the first card.")
        )
    return None


def check_petit_sec(state: State, action: Announce) -> Problem | None:
    """1.4.2: before any call, by a hand that may be one."""
    hand = state.dealt[action.seat]
    if not state.options["petit_sec"]:
        template = gettext_noop("In this match a petit sec does not annul the hand.")
    elif state.phase != AUCTION or state.calls:
        template = gettext_noop("A petit sec is announced before the auction.")
    elif not petit_sec(hand) if hand is not None else not state.may[action.seat] & BIT[T1]:
        template = gettext_noop(
            "{player} does not hold the petit as only trump without the Excuse."
        )
    else:
        return None
    return refused(state, action.seat, "petit-sec", template)


FRENCH = Variant(
    key="french",
    name=gettext_noop("French Tarot"),
    direction="counter-clockwise",
    rules=RULES,
    pack=TAROT_78,
    tables={3: Table(24, 6), 4: Table(18, 6), 5: Table(15, 3)},
    bids=BIDS,
    options=OPTIONS,
    presets=PRESETS,
    duties=follow_trump_overtrump(),
    zero_sum=True,
    leader=leads,
    settle=settle,
    standing=standing,
    announcements=(
        AnnouncementKind("handful", gettext_noop("Handful"), check_handful, shows_cards=True),
        AnnouncementKind("slam", gettext_noop("Slam"), check_slam),
        AnnouncementKind("petit-sec", gettext_noop("Petit sec"), check_petit_sec, ends="annulled"),
    ),
    bans=bans,
    keeps=never_face_down,
    calls_a_card=frozenset({5}),
    called_card_bar=may_be_called,
    lead_bar=called_suit,
    holding_bar=annulled_first,
    last_winner=fool_takes_last_trick,
    labels={
        "stock": gettext_noop("dog"),
        "fool": gettext_noop("Excuse"),
        "taker": gettext_noop("taker"),
        "honour": gettext_noop("bout"),
        "T1": gettext_noop("petit"),
    },
)
