"""What a club sets for itself; until it does, everything stays as it was."""

import games.models.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_erased_entries"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="deck",
            field=models.CharField(
                blank=True,
                choices=[("", "Same as the game"), ("french", "French"), ("latin", "Latin")],
                editable=False,
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="games",
            field=games.models.fields.PlainJSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name="club",
            name="guests_see",
            field=models.CharField(
                choices=[
                    ("published", "the hands that were published one by one"),
                    ("results", "the league and the results of matches as well"),
                    ("hands", "all sealed hands as well"),
                ],
                default="published",
                editable=False,
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="hides_running",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="club",
            name="language",
            field=models.CharField(blank=True, editable=False, max_length=16),
        ),
        migrations.AddField(
            model_name="club",
            name="public_sees",
            field=models.CharField(
                choices=[
                    ("published", "the hands that were published one by one"),
                    ("results", "the league and the results of matches as well"),
                ],
                default="published",
                editable=False,
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="recorded_by",
            field=models.CharField(
                choices=[("scorers", "scorers and administrators"), ("members", "every member")],
                default="scorers",
                editable=False,
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="running_seen_by",
            field=models.CharField(
                choices=[
                    ("recorders", "only those who record"),
                    ("elsewhere", "members too, unless they sit at that table"),
                ],
                default="recorders",
                editable=False,
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="suits",
            field=models.CharField(
                blank=True,
                choices=[("", "Four"), ("two", "Two"), ("none", "None")],
                editable=False,
                max_length=4,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="writes",
            field=models.CharField(
                blank=True,
                choices=[
                    ("result-only", "the result only"),
                    ("auction", "auction, exchange and result"),
                    ("tricks-only", "tricks only"),
                    ("all-hands", "all hands"),
                    ("some-hands", "some hands"),
                ],
                editable=False,
                max_length=12,
            ),
        ),
    ]
