"""When a sealed hand was amended last."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_seal_game")]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="amended_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
