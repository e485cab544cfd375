"""Let an evening count in the championship of its season, or not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_since_0_2"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="counts",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
