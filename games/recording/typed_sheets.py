"""Sheets on paper that are typed in: what each person has typed, kept; and sealed all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.book.chain import waiver_of
from games.book.many import seal_results
from games.display.phrases import labelled
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import MatchSoFar
from games.models import Match, TypedSheet, User
from games.recording.typed_lines import JudgedLine, Typed, compared, judged_lines
from games.writing.durably import durably, require_scorer
from games.writing.once import Once, make_once


@dataclass(frozen=True, slots=True)
class SheetNow:
    """A sheet as somebody sees it: `mine`, judged, and what others have of it.

    `number`: of the hand in its first line by now; `open_hand`: of a hand that is being recorded
    and has to be finished before; `second`: the typist with whom it is compared.
    """

    mine: TypedSheet
    lines: Sequence[JudgedLine]
    others: Sequence[TypedSheet]
    number: int
    open_hand: int | None
    second: TypedSheet | None = None

    @property
    def right(self) -> list[JudgedLine]:
        """Return the lines that can be sealed."""
        return [one for one in self.lines if one.state == "right"]

    @property
    def wrong(self) -> list[JudgedLine]:
        """Return the lines that hold themselves back."""
        return [one for one in self.lines if one.state in ("open", "wrong")]

    @property
    def differing(self) -> list[JudgedLine]:
        """Return the lines that the second typist has typed otherwise, and nobody has decided."""
        return [one for one in self.lines if one.theirs]

    @property
    def is_moved(self) -> bool:
        """Return whether the match has got other hands since the sheet was begun."""
        return bool(self.mine.lines) and self.mine.first != self.number

    @property
    def why_not(self) -> str:
        """Return why nothing of it can be sealed yet; "" where it can."""
        if self.open_hand is not None:
            return _("Hand %(number)s is being recorded: finish it first.") % {
                "number": self.open_hand
            }
        if self.is_moved:
            return _("The match has got other hands since this sheet was begun.")
        if not self.right:
            return _("No line is right yet.")
        if self.mine.match.club.types_twice and self.second is None:
            return _("Somebody else types this sheet a second time before it counts.")
        if self.differing:
            return ngettext(
                "%(count)s line differs: decide it.",
                "%(count)s lines differ: decide each.",
                len(self.differing),
            ) % {"count": len(self.differing)}
        return ""


def sheet_now(user: User, match: Match) -> SheetNow:
    """Return what `user` has typed for a match, and what others have. Judged as the match is now.

    With a second typist who has finished, and once this one has, both are compared.
    """
    so_far, open_hand = _before_the_sheet(match)
    number, _deal = so_far.coming()
    sheets = list(match.typed_sheets.select_related("by").order_by("pk"))
    mine = next((one for one in sheets if one.by_id == user.pk), None)
    others = [one for one in sheets if one.by_id != user.pk and one.lines]
    mine = mine or TypedSheet(by=user, first=number)
    mine.match = match
    lines = judged_lines(match, so_far, mine.lines)
    now = SheetNow(mine, lines, others, number, open_hand)
    if not match.club.types_twice or not mine.done:
        return now
    second = next((one for one in others if one.done and one.first == mine.first), None)
    if second is None:
        return now
    both = compared(lines, judged_lines(match, so_far, second.lines))
    return replace(now, lines=both, second=second)


def _before_the_sheet(match: Match) -> tuple[MatchSoFar, int | None]:
    """Return a match without a hand that was only opened, and the number of one that has begun."""
    so_far = match_so_far(match)
    begun = match.hands.filter(state="open", version__gt=0).values_list("number", flat=True).first()
    counted = tuple(hand for hand in so_far.hands if hand.state != "open" or begun)
    return replace(so_far, hands=counted), begun


def save_lines(user: User, match: Match, version: int, lines: list[Typed]) -> bool:
    """Keep what somebody has typed. False, and nothing is kept, where it has another version.

    They have then typed in another window. Raises NotAllowed, Busy, StorageFull.
    """
    require_scorer(user, match)
    number = _before_the_sheet(match)[0].coming()[0]

    def write() -> bool:
        mine, _new = TypedSheet.objects.get_or_create(
            match=match, by=user, defaults={"first": number}
        )
        columns: dict[str, Any] = {"lines": lines, "changed_at": timezone.now()}
        if not mine.lines:
            columns["first"] = number
        same = TypedSheet.objects.filter(pk=mine.pk, version=version)
        return bool(same.update(version=F("version") + 1, **columns))

    return durably(write)


def change_sheet(user: User, match: Match, **columns: Any) -> None:
    """Change what is known of somebody's sheet. Raises NotAllowed, Busy, StorageFull."""
    require_scorer(user, match)
    mine = TypedSheet.objects.filter(match=match, by=user)
    durably(lambda: mine.update(version=F("version") + 1, **columns))


def seal_sheet(
    *,
    user: User,
    match: Match,
    version: int,
    once: Once,
    unconfirmed: str = "",
    device: str = "",
    besides_wrong: bool = False,
) -> Match:
    """Make a hand of every line of a sheet and seal them, in one transaction.

    `version`: that of the sheet as it was last shown. With `besides_wrong` the lines that are not
    right stay behind, for later; otherwise one of them keeps all from being sealed. `unconfirmed`
    as for `chain.seal`. Raises ValidationError, MatchClosed, NotAllowed, KeyReused, KeyMalformed,
    Busy, StorageFull.
    """
    require_scorer(user, match)
    waiver = waiver_of(unconfirmed, device)

    def make() -> Match:
        mine = TypedSheet.objects.filter(match=match, by=user, version=version)
        if not mine.update(version=F("version") + 1):
            message = _("This sheet was changed in another window. Look once more.")
            raise ValidationError(message, code="changed")
        now = sheet_now(user, match)
        if now.why_not:
            raise ValidationError(now.why_not, code="not-yet")
        if now.wrong and not besides_wrong:
            number = ", ".join(str(one.number) for one in now.wrong)
            message = labelled(_("Not right yet"), number)
            raise ValidationError(message, code="wrong")
        changes = [one.change for one in now.right if one.change]
        seal_results(
            user=user, match=match, changes=changes, key=once.key, waiver=waiver, device=device
        )
        if now.second is not None:
            now.second.delete()
        left = [one.typed for one in now.wrong]
        first = now.number + len(changes)
        if left:
            mine = TypedSheet.objects.filter(pk=now.mine.pk)
            mine.update(lines=left, first=first, done=False)
        else:
            now.mine.delete()
        return match

    sent = [match.public_id, version, unconfirmed, besides_wrong]
    rows = Match.objects.filter(club=match.club_id)
    return make_once(once, user=user, sent=sent, rows=rows, make=make)
