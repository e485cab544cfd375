"""Championships, the hand of a day, news by feed and mail, studies."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.fields

KEY = {"auto_created": True, "primary_key": True, "serialize": False, "verbose_name": "ID"}
CASCADE = {"on_delete": django.db.models.deletion.CASCADE}
PROTECT = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+"}
UNINDEXED = {"db_index": False, **CASCADE}


class Migration(migrations.Migration):
    dependencies = [("games", "0002_since_0_2")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="counts",
            field=models.BooleanField(db_default=True, default=True),
        ),
        # Django would make the table anew on SQLite, without the columns that 0002 leaves to 0.2.0.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE games_club ADD COLUMN names_daily bool NOT NULL DEFAULT false",
                    "ALTER TABLE games_club DROP COLUMN names_daily",
                )
            ],
            state_operations=[
                migrations.AddField(
                    model_name="club",
                    name="names_daily",
                    field=models.BooleanField(db_default=False, default=False, editable=False),
                )
            ],
        ),
        migrations.CreateModel(
            name="DailyHand",
            fields=[
                ("id", models.BigAutoField(**KEY)),
                ("day", models.DateField()),
                ("outside", models.BooleanField(default=False)),
                ("kind", models.CharField(max_length=7)),
                ("step", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("prospects", games.models.fields.PlainJSONField(default=list)),
                ("club", models.ForeignKey(to="games.club", related_name="+", **UNINDEXED)),
                ("hand", models.ForeignKey(to="games.hand", related_name="+", **CASCADE)),
            ],
        ),
        migrations.CreateModel(
            name="DailyAnswer",
            fields=[
                ("id", models.BigAutoField(**KEY)),
                ("answer", models.CharField(max_length=80)),
                (
                    "daily",
                    models.ForeignKey(to="games.dailyhand", related_name="answers", **UNINDEXED),
                ),
                (
                    "user",
                    models.ForeignKey(to=settings.AUTH_USER_MODEL, related_name="+", **CASCADE),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="dailyhand",
            constraint=models.UniqueConstraint(
                fields=("club", "day", "outside"), name="one_hand_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="dailyanswer",
            constraint=models.UniqueConstraint(fields=("daily", "user"), name="one_answer_a_day"),
        ),
        migrations.AddField(
            model_name="membership",
            name="seen_before",
            field=models.DateField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="Study",
            fields=[
                ("id", models.BigAutoField(**KEY)),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.fields.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("text", models.TextField(blank=True, max_length=1000, verbose_name="remarks")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(to=settings.AUTH_USER_MODEL, **PROTECT),
                ),
                (
                    "club",
                    models.ForeignKey(to="games.club", **PROTECT),
                ),
            ],
            options={
                "verbose_name_plural": "studies",
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="StudyItem",
            fields=[
                ("id", models.BigAutoField(**KEY)),
                ("number", models.PositiveSmallIntegerField()),
                ("place", models.CharField(max_length=24)),
                ("cards", models.CharField(blank=True, max_length=320)),
                ("text", models.TextField(blank=True, max_length=1000, verbose_name="comment")),
                (
                    "hand",
                    models.ForeignKey(to="games.hand", **PROTECT),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="games.study",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "id"],
            },
        ),
        migrations.AddField(
            model_name="membership",
            name="feed",
            field=models.CharField(editable=False, max_length=32, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="membership",
            name="mailed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
