"""Seats of hands that were sealed before get their place after the dealer, and whether they did
something irregular, from their records. Sums over many hands follow after the migration."""

from importlib import import_module

from django.db import migrations

CHUNK = 200
replays = import_module("games.migrations.0005_fill_traits").replays


def fill(apps, schema_editor):
    Hand, HandSeat = apps.get_model("games", "Hand"), apps.get_model("games", "HandSeat")
    keys = list(Hand.objects.filter(state="sealed").order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), CHUNK):
        for hand, replayed in replays(apps, keys[first : first + CHUNK]):
            state, actions = replayed.state, replayed.record.actions
            irregular = {actions[index].get("seat") for index in state.irregular}
            for seat in range(state.n):
                HandSeat.objects.filter(hand=hand, seat=seat).update(
                    place=(seat - state.dealer - 1) % state.n + 1, irregular=seat in irregular
                )


class Migration(migrations.Migration):
    dependencies = [("games", "0009_statistics")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
