"""`manage.py rebuild`: write every derived column again from the sealed records."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError

from games import statistics
from games.book.chain import hold_chain
from games.book.rebuilding import DoesNotStand, rebuild_hand
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Analysis, Club, Hand
from games.models.querysets import in_pieces
from games.rules import RecordError
from games.writing.durably import durably, let_others_write

TOGETHER = 20  # hands of one transaction, while which nobody else in the club seals one


class Command(BaseCommand):
    """Contract, result, scores, score sheet, statistics: all of it follows from the record."""

    help = (
        "Rebuilds the derived columns of all sealed hands from their records. A hand whose record "
        "fails is named and stays as it is; then the exit status is 1."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        unhurried()
        clubs, sealed = list(Club.objects.order_by("pk")), Hand.objects.sealed()
        total, failed = sealed.count(), 0
        progress = Progress(self.stdout, total, "hands")
        for club in clubs:
            keys = list(sealed.filter(club=club).order_by("pk").values_list("pk", flat=True))
            for some in in_pieces(keys, TOGETHER):
                wrong = durably(partial(rebuild_some, club, some))
                failed += len(wrong)
                self.stderr.write("".join(f"{line}\n" for line in wrong), ending="")
                progress.reach(progress.done + len(some))
                let_others_write()
        progress.finish()
        progress = Progress(self.stdout, total, "hands counted")
        for club in clubs:
            durably(partial(statistics.rebuild, club, progress.step))
        progress.finish()
        Analysis.objects.filter(course__isnull=True).delete()  # what failed is worked out again
        if failed:
            raise CommandError(f"Hands that stay as they were, since their records fail: {failed}.")


def rebuild_some(club: Club, keys: Sequence[int]) -> list[str]:
    """Rebuild hands of a club that are sealed still; name those whose records fail, and why."""
    hold_chain(club.pk)  # from here on nobody amends one or takes it back
    wrong = []
    for hand in Hand.objects.sealed().filter(pk__in=keys).select_related("match"):
        try:
            rebuild_hand(hand)
        except (DoesNotStand, RecordError, ObjectDoesNotExist, ValueError, LookupError) as error:
            wrong.append(f"{hand.public_id}: {error}")
    return wrong
