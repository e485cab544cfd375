"""The one step from the tables of release 0.2.0 to those of today."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


from games.migrations import _triggers as triggers


def count_without_a_log(apps, schema_editor):
    """Let what is counted not wait for the disk: it need not outlive a crash."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_bucket SET UNLOGGED")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_squashed_0039"),
    ]

    operations = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("full_at", models.FloatField(db_index=True)),
            ],
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
        migrations.CreateModel(
            name="TableChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("seats", "Seats"),
                            ("recorder", "Recorder"),
                            ("given-up", "Given Up"),
                            ("taken-up", "Taken Up"),
                        ],
                        max_length=8,
                    ),
                ),
                ("before", games.models.fields.PlainJSONField(default=dict)),
                ("after", games.models.fields.PlainJSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_changes",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "id"],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(db_index=True)),
                ("arrived_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("left_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="games.player",
                    ),
                ),
                (
                    "instead_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("team", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["day", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "day"), name="present_once_a_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="TypedSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.PositiveSmallIntegerField()),
                ("lines", games.models.fields.PlainJSONField(default=list)),
                ("done", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="typed_sheets",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "by"), name="one_typed_sheet_a_person")
                ],
            },
        ),
        migrations.CreateModel(
            name="Evening",
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
                ("title", models.CharField(max_length=80, verbose_name="title")),
                (
                    "played_on",
                    models.DateField(default=django.utils.timezone.localdate, verbose_name="date"),
                ),
                ("variant", models.CharField(max_length=32, verbose_name="game")),
                ("preset", models.CharField(blank=True, max_length=32, verbose_name="preset")),
                (
                    "writes",
                    models.CharField(
                        choices=[
                            ("result-only", "the result only"),
                            ("auction", "auction, exchange and result"),
                            ("tricks-only", "tricks only"),
                            ("all-hands", "all hands"),
                            ("some-hands", "some hands"),
                        ],
                        default="result-only",
                        max_length=12,
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=5,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(20),
                        ],
                        verbose_name="rounds",
                    ),
                ),
                (
                    "hands",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="hands a round",
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(600),
                        ],
                        verbose_name="minutes a round",
                    ),
                ),
                (
                    "fives",
                    models.BooleanField(
                        default=False, verbose_name="tables of five rather than of three"
                    ),
                ),
                (
                    "by_rank",
                    models.BooleanField(default=False, verbose_name="from round 2 on by rank"),
                ),
                ("wall", models.CharField(blank=True, max_length=16, null=True, unique=True)),
                ("wall_delay", models.PositiveSmallIntegerField(default=5)),
                ("wall_hides_totals", models.BooleanField(default=False)),
                ("wall_table", models.CharField(blank=True, max_length=3)),
                ("plan", games.models.fields.PlainJSONField(default=list)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evenings",
                        to="games.club",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("code", models.CharField(blank=True, db_index=True, max_length=8)),
                ("lot", models.PositiveBigIntegerField(blank=True, null=True)),
                (
                    "ties",
                    models.CharField(
                        choices=[
                            ("shared", "the place is shared"),
                            ("best-round", "the best round"),
                            ("contracts", "the best round, then contracts made"),
                            ("lot", "the best round, contracts made, then a lot"),
                        ],
                        default="shared",
                        max_length=12,
                    ),
                ),
                ("printed", games.models.fields.PlainJSONField(blank=True, default=dict)),
                ("boards_shown_at", models.DateTimeField(blank=True, null=True)),
                (
                    "method",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("match-points", "match points"),
                            ("mean", "difference to the mean"),
                            ("places", "place points"),
                        ],
                        max_length=12,
                        verbose_name="duplicate",
                    ),
                ),
            ],
            options={
                "verbose_name": "evening",
                "verbose_name_plural": "evenings",
                "ordering": ["-played_on", "-id"],
                "indexes": [
                    models.Index(fields=["club", "-played_on", "-id"], name="evening_latest")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("hands__isnull", False), ("minutes__isnull", False), _connector="OR"
                        ),
                        name="a_round_ends",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EveningRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("seed", models.PositiveBigIntegerField()),
                ("tables", games.models.fields.PlainJSONField(default=list)),
                ("drawn_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("announced_at", models.DateTimeField(null=True)),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drawn",
                        to="games.evening",
                    ),
                ),
                ("ends_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["evening", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("evening", "number"), name="one_round_of_a_number"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EveningPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("halves", models.IntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("typed", "typed from paper"), ("director", "by the director")],
                        max_length=8,
                    ),
                ),
                ("because", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening_points",
                        to="games.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="points",
                        to="games.eveninground",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "id"],
            },
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("course", games.models.fields.PlainJSONField(null=True)),
                ("one_card", models.BooleanField(default=False)),
                (
                    "hand",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analysis",
                        to="games.hand",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(
                        condition=models.Q(("one_card", True)), fields=["hand"], name="one_card"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Board",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("seed", models.PositiveBigIntegerField(null=True)),
                ("deal", games.models.fields.PlainJSONField(default=dict)),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="boards",
                        to="games.evening",
                    ),
                ),
            ],
            options={
                "ordering": ["evening", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("evening", "number"), name="one_board_of_a_number"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BroughtForward",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("title", models.CharField(max_length=80)),
                ("halves", models.IntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brought_forward",
                        to="games.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brought_forward",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "brought forward",
                "ordering": ["-last_day", "-first_day", "title", "-halves", "id"],
            },
        ),
        migrations.DeleteModel(
            name="RequestCount",
        ),
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
        migrations.AddField(
            model_name="confirmation",
            name="brought_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="brought_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="pin_set_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="pin_set_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="brought_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="dispute",
            name="brought_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="pin_set_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="pin_set_by",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="dispute",
            name="ended_as",
            field=models.CharField(
                blank=True,
                choices=[
                    ("ruling", "by a ruling"),
                    ("amended", "the hand was amended"),
                    ("withdrawn", "withdrawn"),
                    ("void", "the hand was cancelled"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="hand",
            name="state",
            field=models.CharField(
                choices=[("open", "open"), ("sealed", "sealed"), ("void", "cancelled")],
                default="open",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="first_rules",
            field=models.CharField(blank=True, editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name="club",
            name="types_twice",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="match",
            name="round",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="games.eveninground",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="shows_best_play",
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="hides_best_play",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="match",
            name="taken_back_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="hand",
            name="held",
            field=models.BooleanField(null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="first_board",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="hand",
            name="board",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="hands",
                to="games.board",
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("held", True)), fields=["club"], name="hand_held"
            ),
        ),
        # Last, since SQLite makes a table again without what is gone from the state. The columns go with
        # the next release: until then the code of 0.2.0 can still read the table,
        # as it does before it brings a backup back.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterField(
                    model_name="club",
                    name="heads_mailed",
                    field=models.CharField(db_default="", default="", max_length=6),
                ),
                migrations.AlterField(
                    model_name="club",
                    name="heads_to",
                    field=models.TextField(db_default="", default=""),
                ),
            ],
            state_operations=[
                migrations.RemoveField(
                    model_name="club",
                    name="heads_mailed",
                ),
                migrations.RemoveField(
                    model_name="club",
                    name="heads_mailed_at",
                ),
                migrations.RemoveField(
                    model_name="club",
                    name="heads_to",
                ),
            ],
        ),
        migrations.RunPython(count_without_a_log, migrations.RunPython.noop),
        migrations.RunPython(triggers.without_watch_on_hands, triggers.watch_hands_again),
        migrations.AlterField(
            model_name="hand",
            name="dealer",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(triggers.watch_hands_again, triggers.without_watch_on_hands),
    ]
