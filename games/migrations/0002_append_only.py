"""Entries and seals are written once: the triggers of `0001_squashed_0018_delete_milestone`."""

from importlib import import_module

from django.db import migrations

squashed = import_module("games.migrations.0001_squashed_0018_delete_milestone")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(squashed.create_triggers, squashed.drop_triggers)]
