"""The result of an import, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.transfer.importing.lines import LineCount, Report


def summary(
    report: Report, *, dry_run: bool, so_far: tuple[int, int] | None = None
) -> Iterator[str]:
    """Yield the sentences, the most important first.

    `so_far`: of an import that stopped before its end, how many lines it has written, and how many
    there are.
    """
    if so_far is not None:
        done, total = so_far
        yield _("%(done)s of %(total)s lines have been imported so far.") % {
            "done": done,
            "total": total,
        }
    elif report.written and report.faulty:
        yield ngettext(
            "Everything but %(count)s line was imported.",
            "Everything but %(count)s lines was imported.",
            report.faulty,
        ) % {"count": report.faulty}
        yield _(
            "Someone changed the same things while the import was writing. What is here stays as "
            "it is."
        )
    elif not report.ok:
        faults = ngettext("%(count)s fault", "%(count)s faults", report.faulty)
        yield _("Nothing was imported: %(faults)s.") % {"faults": faults % {"count": report.faulty}}
        if report.stopped:
            yield _("The rest of the file was not checked.")
    elif dry_run and report.changes:
        yield _("Everything can be imported. Nothing has been changed yet.")
    elif report.changes:
        yield _("Everything was imported.")
    else:
        yield _("Everything is here already: nothing was changed.")
    for name, tally in tallies(report):
        if tally.new or tally.known:
            facts = {"name": name, "new": tally.new, "known": tally.known}
            yield _("%(name)s: %(new)s new, %(known)s here already") % facts


def left_out(held: int) -> str:
    """Return what an export says of hands of boards that are hidden; "" where there are none."""
    sentence = _("Hands left out, with their evening, until its boards are shown: %(count)s.")
    return sentence % {"count": held} if held else ""


def tallies(report: Report) -> Iterator[tuple[str, LineCount]]:
    """Yield what was counted, by its name."""
    yield _("Hands"), report.hands
    yield _("Matches"), report.matches
    yield _("Players"), report.players
    yield _("Comments"), report.remarks
    yield _("Confirmations and disputes"), report.agreement
    yield _("Evenings"), report.evenings
    yield _("Totals brought forward"), report.totals
    yield _("Studies"), report.studies
