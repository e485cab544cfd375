"""The hand of a day: what was chosen, what members answered, whether names are shown."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.fields

KEY = {"auto_created": True, "primary_key": True, "serialize": False, "verbose_name": "ID"}
CASCADE = {"on_delete": django.db.models.deletion.CASCADE}
UNINDEXED = {"db_index": False, **CASCADE}


class Migration(migrations.Migration):
    dependencies = [("games", "0003_evening_counts")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="names_daily",
            field=models.BooleanField(db_default=False, default=False, editable=False),
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
    ]
