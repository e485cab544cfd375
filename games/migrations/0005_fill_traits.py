"""Filled the columns of 0004 for hands that were sealed before.

They follow from the records: `games.management.gaps` writes them after the migration, by the rules
as they are then, so that nothing here depends on modules that change.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0004_traits")]

    operations = []
