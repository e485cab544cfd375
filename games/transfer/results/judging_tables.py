"""Every row of a table, judged by the rules and compared with the scores of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from games.models.folding import folded
from games.transfer.results.columns import TableColumns
from games.transfer.results.hands import (
    JudgedTable,
    ScoreReading,
    TableFault,
    TableHand,
    TableRules,
    Unclear,
    scored,
)
from games.transfer.results.row_reader import RowReader
from games.transfer.results.values import is_no

LOOKED_AT = 60  # rows that show how scores are meant
SUM_OF_SCORES, SIGN, OTHER, BY_OPTION = "sum", "sign", "other", "option"
# Older ways of counting, by option and value: the cells of a column that show them.
SHOWN: Sequence[tuple[str, tuple[str, ...], Callable[[str], bool]]] = (
    ("handful_pays=20-40-60", ("handfuls",), lambda cell: "60" in cell),
    ("misere=10", ("misere",), lambda cell: not is_no(cell)),
    ("misere=10", ("bonuses", "contract"), lambda cell: "miser" in folded(cell)),
)


def ways_shown(columns: TableColumns) -> list[str]:
    """Return the ways of counting that a table shows, as the kinds of differences name them."""
    ways = {
        f"{BY_OPTION}:{way}": None
        for way, meanings, shows in SHOWN
        for at in columns.at(*meanings)
        if any(shows(row.cell(at)) for row in columns.rows)
    }
    return list(ways)


def judge_table(columns: TableColumns, rules: TableRules, above: Sequence[str]) -> JudgedTable:
    """Judge every row of a table, by the reading of its scores with which most hands agree."""
    judged = _judged(columns, rules, above, ScoreReading())
    if _agreeing(judged) < len(judged.hands) + len(judged.faults):
        few = columns._replace(rows=columns.rows[:LOOKED_AT])
        reading = max(
            _readings(few, rules, above), key=lambda one: _agreeing(_judged(few, rules, above, one))
        )
        if reading != judged.reading:
            judged = _judged(columns, rules, above, reading)
    hands = [hand if hand.agrees else _with_kind(hand, rules) for hand in judged.hands]
    return replace(judged, hands=tuple(hands))


def _agreeing(judged: JudgedTable) -> int:
    return sum(hand.agrees for hand in judged.hands)


def _readings(
    columns: TableColumns, rules: TableRules, above: Sequence[str]
) -> Iterator[ScoreReading]:
    """Yield the readings that a table may have, the usual one first.

    What a point is worth shows where the scores of most hands are as many times those of the rules.
    """
    for running, through in ((False, False), (True, False), (True, True)):
        reading = ScoreReading(running, through=through)
        yield reading
        hands = _judged(columns, rules, above, reading).hands
        worths = Counter(worth for hand in hands if (worth := _worth_of(hand)))
        for worth, count in worths.most_common(1):
            if 2 * count > len(hands):
                yield reading._replace(worth=worth)


def _worth_of(hand: TableHand) -> float | None:
    """Return what a point is worth by the scores of a hand; None where they do not show it."""
    both = zip(hand.theirs, hand.ours, strict=True)
    worths = {round(there / here, 3) for there, here in both if there is not None and here}
    return worths.pop() if len(worths) == 1 and min(worths) > 0 else None


def _judged(
    columns: TableColumns, rules: TableRules, above: Sequence[str], reading: ScoreReading
) -> JudgedTable:
    reader, left_out = RowReader(columns, rules, above, reading), 0
    hands: list[TableHand] = []
    faults: list[TableFault] = []
    for row in columns.rows:
        try:
            hand = reader.hand(row)
        except Unclear as error:
            faults.append(TableFault(row, str(error)))
        else:
            left_out += hand is None
            hands += [] if hand is None else [hand]
    return JudgedTable(tuple(hands), tuple(faults), left_out, reading)


def _with_kind(hand: TableHand, rules: TableRules) -> TableHand:
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
