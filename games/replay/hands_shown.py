"""The hands: which card is where until when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.display.when import NEVER, When
from games.replay.course import Course
from games.replay.moves import Stay, plays, stays, trade_of
from games.replay.views import View
from games.rules import SUIT_OF, T1, Discard, card_code, mask_of

# With more cards than these a fan takes more room, or longer rows.
CROWDED = (8, 12, 16, 18)


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a hand.

    Its code, or "" for a card face down; the step at which it has just been played, None for one
    that never is; when no other card lies on it.
    """

    code: str
    when: When
    played: int | None = None
    last: When = NEVER


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as it is drawn.

    `inferred`: cards in it were worked out, nobody wrote them down; `most`: the number of cards
    that it can have; `none`: when it has none; `over`: pairs of a number
    of cards, and when it has more than that.
    """

    cards: tuple[Held, ...]
    inferred: bool
    most: int
    none: When = NEVER
    over: tuple[tuple[int, When], ...] = ()

    @property
    def rows(self) -> int:
        """Return the rows it takes with twelve cards side by side."""
        return -(-self.most // 12)


def fans(course: Course, view: View) -> tuple[Fan, ...]:
    """Return the hand of each seat: its faces where the view sees them, else as many backs."""
    hands = stays(course)
    return tuple(
        _arranged(
            course,
            _open(course, view, seat, hands[seat]) if view.sees(seat) else _closed(course, seat),
        )
        for seat in course.seats
    )


def _arranged(course: Course, fan: Fan) -> Fan:
    """Return the fan with what its drawing depends on: which card is on top, how many there are."""
    steps = range(course.last + 1)
    counts = [0 for _ in steps]
    tops = [-1 for _ in steps]
    for number, card in enumerate(fan.cards):
        for start, stop in card.when.spans:
            for step in range(start, len(steps) if stop is None else stop):
                counts[step] += 1
                tops[step] = number
    cards = tuple(
        replace(card, last=When.of(top == number for top in tops))
        for number, card in enumerate(fan.cards)
    )
    none = When.of((count == 0 for count in counts), lasting=True)
    over = ((most, When.of(count > most for count in counts)) for most in CROWDED)
    return replace(fan, cards=cards, none=none, over=tuple(pair for pair in over if pair[1]))


def _closed(course: Course, seat: int) -> Fan:
    counts = [at.held[seat] for at in course.positions]
    return Fan(tuple(_backs(counts)), inferred=False, most=max(counts))


def _open(course: Course, view: View, seat: int, hand: Mapping[int, Stay]) -> Fan:
    """Return what is known of a hand face up, the rest of it face down."""
    when = {card: When.between(*stay) for card, stay in hand.items()}
    played = plays(course, seat)
    cards = [
        Held(card_code(card), when[card], played.get(card))
        for card in in_fan_order(course, when)
        if when[card]
    ]
    unknown = [
        at.held[seat] - sum(at.step in here.when for here in cards) for at in course.positions
    ]
    inferred = mask_of(when) & ~_written(course, seat)
    most = max(at.held[seat] for at in course.positions)
    if not view.open and Discard in course.record.variant.phases:
        # Room for the stock, no matter who takes it up.
        most = max(most, course.end.hand_size + course.record.variant.stock_size(course.end.seats))
    return Fan((*cards, *_backs(unknown)), inferred=bool(inferred), most=most)


def _backs(counts: Sequence[int]) -> Iterator[Held]:
    """Yield as many cards face down as there are at each step."""
    for number in range(max(counts, default=0)):
        yield Held("", When.of((count > number for count in counts), lasting=True))


def _written(course: Course, seat: int) -> int:
    """Return the cards that somebody wrote down as this seat's.

    These were dealt, from the stock, bought or paid.
    """
    trade = trade_of(course)
    traded = [card for card in (trade.card, trade.pay) if card is not None] if trade else []
    written = [*(course.record.hands[seat] or ()), *(course.record.stock or ()), *traded]
    return mask_of(written) | (course.end.stock or 0)


def in_fan_order(course: Course, cards: Mapping[int, object]) -> list[int]:
    """Return the cards of a hand as players sort them.

    The fool, trumps from the top, then suit by suit from the best.
    """
    strength = course.end.trick_rules.ranks.strength
    return sorted(
        cards, key=lambda card: (card < T1, SUIT_OF[card] if card < T1 else 0, -strength[card])
    )
