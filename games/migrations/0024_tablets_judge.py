"""Clubs say whether their tablets judge cards themselves; they do until a club decides otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_level_index")]

    operations = [
        migrations.AddField(
            "club",
            "tablets_judge",
            models.BooleanField(default=True, editable=False),
        )
    ]
