"""The one step from the tables of release 0.2.0 to those of today."""

import django.db.models.deletion
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


def count_without_a_log(apps, schema_editor):
    """Let what is counted not wait for the disk: it need not outlive a crash."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_bucket SET UNLOGGED")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_squashed_0039"),
    ]

    operations = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("full_at", models.FloatField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Consent",
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
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("code", "a code for a new password"),
                            ("role", "another role"),
                            ("end", "removed from the club"),
                            ("erase", "erased"),
                        ],
                        max_length=5,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("guest", "guest"),
                            ("member", "member"),
                            ("scorer", "scorer"),
                            ("admin", "administrator"),
                        ],
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "agreed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
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
                        choices=[
                            ("seats", "Seats"),
                            ("recorder", "Recorder"),
                            ("given-up", "Given Up"),
                            ("taken-up", "Taken Up"),
                        ],
                        max_length=8,
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
        migrations.DeleteModel(
            name="RequestCount",
        ),
        # The columns go with the next release: until then the code of 0.2.0 can still read the table,
        # as it does before it brings a backup back.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterField(
                    model_name="club",
                    name="heads_mailed",
                    field=models.CharField(default="", db_default="", max_length=6),
                ),
                migrations.AlterField(
                    model_name="club",
                    name="heads_to",
                    field=models.TextField(default="", db_default=""),
                ),
            ],
            state_operations=[
                migrations.RemoveField(model_name="club", name="heads_mailed"),
                migrations.RemoveField(model_name="club", name="heads_mailed_at"),
                migrations.RemoveField(model_name="club", name="heads_to"),
            ],
        ),
        migrations.AddField(
            model_name="club",
            name="opened_by",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
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
        migrations.AlterField(
            model_name="dispute",
            name="ended_as",
            field=models.CharField(
                blank=True,
                choices=[
                    ("ruling", "by a ruling"),
                    ("amended", "the hand was amended"),
                    ("withdrawn", "withdrawn"),
                    ("void", "the hand was cancelled"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="hand",
            name="state",
            field=models.CharField(
                choices=[("open", "open"), ("sealed", "sealed"), ("void", "cancelled")],
                default="open",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="consent",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="consents",
                to="games.club",
            ),
        ),
        migrations.AddField(
            model_name="consent",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=models.UniqueConstraint(
                fields=("club", "what", "role", "member", "asked_by"), name="consent_asked_once"
            ),
        ),
        migrations.RunPython(count_without_a_log, migrations.RunPython.noop),
    ]
