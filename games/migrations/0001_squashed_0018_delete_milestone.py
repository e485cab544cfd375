"""The tables as 0001 to 0018 left them, in one step, for databases that have none of them yet.

A database that has all of them only notes this one; one that has some goes on with those that it
lacks, which is why they are kept until a later release. Their data migrations have nothing to do
where there are no rows; the triggers of 0002 are here.

Entries and seals are written once: the database itself refuses to change or delete them.

SQLite: `INSERT OR REPLACE` deletes the row it replaces without firing a DELETE trigger, unless
recursive_triggers is on. The site turns it on, but another program that opens the file may not, so
an INSERT that meets a row with one of its unique values is refused as well.

A later migration that rebuilds one of these tables on SQLite drops its triggers and has to make them
again: `tests/book/test_append_only.py` and `manage.py verify_archive` notice when they are missing.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import games.models.fields
from django.conf import settings
from django.db import migrations, models


# table -> the unique sets of columns of which an INSERT OR REPLACE could overwrite a row
TABLES = {
    "games_entry": (("id",), ("hand_id", "seq"), ("hand_id", "key")),
    "games_seal": (("id",), ("club_id", "number"), ("hand_id", "revision")),
}


def sqlite_triggers(tables):
    for table, unique in tables.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        met = " OR ".join(
            "(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")"
            for columns in unique
        )
        taken = f"EXISTS (SELECT 1 FROM {table} WHERE {met})"  # noqa: S608
        yield f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}"
        yield f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}"
        yield f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {taken} {refuse}"


REFUSE_CHANGE = """
    CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
