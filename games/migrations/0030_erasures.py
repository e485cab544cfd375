"""Who was erased, as ids; players who were erased stand beside the unique names of the others."""

import django.db.models.deletion
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="ErasedEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("used", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name_plural": "erased entries",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
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
                ("account_went", models.BooleanField(default=False)),
                ("names", models.PositiveIntegerField()),
                ("texts", models.PositiveIntegerField()),
                ("places", games.models.fields.PlainJSONField(default=list)),
                ("spared", games.models.fields.PlainJSONField(default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="player",
            name="player_name_unique_in_club",
        ),
        migrations.AddField(
            model_name="player",
            name="erased_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("erased_at", None), ("merged_into", None)),
                fields=("club", "name"),
                name="player_name_unique_in_club",
            ),
        ),
        migrations.AddField(
            model_name="erasedentry",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="erased", to="games.entry"
            ),
        ),
        migrations.AddField(
            model_name="erasure",
            name="account",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="erasure",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="erasure",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="erasures",
                to="games.club",
            ),
        ),
        migrations.AddField(
            model_name="erasure",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.player",
            ),
        ),
        migrations.AddField(
            model_name="erasedentry",
            name="erasure",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="games.erasure",
            ),
        ),
    ]
