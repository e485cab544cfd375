"""Hands that were sealed before get their traits, and their seats their cards, from their records.

A hand whose record does not stand any more is left as it is: `manage.py verify_archive` names it.
"""

import sys

from django.core.management.base import OutputWrapper
from django.db import migrations

from games.book import sealing
from games.management.progress import Progress
from games.rules import RecordError, read_record
from games.rules import replay
from games.book.traits import cards_of_seats, traits_of

CHUNK = 200
TRAITS = ("called", "honours", "feats", "shown", "words")


def fill(apps, schema_editor):
    Hand, HandSeat = apps.get_model("games", "Hand"), apps.get_model("games", "HandSeat")
    keys = list(Hand.objects.filter(state="sealed").order_by("pk").values_list("pk", flat=True))
    progress = Progress(OutputWrapper(sys.stderr), len(keys), "hands")
    for first in range(0, len(keys), CHUNK):
        for hand, replayed in replays(apps, keys[first : first + CHUNK]):
            found = traits_of(replayed)
            Hand.objects.filter(pk=hand).update(**{name: getattr(found, name) for name in TRAITS})
            for seat, cards in enumerate(cards_of_seats(replayed.state, replayed.outcome)):
                HandSeat.objects.filter(hand=hand, seat=seat).update(**cards.columns())
            progress.step()


def replays(apps, hands):
    """The latest record of each of these hands, played through."""
    seals = apps.get_model("games", "Seal").objects.filter(hand__in=hands)
    for seal in {seal.hand_id: seal for seal in seals.order_by("revision")}.values():
        texts = seal.texts.values_list("place", "text")
        try:
            record = read_record(sealing.opened(bytes(seal.game), seal.commitments, dict(texts)))
        except (RecordError, ValueError, LookupError):
            continue
        replayed = replay(record)
        if replayed.problem is None:
            yield seal.hand_id, replayed


class Migration(migrations.Migration):
    dependencies = [("games", "0004_traits")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
