"""Hands of which less than every card is written down, and what made a void hand void.

Every hand sealed so far follows from its cards, which is what the default of `level` says.
"""

from django.db import migrations, models

WRITES = [
    ("result-only", "the result only"),
    ("auction", "auction, exchange and result"),
    ("tricks-only", "tricks only"),
    ("all-hands", "all hands"),
    ("some-hands", "some hands"),
]
LEVELS = [
    ("result", "result only"),
    ("auction", "auction and exchange"),
    ("tricks", "some tricks"),
    ("full", "card by card"),
]
ENDINGS = [("misdealt", "misdealt"), ("thrown-in", "thrown in"), ("given-up", "given up")]


class Migration(migrations.Migration):
    dependencies = [("games", "0001_squashed_0018_delete_milestone")]

    operations = [
        migrations.AddField(
            "hand", "level", models.CharField(choices=LEVELS, default="full", max_length=7)
        ),
        migrations.AddField("hand", "tricks_written", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            "hand", "void_as", models.CharField(blank=True, choices=ENDINGS, max_length=9)
        ),
        migrations.AlterField("hand", "writes", models.CharField(choices=WRITES, max_length=12)),
        migrations.AlterField(
            "match",
            "writes",
            models.CharField(
                choices=WRITES,
                default="tricks-only",
                max_length=12,
                verbose_name="what is written down",
            ),
        ),
    ]
