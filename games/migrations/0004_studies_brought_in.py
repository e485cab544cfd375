"""Who brought in a study with an archive, and when; no job of a kind that is not done any more."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def forget_counting_jobs(apps: Any, _schema: Any) -> None:
    """Delete the jobs of *Count everything again*: a club's pages ask each job for its kind."""
    apps.get_model("games", "Job").objects.filter(kind="rebuild").delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0003_days_studies_news")]

    operations = [
        migrations.AddField(
            model_name="study",
            name="brought_by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="brought_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="study",
            name="text",
            field=models.TextField(blank=True, max_length=1000, verbose_name="comment"),
        ),
        migrations.AlterField(
            model_name="studyitem",
            name="cards",
            field=models.CharField(blank=True, max_length=640),
        ),
        migrations.RunPython(forget_counting_jobs, migrations.RunPython.noop),
    ]
