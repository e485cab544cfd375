"""Requests are counted by all processes of a site together."""

from django.db import migrations, models


def count_without_a_log(apps, schema_editor):
    """What is counted need not outlive a crash; so no count waits for the disk."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_requestcount SET UNLOGGED")


class Migration(migrations.Migration):
    dependencies = [("games", "0036_jobs")]

    operations = [
        migrations.CreateModel(
            name="RequestCount",
            fields=[
                (
                    "key",
                    models.CharField(max_length=64, primary_key=True, serialize=False),
                ),
                ("asked", models.PositiveIntegerField()),
                ("ends_at", models.BigIntegerField(db_index=True)),
            ],
        ),
        migrations.RunPython(count_without_a_log, migrations.RunPython.noop),
    ]
