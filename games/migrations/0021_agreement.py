"""Agreeing on a score: how a club wants it confirmed, who confirmed a hand, who disputes it."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import PROTECT, Q

import games.models.fields

CONFIRMS = [("no", "not at all"), ("tap", "by a tap on a name"), ("pin", "by a PIN")]
HOW = [
    ("tap", "by a tap at the table"),
    ("pin", "with a PIN"),
    ("account", "with their own account"),
    ("waived", "nobody could be asked"),
]
ENDINGS = [
    ("ruling", "by a ruling"),
    ("amended", "the hand was amended"),
    ("withdrawn", "withdrawn"),
    ("void", "the hand became void"),
]


def columns_of_both(related_name):
    """What confirmations and disputes have alike: whose they are, and who wrote them down."""
    plain = {"on_delete": PROTECT, "db_index": False}
    account = {"null": True, "related_name": "+", "to": settings.AUTH_USER_MODEL}
    return [
        (
            "id",
            models.BigAutoField(
                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
            ),
        ),
        ("club", models.ForeignKey(related_name="+", to="games.club", **plain)),
        ("hand", models.ForeignKey(related_name=related_name, to="games.hand", **plain)),
        (
            "public_id",
            models.CharField(default=games.models.fields.new_public_id, max_length=16, unique=True),
        ),
        ("by", models.ForeignKey(**account, **plain)),
        ("by_name", models.CharField(max_length=150)),
        ("device", models.CharField(blank=True, max_length=64)),
        ("at", models.DateTimeField(default=django.utils.timezone.now)),
    ]


PLAYER = {"on_delete": PROTECT, "db_index": False, "related_name": "+", "to": "games.player"}


class Migration(migrations.Migration):
    dependencies = [("games", "0020_seat_ranges")]

    operations = [
        migrations.AddField(
            "club",
            "confirms",
            models.CharField(
                choices=CONFIRMS,
                default="no",
                editable=False,
                max_length=3,
                verbose_name="scores are confirmed",
            ),
        ),
        migrations.AddField(
            "player", "pin", models.CharField(blank=True, editable=False, max_length=128)
        ),
        migrations.AddField(
            "player", "wrong_pins", models.PositiveSmallIntegerField(default=0, editable=False)
        ),
        migrations.AddField(
            "player", "wrong_pin_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.AddField("hand", "confirmed", models.BooleanField(default=False)),
        migrations.AddField("hand", "disputed", models.BooleanField(default=False)),
        migrations.AddIndex(
            "hand",
            models.Index(
                fields=["club", "-played_at", "-id"],
                condition=Q(disputed=True),
                name="hand_disputed",
            ),
        ),
        migrations.CreateModel(
            "Confirmation",
            [
                *columns_of_both("confirmations"),
                ("version", models.PositiveIntegerField()),
                ("player", models.ForeignKey(null=True, **PLAYER)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("how", models.CharField(choices=HOW, max_length=7)),
                ("because", models.TextField(blank=True)),
                ("sealed", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["hand", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["hand", "version", "player"], name="confirmed_once_a_version"
                    )
                ],
                "indexes": [models.Index(fields=["club", "id"], name="confirmation_of_club")],
            },
        ),
        migrations.CreateModel(
            "Dispute",
            [
                *columns_of_both("disputes"),
                ("player", models.ForeignKey(**PLAYER)),
                ("because", models.TextField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=PROTECT,
                        db_index=False,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("ended_by_name", models.CharField(blank=True, max_length=150)),
                ("ended_as", models.CharField(blank=True, choices=ENDINGS, max_length=9)),
                ("answer", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["hand", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["hand", "player"],
                        condition=Q(ended_at=None),
                        name="one_open_dispute_a_player",
                    ),
                    models.CheckConstraint(
                        condition=Q(ended_at=None, ended_as="")
                        | ~Q(ended_at=None) & ~Q(ended_as=""),
                        name="dispute_ends_somehow",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["hand", "id"], name="dispute_of_hand"),
                    models.Index(fields=["club", "id"], name="dispute_of_club"),
                ],
            },
        ),
    ]
