"""`manage.py rebuild`: write every derived column again from the sealed records."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import statistics
from games.book import agreed, records
from games.book.chain import players_of, write_result
from games.book.results import result_of
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club, Hand
from games.models.querysets import in_pieces
from games.rules import replay

CHUNK = 200


class Command(BaseCommand):
    """Contract, result, scores, score sheet, statistics: all of it follows from the record."""

    help = "Writes the derived columns of all sealed hands anew from their records."

    def handle(self, *args: Any, **options: Any) -> None:
        unhurried()
        hands = Hand.objects.sealed().order_by("pk").values_list("pk", flat=True)
        keys = list(hands)
        progress = Progress(self.stdout, len(keys), "hands")
        for some in in_pieces(keys, CHUNK):
            with transaction.atomic():
                for hand in Hand.objects.filter(pk__in=some):
                    rebuild(hand)
                    progress.step()
        progress.finish()
        progress = Progress(self.stdout, len(keys), "hands counted")
        for club in Club.objects.order_by("pk"):
            statistics.rebuild(club, progress.step)
        progress.finish()


def rebuild(hand: Hand) -> None:
    """Write the derived columns of one sealed hand. Raises CommandError where its record fails."""
    seal = records.latest_seal(hand)
    replayed = replay(records.read_seal(seal))
    if replayed.problem is not None:
        raise CommandError(f"Hand {hand.public_id} does not stand: {replayed.problem}")
    amended_at = seal.sealed_at if seal.revision > 1 else None
    if hand.amended_at != amended_at:
        hand.amended_at = amended_at
        hand.save(update_fields=["amended_at"])
    write_result(hand, result_of(replayed), [player.pk for player in players_of(hand)])
    agreed.write_anew(hand)
