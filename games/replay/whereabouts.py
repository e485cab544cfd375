"""Where each card can still be, as far as a seat knows: the result of `knowing`, card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.display.card_names import rank_letter, short_name, suit_name
from games.display.when import When, each_value
from games.replay.course import Course
from games.replay.knowing import Glimpse
from games.rules import BIT, FOOL_CARD, NO_SUIT, T1, TRUMP_SUIT, card_code, cards_of


@dataclass(frozen=True, slots=True)
class Chance:
    """A card that somebody may hold: what stands on it, and when it may be there."""

    label: str
    when: When


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit (0 to 3, 4 trumps).

    Its name, and by player the cards they may hold, with the time at which there are none.
    """

    suit: int
    name: str
    cells: tuple[tuple[tuple[Chance, ...], When], ...]

    @property
    def sign(self) -> str:
        return "SHDCT"[self.suit]


@dataclass(frozen=True, slots=True)
class Called:
    """The card that was called.

    Its code, from when that is known; who may hold it, and when; when it is with the seat that
    looks; when it has been seen.
    """

    code: str
    when: When
    holders: tuple[tuple[str, When], ...]
    own: When
    seen: When


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The other players, and the suits.

    Also how many of the cards lie in no hand, laid away or in the stock, at which time; when the
    seat's own cards are not known, so that nothing can be told.
    """

    names: tuple[str, ...]
    suits: tuple[Suit, ...]
    called: Called | None
    aside: tuple[tuple[int, When], ...]
    blind: When


def whereabouts(course: Course, seat: int, seen: Sequence[Glimpse]) -> Whereabouts | None:
    """Return where the cards can be that this seat has not seen; None if its own are unknown."""
    if not seen:
        return None
    others = [other for other in course.seats if other != seat]
    may = {other: _spans([_held_by(glimpse, other) for glimpse in seen]) for other in others}
    ranks = course.end.trick_rules.ranks
    suits = []
    for suit in range(5):
        cards = ranks.suits[suit] | (ranks.suits[NO_SUIT] if suit == TRUMP_SUIT else 0)
        cells = tuple(
            (_chances(course, may[other], cards), _none(seen, other, cards)) for other in others
        )
        suits.append(Suit(suit, suit_name(suit, course.record.variant.key), cells))
    return Whereabouts(
        tuple(course.names[other] for other in others),
        tuple(suits),
        _called(course, seat, seen),
        tuple(_aside(course, others, seen)),
        When.of(not glimpse.whole for glimpse in seen),
    )


def _held_by(glimpse: Glimpse, seat: int) -> int:
    """Return the cards (mask) that a seat may hold at a step; none where nothing can be told."""
    return glimpse.possible[seat] & glimpse.out if glimpse.whole else 0


def _spans(masks: Sequence[int]) -> dict[int, When]:
    """Return for each card of these masks, one a step, the steps at which it is among them."""
    spans: dict[int, list[tuple[int, int | None]]] = {}
    before = 0
    for step, mask in enumerate([*masks, 0]):
        for card in cards_of(mask & ~before):
            spans.setdefault(card, []).append((step, None))
        for card in cards_of(before & ~mask):
            spans[card][-1] = (spans[card][-1][0], step)
        before = mask
    return {card: When(tuple(pairs)) for card, pairs in spans.items()}


def _chances(course: Course, may: dict[int, When], cards: int) -> tuple[Chance, ...]:
    strength = course.end.trick_rules.ranks.strength
    game = course.record.variant.key
    held = [card for card in cards_of(cards) if card in may]
    held.sort(key=lambda card: (card != FOOL_CARD, -strength[card]))
    return tuple(Chance(label_of(card, game), may[card]) for card in held)


def label_of(card: int, game: str) -> str:
    """Return what is shown on a card besides its suit."""
    code = card_code(card)
    return short_name(code, game) if card >= T1 else rank_letter(code[1:], game)


def _none(seen: Sequence[Glimpse], seat: int, cards: int) -> When:
    return When.of(glimpse.whole and not _held_by(glimpse, seat) & cards for glimpse in seen)


def _called(course: Course, seat: int, seen: Sequence[Glimpse]) -> Called | None:
    step = next((step for step, _action in course.actions("king")), None)
    if step is None or course.end.called is None:
        return None
    card = BIT[course.end.called]
    judged = [glimpse.whole and number >= step for number, glimpse in enumerate(seen)]
    played = next(
        (
            at
            for at, action in course.actions("play")
            if action["card"] == card_code(course.end.called)
        ),
        None,
    )
    out = [now and bool(glimpse.out & card) for now, glimpse in zip(judged, seen, strict=True)]
    return Called(
        card_code(course.end.called),
        When.of(judged),
        tuple(
            (
                course.names[other],
                When.of(
                    here and bool(glimpse.possible[other] & card)
                    for here, glimpse in zip(out, seen, strict=True)
                ),
            )
            for other in course.seats
            if other != seat
        ),
        When.of(
            now and not here and (played is None or number < played)
            for number, (now, here) in enumerate(zip(judged, out, strict=True))
        ),
        When.of(
            now and played is not None and number >= played for number, now in enumerate(judged)
        ),
    )


def _aside(
    course: Course, others: Sequence[int], seen: Sequence[Glimpse]
) -> Iterator[tuple[int, When]]:
    """Yield how many cards that the seat has not seen lie in no hand, with the steps."""
    counts = [
        glimpse.out.bit_count() - sum(at.held[other] for other in others) if glimpse.whole else 0
        for glimpse, at in zip(seen, course.positions, strict=True)
    ]
    return each_value(count if count > 0 else None for count in counts)
