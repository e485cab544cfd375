"""The remarks of members at the steps of a hand, as its page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.access.pages import may_write
from games.display.when import ALWAYS, When
from games.models import Club, Hand, Remark, User
from games.replay import Film
from games.replay.scrubber import part_at


@dataclass(frozen=True, slots=True)
class ShownRemark:
    """A remark as a page shows it.

    Its step and that step's name in words; when it is shown below the table, when it may be read in
    the list; whether the reader wrote it, and may hide it.
    """

    remark: Remark
    step: int
    words: str
    here: When
    seen: When
    mine: bool
    may_hide: bool


def remarks_on(club: Club, hand: Hand, film: Film, user: User) -> list[ShownRemark]:
    """Return the remarks on a hand by their steps.

    Hidden ones are shown to those who hide them, and to their authors.
    """
    may_hide = may_write(club)
    remarks = Remark.objects.filter(hand=hand).select_related("author", "brought_by").order_by("id")
    shown = [
        _shown(remark, film, user, may_hide=may_hide)
        for remark in remarks
        if may_hide or remark.hidden_by_id is None or remark.author_id == user.pk
    ]
    return sorted(shown, key=lambda one: one.step)


def _shown(remark: Remark, film: Film, user: User, *, may_hide: bool) -> ShownRemark:
    named = film.step_of(remark.place)
    step = film.last if named is None else named
    return ShownRemark(
        remark,
        step,
        film.steps[step].place,
        When.between(step, step + 1),
        ALWAYS if film.view.open else When.between(step),
        remark.author_id == user.pk,
        may_hide,
    )


def by_part(film: Film, remarks: Sequence[ShownRemark]) -> list[list[When]]:
    """Return for each part of the scrubber when something said in it is marked there."""
    starts = [part.begins for part in film.segments]
    marked: list[list[When]] = [[] for _ in starts]
    for remark in remarks:
        marked[part_at(starts, remark.step)].append(remark.seen)
    return marked
