"""The site starts with the right values, and says by name which value is wrong."""

import os
import secrets
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from clubtarot.databases import with_profile
from games.management import checks
from games.management.demo.evening import SIGN_INS
from games.models import User

ROOT = Path(__file__).parent.parent
LONG_KEY = "k8Qd2vXw5Zr7Tb1Nc4Mf6Hg9Jl3Pp0Ss-Uu_Yy.Aa+Ee=Ii*Oo"
PRODUCTION = {"SECRET_KEY": LONG_KEY}
# What the environment of the person who runs the tests must not decide.
CONFIGURATION = """
    ALLOWED_HOSTS CLIENT_ADDRESS_HEADER CSRF_TRUSTED_ORIGINS DATABASE_URL DEBUG
    DJANGO_SETTINGS_MODULE EMAIL_FROM EMAIL_URL HOST HTTPS POOLED ROOM SECRET_KEY
    STATEMENT_TIMEOUT TIME_ZONE WEB_CONCURRENCY
""".split()


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py in an environment with `variables` and no other configuration."""
    rest = {name: value for name, value in os.environ.items() if name not in CONFIGURATION}
    rest.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # set where browser tests run in the same process
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=rest | variables, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        ({}, "SECRET_KEY"),
        ({"DEBUG": "perhaps"}, "DEBUG must be 1 or 0, not 'perhaps'"),
        ({"DEBUG": "1", "WEB_CONCURRENCY": "two"}, "WEB_CONCURRENCY"),
        ({"DEBUG": "1", "DATABASE_URL": "tarot"}, "DATABASE_URL"),
        ({"DEBUG": "1", "DATABASE_URL": "mysql://club@host/club"}, "DATABASE_URL"),
        ({"DEBUG": "1", "EMAIL_URL": "mail.example.org"}, "EMAIL_URL must be smtp://"),
        ({"DEBUG": "1", "TIME_ZONE": "Club/Room"}, "Club/Room"),
    ],
)
def test_a_wrong_value_stops_the_site_with_its_name(
    variables: dict[str, str], complaint: str
) -> None:
    done = manage("check", **variables)
    assert done.returncode != 0
    assert complaint in done.stderr.strip().splitlines()[-1]


def test_the_site_starts_for_development_without_any_variable_but_debug() -> None:
    assert manage("check", DEBUG="1").returncode == 0


@pytest.mark.thorough
def test_production_passes_the_deploy_check(tmp_path: Path) -> None:
    """With a club in UTC, behind a proxy that says who asks."""
    told = {"TIME_ZONE": "UTC", "CLIENT_ADDRESS_HEADER": "X-Real-IP"}
    asked = ("check", "--deploy", "--fail-level", "WARNING", "--database", "default")
    done = manage(*asked, **PRODUCTION, **told, **empty_database(tmp_path))
    assert done.returncode == 0, done.stderr


def empty_database(folder: Path) -> dict[str, str]:
    return {"DATABASE_URL": f"sqlite:///{folder}/empty.sqlite3"}


@pytest.mark.thorough
def test_a_club_room_is_warned_of_missing_certificates_and_a_weak_key() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", HTTPS="0", SECRET_KEY="tarot")
    assert done.returncode != 0
    assert "games.W002" in done.stderr
    assert "security.W009" in done.stderr


def test_sqlite_is_opened_so_that_an_acknowledged_entry_stays() -> None:
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": "x"}
    profile = with_profile(database, statement_timeout=1)
    assert profile["CONN_MAX_AGE"] is None
    assert profile["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "PRAGMA synchronous=FULL;" in profile["OPTIONS"]["init_command"]


def test_options_in_the_address_win_over_the_profile() -> None:
    given = {"ENGINE": "django.db.backends.sqlite3", "NAME": "x", "OPTIONS": {"timeout": 3}}
    options = with_profile(given, statement_timeout=1)["OPTIONS"]
    assert options["timeout"] == 3
    assert options["transaction_mode"] == "IMMEDIATE"


@pytest.mark.parametrize("pooled", [False, True])
def test_a_pool_is_asked_for_no_options(pooled: bool) -> None:
    database = {"ENGINE": "django.db.backends.postgresql"}
    profile = with_profile(database, statement_timeout=1, pooled=pooled)
    assert ("options" in profile["OPTIONS"]) is not pooled


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_rows_that_were_read_in_part_break_no_later_transaction() -> None:
    User.objects.bulk_create([User(username="anna"), User(username="boris")])
    with transaction.atomic():
        rows: Any = User.objects.iterator(chunk_size=1)
        next(rows)
        transaction.set_rollback(True)
    with transaction.atomic():
        rows.close()  # as when nobody needs it any more
        assert User.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.both_databases
@pytest.mark.django_db
def test_behind_a_pool_the_account_must_have_the_limits(settings: Any) -> None:
    settings.POOLED = True
    assert list(checks.check_limits_behind_a_pool(["default"])) == []
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 0")
    (error,) = checks.check_limits_behind_a_pool(["default"])
    assert error.id == "games.E007"
    assert "lock_timeout" in error.msg


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("fraction", ["", ".5", ".000001", ".123456"])
def test_a_moment_is_read_to_the_microsecond(fraction: str) -> None:
    moment = datetime.fromisoformat(f"2026-11-20T20:15:04{fraction}+00:00")
    User.objects.create(username="anna", last_login=moment)
    (read,) = User.objects.values_list("last_login", flat=True)
    assert read == moment
    assert read.tzinfo is UTC


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_open_database_has_the_values_of_its_profile() -> None:
    opened = connection.copy()
    if connection.vendor == "sqlite":  # the tests' own does not wait for the disk
        opened.settings_dict |= with_profile(
            {"ENGINE": "django.db.backends.sqlite3"}, statement_timeout=1
        )
    with closing(opened), opened.cursor() as cursor:
        if connection.vendor == "sqlite":
            questions = ["journal_mode", "synchronous", "recursive_triggers", "foreign_keys"]
            expected = ["wal", 2, 1, 1]
            questions = [f"PRAGMA {name}" for name in questions]
        else:
            questions = ["SHOW lock_timeout", "SHOW statement_timeout"]
            expected = ["2s", "8s"]
        found = [cursor.execute(question).fetchone()[0] for question in questions]
    assert found == expected


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_that_may_forget_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
    never = {question[connection.vendor]: ("never",)}
    monkeypatch.setitem(checks.EXPECTED, connection.vendor, never)
    (message,) = checks.check_durability(databases=["default"])
    assert message.id == "games.E003"
    assert message.is_serious()


@pytest.mark.django_db
def test_a_server_does_not_start_with_the_passwords_of_the_demo() -> None:
    user = User.objects.create_user("scorer", password=SIGN_INS["scorer"])
    (message,) = checks.check_demo_passwords(databases=["default"])
    assert (message.id, message.is_serious()) == ("games.E004", True)
    assert "scorer" in message.msg
    user.set_password("something of their own")
    user.save()
    assert list(checks.check_demo_passwords(databases=["default"])) == []


@pytest.mark.thorough
def test_a_server_does_not_start_with_a_key_that_is_short_or_can_be_guessed(settings: Any) -> None:
    done = manage("check", "--database", "default", SECRET_KEY="short")
    assert done.returncode != 0
    assert "games.E005" in done.stderr
    assert "secrets.token_urlsafe(50)" in done.stderr
    for weak in ("k" * 60, "django-insecure-k8Qd2vXw5Zr7Tb1Nc4Mf6Hg9Jl3Pp0Ss-Uu_Yy.Aa"):
        settings.SECRET_KEY = weak
        assert [one.id for one in checks.check_secret_key(["default"])] == ["games.E005"]
    settings.SECRET_KEY = secrets.token_urlsafe(50)  # as the hint makes it
    assert list(checks.check_secret_key(["default"])) == []


@pytest.mark.thorough
def test_a_server_that_cannot_tell_visitors_apart_or_the_time_says_so_and_starts(
    tmp_path: Path,
) -> None:
    """Wrong passwords are only slowed then, and a new day begins at midnight in UTC."""
    done = manage("check", "--database", "default", **PRODUCTION, **empty_database(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "games.W006" in done.stderr
    assert "CLIENT_ADDRESS_HEADER=X-Real-IP" in done.stderr
    assert "games.W008" in done.stderr


@pytest.mark.parametrize(
    ("host", "https", "header", "warned"),
    [
        ("127.0.0.1", True, "", True),
        ("[::1]", True, "", True),
        ("localhost", True, "", True),
        ("unix:/run/club.sock", True, "", True),
        ("127.0.0.1", True, "X-Real-IP", False),
        ("127.0.0.1", False, "", False),  # tried out on this machine, with nothing in front
        ("0.0.0.0", False, "", False),  # tablets in the club room reach it themselves
        ("192.168.1.4", False, "", False),
    ],
)
def test_the_warning_is_for_servers_that_only_a_proxy_can_reach(
    host: str, https: bool, header: str, warned: bool, settings
) -> None:
    settings.HOST, settings.HTTPS, settings.CLIENT_ADDRESS_HEADER = host, https, header
    assert bool(list(checks.check_client_addresses(["default"]))) == warned


def test_several_processes_need_a_database_that_bears_them(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SERVER_PROCESSES = 2
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.sqlite3"})
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 40, 1))
    assert [message.id for message in checks.check_sqlite_processes()] == ["games.E001"]
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 51, 3))
    assert list(checks.check_sqlite_processes()) == []


def test_one_process_on_an_old_sqlite_is_worth_a_note_only(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.sqlite3"})
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 40, 1))
    assert list(checks.check_sqlite_processes()) == []
    (note,) = checks.check_sqlite_version()
    assert (note.id, note.is_serious()) == ("games.I001", False)


@pytest.mark.django_db
def test_every_change_of_a_table_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_make_explains_itself() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {"make run", "make test", "make serve"} <= {
        " ".join(line.split()[:2]) for line in done.stdout.splitlines()
    }
