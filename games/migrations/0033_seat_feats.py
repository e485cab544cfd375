"""Seats say which feats were paid for and how many cards were shown, for the records of slams, handfuls
and trump 1 in the last trick; ratings compare the two sides only.

Nothing that follows from records is written here: what is to be found out again is marked, and
`games.management.gaps` does so after the migration, by the rules of the day.
"""

from django.db import migrations, models
from django.db.models import Q

KINDS = [
    ("highest-win", "Highest Win"),
    ("heaviest-loss", "Heaviest Loss"),
    ("made-by", "Made By"),
    ("lost-by", "Lost By"),
    ("best-slam", "Best Slam"),
    ("best-handful", "Best Handful"),
    ("best-last-trick", "Best Last Trick"),
    ("match-total", "Match Total"),
    ("won-in-a-row", "Won In A Row"),
    ("lost-in-a-row", "Lost In A Row"),
]


def mark(apps, schema_editor):
    """Only hands with something to find are read again; without careers a club is counted anew."""
    if schema_editor.connection.vendor == "postgresql":  # as long as it takes: nobody waits
        schema_editor.execute("SET LOCAL statement_timeout = 0")
    seats = apps.get_model("games", "HandSeat").objects
    seats.filter(Q(hand__feats__gt=0) | Q(hand__shown__gt=0)).update(feats=None)
    apps.get_model("games", "Career").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0032_club_settings")]

    operations = [
        migrations.AddField("handseat", "feats", models.PositiveIntegerField(null=True, default=0)),
        migrations.AddField("handseat", "shown", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField("clubrecord", "kind", models.CharField(max_length=16, choices=KINDS)),
        migrations.RunPython(mark, migrations.RunPython.noop, elidable=True),
    ]