"""


def postgresql_triggers(tables):
    for table in tables:
        for event in ("UPDATE", "DELETE", "TRUNCATE"):
            yield (
                f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change()"
            )


def create_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(REFUSE_CHANGE, params=None)  # a % in it is text
    keep_from_change(schema_editor, TABLES)


def keep_from_change(schema_editor, tables):
    """Let the database refuse every other statement than a plain INSERT; `tables` as `TABLES`."""
    triggers = {"sqlite": sqlite_triggers, "postgresql": postgresql_triggers}
    for statement in triggers[schema_editor.connection.vendor](tables):
        schema_editor.execute(statement)


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION games_refuse_change CASCADE")
        return
    for table in TABLES:
        for event in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_{event}")


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_append_only"),
        ("games", "0003_match_settings"),
        ("games", "0004_traits"),
        ("games", "0005_fill_traits"),
        ("games", "0006_changes_and_scopes"),
        ("games", "0007_hand_changed"),
        ("games", "0008_remarks_and_publications"),
        ("games", "0009_statistics"),
        ("games", "0010_fill_places"),
        ("games", "0011_user_language"),
        ("games", "0012_seal_game"),
        ("games", "0013_amended_hands"),
        ("games", "0014_milestones"),
        ("games", "0015_hand_amended"),
        ("games", "0016_used_keys"),
        ("games", "0017_brought_remarks"),
        ("games", "0018_delete_milestone"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
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
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(unique=True, verbose_name="address")),
                ("seals", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "head",
                    models.CharField(
                        default="0000000000000000000000000000000000000000000000000000000000000000",
                        editable=False,
                        max_length=64,
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "league",
                    games.models.fields.PlainJSONField(
                        blank=True, default=dict, editable=False, verbose_name="league tables"
                    ),
                ),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="FailedSignIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("failures", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True, editable=False, max_length=16, verbose_name="language"
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Match",
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
                ("variant", models.CharField(max_length=32, verbose_name="game")),
                (
                    "options",
                    games.models.fields.PlainJSONField(
                        blank=True, default=dict, verbose_name="options"
                    ),
                ),
                ("preset", models.CharField(blank=True, max_length=32, verbose_name="preset")),
                ("table", models.CharField(blank=True, max_length=32, verbose_name="table")),
                (
                    "played_on",
                    models.DateField(default=django.utils.timezone.localdate, verbose_name="date"),
                ),
                (
                    "hands_planned",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="number of hands",
                    ),
                ),
                (
                    "first_dealer",
                    models.PositiveSmallIntegerField(default=0, verbose_name="first dealer"),
                ),
                (
                    "writes",
                    models.CharField(
                        choices=[
                            ("tricks-only", "tricks only"),
                            ("all-hands", "all hands"),
                            ("some-hands", "some hands"),
                        ],
                        default="tricks-only",
                        max_length=12,
                        verbose_name="what is written down",
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
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
                (
                    "dealer_sits_out",
                    models.BooleanField(default=False, verbose_name="the dealer sits out"),
                ),
                (
                    "settings",
                    games.models.fields.PlainJSONField(
                        blank=True, default=dict, verbose_name="settings"
                    ),
                ),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "ordering": ["-played_on", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Hand",
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
                ("number", models.PositiveSmallIntegerField()),
                ("dealer", models.PositiveSmallIntegerField()),
                (
                    "writes",
                    models.CharField(
                        choices=[
                            ("tricks-only", "tricks only"),
                            ("all-hands", "all hands"),
                            ("some-hands", "some hands"),
                        ],
                        max_length=12,
                    ),
                ),
                ("comment", models.TextField(blank=True, max_length=2000)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("sealed", "sealed"), ("void", "void")],
                        default="open",
                        max_length=6,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("played_at", models.DateTimeField()),
                ("sealed_at", models.DateTimeField(blank=True, null=True)),
                ("variant", models.CharField(max_length=32)),
                ("status", models.CharField(blank=True, max_length=12)),
                ("contract", models.CharField(blank=True, max_length=24)),
                ("taker", models.PositiveSmallIntegerField(null=True)),
                ("won", models.BooleanField(null=True)),
                ("margin_halves", models.SmallIntegerField(null=True)),
                ("irregular", models.BooleanField(default=False)),
                ("sheet", games.models.fields.PlainJSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hands",
                        to="games.club",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hands",
                        to="games.match",
                    ),
                ),
                ("sits_out", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("called", models.PositiveSmallIntegerField(null=True)),
                ("honours", models.PositiveSmallIntegerField(null=True)),
                ("feats", models.PositiveIntegerField(default=0)),
                ("shown", models.PositiveSmallIntegerField(default=0)),
                ("words", models.TextField(blank=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                    ),
                ),
                ("amended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "hand",
                "verbose_name_plural": "hands",
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="Player",
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
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="games.club",
                    ),
                ),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
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
                            ("member", "member"),
                            ("scorer", "scorer"),
                            ("admin", "administrator"),
                        ],
                        default="member",
                        max_length=8,
                        verbose_name="role",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="games.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
            },
        ),
        migrations.CreateModel(
            name="MatchSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="match_seats",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "seat"],
            },
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("game", models.BinaryField()),
                ("game_digest", models.CharField(max_length=64)),
                ("commitments", models.TextField()),
                ("content", models.CharField(max_length=64)),
                ("previous", models.CharField(max_length=64)),
                ("link", models.CharField(max_length=64)),
                ("sealed_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chain",
                        to="games.club",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="revisions",
                        to="games.hand",
                    ),
                ),
                (
                    "sealed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["club", "number"],
            },
        ),
        migrations.CreateModel(
            name="SealedText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(max_length=40)),
                ("salt", models.BinaryField()),
                ("text", models.TextField()),
                (
                    "seal",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="texts",
                        to="games.seal",
                    ),
                ),
            ],
            options={
                "ordering": ["seal", "id"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                ("change", models.TextField()),
                ("device", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.hand",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["hand", "seq"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("hand", "seq"), name="entry_number_unique_in_hand"
                    ),
                    models.UniqueConstraint(
                        fields=("hand", "key"), name="entry_key_unique_in_hand"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
                ("last_used", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to="games.club",
                    ),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "read"), ("record", "read, and record hands")],
                        default="read",
                        max_length=8,
                        verbose_name="may",
                    ),
                ),
            ],
            options={
                "verbose_name": "key for programs",
                "verbose_name_plural": "keys for programs",
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "names",
                    models.BooleanField(default=False, verbose_name="with the players’ names"),
                ),
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
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "hand",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="publication",
                        to="games.hand",
                    ),
                ),
            ],
            options={
                "verbose_name": "published hand",
                "verbose_name_plural": "published hands",
            },
        ),
        migrations.CreateModel(
            name="HandSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "role",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("taker", "taker"),
                            ("partner", "partner"),
                            ("defender", "defender"),
                            ("alone", "alone"),
                        ],
                        max_length=8,
                    ),
                ),
                ("score_halves", models.IntegerField()),
                ("variant", models.CharField(max_length=32)),
                ("played_at", models.DateTimeField()),
                ("contract", models.CharField(blank=True, max_length=24)),
                ("won", models.BooleanField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="games.hand",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hand_seats",
                        to="games.player",
                    ),
                ),
                ("held_suits", models.BigIntegerField(default=0)),
                ("held_trumps", models.IntegerField(default=0)),
                ("led_suits", models.BigIntegerField(default=0)),
                ("led_trumps", models.IntegerField(default=0)),
                ("won_suits", models.BigIntegerField(default=0)),
                ("won_trumps", models.IntegerField(default=0)),
                ("lost_suits", models.BigIntegerField(default=0)),
                ("lost_trumps", models.IntegerField(default=0)),
                ("irregular", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["hand", "seat"],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                ("period", models.CharField(max_length=7)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField()),
                ("rated", models.PositiveIntegerField()),
                ("streak", models.IntegerField()),
                ("longest_won", models.PositiveIntegerField()),
                ("longest_lost", models.PositiveIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="careers",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("highest-win", "Highest Win"),
                            ("heaviest-loss", "Heaviest Loss"),
                            ("made-by", "Made By"),
                            ("lost-by", "Lost By"),
                            ("match-total", "Match Total"),
                            ("won-in-a-row", "Won In A Row"),
                            ("lost-in-a-row", "Lost In A Row"),
                        ],
                        max_length=16,
                    ),
                ),
                ("value", models.IntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="records",
                        to="games.club",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.hand",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                ("period", models.CharField(max_length=10)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("whole", "Whole"),
                            ("part", "Part"),
                            ("seat", "Seat"),
                            ("with", "With"),
                            ("against", "Against"),
                        ],
                        max_length=8,
                    ),
                ),
                ("key", models.CharField(max_length=40)),
                ("hands", models.PositiveIntegerField()),
                ("decided", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("taken", models.PositiveIntegerField()),
                ("made", models.PositiveIntegerField()),
                ("irregular", models.PositiveIntegerField()),
                ("score_halves", models.BigIntegerField()),
                ("best_halves", models.IntegerField()),
                ("worst_halves", models.IntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tallies",
                        to="games.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tallies",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
            },
        ),
        migrations.CreateModel(
            name="UsedKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                ("made", models.CharField(max_length=16)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "key"), name="used_key_once_a_user")
                ],
            },
        ),
        migrations.CreateModel(
            name="Remark",
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
                ("place", models.CharField(max_length=24)),
                ("text", models.TextField(max_length=1000, verbose_name="comment")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="remarks",
                        to="games.hand",
                    ),
                ),
                (
                    "hidden_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("brought_at", models.DateTimeField(blank=True, null=True)),
                (
                    "brought_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
                "ordering": ["hand", "id"],
                "indexes": [
                    models.Index(fields=["hand", "id"], name="remark_of_hand"),
                    models.Index(fields=["author", "at"], name="remark_of_author"),
                    models.Index(fields=["club", "id"], name="remark_of_club"),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["club", "-played_on", "-id"], name="match_latest"),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(fields=["club", "-played_at", "-id"], name="hand_latest"),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                fields=["club", "variant", "-played_at", "-id"], name="hand_latest_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="hand_number_unique_in_match"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")),
                fields=("match",),
                name="one_open_hand_a_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                fields=("club", "name"), name="player_name_unique_in_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("user", "club"), name="member_once"),
        ),
        migrations.AddConstraint(
            model_name="matchseat",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="one_player_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="matchseat",
            constraint=models.UniqueConstraint(
                fields=("match", "player"), name="one_seat_a_player"
            ),
        ),
        migrations.AddIndex(
            model_name="handseat",
            index=models.Index(fields=["player", "-played_at", "-hand"], name="seat_latest"),
        ),
        migrations.AddIndex(
            model_name="handseat",
            index=models.Index(
                fields=["player", "variant", "-played_at", "-hand"], name="seat_latest_game"
            ),
        ),
        migrations.AddIndex(
            model_name="handseat",
            index=models.Index(
                fields=["player", "variant", "role", "contract", "won", "score_halves"],
                name="seat_totals",
            ),
        ),
        migrations.AddIndex(
            model_name="handseat",
            index=models.Index(fields=["club", "player"], name="seat_club"),
        ),
        migrations.AddConstraint(
            model_name="handseat",
            constraint=models.UniqueConstraint(fields=("hand", "seat"), name="one_result_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="seal",
            constraint=models.UniqueConstraint(
                fields=("club", "number"), name="seal_number_unique_in_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="seal",
            constraint=models.UniqueConstraint(
                fields=("hand", "revision"), name="revision_unique_in_hand"
            ),
        ),
        migrations.AddConstraint(
            model_name="sealedtext",
            constraint=models.UniqueConstraint(fields=("seal", "place"), name="one_text_a_place"),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                fields=["club", "contract", "-played_at", "-id"], name="hand_latest_contract"
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(fields=["club", "margin_halves"], name="hand_margin"),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("irregular", True)),
                fields=["club", "-played_at", "-id"],
                name="hand_irregular",
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("feats__gt", 0)),
                fields=["club", "-played_at", "-id"],
                name="hand_feats",
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("words__gt", "")),
                fields=["club", "-played_at", "-id"],
                name="hand_words",
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(fields=["changed_at", "id"], name="hand_changed"),
        ),
        migrations.AddIndex(
            model_name="handseat",
            index=models.Index(fields=["player", "variant", "score_halves"], name="seat_best"),
        ),
        migrations.AddIndex(
            model_name="career",
            index=models.Index(fields=["club", "variant", "period"], name="career_league"),
        ),
        migrations.AddConstraint(
            model_name="career",
            constraint=models.UniqueConstraint(
                fields=("player", "variant", "period"), name="one_career_of_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="clubrecord",
            constraint=models.UniqueConstraint(
                fields=("club", "variant", "kind"), name="one_record_of_a_kind"
            ),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["club", "variant", "kind", "period"], name="tally_league"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("player", "variant", "period", "kind", "key"), name="one_tally_of_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player", None)),
                fields=("club", "variant", "period", "kind", "key"),
                name="one_tally_of_a_club",
            ),
        ),
        migrations.AddIndex(
            model_name="seal",
            index=models.Index(fields=["club", "game_digest"], name="seal_game"),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("amended_at__isnull", False)),
                fields=["club", "-played_at", "-id"],
                name="hand_amended",
            ),
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]
