"""Players get a nickname, a number of the federation, and a time at the club."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0025_player_sort_key")]

    operations = [
        migrations.AddField(
            "player",
            "own_name",
            models.CharField(blank=True, default="", editable=False, max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            "player",
            "nickname",
            models.CharField(blank=True, default="", max_length=40, verbose_name="nickname"),
            preserve_default=False,
        ),
        migrations.AddField(
            "player",
            "number",
            models.CharField(
                blank=True, default="", max_length=20, verbose_name="number of the federation"
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "player",
            "joined_on",
            models.DateField(blank=True, null=True, verbose_name="at the club from"),
        ),
        migrations.AddField(
            "player",
            "left_on",
            models.DateField(blank=True, null=True, verbose_name="at the club until"),
        ),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=~Q(number=""),
                fields=("club", "number"),
                name="player_number_unique_in_club",
            ),
        ),
    ]
