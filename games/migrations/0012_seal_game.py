"""Hands of an import are looked for by their digest among those that are here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_user_language")]

    operations = [
        migrations.AddIndex(
            model_name="seal",
            index=models.Index(fields=["club", "game_digest"], name="seal_game"),
        ),
    ]
