from django.db import migrations, models


class Migration(migrations.Migration):
    """An index by itself: PostgreSQL makes none in the transaction that has just written the rows."""

    dependencies = [
        ("games", "0006_changes_and_scopes"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(fields=["changed_at", "id"], name="hand_changed"),
        ),
    ]
