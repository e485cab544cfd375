"""Invitations, guests, and who has left. Of those who are in already nobody knows since when."""

import django.db.models.deletion
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_merged_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="joined_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="membership",
            name="joined_at",
            field=models.DateTimeField(
                default=django.utils.timezone.now, editable=False, null=True
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="last_seen",
            field=models.DateField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("guest", "guest"),
                    ("member", "member"),
                    ("scorer", "scorer"),
                    ("admin", "administrator"),
                ],
                default="member",
                max_length=8,
                verbose_name="role",
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
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
                ("digest", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(max_length=80)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("guest", "guest"),
                            ("member", "member"),
                            ("scorer", "scorer"),
                            ("admin", "administrator"),
                        ],
                        max_length=8,
                    ),
                ),
                ("places", models.PositiveSmallIntegerField(default=1)),
                ("taken", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ends_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.club",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
            },
        ),
        migrations.AddField(
            model_name="membership",
            name="invitation",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="memberships",
                to="games.invitation",
            ),
        ),
        migrations.CreateModel(
            name="FormerMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("guest", "guest"),
                            ("member", "member"),
                            ("scorer", "scorer"),
                            ("admin", "administrator"),
                        ],
                        max_length=8,
                    ),
                ),
                ("left_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_members",
                        to="games.club",
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-left_at", "-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "club"), name="former_member_once")
                ],
            },
        ),
    ]
