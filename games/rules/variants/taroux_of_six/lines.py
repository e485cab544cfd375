"""Taroux of Six, the score sheet: the lines a player checks with pencil and paper (B47 to B51), in that order."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.cards import FOOL_CARD, cards_of
from games.rules.game.scoring import Line, number, tricks_of
from games.rules.problems import gettext_noop
from games.rules.variants.taroux_of_six.bids import BASE
from games.rules.variants.taroux_of_six.counting import has_stock
from games.rules.variants.taroux_of_six.tally import Bonus, Tally

WITH_HONOURS = (
    gettext_noop("without an honour"),
    gettext_noop("with one honour"),
    gettext_noop("with two honours"),
    gettext_noop("with three honours"),
)
# B27 to B29: whose discards or stock are, by what the bid says of the stock.
STOCK_RULES = {"exchange": "B27", "own": "B28", "other": "B29"}


def lines(tally: Tally) -> Iterator[Line]:
    """The whole sheet: what was counted, what it comes to, what is paid."""
    yield from _counted(tally)
    yield from _against_the_target(tally)
    yield from _stake(tally)
    yield from _doubled(tally)
    yield from _bonuses(tally.abundances)
    yield Line(
        gettext_noop("Each Defender"),
        gettext_noop("what one Defender pays"),
        tally.each,
        "B49",
        weight="result",
    )
    yield from _shares(tally)


def _counted(tally: Tally) -> Iterator[Line]:
    """B47: tricks, discards or stock, the Fool, card points."""
    pack, haul = tally.state.pack, tally.haul
    tricks = tricks_of(tally.state, tally.sides.declarers)
    yield Line(
        gettext_noop("Tricks of {player} and {other}"),
        gettext_noop("{numbers}") if tricks else gettext_noop("none"),
        number(pack.points(haul.tricks)),
        "B47",
        {
            "player": tally.sides.declarers[0],
            "other": tally.sides.declarers[1],
            "tricks": tricks,
            "numbers": ", ".join(map(str, tricks)),
        },
    )
    yield _laid_away(tally)
    yield from _fool(tally)
    yield Line(
        gettext_noop("Card points"),
        gettext_noop("of {total}"),
        tally.points,
        "B6",
        {"total": number(pack.total)},
        "result",
    )


def _laid_away(tally: Tally) -> Line:
    """B27 to B30: discards or stock, and to whom they go."""
    state, stock = tally.state, tally.contract.stock
    label = gettext_noop("Discards") if stock == "exchange" else gettext_noop("Stock")
    rule = STOCK_RULES[stock]
    if not has_stock(state, tally.sides):
        how = (
            gettext_noop("to the Defenders")
            if stock == "other"
            else gettext_noop("to the Defenders, the Declarers having no trick")
        )
        return Line(label, how, 0, rule)
    how = (
        gettext_noop("{cards}")
        if stock != "other"
        else gettext_noop("{cards}, the Defenders having no trick")
    )
    facts = {"cards": tuple(cards_of(tally.haul.laid))}
    return Line(label, how, number(state.pack.points(tally.haul.laid)), rule, facts)


def _fool(tally: Tally) -> Iterator[Line]:
    """B43, B44: what the Fool in a trick of the other side brings the Declarers, or costs them."""
    fool, worth = tally.haul.fool, tally.state.pack.worth
    if fool is None:
        return
    facts: dict[str, object] = {"player": fool.player, "other": fool.winner}
    label = gettext_noop("The Fool")
    if fool.paid is None:
        how = gettext_noop("lost: {player} had no trick to pay {other} from")
        yield Line(label, how, 0, "B44", facts)
        return
    moved = worth[FOOL_CARD] - worth[fool.paid]
    how = gettext_noop("{player} keeps it and gives {other} {card}")
    own = fool.player in tally.sides.declarers
    yield Line(label, how, number(moved if own else -moved), "B43", {**facts, "card": fool.paid})


def _against_the_target(tally: Tally) -> Iterator[Line]:
    """B48: what the honours ask for, and how far it is from what the Declarers have."""
    held = tuple(cards_of(tally.haul.honours))
    yield Line(
        gettext_noop("Honours"),
        gettext_noop("{cards}") if held else gettext_noop("none"),
        len(held),
        "B47",
        {"cards": held},
    )
    yield Line(gettext_noop("Needed"), WITH_HONOURS[len(held)], tally.haul.target, "B48")
    yield Line(
        gettext_noop("Over by") if tally.margin >= 0 else gettext_noop("Short by"),
        gettext_noop("{points} against {needed}"),
        abs(tally.margin),
        "B48",
        {"points": tally.points, "needed": tally.haul.target},
        "result",
    )


def _stake(tally: Tally) -> Iterator[Line]:
    """B49, B50: the contract, the margin, the Sparrow, and what the bid makes of them."""
    sign, steps = (1 if tally.margin >= 0 else -1), abs(tally.margin)
    yield Line(gettext_noop("Contract"), "", BASE, "B49")
    yield Line(gettext_noop("Margin"), "", steps, "B49")
    yield from _bonuses(tally.sparrows)
    terms = [sign * BASE, sign * steps, *(bonus.points for bonus in tally.sparrows)]
    yield Line(
        tally.contract.label,
        gettext_noop("{sum} × {factor}"),
        tally.stake,
        "B50",
        {"sum": _added(terms), "factor": tally.factor},
        "result",
    )


def _doubled(tally: Tally) -> Iterator[Line]:
    """B23, B49: Slams, and what a contra makes of the contract, with the Slams or (`contra_scope`) without."""
    with_slams = tally.state.options["contra_scope"] == "all"
    if with_slams:
        yield from _bonuses(tally.slams)
    if tally.times > 1:
        slams = [bonus.points for bonus in tally.slams] if with_slams else []
        label = gettext_noop("Contra") if tally.times == 2 else gettext_noop("Contra and Re-contra")
        facts = {"sum": _added([tally.stake, *slams]), "times": tally.times}
        how = gettext_noop("{sum} × {times}")
        yield Line(label, how, tally.doubled, "B23", facts, "result")
    if not with_slams:
        yield from _bonuses(tally.slams)


def _bonuses(bonuses: list[Bonus]) -> Iterator[Line]:
    for label, how, points, rule, facts, feat in bonuses:
        yield Line(label, how, points, rule, facts, feat=feat)


def _shares(tally: Tally) -> Iterator[Line]:
    """B51: four Defenders pay two Declarers."""
    for seat in tally.sides.declarers:
        yield Line(
            gettext_noop("{player}"),
            gettext_noop("{times} × {each}"),
            2 * tally.each,
            "B51",
            {"player": seat, "times": 2, "each": _signed(tally.each)},
            "result",
        )


def _added(terms: list[int]) -> str:
    """A sum as it is written on paper: "(25 + 17 − 20)", one number alone without brackets."""
    first, *rest = terms
    more = "".join(f" {'+' if term >= 0 else '−'} {abs(term)}" for term in rest)
    return f"({_signed(first)}{more})" if rest else _signed(first)


def _signed(points: int) -> str:
    return str(points).replace("-", "−")
