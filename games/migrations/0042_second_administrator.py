"""Who opened a club, and what two of its administrators have to agree on."""

import django.db.models.deletion
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0041_who_changed_what"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="opened_by",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Consent",
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
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("code", "a code for a new password"),
                            ("role", "another role"),
                            ("end", "removed from the club"),
                            ("erase", "erased"),
                        ],
                        max_length=5,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("guest", "guest"),
                            ("member", "member"),
                            ("scorer", "scorer"),
                            ("admin", "administrator"),
                        ],
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "agreed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consents",
                        to="games.club",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "what", "role", "member", "asked_by"),
                        name="consent_asked_once",
                    )
                ],
            },
        ),
    ]
