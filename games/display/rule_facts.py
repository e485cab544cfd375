"""What a variant says of itself, drawn up for its rules page: contracts, tables, options, end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.display.card_names import short_name
from games.display.endings import ending_words, value_name
from games.display.phrases import listed
from games.display.rule_cards import (
    left_out,
    one_choice_each,
    otherwise,
    suit_rows,
    worths,
    written,
)
from games.display.stated_words import fact_words
from games.rules import NO_TRUMP, AnnouncementKind, Bid, Discard, Option, Variant, codes_of
from games.rules import facts as stating

STOCK = {
    "exchange": gettext_noop("turned up; as many cards are discarded"),
    "taken": gettext_noop("taken unseen; as many cards are discarded"),
    "own": gettext_noop("stays closed, counts for the taker’s side"),
    "other": gettext_noop("stays closed, counts for the other side"),
    "closed": gettext_noop("stays closed"),
}


@dataclass(frozen=True, slots=True)
class ContractFacts:
    """A bid.

    `factor` is what it multiplies by, 0 where nothing is multiplied; `least` is the minimum of
    points to each opponent; `stock` is a sentence on what becomes of the stock; `needs` are the
    cards (codes) of which a hand must hold one. Nobody plays a `signal`.
    """

    label: str
    factor: int
    least: int
    stock: str
    signal: bool
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleFactRow:
    """A number of players; cards dealt to each, in the stock, laid away by a seat; tricks."""

    players: int
    hand: int
    stock: int
    discard: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """What may be announced: its name, what comes of it, its own rule or "", the cards told."""

    label: str
    note: str
    rule: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option and the word of each preset for what it says there."""

    option: Option
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact of a result: its name, what it may be, its default, the number of its rule."""

    label: str
    possible: str
    left_out: str
    rule: str


def contracts(variant: Variant) -> tuple[ContractFacts, ...]:
    """Return the bids from low to high, as they are priced under the default options."""
    options = variant.default_options()
    return tuple(_contract(variant.priced(options, bid)) for bid in variant.bids)


def _contract(bid: Bid) -> ContractFacts:
    sentence = STOCK.get(bid.stock)
    return ContractFacts(
        label=_(bid.label),
        factor=bid.factor,
        least=bid.least,
        stock=_(sentence) if sentence else "",
        signal=not bid.wins,
        needs=tuple(codes_of(bid.needs)),
    )


def price_options(variant: Variant) -> tuple[Option, ...]:
    """Return the options that change what a bid multiplies by or is worth."""
    usual = variant.default_options()
    options = {
        option.key: option
        for option, _choice, options in one_choice_each(variant)
        if any(variant.priced(options, bid) != variant.priced(usual, bid) for bid in variant.bids)
    }
    return tuple(options.values())


def table_rows(variant: Variant) -> tuple[RuleFactRow, ...]:
    """Return how many can play, and what lies where in each case."""
    lays_away = Discard in variant.phases
    return tuple(
        RuleFactRow(
            players=players,
            hand=table.hand,
            stock=table.stock,
            discard=variant.discard_size(players) if lays_away else 0,
            tricks=table.tricks or table.hand,
        )
        for players, table in variant.tables.items()
    )


def announced(variant: Variant) -> tuple[Announcement, ...]:
    """Return what may be announced besides the bids."""
    return tuple(
        Announcement(
            label=_(kind.label),
            note=_announcement_note(kind),
            rule=variant.rules.get(kind.key, ""),
            cards=tuple(codes_of(kind.reveals)),
        )
        for kind in variant.announcements
    )


def _announcement_note(kind: AnnouncementKind) -> str:
    if kind.ends:
        return _("ends the hand")
    return _("cards are shown") if kind.shows_cards else ""


def option_rows(variant: Variant) -> tuple[OptionRow, ...]:
    """Return every option with what each preset says about it."""
    return tuple(
        OptionRow(
            option,
            tuple(value_name(option, preset.options[option.key]) for preset in variant.presets),
        )
        for option in variant.options
    )


def stated_facts(variant: Variant) -> tuple[StatedFact, ...]:
    """Return what has to be known of a hand if only its result is written down."""
    return tuple(
        StatedFact(_(one.label), _possible(variant, one.form), _left_out(variant, one), one.rule)
        for one in variant.stating.facts
    )


def _possible(variant: Variant, form: stating.FactForm) -> str:
    """Tell in words what a fact may be."""
    match form:
        case stating.SeatForm(nobody=nobody):
            return _("a player or nobody") if nobody else _("a player")
        case stating.OneOf(choices=choices):
            return " · ".join(_(label) for _word, label in choices)
        case stating.YesNo():
            return _("yes or no")
        case stating.CardPoints(whole=whole):
            most = written(Fraction(variant.pack.total, 2))
            sentence = gettext_noop("a number up to %(most)s, whole or with a half")
            if whole:
                sentence = gettext_noop("a whole number up to %(most)s")
            return _(sentence) % {"most": most}
        case stating.HonoursForm():
            names = [short_name(code, variant.key) for code in codes_of(variant.pack.honours)]
            return _("which of these, or how many: %(cards)s") % {"cards": listed(names)}
        case stating.ShownForm():
            return _("who showed how many trumps")
    return _("a number for each player")


def _left_out(variant: Variant, fact: stating.Fact) -> str:
    """Tell what holds of a fact that nobody has stated."""
    if fact.default is not stating.OPEN:
        return fact_words(variant, fact.form, fact.form.write(fact.default), ())
    if fact.recorded is stating.still_open:
        return _("has to be stated")
    return _("has to be stated, unless it is known already")


def facts(variant: Variant) -> dict[str, object]:
    """Return all of it under the names that the template uses."""
    return {
        "suits": suit_rows(variant),
        "left_out": left_out(variant),
        "equal_suits": variant.tricks(variant.default_options()).ranks.trump == NO_TRUMP,
        "otherwise": tuple(otherwise(variant)),
        "cards": variant.pack.cards.bit_count(),
        "worths": worths(variant),
        "thirds": variant.pack.unit not in (1, 2),
        "total": written(Fraction(variant.pack.total, 2)),
        "contracts": contracts(variant),
        "multiplied": any(bid.factor for bid in variant.bids),
        "answers": [_(variant.labels[key]) for key in variant.challenges],
        "price_options": price_options(variant),
        "announced": announced(variant),
        "tables": table_rows(variant),
        "lays_away": Discard in variant.phases,
        "stock": capfirst(_(variant.labels["stock"])),
        "options": option_rows(variant),
        "sits_out": [one for one in variant.seatings if one.dealer_sits_out],
        "sits_out_rule": variant.rules.get("sits-out", ""),
        "stated": stated_facts(variant),
        "ending": ending_words(variant.ending),
    }
