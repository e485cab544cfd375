import django.db.models.deletion
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_provenance"),
    ]

    operations = [
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.fields.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("wishes", games.models.fields.PlainJSONField(default=dict)),
                ("file_name", models.CharField(blank=True, max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("arriving", "arriving"),
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("refused", "refused"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="arriving",
                        max_length=9,
                    ),
                ),
                ("phase", models.CharField(blank=True, max_length=16)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("writes_since", models.DateTimeField(null=True)),
                ("worker", models.CharField(blank=True, max_length=16)),
                ("beat_at", models.DateTimeField(null=True)),
                ("called_at", models.DateTimeField(null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("ended_at", models.DateTimeField(null=True)),
                ("report", games.models.fields.PlainJSONField(default=dict)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="JobPiece",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="games.job",
                    ),
                ),
            ],
            options={
                "ordering": ["job", "number"],
            },
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["waiting", "running"])),
                fields=("club", "kind"),
                name="job_of_a_kind_once_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="jobpiece",
            constraint=models.UniqueConstraint(fields=("job", "number"), name="job_piece_once"),
        ),
    ]
