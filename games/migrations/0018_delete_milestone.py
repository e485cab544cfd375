"""Amendments count the hands of their game again, so nothing starts from a milestone any more."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0017_brought_remarks")]

    operations = [migrations.DeleteModel(name="Milestone")]
