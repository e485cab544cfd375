"""Who sits where may change from one hand of a match to the next."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_levels")]

    operations = [
        migrations.RemoveConstraint("matchseat", "one_player_a_seat"),
        migrations.RemoveConstraint("matchseat", "one_seat_a_player"),
        migrations.AlterModelOptions("matchseat", {"ordering": ["match", "seat", "since"]}),
        migrations.AddField("matchseat", "since", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("matchseat", "until", models.PositiveSmallIntegerField(default=32_767)),
        migrations.AddConstraint(
            "matchseat",
            models.UniqueConstraint(fields=("match", "seat", "since"), name="one_player_a_seat"),
        ),
    ]
