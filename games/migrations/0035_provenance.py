"""Seals prove where, when and by whom a hand was written down; a match moved to another day leaves a
row that nobody changes."""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

squashed = import_module("games.migrations.0001_squashed_0018_delete_milestone")


def keep_moves_from_change(apps, schema_editor):
    squashed.keep_from_change(schema_editor, {"games_matchmove": (("id",),)})


class Migration(migrations.Migration):
    dependencies = [("games", "0034_safer_sign_in")]

    operations = [
        # Without a default SQLite adds the column in place, and the triggers of the table stay.
        migrations.AddField(
            model_name="seal", name="provenance", field=models.TextField(null=True)
        ),
        migrations.CreateModel(
            name="MatchMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.DateField()),
                ("after", models.DateField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moves",
                        to="games.match",
                    ),
                ),
            ],
            options={"ordering": ["match", "id"]},
        ),
        # Going back drops the table, and the triggers with it.
        migrations.RunPython(keep_moves_from_change, migrations.RunPython.noop),
    ]
