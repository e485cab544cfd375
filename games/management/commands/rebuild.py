"""`manage.py rebuild`: write every derived column again from the sealed records."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import statistics
from games.book.rebuilding import DoesNotStand, rebuild_hand
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club, Hand
from games.models.querysets import in_pieces
from games.rules import RecordError

CHUNK = 200


class Command(BaseCommand):
    """Contract, result, scores, score sheet, statistics: all of it follows from the record."""

    help = (
        "Rebuilds the derived columns of all sealed hands from their records. A hand whose record "
        "fails is named and stays as it is; then the exit status is 1."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        unhurried()
        hands = Hand.objects.sealed().order_by("pk").values_list("pk", flat=True)
        keys = list(hands)
        progress = Progress(self.stdout, len(keys), "hands")
        failed = 0
        for some in in_pieces(keys, CHUNK):
            with transaction.atomic():
                for hand in Hand.objects.filter(pk__in=some).select_related("match"):
                    failed += not self.rebuilt(hand)
                    progress.step()
        progress.finish()
        progress = Progress(self.stdout, len(keys), "hands counted")
        for club in Club.objects.order_by("pk"):
            statistics.rebuild(club, progress.step)
        progress.finish()
        if failed:
            raise CommandError(f"Hands that stay as they were, since their records fail: {failed}.")

    def rebuilt(self, hand: Hand) -> bool:
        """Rebuild a hand and return whether its record allows it; if not, name the hand."""
        try:
            rebuild_hand(hand)
        except (DoesNotStand, RecordError, ObjectDoesNotExist, ValueError, LookupError) as error:
            self.stderr.write(f"{hand.public_id}: {error}")
            return False
        return True
