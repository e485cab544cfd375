"""Tarok: the cards in the tricks are counted, and that is the score (C11 to C14)."""

from __future__ import annotations

from games.rules.cards import FOOL, JACKS, KINGS, KNIGHTS, PLAIN, QUEENS, TRUMPS, cards_of
from games.rules.game.scoring import everybody_alone, gathered, tricks_of
from games.rules.game.settlement import ScoreSheet, Settlement
from games.rules.hand.state import State
from games.rules.problems import N_

COURT = KINGS | QUEENS | KNIGHTS | JACKS

# C13: what counts the same, and how much.
KINDS = (
    (N_("Majors"), TRUMPS | FOOL, 15),
    (N_("Kings"), KINGS, 25),
    (N_("Queens"), QUEENS, 20),
    (N_("Knights"), KNIGHTS, 15),
    (N_("Pages"), JACKS, 15),
)


def settle(state: State) -> Settlement:
    """C13: each player's score is the value of the cards in the tricks won; C12: cards in hand count for nobody, and a
    claim takes all that is not won, also what nobody has drawn."""
    sheets = [_count(state, seat) for seat in range(state.seats)]
    scores = tuple([sheet.total for sheet in sheets])
    for seat, sheet in enumerate(sheets):
        sheet.result(N_("{player}"), "", scores[seat], "C13", player=seat)
    lines = [line for sheet in (*sheets, _check(state, scores)) for line in sheet.lines]
    return Settlement(everybody_alone(state), tuple([2 * own for own in scores]), scores, lines)


def _count(state: State, seat: int) -> ScoreSheet:
    """C9: the tricks that a player has set aside; C13: what counts the same is counted together, of the low cards each
    counts its number."""
    sheet, cards, tricks = ScoreSheet(), gathered(state, seat, 0), tricks_of(state, (seat,))
    sheet.show(
        N_("{player}'s tricks"),
        N_("{numbers}: {count} cards") if tricks else N_("none"),
        None,
        "C9",
        player=seat,
        tricks=tricks,
        numbers=", ".join(map(str, tricks)),
        count=cards.bit_count(),
    )
    for label, kind, worth in KINDS:
        count = (cards & kind).bit_count()
        if count:
            how = N_("{count} × {worth}")
            sheet.pay(label, how, count * worth, "C13", count=count, worth=worth)
    numbers = sorted([card % 14 + 1 for card in cards_of(cards & PLAIN & ~COURT)])
    if numbers:
        written = " + ".join(map(str, numbers))
        sheet.pay(N_("Ace to ten"), N_("{sum}"), sum(numbers), "C13", sum=written)
    return sheet


def _check(state: State, scores: tuple[int, ...]) -> ScoreSheet:
    """C12: what is left over counts for nobody; all the rest of the 850 is somebody's."""
    sheet, over, pack = ScoreSheet(), 0, state.pack
    if state.claim is None and state.unwon:
        over, cards = pack.points(state.unwon) // 2, tuple(cards_of(state.unwon))
        sheet.show(N_("Left over"), N_("{cards}: for nobody"), over, "C12", cards=cards)
    how = N_("{total} − {over}") if over else N_("the whole pack")
    total = pack.points(pack.cards) // 2
    sheet.result(N_("Together"), how, sum(scores), "C13", total=total, over=over)
    return sheet
