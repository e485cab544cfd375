"""The question of the day's hand: what the reader sees before answering, and what afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.daily import held_at, legal_calls
from games.display.numbers import half_points
from games.display.phrases import call_label, labelled, listed
from games.display.reasons import sentence as told
from games.models import DailyHand
from games.models.daily import BID, DISCARD
from games.replay import ALL
from games.replay.commentary import commentary
from games.replay.kept_films import kept_film
from games.replay.words import happened
from games.rules import Discard, Record, card_code, card_id, codes_of, replay

TOLD = ("call", "king", "take", "stock", "buy", "announce")  # what the reader has to know


class AnswerRow(NamedTuple):
    """An answer that could be given.

    What it leads to (None where nobody can prove it), the members who gave it, whether it was done
    at the table, whether it is the reader's.
    """

    code: str
    label: str
    score: int | None
    members: Sequence[str]
    played: bool
    mine: bool


class Question:
    """What a hand asks at a step; `record` has names and texts only where they may be shown."""

    def __init__(self, daily: DailyHand, record: Record) -> None:
        self.kind, self.step, self._record = daily.kind, daily.step, record
        self.film = kept_film(record, ALL).film
        self.state = replay(record, upto=self.step).state
        self.seat = self.state.turn or 0
        self.name = record.players[self.seat]
        self.action = record.actions[self.step]
        self.cards = held_at(self.film, self.seat, self.step)
        self.laid = self.action.get("cards") or ()  # away
        self.prospects: dict[str, int] = dict(daily.prospects)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The cards that may be played or laid away; or calls, each in words."""
        if self.kind == BID:
            calls = legal_calls(self._record, self.step)
            return [(call, call_label(self._record.variant, call)) for call in calls]
        return [(code, "") for code in self.cards if self.laid or code in self.prospects]

    @property
    def before(self) -> str:
        """What the table has heard so far, and whose turn it is."""
        course = self.film.course
        steps = [0, *(after for after, _action in course.actions(*TOLD))]
        heard = [happened(course, ALL, course.positions[at]) for at in steps if at < self.step]
        return " ".join([*heard, self.film.steps[self.step].words])

    @property
    def stock(self) -> list[str]:
        """What was taken up before cards are laid away."""
        taken = codes_of(self.state.stock or 0) if self.kind == DISCARD else []
        return [code for code in self.cards if code in taken]

    @property
    def points_so_far(self) -> str:
        """Say what the tricks of both sides count so far, in an ending of a game with sides."""
        course = self.film.course
        running, sides = course.positions[self.step].running, course.outcome.sides
        if not self.prospects or running is None or not sides:
            return ""
        each = [
            labelled(listed([course.names[seat] for seat in side]), half_points(halves))
            for side, halves in zip(sides, running, strict=False)
        ]
        return _("Card points in tricks so far: %(each)s.") % {"each": "; ".join(each)}

    @property
    def hands(self) -> list[tuple[str, list[str], str, bool]]:
        """The hands that lie open: all in an ending, else that of the player who decides.

        Of each the name, the cards, the card in the open trick or "", whether it is its turn.
        """
        lying = {seat: card_code(card) for seat, card in self.state.on_table().items()}
        seats = self.film.course.seats if self.prospects else [self.seat]
        return [
            (
                self._record.players[seat],
                held_at(self.film, seat, self.step),
                lying.get(seat, ""),
                seat == self.seat,
            )
            for seat in seats
        ]

    @property
    def how_many(self) -> str:
        """Say how many of the choices make an answer."""
        wanted = len(self.laid) or 1
        sentence = ngettext("Choose one card or call.", "Choose %(count)s cards.", wanted)
        return sentence % {"count": wanted}

    def refused(self, answer: Sequence[str]) -> str:
        """Say why an answer is none; "" for one that can be kept."""
        chosen, wanted = set(answer), len(self.laid) or 1
        others = chosen - {one for one, _label in self.choices}
        if not len(answer) == len(chosen) == wanted or others:
            return self.how_many
        if not self.laid:
            return ""
        cards, variant = tuple(map(card_id, answer)), self._record.variant
        problem = variant.phases[Discard].check(self.state, Discard(self.seat, cards, cards))
        return told(problem.at(0, self._record.players, variant.key)) if problem else ""

    @property
    def at_the_table(self) -> str:
        """What was done at the table, and how the hand ended."""
        course = self.film.course
        done = happened(course, ALL, course.positions[self.step + 1])
        return f"{done} {commentary(self.film)[-1].sentence}"

    def rows(self, answers: Sequence[tuple[str, str]], mine: str) -> list[AnswerRow]:
        """Return what could be answered, with what members answered: pairs of a name and that."""
        members = defaultdict(list)
        for name, answer in sorted(answers):
            for choice in answer.split():
                members[choice].append(name)
        done = self.laid or [self.action.get("card", self.action.get("call"))]
        rows = [
            AnswerRow(
                choice,
                label,
                self.prospects.get(choice),
                members[choice],
                choice in done,
                choice in mine.split(),
            )
            for choice, label in self.choices
        ]
        shown = [row for row in rows if not self.laid or row.members or row.played or row.mine]
        return sorted(shown, key=lambda row: -(row.score or 0))

    def is_best(self, answer: str) -> bool:
        """Return whether no card leads to more than the one that was answered."""
        return self.prospects.get(answer) == max(self.prospects.values(), default=None)
