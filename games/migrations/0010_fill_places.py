"""Filled the columns that 0009 gave the seats of hands that were sealed before: see 0005."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0009_statistics")]

    operations = []
