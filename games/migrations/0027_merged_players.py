"""Two entries of one person are merged; the one that goes stays as a row, for seals name it."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import games.models.fields


class Migration(migrations.Migration):
    dependencies = [("games", "0026_players_over_years")]

    operations = [
        migrations.AddField(
            "player",
            "merged_into",
            models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="merged",
                to="games.player",
            ),
        ),
        migrations.RemoveConstraint("player", "player_name_unique_in_club"),
        migrations.RemoveConstraint("player", "player_number_unique_in_club"),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=Q(merged_into=None),
                fields=("club", "name"),
                name="player_name_unique_in_club",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=~Q(number="") & Q(merged_into=None),
                fields=("club", "number"),
                name="player_number_unique_in_club",
            ),
        ),
        migrations.CreateModel(
            "Merge",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.fields.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("moved", games.models.fields.PlainJSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="games.club",
                    ),
                ),
                (
                    "gone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="games.player",
                    ),
                ),
            ],
            options={"ordering": ["-at", "-id"]},
        ),
    ]
