"""The hands of a club at one level, newest first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_open_matches")]

    operations = [
        migrations.AddIndex(
            "hand",
            models.Index(fields=["club", "level", "-played_at", "-id"], name="hand_latest_level"),
        )
    ]
