import django.utils.timezone
from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Coalesce, Now


def date_back(apps, schema_editor):
    """Rows that are there changed when they were sealed or closed, not when this was added."""
    hands, matches = (apps.get_model("games", name).objects for name in ("Hand", "Match"))
    hands.update(changed_at=Coalesce(F("sealed_at"), F("opened_at")))
    matches.update(changed_at=Coalesce(F("closed_at"), F("opened_at")))


def changed_at():
    return models.DateTimeField(db_default=Now(), default=django.utils.timezone.now, editable=False)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_fill_traits"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scope",
            field=models.CharField(
                choices=[("read", "read"), ("record", "read, and record hands")],
                default="read",
                max_length=8,
                verbose_name="may",
            ),
        ),
        migrations.AddField("hand", "changed_at", changed_at()),
        migrations.AddField("match", "changed_at", changed_at()),
        migrations.AddField("player", "changed_at", changed_at()),
        migrations.RunPython(date_back, migrations.RunPython.noop),
    ]
