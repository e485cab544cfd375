"""Heads of chains that people outside were told of: rows that nobody changes; and where a club wants them."""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

squashed = import_module("games.migrations.0001_squashed_0018_delete_milestone")


def keep_heads_from_change(apps, schema_editor):
    unique = (("id",), ("club_id", "seals", "head"))
    squashed.keep_from_change(schema_editor, {"games_publishedhead": unique})


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0037_counts"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="heads_mailed",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "no"),
                    ("daily", "every day on which something was sealed"),
                    ("weekly", "once a week, if something was sealed"),
                ],
                default="",
                editable=False,
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="heads_mailed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="heads_to",
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddField(
            model_name="club",
            name="shows_heads",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            name="PublishedHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seals", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="published_heads",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "-id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "seals", "head"), name="head_published_once"
                    )
                ],
            },
        ),
        # Going back drops the table, and the triggers with it.
        migrations.RunPython(keep_heads_from_change, migrations.RunPython.noop),
    ]
