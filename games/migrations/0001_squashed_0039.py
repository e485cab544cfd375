"""The tables as release 0.2.0 left them, in one step, for databases that have none of them yet.

A database of 0.2.0 only notes this one. An older one goes through that release first: see
games/operation/guide.md.
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

from games.migrations import _triggers as triggers


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
        ("games", "0019_levels"),
        ("games", "0020_seat_ranges"),
        ("games", "0021_agreement"),
        ("games", "0022_open_matches"),
        ("games", "0023_level_index"),
        ("games", "0024_tablets_judge"),
        ("games", "0025_player_sort_key"),
        ("games", "0026_players_over_years"),
        ("games", "0027_merged_players"),
        ("games", "0028_invitations"),
        ("games", "0029_accounts"),
        ("games", "0030_erasures"),
        ("games", "0031_erased_entries"),
        ("games", "0032_club_settings"),
        ("games", "0033_seat_feats"),
        ("games", "0034_safer_sign_in"),
        ("games", "0035_provenance"),
        ("games", "0036_jobs"),
        ("games", "0037_counts"),
        ("games", "0038_published_heads"),
        ("games", "0039_seats_compared_in_the_index"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("sessions", "0001_initial"),
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
                (
                    "confirms",
                    models.CharField(
                        choices=[
                            ("no", "not at all"),
                            ("tap", "by a tap on a name"),
                            ("pin", "by a PIN"),
                        ],
                        default="no",
                        editable=False,
                        max_length=3,
                        verbose_name="scores are confirmed",
                    ),
                ),
                ("tablets_judge", models.BooleanField(default=True, editable=False)),
                (
                    "games",
                    games.models.fields.PlainJSONField(blank=True, default=list, editable=False),
                ),
                (
                    "recorded_by",
                    models.CharField(
                        choices=[
                            ("scorers", "scorers and administrators"),
                            ("members", "every member"),
                        ],
                        default="scorers",
                        editable=False,
                        max_length=9,
                    ),
                ),
                (
                    "writes",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("result-only", "the result only"),
                            ("auction", "auction, exchange and result"),
                            ("tricks-only", "tricks only"),
                            ("all-hands", "all hands"),
                            ("some-hands", "some hands"),
                        ],
                        editable=False,
                        max_length=12,
                    ),
                ),
                (
                    "running_seen_by",
                    models.CharField(
                        choices=[
                            ("recorders", "only those who record"),
                            ("elsewhere", "members too, unless they sit at that table"),
                        ],
                        default="recorders",
                        editable=False,
                        max_length=9,
                    ),
                ),
                ("hides_running", models.BooleanField(default=False, editable=False)),
                (
                    "guests_see",
                    models.CharField(
                        choices=[
                            ("published", "the hands that were published one by one"),
                            ("results", "the league and the results of matches as well"),
                            ("hands", "all sealed hands as well"),
                        ],
                        default="published",
                        editable=False,
                        max_length=9,
                    ),
                ),
                (
                    "public_sees",
                    models.CharField(
                        choices=[
                            ("published", "the hands that were published one by one"),
                            ("results", "the league and the results of matches as well"),
                        ],
                        default="published",
                        editable=False,
                        max_length=9,
                    ),
                ),
                ("language", models.CharField(blank=True, editable=False, max_length=16)),
                (
                    "deck",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Same as the game"),
                            ("french", "French"),
                            ("latin", "Latin"),
                        ],
                        editable=False,
                        max_length=6,
                    ),
                ),
                (
                    "suits",
                    models.CharField(
                        blank=True,
                        choices=[("", "Four"), ("two", "Two"), ("none", "None")],
                        editable=False,
                        max_length=4,
                    ),
                ),
                ("shows_heads", models.BooleanField(default=False, editable=False)),
                (
                    "heads_mailed",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no"),
                            ("daily", "every day on which something was sealed"),
                            ("weekly", "once a week, if something was sealed"),
                        ],
                        default="",
                        editable=False,
                        max_length=6,
                    ),
                ),
                ("heads_to", models.TextField(blank=True, editable=False)),
                ("heads_mailed_at", models.DateTimeField(editable=False, null=True)),
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
            name="RequestCount",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("asked", models.PositiveIntegerField()),
                ("ends_at", models.BigIntegerField(db_index=True)),
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
                    "language",
                    models.CharField(
                        blank=True, editable=False, max_length=16, verbose_name="language"
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
            name="ApiToken",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "read"), ("record", "read, and record hands")],
                        default="read",
                        max_length=8,
                        verbose_name="may",
                    ),
                ),
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
            ],
            options={
                "verbose_name": "key for programs",
                "verbose_name_plural": "keys for programs",
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
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["hand", "seq"],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
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
                ("account_went", models.BooleanField(default=False)),
                ("names", models.PositiveIntegerField()),
                ("texts", models.PositiveIntegerField()),
                ("places", games.models.fields.PlainJSONField(default=list)),
                ("spared", games.models.fields.PlainJSONField(default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="erasures",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="ErasedEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("used", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="erased",
                        to="games.entry",
                    ),
                ),
                (
                    "erasure",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.erasure",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "erased entries",
                "ordering": ["id"],
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
                ("called", models.PositiveSmallIntegerField(null=True)),
                ("honours", models.PositiveSmallIntegerField(null=True)),
                ("feats", models.PositiveIntegerField(default=0)),
                ("shown", models.PositiveSmallIntegerField(default=0)),
                ("words", models.TextField(blank=True)),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.fields.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("sits_out", models.PositiveSmallIntegerField(blank=True, null=True)),
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
                (
                    "void_as",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("misdealt", "misdealt"),
                            ("thrown-in", "thrown in"),
                            ("given-up", "given up"),
                        ],
                        max_length=9,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("played_at", models.DateTimeField()),
                ("sealed_at", models.DateTimeField(blank=True, null=True)),
                ("amended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                ("status", models.CharField(blank=True, max_length=12)),
                (
                    "level",
                    models.CharField(
                        choices=[
                            ("result", "result only"),
                            ("auction", "auction and exchange"),
                            ("tricks", "some tricks"),
                            ("full", "card by card"),
                        ],
                        default="full",
                        max_length=7,
                    ),
                ),
                ("tricks_written", models.PositiveSmallIntegerField(null=True)),
                ("contract", models.CharField(blank=True, max_length=24)),
                ("taker", models.PositiveSmallIntegerField(null=True)),
                ("won", models.BooleanField(null=True)),
                ("margin_halves", models.SmallIntegerField(null=True)),
                ("irregular", models.BooleanField(default=False)),
                ("confirmed", models.BooleanField(default=False)),
                ("disputed", models.BooleanField(default=False)),
                ("sheet", games.models.fields.PlainJSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hands",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "hand",
                "verbose_name_plural": "hands",
                "ordering": ["match", "number"],
                "indexes": [
                    models.Index(fields=["club", "-played_at", "-id"], name="hand_latest"),
                    models.Index(
                        fields=["club", "variant", "-played_at", "-id"], name="hand_latest_game"
                    ),
                    models.Index(fields=["changed_at", "id"], name="hand_changed"),
                    models.Index(
                        condition=models.Q(("disputed", True)),
                        fields=["club", "-played_at", "-id"],
                        name="hand_disputed",
                    ),
                    models.Index(
                        fields=["club", "contract", "-played_at", "-id"],
                        name="hand_latest_contract",
                    ),
                    models.Index(
                        fields=["club", "level", "-played_at", "-id"], name="hand_latest_level"
                    ),
                    models.Index(fields=["club", "margin_halves"], name="hand_margin"),
                    models.Index(
                        condition=models.Q(("irregular", True)),
                        fields=["club", "-played_at", "-id"],
                        name="hand_irregular",
                    ),
                    models.Index(
                        condition=models.Q(("amended_at__isnull", False)),
                        fields=["club", "-played_at", "-id"],
                        name="hand_amended",
                    ),
                    models.Index(
                        condition=models.Q(("feats__gt", 0)),
                        fields=["club", "-played_at", "-id"],
                        name="hand_feats",
                    ),
                    models.Index(
                        condition=models.Q(("words__gt", "")),
                        fields=["club", "-played_at", "-id"],
                        name="hand_words",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="hand",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="games.hand",
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
            ],
            options={
                "ordering": ["-made_at", "-id"],
            },
        ),
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
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=("club", "kind"),
                        name="job_of_a_kind_once_a_club",
                    )
                ],
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
                "constraints": [
                    models.UniqueConstraint(fields=("job", "number"), name="job_piece_once")
                ],
            },
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
                (
                    "settings",
                    games.models.fields.PlainJSONField(
                        blank=True, default=dict, verbose_name="settings"
                    ),
                ),
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
                    "dealer_sits_out",
                    models.BooleanField(default=False, verbose_name="the dealer sits out"),
                ),
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
                        default="tricks-only",
                        max_length=12,
                        verbose_name="what is written down",
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
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
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "ordering": ["-played_on", "-id"],
                "indexes": [
                    models.Index(fields=["club", "-played_on", "-id"], name="match_latest"),
                    models.Index(
                        condition=models.Q(("closed_at", None)), fields=["club"], name="match_open"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="hand",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="hands", to="games.match"
            ),
        ),
        migrations.CreateModel(
            name="MatchMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.DateField()),
                ("after", models.DateField()),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moves",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "id"],
            },
        ),
        migrations.CreateModel(
            name="OneTimeCodes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.CharField(max_length=64)),
                ("last_step", models.BigIntegerField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="one_time_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PaperCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ends_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
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
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("credential_id", models.CharField(max_length=1364, unique=True)),
                ("credential", models.BinaryField()),
                ("sign_count", models.PositiveBigIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
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
                ("own_name", models.CharField(blank=True, editable=False, max_length=80)),
                (
                    "sort_key",
                    games.models.fields.SortKeyField(
                        default="", editable=False, max_length=200, of="name"
                    ),
                ),
                ("nickname", models.CharField(blank=True, max_length=40, verbose_name="nickname")),
                (
                    "number",
                    models.CharField(
                        blank=True, max_length=20, verbose_name="number of the federation"
                    ),
                ),
                (
                    "joined_on",
                    models.DateField(blank=True, null=True, verbose_name="at the club from"),
                ),
                (
                    "left_on",
                    models.DateField(blank=True, null=True, verbose_name="at the club until"),
                ),
                ("erased_at", models.DateTimeField(editable=False, null=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                    ),
                ),
                ("pin", models.CharField(blank=True, editable=False, max_length=128)),
                ("wrong_pins", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("wrong_pin_at", models.DateTimeField(editable=False, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="games.club",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["sort_key", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("erased_at", None), ("merged_into", None)),
                        fields=("club", "name"),
                        name="player_name_unique_in_club",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            models.Q(("number", ""), _negated=True), ("merged_into", None)
                        ),
                        fields=("club", "number"),
                        name="player_number_unique_in_club",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Merge",
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
                ("moved", games.models.fields.PlainJSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
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
                        related_name="merges",
                        to="games.club",
                    ),
                ),
                (
                    "gone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
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
                (
                    "joined_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, null=True
                    ),
                ),
                ("last_seen", models.DateField(editable=False, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="games.club",
                    ),
                ),
                (
                    "invitation",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="memberships",
                        to="games.invitation",
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
                "constraints": [
                    models.UniqueConstraint(fields=("user", "club"), name="member_once")
                ],
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
                ("since", models.PositiveSmallIntegerField(default=1)),
                ("until", models.PositiveSmallIntegerField(default=32767)),
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
                "ordering": ["match", "seat", "since"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "seat", "since"), name="one_player_a_seat"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="invitation",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.player",
            ),
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
                ("held_suits", models.BigIntegerField(default=0)),
                ("held_trumps", models.IntegerField(default=0)),
                ("led_suits", models.BigIntegerField(default=0)),
                ("led_trumps", models.IntegerField(default=0)),
                ("won_suits", models.BigIntegerField(default=0)),
                ("won_trumps", models.IntegerField(default=0)),
                ("lost_suits", models.BigIntegerField(default=0)),
                ("lost_trumps", models.IntegerField(default=0)),
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
                ("place", models.PositiveSmallIntegerField(default=0)),
                ("irregular", models.BooleanField(default=False)),
                ("feats", models.PositiveIntegerField(default=0, null=True)),
                ("shown", models.PositiveSmallIntegerField(default=0)),
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
            ],
            options={
                "ordering": ["hand", "seat"],
                "indexes": [
                    models.Index(
                        fields=["player", "-played_at", "-hand", "role", "won"], name="seat_latest"
                    ),
                    models.Index(
                        fields=["player", "variant", "-played_at", "-hand"], name="seat_latest_game"
                    ),
                    models.Index(
                        fields=["player", "variant", "role", "contract", "won", "score_halves"],
                        name="seat_totals",
                    ),
                    models.Index(fields=["player", "variant", "score_halves"], name="seat_best"),
                    models.Index(fields=["club", "player"], name="seat_club"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("hand", "seat"), name="one_result_a_seat")
                ],
            },
        ),
        migrations.AddField(
            model_name="erasure",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.player",
            ),
        ),
        migrations.CreateModel(
            name="Dispute",
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
                ("because", models.TextField()),
                ("by_name", models.CharField(max_length=150)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by_name", models.CharField(blank=True, max_length=150)),
                (
                    "ended_as",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("ruling", "by a ruling"),
                            ("amended", "the hand was amended"),
                            ("withdrawn", "withdrawn"),
                            ("void", "the hand became void"),
                        ],
                        max_length=9,
                    ),
                ),
                ("answer", models.TextField(blank=True)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
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
                    "ended_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
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
                        related_name="disputes",
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
            options={
                "ordering": ["hand", "id"],
                "indexes": [
                    models.Index(fields=["hand", "id"], name="dispute_of_hand"),
                    models.Index(fields=["club", "id"], name="dispute_of_club"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("hand", "player"),
                        name="one_open_dispute_a_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_as", ""), ("ended_at", None)),
                            models.Q(
                                models.Q(("ended_at", None), _negated=True),
                                models.Q(("ended_as", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="dispute_ends_somehow",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
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
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("tap", "by a tap at the table"),
                            ("pin", "with a PIN"),
                            ("account", "with their own account"),
                            ("waived", "nobody could be asked"),
                        ],
                        max_length=7,
                    ),
                ),
                ("because", models.TextField(blank=True)),
                ("sealed", models.BooleanField(default=False)),
                ("by_name", models.CharField(max_length=150)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
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
                        related_name="confirmations",
                        to="games.hand",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "ordering": ["hand", "id"],
                "indexes": [models.Index(fields=["club", "id"], name="confirmation_of_club")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("hand", "version", "player"), name="confirmed_once_a_version"
                    )
                ],
            },
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
                            ("best-slam", "Best Slam"),
                            ("best-handful", "Best Handful"),
                            ("best-last-trick", "Best Last Trick"),
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
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "variant", "kind"), name="one_record_of_a_kind"
                    )
                ],
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
            options={
                "indexes": [
                    models.Index(fields=["club", "variant", "period"], name="career_league")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "variant", "period"), name="one_career_of_a_player"
                    )
                ],
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
            name="PublishedHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seals", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="published_heads",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "-id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "seals", "head"), name="head_published_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "digest"), name="recovery_code_once")
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
                ("brought_at", models.DateTimeField(blank=True, null=True)),
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
                ("provenance", models.TextField(null=True)),
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
                "indexes": [models.Index(fields=["club", "game_digest"], name="seal_game")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "number"), name="seal_number_unique_in_club"
                    ),
                    models.UniqueConstraint(
                        fields=("hand", "revision"), name="revision_unique_in_hand"
                    ),
                ],
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
                "constraints": [
                    models.UniqueConstraint(fields=("seal", "place"), name="one_text_a_place")
                ],
            },
        ),
        migrations.CreateModel(
            name="SignedIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("browser", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signed_in",
                        to="sessions.session",
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
                "ordering": ["-at", "-id"],
            },
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
                "indexes": [
                    models.Index(fields=["club", "variant", "kind", "period"], name="tally_league")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "variant", "period", "kind", "key"),
                        name="one_tally_of_a_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player", None)),
                        fields=("club", "variant", "period", "kind", "key"),
                        name="one_tally_of_a_club",
                    ),
                ],
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
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("hand", "seq"), name="entry_number_unique_in_hand"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("hand", "key"), name="entry_key_unique_in_hand"
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
        # Going back drops the tables, and the triggers with them.
        migrations.RunPython(triggers.keep_from_change, migrations.RunPython.noop),
    ]
