"""Players are sorted by a key that is made of their names, alike on both databases."""

from django.db import migrations

from games.models.fields import SortKeyField
from games.models.folding import sort_key


def fill(apps, schema_editor):
    players = apps.get_model("games", "Player").objects.using(schema_editor.connection.alias)
    some = []
    for player in players.only("name").iterator():
        player.sort_key = sort_key(player.name)
        some.append(player)
    players.bulk_update(some, ["sort_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("games", "0024_tablets_judge")]

    operations = [
        migrations.AddField("player", "sort_key", SortKeyField(of="name")),
        migrations.AlterModelOptions(
            "player",
            {
                "ordering": ["sort_key", "id"],
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
