"""What lies open, or face down, before everybody between the auction and the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.when import ALWAYS, When
from games.replay.course import EXCHANGE, Course
from games.replay.moves import discard_of, stock_taken, trade_of
from games.replay.views import View
from games.replay.words import word
from games.rules import Stock, card_code, cards_of, codes_of


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards laid before everybody: the stock, a discard, a handful.

    `faces` are codes, `backs` is the number of cards face down; `when`: it lies on the table;
    `readable`: it may be read next to the table.
    """

    label: str
    faces: tuple[str, ...]
    backs: int
    when: When
    readable: When
    inferred: bool = False

    @property
    def backs_drawn(self) -> range:
        """One turn of a loop for each card face down."""
        return range(self.backs)


def spreads(course: Course, view: View) -> tuple[Spread, ...]:
    """Return what is called, turned up, laid away, bought and shown, in that order."""
    return (
        *_called(course, view),
        *_stock(course, view),
        *_discards(course, view),
        *_bought(course, view),
        *_shown(course, view),
    )


def _readable(view: View, step: int) -> When:
    return ALWAYS if view.open else When.between(step)


def _called(course: Course, view: View) -> Iterator[Spread]:
    for step, action in course.actions("king"):
        yield Spread(
            _("Called"), (action["card"],), 0, _until_next(course, step), _readable(view, step)
        )


def _stock(course: Course, view: View) -> Iterator[Spread]:
    """Return the stock, from the moment it is taken up until the exchange is over.

    Face down where only the player who lays away for it sees it and the view does not.
    """
    variant, start = course.record.variant, _taken_up(course)
    steps = [at.step for at in course.positions if at.phase == EXCHANGE and at.step >= start]
    if not steps:
        return
    cards = course.record.stock or cards_of(course.end.stock or 0)
    worked_out = cards_of(stock_taken(course)) if not cards else []
    seen = Stock in variant.phases or any(view.sees(laid.seat) for laid in course.end.laid)
    faces = tuple(card_code(card) for card in cards or worked_out) if seen else ()
    backs = variant.stock_size(course.end.seats) - len(faces) if Stock not in variant.phases else 0
    if faces or backs:
        lies = When.between(steps[0], _taken_away(course, steps))
        inferred = bool(worked_out) and seen
        yield Spread(
            word(variant, "stock"), faces, backs, lies, _readable(view, steps[0]), inferred
        )


def _taken_up(course: Course) -> int:
    """Return the step of the action that turns the stock up.

    Else the end of the auction or of the calling.
    """
    own = [step for step, _action in course.actions("stock", "king")]
    return own[-1] if own else course.first(EXCHANGE) or 0


def _taken_away(course: Course, steps: Sequence[int]) -> int:
    """Return the step at which the stock is in the hands: cards are discarded, or all is over."""
    laid = [laid.at + 1 for laid in course.end.laid]
    return min([*laid, steps[-1] + 1])


def _discards(course: Course, view: View) -> Iterator[Spread]:
    """Yield each discard, face down for a view that may not see it.

    What the rules make the seat show is face up.
    """
    variant, size = course.record.variant, course.record.variant.discard_size(course.end.seats)
    for laid in course.end.laid:
        step = laid.at + 1
        known = discard_of(course, laid.seat) if view.sees(laid.seat) else laid.shown
        yield Spread(
            _by(course, word(variant, "discard"), laid.seat),
            tuple(card_code(card) for card in cards_of(known)),
            size - known.bit_count(),
            _until_next(course, step),
            _readable(view, step),
            inferred=course.record.actions[laid.at]["cards"] is None and known != laid.shown,
        )


def _by(course: Course, label: str, seat: int) -> str:
    """Return a label, with the name where several lay cards away."""
    if len(course.end.laid) == 1:
        return label
    return _("%(label)s, %(player)s") % {"label": label, "player": course.names[seat]}


def _bought(course: Course, view: View) -> Iterator[Spread]:
    """Yield a card bought, which all see, and the one paid for it, which buyer and seller see."""
    trade = trade_of(course)
    if trade is None:
        return
    sees = view.sees(trade.buyer) or view.sees(trade.seller)
    paid = (card_code(trade.pay),) if trade.pay is not None and sees else ()
    yield Spread(
        _("Bought, and paid"),
        (card_code(trade.card), *paid),
        1 - len(paid),
        _until_next(course, trade.step),
        _readable(view, trade.step),
    )


def _shown(course: Course, view: View) -> Iterator[Spread]:
    for step, action in course.actions("announce"):
        kind = course.record.variant.announcement(action["what"])
        cards = (*action.get("cards", ()), *codes_of(kind.reveals if kind else 0))
        if cards:
            label = ngettext(
                "%(count)s card shown by %(player)s",
                "%(count)s cards shown by %(player)s",
                len(cards),
            )
            label %= {"count": len(cards), "player": course.names[action["seat"]]}
            yield Spread(label, cards, 0, _until_next(course, step), _readable(view, step))


# What takes the cards laid open before it off the table.
_MOVES = ("stock", "take", "discard", "buy", "announce", "play", "takeback", "claim")


def _until_next(course: Course, step: int) -> When:
    """Return one step, and the comments that follow it."""
    changes = [at for at, _action in course.actions(*_MOVES)]
    return When.between(step, next((at for at in changes if at > step), None))
