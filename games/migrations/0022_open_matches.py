"""The open matches of a club are found without reading its closed ones."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """One more index."""

    dependencies = [("games", "0021_agreement")]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(condition=Q(closed_at=None), fields=["club"], name="match_open"),
        ),
    ]
