"""The hand in a few sentences that follow from its record, each with its step.

Only for readers who see all cards, of a hand that is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.display.card_names import card_name, names_in_short, suit_name
from games.display.headlines import game_score, headline, title_columns
from games.display.numbers import points
from games.display.phrases import listed
from games.replay.course import Course
from games.replay.film import Film
from games.replay.views import ALL
from games.replay.words import happened, word
from games.rules import FOOL_CARD, TRUMP_SUIT, Trick, card_code, cards_of, knowledge

MOST = 10  # sentences
LONG = 7  # cards of a suit in one hand
IN_A_ROW = 4  # tricks
SPOKEN = ("king", "buy", "announce")  # what is worth a sentence in addition to the contract


class Said(NamedTuple):
    """A sentence and the step that it is about."""

    step: int
    sentence: str


def commentary(film: Film, turned: Sequence[int] = ()) -> tuple[Said, ...]:
    """Return the sentences in the order of their steps, the less important ones left out.

    `turned`: the steps at which a card changed the result, where the reader may know them.
    """
    if not film.view.open or not film.course.end.tricks:
        return ()
    course = film.course
    lines = [_contract(film), _last(course), _counted(course)]
    lines += [_turned(course, step) for step in turned[:2]]
    lines += _dealt(course)
    lines += list(_captured(course))[:2]
    lines += _stock(film)
    lines += [_as_it_happened(course, step) for step, _action in course.actions(*SPOKEN)][:3]
    lines += _in_a_row(course)
    return (*sorted(lines[: MOST - 1], key=lambda one: one.step), _result(course))


def _names(course: Course, seats: Sequence[int]) -> str:
    return listed([course.names[seat] for seat in seats])


def _card(course: Course, card: int) -> str:
    return card_name(card_code(card), course.record.variant.key)


def _as_it_happened(course: Course, step: int) -> Said:
    return Said(step, happened(course, ALL, course.positions[step]))


def _contract(film: Film) -> Said:
    course = film.course
    bid, taker = course.end.contract, course.end.taker
    if bid is None or taker is None:
        return Said(0, _("Everybody plays alone."))
    facts = {"player": course.names[taker], "bid": _(bid.label)}
    partners = [seat for seat in course.takers if seat != taker]
    if not partners:
        return Said(film.auction_over, _("%(player)s plays %(bid)s.") % facts)
    facts["others"] = _names(course, partners)
    return Said(film.auction_over, _("%(player)s plays %(bid)s together with %(others)s.") % facts)


def _result(course: Course) -> Said:
    game, scores = course.record.variant.key, course.outcome.scores or ()
    words = outcome_title(course)
    each = _each(course, [game_score(one, game) for one in scores])
    return Said(course.last, f"{words}. {each}." if scores else f"{words}.")


def outcome_title(course: Course) -> str:
    """Return what became of a hand, as its title says it."""
    halves = [int(2 * score) for score in course.outcome.scores or (0,) * len(course.names)]
    return headline(title_columns(course.replay), course.names, halves)


def _each(course: Course, values: Sequence[object]) -> str:
    return ", ".join(f"{who} {one}" for who, one in zip(course.names, values, strict=False))


def _counted(course: Course) -> Said:
    """Say how many card points two sides have; where everybody plays alone, how many tricks."""
    sides, counted = course.outcome.sides or (), course.outcome.card_points or ()
    if len(sides) == len(counted) == 2:
        each = [
            f"{_names(course, side)} {points(one)}"
            for side, one in zip(sides, counted, strict=True)
        ]
        return Said(course.last, _("Card points: %(each)s.") % {"each": "; ".join(each)})
    won = [course.end.winners.count(seat) for seat in course.seats]
    return Said(course.last, _("Tricks: %(each)s.") % {"each": _each(course, won)})


def _stock(film: Film) -> Iterator[Said]:
    """Say what lay in the stock, where it is one that somebody takes up."""
    end, variant = film.course.end, film.course.record.variant
    if end.stock and end.draw_pile is None:
        cards = [card_name(card_code(card), variant.key) for card in cards_of(end.stock)]
        facts = {"stock": capfirst(word(variant, "stock")), "cards": ", ".join(cards)}
        yield Said(film.auction_over, _("%(stock)s: %(cards)s.") % facts)


def _last(course: Course) -> Said:
    """Say who won the last trick, or that somebody claimed what was left."""
    claims = [step for step, _action in course.actions("claim")]
    trick = course.end.tricks[-1]
    step = trick.actions[-1] + 1
    if claims or trick.winner is None:
        return _as_it_happened(course, claims[-1] if claims else step)
    card = course.end.card_by(trick.winner, trick.number - 1)
    facts = {"player": course.names[trick.winner], "card": _card(course, card)}
    facts["trick"] = str(trick.number)
    return Said(step, _("Trick %(trick)s, the last, goes to %(player)s: %(card)s.") % facts)


def _turned(course: Course, step: int) -> Said:
    index = course.end.play_actions.index(step - 1)
    facts = {"player": course.names[course.end.seat_of_play(index)]}
    facts |= {"card": _card(course, course.end.played[index])}
    facts |= {"trick": str(index // course.end.seats + 1)}
    sentence = _(
        "Trick %(trick)s: all cards seen, one card changed the result: %(card)s by %(player)s."
    )
    return Said(step, sentence % facts)


def _dealt(course: Course) -> Iterator[Said]:
    """Say who was dealt most trumps, with which honours; and who a long suit."""
    dealt, game = knowledge.dealt(course.end), course.record.variant.key
    suit_of, honours = course.end.trick_rules.ranks.suit_of, course.end.pack.honours
    hands = [cards_of(hand) for hand in dealt if hand is not None]
    if len(hands) < len(dealt):
        return
    trumps = [[card for card in hand if suit_of[card] == TRUMP_SUIT] for hand in hands]
    counts = [len(held) for held in trumps]
    seat = counts.index(max(counts))
    facts = {"suit": capfirst(suit_name(TRUMP_SUIT, game)), "player": course.names[seat]}
    facts["count"] = str(counts[seat])
    best = [card for card in hands[seat] if honours >> card & 1]
    if best:
        facts["cards"] = listed(names_in_short(best, game))
        sentence = _("%(suit)s: %(player)s is dealt the most, %(count)s, and holds %(cards)s.")
    else:
        sentence = _("%(suit)s: %(player)s is dealt the most, %(count)s.")
    if counts.count(counts[seat]) == 1:
        yield Said(0, sentence % facts)
    suits = [
        (sum(suit_of[card] == suit for card in hand), at, suit)
        for at, hand in enumerate(hands)
        for suit in range(TRUMP_SUIT)
    ]
    count, at, suit = max(suits)
    if count >= LONG:
        facts = {"suit": capfirst(suit_name(suit, game)), "player": course.names[at]}
        yield Said(0, _("%(suit)s: %(player)s is dealt %(count)s.") % {**facts, "count": count})


def _captured(course: Course) -> Iterator[Said]:
    """Say which honours the other side took, but for the Fool, which is rarely lost."""
    honours = course.end.pack.honours
    for trick in course.end.tricks:
        for card, index in zip(trick.cards, trick.actions, strict=True):
            loser = course.record.actions[index]["seat"]
            if trick.winner is None or card == FOOL_CARD or not honours >> card & 1:
                continue
            if loser in _side(course, trick):
                continue
            facts = {"trick": trick.number, "card": _card(course, card)}
            facts |= {"player": course.names[trick.winner], "other": course.names[loser]}
            sentence = _("Trick %(trick)s: %(player)s takes %(card)s from %(other)s.")
            yield Said(trick.actions[-1] + 1, sentence % facts)


def _side(course: Course, trick: Trick) -> tuple[int, ...]:
    """Return the seats of the side that won a trick; empty while it is open."""
    if trick.winner is None:
        return ()
    sides = course.outcome.sides or ()
    return next((side for side in sides if trick.winner in side), (trick.winner,))


def _in_a_row(course: Course) -> Iterator[Said]:
    """Say which side won most tricks in a row."""
    runs = [list(run) for _won, run in groupby(course.end.tricks, lambda one: _side(course, one))]
    run = max(runs, key=len)
    if len(run) < IN_A_ROW or run[0].winner is None:
        return
    players = _names(course, _side(course, run[0]))
    facts = {"first": run[0].number, "last": run[-1].number, "players": players}
    sentence = _("Tricks %(first)s to %(last)s go to %(players)s.")
    yield Said(run[-1].actions[-1] + 1, sentence % facts)
