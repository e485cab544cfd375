from django.db import migrations, models

from games.migrations import _triggers as triggers


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_since_0_2"),
    ]

    operations = [
        migrations.RunPython(triggers.without_watch_on_hands, triggers.watch_hands_again),
        migrations.AlterField(
            model_name="hand",
            name="dealer",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(triggers.watch_hands_again, triggers.without_watch_on_hands),
    ]
