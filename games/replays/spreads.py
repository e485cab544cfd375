"""What lies open, or face down, before everybody between the auction and the play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.replays.course import EXCHANGE, Course
from games.replays.views import View
from games.replays.when import ALWAYS, When
from games.replays.words import word
from games.rules.cards import card_code, cards_of
from games.rules.knowledge import laid_away


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards laid before everybody: the stock, a discard, a handful. `faces` are codes, `backs`
    the number of cards face down; `when` it lies on the table, `told` when it may be read beside
    it."""

    label: str
    faces: tuple[str, ...]
    backs: int
    when: When
    told: When
    inferred: bool = False

    @property
    def backs_drawn(self) -> range:
        """One turn of a loop for each card face down."""
        return range(self.backs)


def spreads(course: Course, view: View) -> tuple[Spread, ...]:
    """What is called, turned up, laid away and shown, in that order."""
    return (
        *_called(course, view),
        *_stock(course, view),
        *_discard(course, view),
        *_shown(course, view),
    )


def _told(view: View, step: int) -> When:
    return ALWAYS if view.open else When.between(step)


def _called(course: Course, view: View) -> Iterator[Spread]:
    for step, action in course.actions("king"):
        yield Spread(
            _("Called"), (action["card"],), 0, _until_next(course, step), _told(view, step)
        )


def _stock(course: Course, view: View) -> Iterator[Spread]:
    """The stock, from the moment it is turned up until the exchange is over."""
    start = _turned_up(course)
    steps = [at.step for at in course.positions if at.phase == EXCHANGE and at.step >= start]
    cards = course.record.stock or cards_of(course.end.stock or 0)
    if steps and cards:
        label = word(course.record.variant, "stock")
        faces = tuple(card_code(card) for card in cards)
        lies = When.between(steps[0], steps[-1] + 1)
        yield Spread(label, faces, 0, lies, _told(view, steps[0]))


def _turned_up(course: Course) -> int:
    """The step of the action that turns the stock up, else the end of the auction or of the
    calling."""
    own = [step for step, _action in course.actions("stock", "king")]
    return own[-1] if own else course.first(EXCHANGE) or 0


def _discard(course: Course, view: View) -> Iterator[Spread]:
    """The discard, face down for whoever may not see it, but for what the rules make the taker
    show."""
    state = course.end
    for step, action in course.actions("discard"):
        sees = view.sees(action["seat"])
        known = laid_away(state) or 0 if sees else state.shown
        backs = course.record.variant.stock_size(state.n) - known.bit_count()
        yield Spread(
            word(course.record.variant, "discard"),
            tuple(card_code(card) for card in cards_of(known)),
            backs,
            _until_next(course, step),
            _told(view, step),
            inferred=action["cards"] is None and bool(known & ~state.shown),
        )


def _shown(course: Course, view: View) -> Iterator[Spread]:
    for step, action in course.actions("announce"):
        cards = tuple(action.get("cards", ()))
        if cards:
            label = ngettext(
                "%(count)s card shown by %(player)s",
                "%(count)s cards shown by %(player)s",
                len(cards),
            )
            label %= {"count": len(cards), "player": course.names[action["seat"]]}
            yield Spread(label, cards, 0, _until_next(course, step), _told(view, step))


def _until_next(course: Course, step: int) -> When:
    """One step, and the comments that follow it."""
    changes = [
        at for at, _action in course.actions("stock", "discard", "announce", "play", "claim")
    ]
    return When.between(step, next((at for at in changes if at > step), None))
