"""Who took a seat away or set a PIN for somebody, and who brought an agreement in with an archive."""

import django.db.models.deletion
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0040_cancelled_hands"),
    ]

    operations = [
        migrations.AddField(
            model_name="confirmation",
            name="brought_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="brought_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="pin_set_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="pin_set_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="brought_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="dispute",
            name="brought_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="pin_set_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="pin_set_by",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="TableChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "what",
                    models.CharField(
                        choices=[("seats", "Seats"), ("recorder", "Recorder")], max_length=8
                    ),
                ),
                ("before", games.models.fields.PlainJSONField(default=dict)),
                ("after", games.models.fields.PlainJSONField(default=dict)),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_changes",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "id"],
            },
        ),
    ]
