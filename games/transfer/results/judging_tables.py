"""Every row of a table, judged by the rules and compared with the scores of the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from games.transfer.results.columns import TableColumns
from games.transfer.results.hands import JudgedTable, Rules, TableFault, TableHand, Unclear, scored
from games.transfer.results.row_reader import RowReader

SUM_OF_SCORES, SIGN, OTHER, BY_OPTION = "sum", "sign", "other", "option"


def judge_table(columns: TableColumns, rules: Rules, day: date | None) -> JudgedTable:
    """Judge every row of a table, whether its scores are those of each hand or run on."""
    judged = _judged(columns, rules, day, running=False)
    if 2 * len(_differing(judged)) > len(judged.hands):
        running = _judged(columns, rules, day, running=True)
        if 2 * len(_differing(running)) < len(_differing(judged)):
            judged = running
    hands = [hand if _agree(hand) else _with_kind(hand, rules) for hand in judged.hands]
    return replace(judged, hands=tuple(hands))


def _differing(judged: JudgedTable) -> list[TableHand]:
    return [hand for hand in judged.hands if not _agree(hand)]


def _judged(columns: TableColumns, rules: Rules, day: date | None, *, running: bool) -> JudgedTable:
    reader, left_out = RowReader(columns, rules, day), 0
    hands: list[TableHand] = []
    faults: list[TableFault] = []
    for row in columns.rows:
        try:
            hand = reader.hand(row, running=running)
        except Unclear as error:
            faults.append(TableFault(row.number, str(error), row.cells))
        else:
            left_out += hand is None
            hands += [] if hand is None else [hand]
    return JudgedTable(tuple(hands), tuple(faults), left_out)


def _agree(hand: TableHand) -> bool:
    """Return whether the scores that the table has are those of the rules."""
    known = [(here, there) for there, here in zip(hand.theirs, hand.ours, strict=True)]
    return all(there is None or there == here for here, there in known)


def _with_kind(hand: TableHand, rules: Rules) -> TableHand:
    """Return a hand with the kind of its difference, if need be as another option explains it."""
    theirs = [one for one in hand.theirs if one is not None]
    kind = OTHER
    if len(theirs) == len(hand.theirs) and sum(theirs) != 0:
        kind = SUM_OF_SCORES
    elif theirs == [-one for one in hand.ours]:
        kind = SIGN
    else:
        for option in rules.game.options:
            for choice in option.choices:
                if choice.value == rules.options[option.key]:
                    continue
                options = rules.game.differing({**rules.options, option.key: choice.value})
                try:
                    if scored({**hand.record, "options": options}) == hand.theirs:
                        kind = f"{BY_OPTION}:{option.key}={choice.value}"
                except Unclear:
                    continue
    return replace(hand, kind=kind)
